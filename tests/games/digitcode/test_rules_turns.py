"""Turns, the opening, proposals, and how a game ends."""

from typing import Any

import pytest
from msgspec import to_builtins

from companion.core.prompt import Menu
from companion.games.digitcode import DIGITCODE
from companion.games.digitcode.rules import QUESTION_KINDS, TOO_CLOSE, TOO_MANY_ALIKE
from companion.ui.editor import fits_box
from tests.games.digitcode.play import ALSO_WRONG, ONE, OTHER, WRONG, Play, duel, mastered

ALL_KINDS = set(QUESTION_KINDS)


@pytest.mark.rule("C9")
@pytest.mark.parametrize("options", [{}, {"opening": "four"}, {"opening": None}])
def test_the_first_turn_of_two_is_a_question_of_each_kind_in_any_order(options: dict[str, Any]) -> None:
    play = duel(**options)
    left = set(ALL_KINDS)
    for seat, order in ((0, (2, 0, 3, 1)), (1, (3, 2, 1, 0))):
        left = set(ALL_KINDS)
        for number in order:
            assert play.to_act == (seat,)
            assert play.kinds(seat) == left
            play.ask(seat, number)
            left.remove(QUESTION_KINDS[number])
    assert not left
    for seat in (0, 1, 0, 1):
        assert play.to_act == (seat,)
        assert play.kinds(seat) == ALL_KINDS | {"propose"}
        play.ask(seat, 0)


@pytest.mark.rule("C9")
def test_each_asks_a_question_a_turn_and_the_first_four_are_of_four_kinds() -> None:
    play = duel(opening="each")
    for number in range(4):
        for seat in (0, 1):
            assert play.to_act == (seat,)
            assert play.kinds(seat) == set(QUESTION_KINDS[number:])
            play.ask(seat, number)
    assert play.kinds(0) == ALL_KINDS | {"propose"}


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (5, {}), (2, {"opening": "one"}), (3, {"opening": "one"})])
def test_one_is_free_from_the_start_and_the_default_of_three_or_more(seats: int, options: dict[str, Any]) -> None:
    play = duel(**options) if seats == 2 else mastered(seats, **options)
    for _ in range(3):
        (turn,) = play.to_act
        assert isinstance(turn, int)
        assert play.kinds(turn) == ALL_KINDS | {"propose"}
        play.ask(turn, 0)
        assert play.to_act != (turn,)


@pytest.mark.rule("C9")
@pytest.mark.parametrize("opening", ["four", "each"])
def test_three_or_more_may_agree_on_an_opening_too(opening: str) -> None:
    play = mastered(3, opening=opening)
    if opening == "four":
        play.ask(1, 0, 1, 2, 3).ask(2, 0, 1, 2)
        assert play.to_act == (2,)
        play.ask(2, 3)
    else:
        for number in range(4):
            play.ask(1, number).ask(2, number)
    assert play.kinds(1) == ALL_KINDS | {"propose"}


@pytest.mark.rule("C9")
@pytest.mark.parametrize(
    ("seats", "options", "opening"),
    [
        (1, {"master": "table"}, "one"),
        (2, {"master": "table"}, "four"),
        (2, {}, "four"),
        (3, {"master": "table"}, "one"),
    ],
)
def test_the_default_opening_goes_by_the_number_of_seats(seats: int, options: dict[str, Any], opening: str) -> None:
    assert Play(seats, **options).options.opening == opening


@pytest.mark.rule("C9")
def test_a_kind_of_the_opening_twice_is_refused_with_what_is_left() -> None:
    play = duel().ask(0, 0, 3)
    words = play.refusal(0, {"move": "ask_line", "line": "A"})
    assert words == 'What is asked now is ask_parity or ask_larger ("Opening 3 of 4"), not "ask_line" (C4, C9).'


@pytest.mark.rule("C10")
@pytest.mark.parametrize("opening", ["four", "each"])
def test_a_proposal_waits_for_the_opening(opening: str) -> None:
    play = duel(opening=opening)
    assert "(C2, C10)" in play.refusal(0, {"move": "propose", "digits": list(OTHER)})
    if opening == "four":
        play.ask(0, 0, 1, 2)
        assert "(C2, C10)" in play.refusal(0, {"move": "propose", "digits": list(OTHER)})
        play.ask(0, 3).ask(1, 0, 1, 2, 3)
    else:
        for number in range(4):
            play.ask(0, number).ask(1, number)
    play.propose(0, WRONG)
    assert play.to_act == (1,)


