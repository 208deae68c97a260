"""A held ◀ or ▶ repeats: when, how long, and never as a press."""

import pytest

from companion.seats.gestures import REPEAT_AFTER, REPEAT_EVERY, REPEAT_UNTIL, Gestures, HeldKeyRepeat
from tests.seats.gesture_script import played, wait


def test_repeats_can_be_switched_off() -> None:
    repeat = HeldKeyRepeat(0)
    repeat.press("right", 100.0)
    assert repeat.next_at("right") is None


@pytest.mark.parametrize("lifting", [False, True])
@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_a_held_outer_key_repeats(times: int, lifting: bool) -> None:
    held = REPEAT_AFTER - 0.02 + times * REPEAT_EVERY
    repeats = max(times - 1, 0) if lifting else times
    assert played("R" + wait(held) + "r", lifting=lifting) == ["right", *["right_again"] * repeats]


@pytest.mark.parametrize("lifting", [False, True])
def test_a_key_that_no_finger_holds_so_long_repeats_no_more(lifting: bool) -> None:
    hands = Gestures(lifting=lifting)
    found, last = hands.change("left", True, 0.0), 0.0
    while hands.deadline is not None:
        last = hands.deadline
        found += hands.expire(last)
    assert found[0] == "left", "which is the press, and all else are repeats"
    assert set(found[1:]) == {"left_again"}
    assert REPEAT_UNTIL - REPEAT_EVERY <= last <= REPEAT_UNTIL
    assert hands.change("left", False, 100.0) == []
    assert hands.change("left", True, 101.0) + hands.change("left", False, 101.1) == ["left"]
    pressed = hands.change("left", True, 102.0)
    repeated = hands.expire(102.0 + REPEAT_AFTER) + hands.expire(102.0 + REPEAT_AFTER + REPEAT_EVERY)
    assert (pressed + repeated)[:2] == ["left", "left_again"], "and repeats again"


def test_a_key_that_repeated_can_still_be_joined_to_lift() -> None:
    assert played("L" + wait(REPEAT_AFTER + 0.02) + "R" + wait(1) + "rl", lifting=True) == ["left", "lift", "lower"]


def test_where_nothing_can_be_lifted_both_outer_keys_are_two_taps_that_do_not_repeat() -> None:
    assert played("LR" + wait(3) + "lr", lifting=False) == ["left", "right"]
    assert played("LRM" + wait(3) + "mlr", lifting=False) == ["left", "right", "back"]
