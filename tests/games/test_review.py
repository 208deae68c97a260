"""The review of finished games: its numbers against other ways to count them, and its sentences."""

from itertools import permutations
from math import log2
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import Step
from companion.core.seat import Seat
from companion.games.davinci import DAVINCI
from companion.games.digitcode import DIGITCODE
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import right_arms
from companion.games.passcode import PASSCODE
from companion.games.reasons import as_good, better, codes_told
from companion.games.review import Review, ReviewedMove, chances_to_win, review_game, seat_words, turning_point
from tests.history.games import case_of, steps
from tests.laws.play import Case, every_reviewed_case
from tests.said import numbers

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


def reviewed(game: Any, options: Any, seats: int, made: tuple[Step, ...] | list[Step]) -> Review:
    states = [game.setup(options, seats)]
    for step in made:
        states.append(game.submit(options, states[-1], *step))
    return review_game(game, options, states, made, NAMES[:seats])


@every_reviewed_case
def test_the_numbers_of_a_random_game_agree_with_each_other(case: Case) -> None:
    made = steps(case, 8, 600)
    found = reviewed(case.game, case.options, case.seats, made)
    assert found.moves
    assert [move.number for move in found.moves] == sorted({move.number for move in found.moves})
    for move in found.moves:
        assert made[move.number - 1][0] == move.seat
        assert move.why.endswith(".")
        if move.contradiction:
            assert not move.said.endswith((": right", ": correct", "red 4, white 0"))
            assert "could not be" in move.why
        if move.before is not None and move.after is not None:
            assert 1 <= move.after <= move.before, "the true secret is always possible"
            assert move.bits == pytest.approx(log2(move.before / move.after), abs=1e-3)
        if move.gained is None:
            assert (move.luck, move.skill, move.expected, move.best) == (None,) * 4
            continue
        assert move.expected is not None
        assert move.best is not None
        assert move.luck == pytest.approx(move.gained - move.expected, abs=2e-3)
        assert move.skill == pytest.approx(move.expected - move.best, abs=2e-3)
        assert move.skill is not None
        assert move.skill <= 0
    for seat in found.seats:
        own = [move for move in found.moves if move.seat == seat.seat and move.luck is not None]
        assert seat.moves == len(own)
        assert seat.luck == pytest.approx(sum(move.luck or 0 for move in own), abs=1e-3 * len(own) + 1e-3)
    assert found.turning_point in {None, *(move.number for move in found.moves)}


def guesses(*rows: str) -> list[Step]:
    colours = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white", "O": "orange"}
    spelled = [[colours[letter] for letter in row] for row in rows]
    return [
        (0, {"move": "set_code", "pegs": spelled[0]}),
        *((1, {"move": "guess", "pegs": row}) for row in spelled[1:]),
    ]


def test_the_gain_is_as_expected_in_the_mean_over_all_codes() -> None:
    """For each code that a first row leaves, the second row is reviewed: luck adds up to nothing."""
    options = MASTERMIND.read_options({"colours": 5}, 2)
    codes = ["".join(code) for code in permutations("RYGBW")]
    lucks = [
        reviewed(MASTERMIND, options, 2, guesses(code, "RYGB", "YRWW")).moves[1].luck or 0.0
        for code in sorted({code[:4] for code in codes})
        if right_arms(tuple(code), tuple("RYGB")) == (1, 2)
    ]
    assert len(lucks) > 5
    assert sum(lucks) / len(lucks) == pytest.approx(0, abs=2e-3)


def test_a_row_that_cannot_be_the_code_is_a_contradiction_unless_it_promised_most() -> None:
    options = MASTERMIND.read_options({"colours": 4}, 2)
    found = reviewed(MASTERMIND, options, 2, guesses("RYGB", "RYBG", "RYBG", "RRYG", "BYGR", "RYGB")).moves
    assert [move.contradiction for move in found] == [False, True, False, True, False]
    assert [(move.before, move.after) for move in found] == [(24, 6), (6, 6), (6, 3), (3, 2), (2, 1)]
    assert ["was only a question" in move.why for move in found] == [False, False, True, False, False]
    # What was possible and is left, and on average; of a contradiction the row that shows it and both its arms come first.
    shown = ["24 6 7.6", "1 4 0 2 2 6 2", "6 3 2", "1 1 3 2 2 3 2 1.7 3", "2"]
    assert [" ".join(numbers(move.why)) for move in found] == shown


def test_a_row_with_a_colour_twice_needs_no_other_reason_why_it_is_not_the_code() -> None:
    options = MASTERMIND.read_options({"colours": 6}, 2)
    found = reviewed(MASTERMIND, options, 2, guesses("RYGB", "YRWO", "YYWW")).moves[1]
    assert found.contradiction
    assert "yellow is in it more than once" in found.why


