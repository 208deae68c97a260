"""Hints: what a seat sees decides them, they are the means of what may happen, and no legal move promises more than the best."""

import random
from collections.abc import Iterator
from itertools import islice, permutations
from math import log2
from typing import Any

import pytest

from companion.bots.learn_from_move import announced_step
from companion.core.game import AnyGame, Step
from companion.core.prompt import Move, check, every
from companion.games.davinci.game import DAVINCI
from companion.games.davinci.moves import all_tiles
from companion.games.digitcode.game import DIGITCODE
from companion.games.digitcode.options import with_sheet
from companion.games.digitcode.possible import sheet
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.state import right_arms
from companion.hints.catalog import best_move, expected, possible_count, remembered, suggestion
from companion.hints.helps import HELPS
from companion.hints.hint import Sighting
from companion.hints.hint_words import hint_words
from companion.hints.passcode import PASSCODE_HINTS
from companion.hints.suggested_move import suggested_move
from companion.solvers.catalog import SOLVERS
from companion.solvers.davinci.worlds import worlds
from companion.solvers.passcode.memory import observe
from tests.games.davinci.tables import table
from tests.laws.play import CASES, Case, game, moments, one_case, one_round

ONE_OF_EACH: list[Case] = list({case.game.name: case for case in (one.values[0] for one in reversed(CASES))}.values())


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


def all_hints(game: AnyGame, options: Any, seen: list[Sighting]) -> tuple[Any, ...]:
    memory, view = remembered(game, options, seen), seen[-1].view
    best = best_move(game, options, memory, view)
    promise = None if best is None else expected(game, options, memory, view, best.move)
    told = (possible_count(game, options, memory, view), best, promise, suggestion(game, options, memory, view))
    return (*told, sheet(with_sheet(options), view)) if game.name == "digitcode" else told


@one_case
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_hints(case: Case) -> None:
    """The history is told again in another world; where all that the seat saw and heard is the same, so are its hints."""
    solver = SOLVERS[case.game.name]
    pick = random.Random(7).randrange
    others = 0
    for moment in moments(case, 11, 12):
        for seat in range(case.seats):
            seen = sightings(case.game, case.options, moment.steps, seat, case.seats)
            world = solver.guess(case.options, seen[-1].view, pick)
            retold = solver.determinize(moment.steps, seat, world)
            if retold == list(moment.steps) or sightings(case.game, case.options, retold, seat, case.seats) != seen:
                continue
            others += 1
            again = sightings(case.game, case.options, retold, seat, case.seats)
            assert all_hints(case.game, case.options, again) == all_hints(case.game, case.options, seen)
    assert others > 0, "there was another world"


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
    options = MASTERMIND.read_options({"colours": 6}, 2)
    state: Any = MASTERMIND.setup(options, 2)
    code = ["red", "yellow", "green", "blue"]
    for actor, move in (
        (0, {"move": "set_code", "pegs": code}),
        (1, {"move": "guess", "pegs": ["yellow", "red", "white", "orange"]}),
    ):
        state = MASTERMIND.apply(state, actor, move)
    view = MASTERMIND.view(state, 1)
    left = [
        one
        for one in permutations(view.colours, 4)
        if right_arms(one, view.rows[0].pegs) == (view.rows[0].red, view.rows[0].white)
    ]
    assert possible_count(MASTERMIND, options, (), view) == len(left)
    guess = ("red", "red", "green", "white")
    answers = [right_arms(one, guess) for one in left]
    mean = sum(log2(len(left) / answers.count(answer)) for answer in answers) / len(left)
    promise = expected(MASTERMIND, options, (), view, {"move": "guess", "pegs": list(guess)})
    assert promise is not None
    assert promise.bits == pytest.approx(mean)


def test_half_of_all_digit_codes_have_an_even_first_digit_so_asking_tells_one_bit() -> None:
    options = DIGITCODE.read_options({"master": "table"}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})
    view = DIGITCODE.view(state, 0)
    promise = expected(DIGITCODE, options, None, view, {"move": "ask_parity", "place": "T"})
    assert promise is not None
    assert promise.bits == pytest.approx(1.0)
    assert possible_count(DIGITCODE, options, None, view) == 465_120
    assert expected(DIGITCODE, options, None, view, {"move": "pass"}) is not None


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