@pytest.mark.rule("C10")
@pytest.mark.parametrize(("digits", "words"), [([1, 2, 1, 3, 1, 4], TOO_MANY_ALIKE), ([1, 1, 2, 3, 4, 5], TOO_CLOSE)])
def test_what_is_no_code_is_refused_and_costs_nothing(digits: list[int], words: str) -> None:
    play = mastered(3)
    refusal = play.refusal(1, {"move": "propose", "digits": digits})
    assert refusal.startswith(words)
    assert "costs you nothing" in refusal
    assert (play.to_act, play.view(1).wrong) == ((1,), (0, 0, 0))


@pytest.mark.rule("C10", "C11")
def test_a_wrong_proposal_takes_the_place_of_a_question_and_is_called_incorrect_and_no_more() -> None:
    play = mastered(3).propose(1, (4, 0, 7, 1, 9, 5))  # five of six are right
    assert play.view(None).asked == ()
    sent = to_builtins(DIGITCODE.view_for_programs(play.view(None)))
    assert sent["proposals"] == ({"seat": 1, "digits": (4, 0, 7, 1, 9, 5), "correct": False},), "and no other key"
    assert "asked_before" not in sent
    assert (play.phase, play.to_act, play.winners) == ("ask", (2,), None)


@pytest.mark.rule("C12")
@pytest.mark.parametrize(("loser", "again"), [(0, ALSO_WRONG), (1, ALSO_WRONG), (1, WRONG)])
def test_two_wrong_proposals_of_two_players_lose_at_once(loser: int, again: tuple[int, ...]) -> None:
    """Also the same one twice."""
    play = duel(opening="one", first_seat=loser)
    play.propose(loser, WRONG).ask(1 - loser, 0)
    assert (play.view(None).wrong[loser], play.winners) == (1, None)
    play.propose(loser, again)
    assert (play.winners, play.to_act, play.phase) == ((1 - loser,), (), "over")
    assert play.view(None).scores == tuple(int(seat != loser) for seat in (0, 1))


@pytest.mark.rule("C12", "C16")
def test_of_more_players_one_is_out_and_the_turns_go_past() -> None:
    play = mastered(4)
    play.propose(1, WRONG).ask(2, 0).ask(3, 0).propose(1, ALSO_WRONG)
    assert (play.view(None).out, play.view(None).wrong, play.winners) == ((1,), (0, 2, 0, 0), None)
    for seat in (2, 3, 2, 3):
        assert play.to_act == (seat,)
        play.ask(seat, 1)


@pytest.mark.rule("C13")
def test_a_correct_proposal_of_the_second_player_wins_at_once() -> None:
    play = duel(opening="one").ask(0, 0).propose(1, ONE)
    assert (play.winners, play.view(None).scores) == ((1,), (0, 1))


@pytest.mark.rule("C13")
@pytest.mark.parametrize("answer", [{"move": "pass"}, {"move": "propose", "digits": list(WRONG)}])
def test_the_second_player_has_one_last_chance_and_may_miss_it(answer: dict[str, Any]) -> None:
    play = duel(opening="one").propose(0, OTHER)
    assert (play.phase, play.to_act, play.winners, play.kinds(1)) == ("last", (1,), None, {"pass", "propose"})
    prompt = play.prompt(1)
    assert isinstance(prompt, Menu)
    assert [fits_box(branch.label) for branch in prompt.branches] == [True, True], "each way has a key of its own"
    play.move(1, answer)
    assert (play.phase, play.winners, play.view(None).scores) == ("over", (0,), (1, 0))


@pytest.mark.rule("C13")
def test_no_question_in_the_last_chance_and_no_pass_before_it() -> None:
    play = duel(opening="one")
    assert "(C13)" in play.refusal(0, {"move": "pass"})
    play.propose(0, OTHER)
    assert "Last chance" in play.refusal(1, {"move": "ask_line", "line": "A"})
    assert "nothing" in play.refusal(1, {"move": "propose", "digits": [1, 1, 2, 3, 4, 5]})
    assert play.to_act == (1,)


@pytest.mark.rule("C13")
def test_a_replay_has_its_opening_again() -> None:
    play = duel().ask(0, 0, 1, 2, 3).ask(1, 0, 1, 2, 3).propose(0, OTHER).propose(1, ONE)
    assert play.code(0, ONE).code(1, OTHER).kinds(1) == ALL_KINDS


