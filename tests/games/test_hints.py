"""Hints: what a seat sees decides them, they are the means of what may happen, and no legal move promises more than the best."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import log2
from typing import Any

import pytest

from companion.core.game import AnyGame, Step
from companion.core.prompt import Move, check, every
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind.hidden import worlds
from companion.games.davinci.rules import all_tiles
from companion.games.digitcode import DIGITCODE
from companion.games.helps import HELPS, Helps
from companion.games.hints import (
    best_move,
    expected,
    hint_words,
    possible_count,
    remembered,
    suggested_move,
    suggestion,
)
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import right_arms
from companion.games.mind import Sighting, announced_step
from companion.games.passcode.mind import PASSCODE_HINTS
from companion.games.passcode.mind.seen import observe
from tests.games.davinci.tables import table
from tests.games.positions import digitcode, fitting, mastermind
from tests.laws.play import CASES, Case, game, moments, one_round
from tests.said import numbers

ONE_OF_EACH: list[Case] = list(
    {case.game.name: case for case in (one.values[0] for one in reversed(CASES)) if case.game.hints}.values()
)
"""Of the games with hints."""


def sightings(
    game: AnyGame, options: Any, steps: tuple[Step, ...] | list[Step], seat: int, seats: int
) -> list[Sighting]:
    """All that a seat is shown and told in a game."""
    state = game.setup(options, seats)
    found = [Sighting(None, game.view(state, seat))]
    for step in steps:
        after = game.apply(state, *step)
        found.append(Sighting(announced_step(game, options, state, step, after, seats), game.view(after, seat)))
        state = after
    return found


def compared(case: Case, view: Any) -> Iterator[Move]:
    """The legal moves; of the 465,120 proposals of Digit Code only some."""
    prompt = case.game.prompt(case.options, view)
    assert prompt is not None
    return islice(every(prompt), 5000)


@pytest.mark.parametrize("most", one_round((1, 6)))
@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.game.name)
def test_no_legal_move_promises_more_than_the_best_one(case: Case, most: int) -> None:
    """At so many moments of a game at most."""
    weighed = 0
    for moment in moments(case, 5, 40):
        for seat in range(case.seats):
            view = case.game.view(moment.state, seat)
            memory = remembered(
                case.game, case.options, sightings(case.game, case.options, moment.steps, seat, case.seats)
            )
            best = best_move(case.game, case.options, memory, view)
            prompt = case.game.prompt(case.options, view)
            if best is None:
                continue
            assert prompt is not None
            check(prompt, best.move)
            assert expected(case.game, case.options, memory, view, best.move) == best.promise
            worths = [
                promise.worth
                for move in compared(case, view)
                if (promise := expected(case.game, case.options, memory, view, move)) is not None
            ]
            assert max(worths) <= best.promise.worth + 1e-6
            weighed += 1
            if weighed == most:
                return
    assert weighed > 0


def test_the_bits_of_a_row_are_the_mean_over_all_codes_that_are_left() -> None:
    options, view = mastermind(("yellow", "red", "white", "orange"))
    left = fitting(view)
    assert possible_count(MASTERMIND, options, (), view) == len(left)
    guess = ("red", "red", "green", "white")
    answers = [right_arms(one, guess) for one in left]
    mean = sum(log2(len(left) / answers.count(answer)) for answer in answers) / len(left)
    promise = expected(MASTERMIND, options, (), view, {"move": "guess", "pegs": list(guess)})
    assert promise is not None
    assert promise.bits == pytest.approx(mean)


def test_a_certain_claim_is_the_best_and_tells_nothing() -> None:
    state = table(["B0 W3 B7 W11", "B8* B9 B10* W9"], clue="W1")
    view = DAVINCI.view(state, 0)
    memory = remembered(DAVINCI, state.options, [Sighting(None, view)])
    best = best_move(DAVINCI, state.options, memory, view)
    assert best is not None
    assert best.move == {"move": "deduce", "seat": 1, "position": 1, "value": "9"}
    assert (best.promise.worth, best.promise.bits) == (1.0, 0.0)
    wrong = expected(DAVINCI, state.options, memory, view, {**best.move, "value": "4"})
    assert wrong is not None
    assert (wrong.worth, wrong.bits) == (0.0, 0.0)


def hint(game: AnyGame, options: Any, view: Any, helps: Helps = HELPS) -> str:
    """What a seat reads that has seen this view alone."""
    return hint_words(game, options, remembered(game, options, [Sighting(None, view)]), view, helps)


def test_a_hint_of_one_question_tells_one_mean_and_which_kinds_the_opening_still_needs() -> None:
    code = (8, 1, 8, 3, 0, 2)
    first = hint(DIGITCODE, *digitcode(opening="each", code=code))
    assert first.startswith("Try: count line B. ")
    assert numbers(first) == ["465,120", "109,562", "155,040", "2.3"]
    second = hint(DIGITCODE, *digitcode({"move": "ask_line", "line": "B"}, opening="each", code=code))
    assert "of another kind" in second


def test_what_is_certain_is_so_in_all_ways_in_which_the_tiles_can_lie() -> None:
    state = table(["B0 W3 B7 W9", "B8* B9 B10* W11"], clue="W4")
    view = DAVINCI.view(state, 0)
    assert possible_count(DAVINCI, state.options, remembered(DAVINCI, state.options, [Sighting(None, view)]), view) == 2
    told = hint(DAVINCI, state.options, view)
    assert told.startswith("Try: say that the 2nd tile is a 9. It can be nothing else")
    assert numbers(told) == ["2", "9", "2"]


def test_which_colour_to_take_goes_by_the_own_row_and_the_centre() -> None:
    for own, centre, colour, why in (
        ("", "B1 W1 W2 B8", "black", "Either colour will do now"),
        ("B0 W3", "B1 W1 W2 B8", "white", "more often"),
        ("B0 B7 W3", "B1 W1 W2 B8", "white", "fewer white tiles"),
        ("B0 B7 W3", "B1 B8", "black", "Only black tiles are left"),
    ):
        state = table([own, "B8 W9"], phase="deal" if not own else "draw", centre=centre)
        told = hint(DAVINCI, state.options, DAVINCI.view(state, 0), ("hint",))
        assert told.startswith(f"Try: take a {colour} tile. ")
        assert why in told


def test_of_two_colours_that_make_a_claim_as_sure_the_one_that_leaves_fewer_ways_is_taken() -> None:
    """Cleo's 2nd tile is certainly the black 1, so the next claim is right with either colour. The means are counted here over
    every way in which the tiles can lie and every tile that can be drawn in it."""
    state = table(
        ["W1* B2 B7* W8 B11 W11*", "B3* B4 W5 B6 W7 W10*", "W0* B1 W2 W4* W6 B9"],
        phase="draw",
        centre="B0 B5 B8 B10 W3 W9",
    )
    view = DAVINCI.view(state, 0)
    every = list(worlds(state.options, view))
    means = {}
    for back in "BW":
        left = []
        for world in every:
            held = {tile for row in world.rows for tile in row}
            drawn = [tile for tile in all_tiles(advanced=False) if tile[0] == back and tile not in held]
            left += [sum(tile not in {one for row in other.rows for one in row} for other in every) for tile in drawn]
        means[back] = sum(left) / len(left)
    assert means["W"] < means["B"] - 1
    told = hint(DAVINCI, state.options, view)
    assert told.startswith("Try: take a white tile. ")
    assert numbers(told) == [f"{means['W']:.0f}", f"{means['B']:.0f}", str(len(every))]


def test_no_code_is_suggested_to_who_sets_one() -> None:
    """It would be the same each time, so others could guess it."""
    both: tuple[AnyGame, ...] = (MASTERMIND, DIGITCODE)
    for one in both:
        options = one.read_options({}, 2)
        view = one.view(one.setup(options, 2), 0)
        memory = remembered(one, options, [Sighting(None, view)])
        assert view.to_act[0] == 0
        assert suggestion(one, options, memory, view) is None
        assert best_move(one, options, memory, view) is None


def test_a_suggested_tile_is_placed_and_lined_up_in_words() -> None:
    state = table(["B0 W3 W- B9", "B8 W9"], advanced=True, phase="place", clue="B5")
    view = DAVINCI.view(state, 0)
    prompt = DAVINCI.prompt(state.options, view)
    assert prompt is not None
    told = {suggested_move(DAVINCI, view, move) for move in every(prompt)}
    assert told == {
        "put your new tile between the white 3 and the white dash",
        "put your new tile between the white dash and the black 9",
    }
    assert suggested_move(DAVINCI, view, {"move": "place", "position": 0}) == "put your new tile at the left end"
    assert suggested_move(DAVINCI, view, {"move": "place", "position": 4}) == "put your new tile at the right end"
    assert suggested_move(DAVINCI, view, {"move": "arrange", "positions": [0]}) == (
        "line up your row as white dash, black 0, white 3, black 9"
    )


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ({"move": "ask_line", "line": "B"}, "count line B"),
        ({"move": "ask_parity", "place": "T"}, "ask whether T is even or odd"),
        ({"move": "ask_larger", "places": ["U", "X"]}, "ask which is larger, U or X"),
        ({"move": "ask_space", "column": "A", "row": "R"}, "ask whether the space at A, R is filled"),
        ({"move": "propose", "digits": [1, 2, 3, 4, 5, 6]}, "propose 123456"),
    ],
)
def test_a_suggested_question_is_a_sentence(move: Move, said: str) -> None:
    _, view = digitcode()
    assert suggested_move(DIGITCODE, view, move) == said


def test_in_passcode_the_count_is_of_the_cards_that_the_seat_has_not_seen() -> None:
    case = next(one for one in (case.values[0] for case in CASES) if one.game.name == "passcode" and one.seats == 3)
    memory, compared = None, 0
    for moment in game(case, seed=8):
        view = case.game.view(moment.state, 0)
        memory = observe(memory, view)
        if view.phase not in ("draw", "play") or view.seat not in view.to_act:
            continue
        told = PASSCODE_HINTS.still_possible(case.options, memory, view, None)
        assert told is not None
        shown = sum(len(cards) for seat, cards in enumerate(memory.known) if seat != 0)
        assert f"You have not seen {view.draw_pile + sum(view.hands[1:]) - shown} cards. " in told
        compared += 1
    assert compared > 10


@pytest.mark.parametrize(
    "case", [case for case in ONE_OF_EACH if case.game in (MASTERMIND, DIGITCODE)], ids=lambda case: case.game.name
)
def test_a_choice_is_marked_as_telling_the_count_where_its_reason_does(case: Case) -> None:
    """So a hint does not say it twice."""
    found = Counter[bool]()
    for moment in moments(case, 5, 40):
        for seat in range(case.seats):
            view = case.game.view(moment.state, seat)
            seen = sightings(case.game, case.options, moment.steps, seat, case.seats)
            memory = remembered(case.game, case.options, seen)
            choice = suggestion(case.game, case.options, memory, view)
            if choice is None:
                continue
            count = possible_count(case.game, case.options, memory, view)
            if choice.tells_count:
                assert count == 1 or str(count) in choice.why.replace(",", "")
            else:
                assert f"{count:,} codes" not in choice.why
            found[choice.tells_count] += 1
    assert found[True] > 0
