"""The lines of the rules on locking in, on rounds and on the end, P13 to P18."""

from typing import Any

import pytest

from companion.core.seat import CHANCE
from tests.games.passcode.play import Play, begun, completed, fill, second_round, tie, turn
from tests.games.passcode.tally import tally


def both_at_the_lock(first: str = "3", second: str = "4", **options: Any) -> Play:
    """Two seats with complete codes (2, 2, 2 and 5, 5, 5) and LOCK IN cards; seat 0 is to roll."""
    play = begun(2, f"{first} {second} 1", **options)
    fill(play, f"2 {first}", f"5 {second}")
    assert play.to_act == (0,)
    return play


@pytest.mark.rule("P13")
def test_with_a_lock_in_card_a_turn_is_one_roll() -> None:
    play = completed("3")
    play.do(0, "lay_down", card="3")
    play.drop(1)
    assert (play.view().phase, play.legal(0)) == ("roll", [{"move": "roll"}])
    play.roll(0, 2)
    assert play.to_act == (1,), "the one roll was the turn"
    play.drop(1)
    play.roll(0, 3)
    assert play.view().round_winner == 0


@pytest.mark.rule("P14")
def test_all_others_have_one_last_turn_clockwise_from_the_winner() -> None:
    play = begun(4, "3 6 6 6 1", levels=[3, 4])
    fill(play, "2 3", "", "", "")
    assert play.view().last_turns == ()
    play.roll(0, 3)
    assert (play.view().round_winner, play.view().last_turns, play.to_act) == (0, (2, 3), (1,))
    play.draw(1, "FAIL")
    assert play.view().last_turns == (3,)
    turn(play, 2, "5")
    assert play.view().last_turns == ()
    play.drop(3, "KEY")
    assert play.view().round == 2
    assert play.to_act == (CHANCE,)
    assert play.view().round_winner is None


@pytest.mark.rule("P14", "P16")
def test_a_last_turn_may_lock_in_as_well_and_the_lowest_score_wins() -> None:
    play = both_at_the_lock("3", "4")
    play.roll(0, 3)
    assert (play.view().last_turns, play.to_act) == ((), (1,))
    play.roll(1, 4)
    assert play.view().scores == (0, 4), "P17: the winner of the round scores nothing"
    assert play.view().winners == (0,)
    assert play.to_act == ()
    assert (play.view().phase, play.legal(0)) == ("over", [])


@pytest.mark.rule("P14")
def test_all_see_who_has_locked_in_during_the_last_turns() -> None:
    play = begun(3, "3 4 6 1", levels=[3, 4])
    fill(play, "2 3", "4 4", "")
    seen = [play.view().locked_in]
    for seat, top in ((0, 3), (1, 4)):
        play.roll(seat, top)
        seen.append(play.view(2).locked_in)
    assert seen == [(False, False, False), (True, False, False), (True, True, False)]
    play.drop(2)
    assert (play.view().round, play.view().locked_in) == (2, (False, False, False))


@pytest.mark.rule("P16")
def test_locking_in_a_lower_level_ends_the_round_and_not_the_game() -> None:
    play = begun(2, "1 6 1", levels=[3, 4])
    fill(play, "", "5 6")
    play.drop(0, "3")
    play.roll(1, 6)
    play.drop(0, "3")
    assert play.view().scores == (1, 0)
    assert play.view().level == (3, 4)
    assert (play.view().winners, play.view().round, play.to_act) == (None, 2, (CHANCE,))


@pytest.mark.rule("P15")
def test_who_completed_moves_up_locked_in_or_not_and_others_stay() -> None:
    play = second_round()
    assert play.view().level == (4, 4, 3)
    assert play.view().filled == (0, 0, 0), "the same code again, from its first digit"
    play.card("1", "1", "1", "1")
    assert (play.view().phase, play.to_act) == ("draw", (0,)), "P7: the winner of the last round begins"


@pytest.mark.rule("P15", "P16")
def test_the_last_level_is_repeated_without_the_lock_in() -> None:
    """Seat 1 completes LEVEL 4 in round 2 while seat 0, a LEVEL behind, locks in LEVEL 3 and wins that round."""
    play = begun(2, "1 6 1", levels=[3, 4])
    fill(play, "", "5 6")
    play.drop(0, "3")
    play.roll(1, 6)
    play.drop(0, "3")
    play.card("3", "4", "1")
    assert play.view().level == (3, 4)
    for number in range(4):
        turn(play, 1, "5")
        if number == 3:
            play.do(1, "lay_down", card="4")
            break
        turn(play, 0, "2")
        if number == 2:
            play.do(0, "lay_down", card="3")
    play.roll(0, 3)
    assert (play.view().round_winner, play.to_act) == (0, (1,))
    play.roll(1, 3)
    assert play.view().level == (4, 4)
    assert play.view().winners is None
    assert play.view().scores == (1, 4), "P17: seat 1 scores its LOCK IN card"