@pytest.mark.rule("C13", "C14")
@pytest.mark.parametrize("first", [0, 1])
def test_a_draw_is_replayed_with_new_codes_and_the_other_seat_starts(first: int) -> None:
    play = duel(opening="one", first_seat=first)
    codes = (ONE, OTHER)
    second = 1 - first
    play.propose(first, WRONG).ask(second, 0)
    play.propose(first, codes[second]).propose(second, codes[first])
    fresh = play.view(None)
    assert (fresh.phase, fresh.to_act, fresh.replays, fresh.winners) == ("code", (0, 1), 1, None)
    assert (fresh.asked, fresh.proposals, fresh.wrong) == ((), (), (0, 0))
    assert play.view(0).codes == (None, None)
    play.code(0, WRONG).code(1, ONE)
    assert play.to_act == (second,)
    # The one who starts now is the first player, so the other one has the last chance.
    codes = (WRONG, ONE)
    play.propose(second, codes[first])
    assert (play.phase, play.to_act) == ("last", (first,))
    play.propose(first, codes[second])
    assert play.view(None).replays == 2
    play.code(0, ONE).code(1, OTHER)
    assert play.to_act == (first,)


@pytest.mark.rule("C14")
@pytest.mark.parametrize(
    ("seats", "options", "first"),
    [
        (2, {}, 0),
        (2, {"first_seat": 1}, 1),
        (3, {}, 1),
        (3, {"master": 2}, 0),
        (5, {"master": 3}, 4),
        (5, {"master": 3, "first_seat": 1}, 1),
        (3, {"first_seat": 0}, 1),  # the master does not ask: the seat to the left does
        (4, {"master": "table"}, 0),
        (4, {"master": "table", "first_seat": 2}, 2),
    ],
)
def test_who_asks_first(seats: int, options: dict[str, Any], first: int) -> None:
    play = duel(**options) if seats == 2 else mastered(seats, **options)
    assert play.to_act == (first,)


@pytest.mark.rule("C15")
@pytest.mark.parametrize("master", [0, "table"])
def test_of_three_or_more_the_first_correct_proposal_wins(master: Any) -> None:
    play = mastered(3, master=master).ask(0 if master == "table" else 1, 0)
    (turn,) = play.to_act
    assert isinstance(turn, int)
    play.propose(turn, ONE)
    assert play.winners == (turn,)
    assert play.view(None).scores == tuple(int(seat == turn) for seat in range(3))


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("master", "winners", "scores"), [(1, (1,), (0, 1, 0)), ("table", (), (0, 0, 0))])
def test_when_every_solver_is_out_the_master_wins_or_nobody(master: Any, winners: Any, scores: Any) -> None:
    play = mastered(3, master=master)
    while play.winners is None:
        (turn,) = play.to_act
        assert isinstance(turn, int)
        play.propose(turn, WRONG)
    assert (play.winners, play.view(None).scores) == (winners, scores)


@pytest.mark.rule("C15")
def test_two_against_the_table_play_as_more_do() -> None:
    play = mastered(2, master="table", opening="one").propose(0, WRONG).ask(1, 0).propose(0, WRONG)
    assert (play.view(None).out, play.winners, play.to_act) == ((0,), None, (1,))
    play.ask(1, 0).propose(1, ONE)
    assert play.winners == (1,)
    first = mastered(2, master="table", opening="one").propose(0, ONE)
    assert (first.winners, first.phase) == ((0,), "over")


@pytest.mark.rule("C15")
def test_a_single_solver_against_the_table_wins_or_loses_alone() -> None:
    assert mastered(1, master="table").ask(0, 0, 0).propose(0, ONE).winners == (0,)
    lost = mastered(1, master="table").propose(0, WRONG).ask(0, 1).propose(0, WRONG)
    assert (lost.winners, lost.view(0).scores) == ((), (0,))


@pytest.mark.rule("C16")
def test_turns_go_round_the_solvers_clockwise() -> None:
    play = mastered(5, master=2)
    for seat in (3, 4, 0, 1, 3, 4, 0, 1):
        assert play.to_act == (seat,)
        play.ask(seat, 1)
    assert "not the turn of seat 2" in play.refusal(2, {"move": "ask_line", "line": "A"})