def test_a_row_that_needs_the_fewest_rows_only_asks_though_another_one_promised_more() -> None:
    options = MASTERMIND.read_options({"colours": 5}, 2)
    found = reviewed(MASTERMIND, options, 2, guesses("RGBY", "RRYG", "RYBY")).moves[1]
    assert not found.contradiction
    assert "was only a question" in found.why
    assert "fewest rows" in found.why
    assert numbers(found.why)[0] == "20"
    assert numbers(found.why)[-1] == "3"


def test_what_another_question_tells_more_is_said_in_codes_where_it_leaves_fewer_else_in_bits() -> None:
    """Six codes by 3, 1, 1 and 1 leave as many on average as by 2, 2 and 2, but tell more bits."""
    assert numbers(codes_told(10, 8, (8, 2), "it")) == ["10", "8", "6.8"]
    assert "certain before" in codes_told(2, 2, (2,), "it")
    assert numbers(better("It", (7, 2, 1), (8, 2))) == ["5.4"]
    assert numbers(better("It", (1, 1, 1), (2, 1))) == ["3"], "it tells them all apart"
    assert numbers(better("It", (3, 1, 1, 1), (2, 2, 2))) == ["1.79", "1.58"]
    assert ["noticeably" in as_good("no row", loss) for loss in (0.0, 0.04)] == [False, True]


