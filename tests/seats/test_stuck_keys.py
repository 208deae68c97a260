"""A key that stays down is reported once, and again when it is released. Keys that lift the screen are not stuck."""

import pytest

from companion.core.keys import Contact
from companion.seats.gestures import STUCK, StuckKeys

JUST = 0.001


@pytest.mark.parametrize("key", ["left", "middle", "right", "back"])
def test_a_key_is_stuck_when_it_stayed_down_for_so_long(key: Contact) -> None:
    stuck = StuckKeys()
    stuck.change(key, True, 5.0)
    assert stuck.deadline == 5.0 + STUCK
    stuck.expire(5.0 + STUCK - JUST)
    assert stuck.key is None
    stuck.expire(5.0 + STUCK)
    assert stuck.key == key
    assert stuck.deadline is None, "it is waited for no more"
    stuck.change(key, False, 90.0)
    assert stuck.key is None
    assert stuck.deadline is None


def test_presses_do_not_add_up() -> None:
    stuck = StuckKeys()
    for at in range(0, 100, 10):
        stuck.change("left", True, at)
        stuck.change("left", False, at + 9)
        stuck.expire(at + 9)
        assert stuck.key is None
    assert stuck.deadline is None


def test_the_first_of_several_is_told_and_then_the_next() -> None:
    stuck = StuckKeys()
    stuck.change("left", True, 0.0)
    stuck.change("back", True, 1.0)
    stuck.expire(STUCK)
    assert stuck.key == "left"
    stuck.change("left", False, STUCK + 0.5)
    assert stuck.key is None
    assert stuck.deadline == 1.0 + STUCK
    stuck.expire(1.0 + STUCK)
    assert stuck.key == "back"


def test_another_key_does_not_hide_the_stuck_one() -> None:
    stuck = StuckKeys()
    stuck.change("left", True, 0.0)
    stuck.expire(STUCK)
    stuck.change("middle", True, 30.0)
    stuck.change("middle", False, 31.0)
    assert stuck.key == "left"


def test_while_the_screen_is_lifted_nothing_counts() -> None:
    stuck = StuckKeys()
    stuck.change("left", True, 0.0)
    stuck.change("right", True, 0.1)
    stuck.lift(True, 0.1)
    assert stuck.deadline is None
    stuck.expire(10 * STUCK)
    assert stuck.key is None
    stuck.change("right", False, 300.0)
    stuck.lift(False, 300.0)
    assert stuck.key is None, "the key that is left counts from now on"
    assert stuck.deadline == 300.0 + STUCK
    stuck.change("left", False, 301.0)
    assert stuck.deadline is None


def test_a_stuck_key_that_is_used_to_lift_is_none_until_then() -> None:
    stuck = StuckKeys()
    stuck.change("middle", True, 0.0)
    stuck.expire(STUCK)
    stuck.lift(True, 50.0)
    assert stuck.key is None
    stuck.lift(False, 60.0)
    assert stuck.deadline == 60.0 + STUCK
