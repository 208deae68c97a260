"""The numbered lines of the rules of Da Vinci Code: what is remembered, the tournament, and secrecy (D16 to D20)."""

import pytest
from msgspec import json

from companion.core.errors import RuleError
from companion.core.prompt import Move
from companion.core.seat import PUBLIC
from companion.games.davinci import DAVINCI
from companion.games.davinci.rules import State
from tests.games.davinci.tables import STOP, begun, dealt, deduce, draw, place, played, shown, table, take

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def all_that_is_shown(state: State) -> str:
    """Every view, rendering and event line of a state, as text."""
    parts = []
    for observer in (PUBLIC, *range(state.seats)):
        view = DAVINCI.view(state, observer)
        parts.append(json.encode(view).decode())
        parts.append(repr(DAVINCI.render(state.options, view, NAMES, None)))
    parts.append(DAVINCI.describe(state.options, DAVINCI.view(state, PUBLIC), NAMES))
    return "\n".join(parts)


@pytest.mark.rule("D16")
@pytest.mark.parametrize("advanced", [False, True])
def test_wrong_deductions_vanish_when_their_turn_ends(advanced: bool) -> None:
    rows = ["B0 W1 B2 W3", "B4 W5 B6 W7"]
    before = table(rows, clue="B9", advanced=advanced)
    ends = []
    for position, value in ((0, "10"), (2, "1")):
        state = played(before, deduce(1, 1, "5"), deduce(1, position, value))
        if advanced:  # the turn lasts until the Clue Tile is placed
            assert [said.correct for said in DAVINCI.view(state, 1).turn_log] == [True, False]
            assert "wrong" in DAVINCI.describe(state.options, DAVINCI.view(state, PUBLIC), NAMES)
            state = played(state, place(4))
        assert DAVINCI.view(state, PUBLIC).turn_log == ()
        assert "wrong" not in all_that_is_shown(state)
        ends.append(all_that_is_shown(state))
    assert ends[0] == ends[1]  # so nothing tells which deduction it was


@pytest.mark.rule("D9", "D15", "D16")
def test_the_list_never_says_that_a_player_stopped_who_was_wrong() -> None:
    def told(before: State, move: Move) -> str:
        after = played(before, move)
        was, now = (DAVINCI.view(state, PUBLIC) for state in (before, after))
        assert DAVINCI.happened is not None
        event = DAVINCI.happened(before.options, was, now, NAMES)
        return "" if event is None else event.text

    rows, wrong = ["B0 W1 B2 W3", "B4 W5 B6 W7"], deduce(1, 0, "10")
    drawn = played(table(rows, clue="B9"), deduce(1, 1, "5"))
    assert told(drawn, wrong) == "Ann's new tile lies open: a black 9."
    assert told(drawn, STOP) == "Ann stopped."
    chosen = played(table(rows, clue="B9", advanced=True), deduce(1, 1, "5"), wrong)
    assert told(chosen, place(4)) == "Ann's new tile lies open: a black 9."
    for empty_centre, stop in (("reveal", "Ann stopped."), ("nothing", "Ann's turn is over.")):
        empty = played(table(rows, empty_centre=empty_centre, phase="deduce"), deduce(1, 1, "5"))
        assert told(empty, STOP) == stop
        assert "stopped" not in told(empty, wrong)


@pytest.mark.rule("D16")
def test_the_log_of_the_turn_holds_its_deductions() -> None:
    state = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B9"), deduce(1, 1, "5"), deduce(1, 0, "4"))
    said = DAVINCI.view(state, 1).turn_log
    assert [(one.seat, one.target, one.position, one.value, one.correct) for one in said] == [
        (0, 1, 1, "5", True),
        (0, 1, 0, "4", True),
    ]
    assert DAVINCI.view(played(state, STOP), 1).turn_log == ()


@pytest.mark.rule("D16")
def test_the_memory_aid_keeps_them_with_their_tiles_until_the_round_ends() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B9", memory_aid=True, rounds=3)
    state = played(state, deduce(1, 2, "10"))
    assert [(said.position, said.correct) for said in DAVINCI.view(state, PUBLIC).turn_log] == [(2, False)]
    assert "10: wrong" in DAVINCI.describe(state.options, DAVINCI.view(state, PUBLIC), NAMES)
    state = played(state, take("white"), draw("W4"), deduce(0, 3, "3"), STOP)
    assert shown(state, 1) == "B4 W4 W5 B6 W7"
    log = DAVINCI.view(state, PUBLIC).turn_log
    assert [(said.seat, said.target, said.position) for said in log] == [(0, 1, 3), (1, 0, 3)]
    end = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*"], clue="B9", memory_aid=True, rounds=3, log=log)
    assert DAVINCI.view(played(end, deduce(1, 1, "5")), PUBLIC).turn_log == ()