def test_a_question_whose_answer_was_certain_and_a_proposal_that_could_not_be_right() -> None:
    options = DIGITCODE.read_options({"master": "table", "opening": "one"}, 2)
    made: list[Step] = [
        ("chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]}),
        (0, {"move": "ask_parity", "place": "T"}),
        (1, {"move": "ask_parity", "place": "T"}),
        (0, {"move": "propose", "digits": [2, 3, 4, 5, 6, 7]}),
        (1, {"move": "propose", "digits": [1, 2, 3, 4, 5, 6]}),
    ]
    found = reviewed(DIGITCODE, options, 2, made)
    first, second, third, fourth = found.moves
    assert (first.before, first.after, first.bits) == (465_120, 232_560, 1.0)
    assert first.said == "asked: the digit at T is odd"
    assert "certain already" in second.why
    assert (second.gained, second.contradiction) == (0.0, False)
    assert third.contradiction
    assert "the digit at T is odd" in third.why
    assert (fourth.said, fourth.after) == ("proposed 123456: right", 1)
    assert numbers(fourth.why) == ["232,560"]
    # The proposal that could not be right cost Ann the lead.
    assert found.turning_point == 4
    assert "Bob stayed ahead" in found.turned
    own = seat_words(found, Seat(0), NAMES)
    assert own[0] == "Turning point, your 2nd move: proposed 234567: wrong."
    assert any("Your weaker choices cost you 3.5 bits" in one for one in own)


def test_a_claim_that_had_been_wrong_is_remembered_though_no_view_holds_it() -> None:
    """D16: the view forgets a wrong claim at the end of its turn; it was announced, so the review does not."""
    options = DAVINCI.read_options({"first_seat": 0}, 2)
    tiles = iter(["B1", "B4", "W3", "B6", "B8", "W5", "B10", "W9", "W0", "B0", "W11"])
    made: list[Step] = []
    state = DAVINCI.setup(options, 2)
    while not (state.phase == "deduce" and state.turn_of == 0 and len(made) >= 24):
        acting = DAVINCI.to_act(state)[0]
        if acting == "chance":
            move: Any = {"move": "draw", "tile": next(tiles)}
        elif state.phase in ("deal", "draw"):
            coming = {"deal": ["black", "black", "white", "black", "black", "white", "black", "white"],
                      "draw": ["white", "black", "white"]}  # fmt: skip
            taken = sum(one[1]["move"] == "take" for one in made)
            move = {"move": "take", "colour": [*coming["deal"], *coming["draw"]][taken]}
        else:
            target = 1 - state.turn_of
            hidden = next(at for at, tile in enumerate(state.rows[target]) if not tile.exposed)
            move = {"move": "deduce", "seat": target, "position": hidden, "value": "7"}
        state = DAVINCI.apply(state, acting, move)
        made.append((acting, move))
    claims = [move for move in reviewed(DAVINCI, options, 2, made).moves if move.seat == 0]
    assert not claims[0].contradiction
    again: Step = (Seat(0), {"move": "deduce", "seat": 1, "position": moved(made), "value": "7"})
    found = reviewed(DAVINCI, options, 2, [*made, again]).moves[-1]
    assert found.contradiction
    assert "the same claim had been wrong before" in found.why


def moved(made: list[Step]) -> int:
    """Where the tile stands now that seat 0 first pointed at: a tile of seat 1 may have joined before it."""
    options = DAVINCI.read_options({"first_seat": 0}, 2)
    state = DAVINCI.setup(options, 2)
    name = None
    for step in made:
        if name is None and step[0] == 0 and step[1]["move"] == "deduce":
            name = state.rows[1][step[1]["position"]].name
        state = DAVINCI.apply(state, *step)
    return [tile.name for tile in state.rows[1]].index(name or "")


def test_luck_of_passcode_is_in_the_draw_alone() -> None:
    case = case_of("passcode")
    found = reviewed(PASSCODE, case.options, case.seats, steps(case, 4, 400))
    for move in found.moves:
        if not move.said.startswith("drawing from the pile"):
            assert move.luck == 0
    assert any(move.luck for move in found.moves)
    assert all(move.before is None and move.bits is None for move in found.moves)


def one(number: int, seat: int, gained: float, best: float) -> ReviewedMove:
    return ReviewedMove(
        number, 1, seat, "", None, None, None, gained, best, best, gained - best, 0.0, contradiction=False, why=""
    )


def test_the_turning_point_is_where_the_winners_lead_began_that_lasted() -> None:
    moves = [one(1, 0, 2, 1), one(2, 1, 3, 1), one(3, 0, 3, 1), one(4, 1, 1, 1), one(5, 0, 1, 1)]
    chances = chances_to_win(moves, 2, "bits")
    number, said = turning_point(moves, (0,), NAMES, 1.0, chances)
    before, after = (str(round(100 * chances[at][0])) for at in (1, 2))
    assert (number, "Ann stayed ahead" in said, numbers(said)) == (3, True, [before, after])
    assert int(before) < 50 < int(after), "the lines cross there"


def test_a_lead_that_began_unseen_was_turned_by_the_steepest_rise_after_it() -> None:
    moves = [one(1, 0, 9, 1), one(2, 1, 10, 1), one(3, 1, 21, 1), one(4, 0, 1, 1)]
    chances = chances_to_win(moves, 2, "points")
    number, said = turning_point(moves, (1,), NAMES, 1.0, chances)
    assert (number, "Bob led already" in said, numbers(said)) == (3, True, ["50", "55"])
    flat = moves[:2]
    assert turning_point(flat, (1,), NAMES, 1.0, chances_to_win(flat, 2, "points"))[0] is None, "no line shows it"


def test_where_no_lead_lasted_it_is_where_the_lines_bend_most() -> None:
    """With a long lead even a large deviation moves no line."""
    moves = [one(1, 0, 5, 1), one(2, 1, 1, 1), one(3, 0, 7, 1), one(4, 1, 1, 1)]
    assert turning_point(moves, (0,), NAMES, 1.0, chances_to_win(moves, 2, "bits"))[0] == 1


def test_without_a_lead_it_is_the_move_that_stands_out_most() -> None:
    moves = [one(1, 0, 2, 1), one(2, 1, 1, 3)]
    assert turning_point(moves, (0, 1), NAMES, 1.5, ())[0] == 2
    assert turning_point(moves, (0, 1), NAMES, 2.5, ())[0] is None
    assert turning_point([], None, NAMES, 1.0, ())[0] is None


@pytest.mark.parametrize(
    ("luck", "skill", "said", "more"),
    [
        (2.0, -0.5, "lucky move", False),
        (0.5, -3.0, "mistake", False),
        (-1.0, -2.0, "mistake", False),
        (-3.0, -0.1, "bad luck", False),
        (-2.0, -1.0, "bad luck", True),
    ],
)
def test_a_turning_point_tells_luck_from_a_mistake(luck: float, skill: float, said: str, more: bool) -> None:
    """`more`: bad luck, where another move promised more besides."""
    move = structs.replace(one(1, 0, 4 + luck + skill, 4), luck=luck, skill=skill)
    for own, whose in ((None, "Ann's"), (Seat(0), "Your"), (Seat(1), "Ann's")):
        number, words = turning_point([move], None, NAMES, 1.0, (), own)
        assert (number, f"{whose} {said}" in words, "Another one" in words) == (1, True, more)


def test_a_discard_says_which_card_was_kept() -> None:
    case = case_of("passcode")
    whys = {
        move.why.partition(" promised more")[2]
        for seed in range(3)
        for move in reviewed(PASSCODE, case.options, case.seats, steps(case, seed, 500)).moves
        if move.said.startswith("discarding") and "No other move" in move.why
    }
    assert ": it keeps the KEY, which can fill any place later." in whys
    assert len(whys) > 2


def test_chances_to_win_begin_even_follow_the_lead_and_are_none_for_who_decides_nothing() -> None:
    moves = [one(1, 0, 1, 1), one(2, 2, 1, 1), one(3, 0, 3, 1), one(4, 2, 3.5, 1)]
    found = chances_to_win(moves, 3, "bits")
    assert found[:2] == ((0.5, 0.0, 0.5),) * 2
    assert found[2][0] > 0.7
    assert found[3][2] > 0.5 > found[3][0], "the lead has changed hands"
    assert all(sum(chances) == pytest.approx(1, abs=2e-3) for chances in found)
    assert chances_to_win(moves[:1], 3, "bits") == ()