@pytest.mark.rule("P17")
@pytest.mark.parametrize(
    ("hand", "points"), [("5", 5), ("KEY", 0), ("FAIL", 0)], ids=["digit", "a KEY in hand", "an empty hand"]
)
def test_the_card_left_in_hand_counts(hand: str, points: int) -> None:
    play = begun(2, f"3 {hand} 1", levels=[3, 4])
    fill(play, "2 3", "")
    play.roll(0, 3)
    play.drop(1)
    assert play.view().scores == (0, points)


@pytest.mark.rule("P17")
def test_a_key_laid_down_counts_the_number_stated_and_not_the_card_in_hand() -> None:
    play = begun(2, "3 KEY 1", levels=[3, 4])
    fill(play, "2 3", "5 -")
    play.roll(0, 1)
    play.draw(1, "2")
    play.do(1, "lay_down", card="KEY", number=6)
    play.roll(0, 3)
    play.roll(1, 5)
    assert play.view().scores == (0, 6)


@pytest.mark.rule("P18")
def test_a_tie_is_played_off_for_one_number() -> None:
    play = tie()
    view = play.view()
    assert view.scores == (12, 4, 4)
    assert (view.winners, view.phase, view.to_act) == (None, "codes", (1,)), "the winner of the round begins"
    assert (view.levels, view.level) == ((3, 4, 1), (3, 1, 1))
    play.roll(1, 1, 3)
    assert [codes[2] for codes in play.view().codes] == [(None,), (3,), (4,)], "front and back of the one roll"
    assert play.to_act == (CHANCE,)
    play.card("2")
    assert play.view().hands == (0, 1, 0), "dealt from the one who begins"
    play.card("6", "1")
    assert play.to_act == (1,), "nobody rolls for the beginning"
    turn(play, 1, "3")
    play.do(1, "lay_down", card="2")
    assert play.to_act == (2,), "seat 0 does not take part"
    turn(play, 2, "4")
    play.do(2, "lay_down", card="6")
    play.roll(1, 4)
    play.roll(2, 6)
    assert play.view().winners == (2,), "the first to lock in, and no last turns"
    assert tally(3, {"levels": (3, 4), "turning": False}, play.steps) == ([12, 4, 4], [2])
    assert play.view().scores == (12, 4, 4), "a playoff scores nothing"


@pytest.mark.rule("P18", "P4")
def test_the_one_roll_of_a_playoff_is_turned_by_who_begins() -> None:
    play = tie(turning=True)
    play.roll(1, 1, 3)
    assert (play.view().phase, play.to_act) == ("turning", (1,))
    play.do(1, "turn", to="right")
    assert [codes[2] for codes in play.view().codes] == [(None,), (5,), (2,)]


@pytest.mark.rule("P18")
def test_the_tied_nearest_clockwise_from_the_winner_of_the_round_begins() -> None:
    """Where the winner of the round is not among the tied: seat 0 wins round 2 a LEVEL behind, seats 1 and 2 tie."""
    play = begun(3, "6 4 4 1", levels=[3, 4])
    fill(play, "", "4 4", "5 4")
    play.drop(0, "1")
    play.roll(1, 4)
    play.roll(2, 1)
    play.drop(0, "1")
    assert play.view().scores == (6, 0, 4)
    play.card("1", "5", "1", "1")
    for number in range(4):
        turn(play, 1, "4")
        if number == 3:
            play.do(1, "lay_down", card="5")
        turn(play, 2, "5")
        if number == 3:
            play.do(2, "lay_down", card="1")
        if number < 3:
            turn(play, 0, "2")
        if number == 2:
            play.do(0, "lay_down", card="1")
    play.roll(0, 1)
    assert (play.view().round_winner, play.view().last_turns) == (0, (2,))
    play.roll(1, 5)
    play.roll(2, 1)
    assert play.view().scores == (6, 5, 5)
    assert (play.view().phase, play.to_act) == ("codes", (1,))
    assert play.view().winners is None