@pytest.mark.rule("D17")
def test_points_of_deductions_codes_and_the_round() -> None:
    state = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*", "B8 W9 B- W10*"], clue="W8", advanced=True, rounds=3)
    state = played(state, deduce(2, 0, "8"))
    assert state.scores == (1, 0, 0)
    state = played(state, deduce(1, 1, "5"))
    assert state.scores == (1 + 1 + 3, 0, 0)
    state = played(state, deduce(2, 2, "-"), deduce(2, 1, "9"))
    assert state.scores == (5 + 1 + 4 + 5 + (0 + 1 + 8), 0, 0)
    assert (state.round, state.phase) == (2, "deal")


@pytest.mark.rule("D17")
def test_the_dash_is_worth_nothing_and_a_wrong_deduction_too() -> None:
    state = table(["B0* W10* W11 W-", "B4* W5 B6* W6*"], clue="B-", advanced=True, scores=(3, 3))
    assert played(state, deduce(1, 1, "6")).scores == (3, 3)
    assert played(state, deduce(1, 1, "5")).scores == (3 + 1 + 3 + 5 + 11, 3)


@pytest.mark.rule("D17")
def test_one_round_or_three() -> None:
    assert DAVINCI.read_options({}, 2).rounds == 1
    assert DAVINCI.read_options({"rounds": 3}, 2).rounds == 3
    for rounds in (0, 2, 4, True, "3"):
        with pytest.raises(RuleError, match="rounds"):
            DAVINCI.read_options({"rounds": rounds}, 2)


@pytest.mark.rule("D18")
def test_only_the_tiles_of_the_winner_count_and_none_that_its_owner_exposes() -> None:
    exposing = table(["B0* W1* B2 W3*", "B4 W5 B6 W7", "B8 W9 B10 W11"], centre="", empty_centre="reveal", rounds=3)
    assert played(exposing, deduce(2, 0, "9"), {"move": "reveal", "position": 2}).scores == (0, 0, 0)
    state = table(["B0* W2* W10 B11", "B4* W5 B6* W6*"], centre="W1 W2 W9", clue="B3", rounds=3)
    assert played(state, deduce(1, 1, "5")).scores == (1 + 3 + 5 + (10 + 11 + 3), 0)


@pytest.mark.rule("D19")
def test_three_rounds_and_the_next_one_begins_to_the_left() -> None:
    ending = ["B0 W1 B2* W2*", "B4* W5 B6* W6*"]
    state = table([*ending], clue="B9", rounds=3, first_seat=1)
    state = played(state, deduce(1, 1, "5"))
    assert (state.round, state.phase, state.turn_of) == (2, "deal", 0)
    assert state.rows == ((), ())
    assert len(state.centre) == 24
    assert DAVINCI.result(state).winners is None
    state = table([*ending], clue="B9", rounds=3, first_seat=1, round=2, scores=(3, 4))
    state = played(state, deduce(1, 1, "5"))
    assert (state.round, state.turn_of) == (3, 1)
    state = dealt(state, "W4 W5 B7 B5 W10 W8 B1 B8")
    assert (state.phase, state.turn_of) == ("draw", 1)


@pytest.mark.rule("D19")
def test_most_points_win_and_equal_points_are_shared() -> None:
    # The last round brings seat 0 one deduction, a code, the round, and 0 + 1 + 9: 19 points.
    for scores, winners in (((0, 18), (0,)), ((0, 19), (0, 1)), ((0, 20), (1,))):
        state = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*"], clue="B9", rounds=3, round=3, scores=scores)
        state = played(state, deduce(1, 1, "5"))
        assert state.phase == "over"
        assert DAVINCI.result(state).winners == winners


@pytest.mark.rule("D12", "D17")
def test_in_one_round_the_last_player_wins_whatever_the_points() -> None:
    state = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*"], clue="B9", scores=(0, 90))
    assert DAVINCI.result(played(state, deduce(1, 1, "5"))).winners == (0,)


@pytest.mark.rule("D20")
def test_asking_for_a_place_tells_nobody_whether_there_was_a_choice() -> None:
    one = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1", advanced=True)
    many = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B-", advanced=True)
    for moves in ((deduce(1, 1, "6"),), (deduce(1, 1, "5"), STOP)):
        for observer in (1, PUBLIC):
            seen, also = (DAVINCI.view(played(state, *moves), observer) for state in (one, many))
            assert seen == also
            assert DAVINCI.prompt(one.options, seen) == DAVINCI.prompt(one.options, also)


@pytest.mark.rule("D20")
def test_a_draw_tells_others_the_colour_only() -> None:
    for state in (table(["B0 W1 B2 W3", "B4 W5 B6 W7"], phase="draw"), begun(2, advanced=True)):
        taken = played(state, take("black"))
        prompt = DAVINCI.chance(taken)
        assert prompt is not None
        assert prompt.secret
        views = {json.encode(DAVINCI.view(played(taken, lot.move), 1)) for lot in prompt.lots}  # type: ignore[union-attr]
        assert len(views) == 1