def test_a_hint_of_one_question_tells_one_mean_and_which_kinds_the_opening_still_needs() -> None:
    options = DIGITCODE.read_options({"master": "table", "opening": "each"}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": [8, 1, 8, 3, 0, 2]})
    told = []
    for line in (None, "B"):
        if line is not None:
            state = DIGITCODE.apply(state, 0, {"move": "ask_line", "line": line})
        view = DIGITCODE.view(state, 0)
        told.append(hint_words(DIGITCODE, options, remembered(DIGITCODE, options, [Sighting(None, view)]), view, HELPS))
    first, second = told
    assert first == (
        "Try: count line B. This question leads to the code in the fewest turns, by a long search that was made beforehand. "
        "Of 465,120 possible codes, about 109,562 would be left on average, and 155,040 at most (2.3 bits)."
    )
    assert (
        "Each of your first four questions is of another kind. Of those left, this one leads to the code in the fewest turns, by"
    ) in second


def test_what_is_certain_is_so_in_all_ways_in_which_the_tiles_can_lie() -> None:
    state = table(["B0 W3 B7 W9", "B8* B9 B10* W11"], clue="W4")
    view = DAVINCI.view(state, 0)
    memory = remembered(DAVINCI, state.options, [Sighting(None, view)])
    assert possible_count(DAVINCI, state.options, memory, view) == 2
    assert hint_words(DAVINCI, state.options, memory, view, HELPS) == (
        "Try: say that the 2nd tile is a 9. It can be nothing else, by what you see and remember. The hidden tiles can lie in 2 "
        "ways, and it is so in both of them."
    )


def test_which_colour_to_take_goes_by_the_own_row_and_the_centre() -> None:
    told = []
    for own, centre in (
        ("", "B1 W1 W2 B8"),
        ("B0 W3", "B1 W1 W2 B8"),
        ("B0 B7 W3", "B1 W1 W2 B8"),
        ("B0 B7 W3", "B1 B8"),
    ):
        state = table([own, "B8 W9"], phase="deal" if not own else "draw", centre=centre)
        view = DAVINCI.view(state, 0)
        told.append(
            hint_words(
                DAVINCI, state.options, remembered(DAVINCI, state.options, [Sighting(None, view)]), view, ("hint",)
            )
        )
    assert told[0] == (
        "Try: A black tile. Either colour will do now. Later take both: a row of both colours is harder to guess."
    )
    assert told[1] == "Try: A white tile. With a white tile in hand your next claim is expected to be right more often."
    assert told[2] == "Try: A white tile. You have fewer white tiles, and a row of both colours is harder to guess."
    assert told[3] == "Try: A black tile. Only black tiles are left."


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
    memory = remembered(DAVINCI, state.options, [Sighting(None, view)])
    assert hint_words(DAVINCI, state.options, memory, view, HELPS) == (
        "Try: A white tile. Your next claim is as likely to be right with either colour, but a white tile leaves about "
        f"{means['W']:.0f} ways in which the hidden tiles can lie, a black one about {means['B']:.0f}. "
        f"The hidden tiles can lie in {len(every)} ways."
    )


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
    told = {suggested_move(prompt, view, move) for move in every(prompt)}
    assert told == {
        "put your new tile between the white 3 and the white dash",
        "put your new tile between the white dash and the black 9",
    }
    assert suggested_move(prompt, view, {"move": "place", "position": 0}) == "put your new tile at the left end"
    assert suggested_move(prompt, view, {"move": "place", "position": 4}) == "put your new tile at the right end"
    assert suggested_move(prompt, view, {"move": "arrange", "positions": [0]}) == (
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
    options = DIGITCODE.read_options({"master": "table", "opening": "one"}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})
    view = DIGITCODE.view(state, 0)
    prompt = DIGITCODE.prompt(options, view)
    assert prompt is not None
    assert suggested_move(prompt, view, move) == said


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
