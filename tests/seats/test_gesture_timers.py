"""Key events of all seats become gestures at the right times; a key that stays down is reported."""

from typing import Any

import pytest

from companion.core.keys import Cancelled, Contact, Gesture, InitiallyDown, KeyEdge, KnobTurn, SignalLost
from companion.seats.gestures import HOLD, LATE_WAIT, STUCK, GestureTimers, KeyStuck
from companion.table.effects import Gestured
from tests.devices.clock import HandLoop


class Seats:
    """Three seats, a manual clock, and the gestures so far."""

    def __init__(self, *, lifting: bool = False) -> None:
        self.loop = HandLoop()
        self.gestures: list[tuple[int, Gesture]] = []
        self.stuck: list[tuple[int, Contact | None, float]] = []
        self.began = self.loop.now
        self.touch = GestureTimers(3, self.loop, self.take, lifting=lifting, hold=HOLD)

    def take(self, given: Gestured | KeyStuck) -> None:
        if isinstance(given, Gestured):
            self.gestures.append((given.place, given.gesture))
        else:
            self.stuck.append((given.place, given.key, round(self.loop.now - self.began, 6)))

    def press(self, seat: int, key: Contact) -> None:
        self.touch.take(KeyEdge(seat, key, True, self.loop.now))

    def release(self, seat: int, key: Contact) -> None:
        self.touch.take(KeyEdge(seat, key, False, self.loop.now))

    def turn(self, seat: int, way: Any) -> None:
        self.touch.take(KnobTurn(seat, way, self.loop.now))

    def hold(self, seat: int, key: Contact) -> None:
        self.touch.take(InitiallyDown(seat, key, self.loop.now))


def test_seats_are_kept_apart() -> None:
    seats = Seats()
    seats.press(0, "middle")
    seats.press(2, "left")
    seats.loop.advance(0.1)
    seats.release(0, "middle")
    seats.release(2, "left")
    seats.press(1, "back")
    seats.turn(1, "right")
    assert seats.gestures == [(2, "left"), (0, "middle"), (1, "back"), (1, "right")]


def test_a_held_key_is_back_when_its_time_has_come() -> None:
    seats = Seats()
    seats.press(1, "middle")
    seats.loop.advance(HOLD - 0.01)
    assert seats.gestures == []
    seats.loop.advance(0.02)
    assert seats.gestures == [(1, "back")]


def test_nobody_is_woken_while_no_key_is_down() -> None:
    seats = Seats(lifting=True)
    assert seats.loop.timers == []
    for key in ("left", "middle", "right", "back"):
        seats.press(0, key)
        assert [call for call in seats.loop.timers if not call.cancelled]
        seats.loop.advance(0.1)
        seats.release(0, key)
        assert [call for call in seats.loop.timers if not call.cancelled] == []
    seats.turn(1, "left")
    seats.press(2, "left")
    seats.press(2, "right")
    assert [call for call in seats.loop.timers if not call.cancelled] == [], "nor while the screen is lifted"


def test_one_timer_for_each_seat_with_a_key_down() -> None:
    seats = Seats()
    for seat in (0, 2):
        for key in ("left", "middle", "back"):
            seats.press(seat, key)
    assert len([call for call in seats.loop.timers if not call.cancelled]) == 2


def test_a_key_that_stays_down_is_told_once_and_when_it_comes_up() -> None:
    seats = Seats()
    key: Contact = "left"
    seats.press(1, key)
    seats.loop.advance(STUCK - 0.01)
    assert seats.stuck == []
    seats.loop.advance(1000)
    assert seats.stuck == [(1, key, STUCK)]
    assert [call for call in seats.loop.timers if not call.cancelled] == [], "and then it wakes nobody"
    seats.release(1, key)
    assert seats.stuck == [(1, key, STUCK), (1, None, STUCK + 999.99)]


@pytest.mark.parametrize("lifting", [False, True])
def test_a_key_that_was_down_at_the_start_is_no_gesture_and_is_told(lifting: bool) -> None:
    seats = Seats(lifting=lifting)
    seats.hold(2, "left")
    seats.press(2, "right")
    seats.release(2, "right")
    assert seats.gestures == [(2, "right")], "not a chord"
    seats.loop.advance(STUCK)
    assert seats.stuck == [(2, "left", STUCK)]
    seats.release(2, "left")
    assert seats.stuck[1:] == [(2, None, STUCK)]
    assert seats.gestures == [(2, "right")]


def stalled(seats: Seats, seconds: float) -> None:
    """The loop is blocked for a while, then runs what is due."""
    seats.loop.now += seconds
    seats.loop.run()


@pytest.mark.parametrize(("key", "lifting"), [("left", True), ("right", False), ("middle", False), ("middle", True)])
def test_a_release_that_waited_in_a_busy_machine_makes_a_tap_of_it(key: Contact, lifting: bool) -> None:
    seats = Seats(lifting=lifting)
    seats.press(1, key)
    up = seats.loop.now + 0.1
    stalled(seats, 3 * HOLD)
    seats.touch.take(KeyEdge(1, key, False, up))
    seats.loop.advance(10)
    assert seats.gestures == [(1, key)]


def test_a_press_that_waited_too_is_a_tap_of_its_own() -> None:
    seats = Seats(lifting=True)
    seats.press(1, "left")
    began = seats.loop.now
    stalled(seats, 3 * HOLD)
    for down, after in ((False, 0.1), (True, 0.3), (False, 0.4)):
        seats.touch.take(KeyEdge(1, "left", down, began + after))
    seats.loop.advance(10)
    assert seats.gestures == [(1, "left"), (1, "left")]


@pytest.mark.parametrize(("key", "gesture"), [("left", "left"), ("middle", "back")])
def test_a_key_that_is_really_held_through_it_is_held(key: Contact, gesture: Gesture) -> None:
    seats = Seats(lifting=True)
    seats.press(0, key)
    stalled(seats, 3 * HOLD)
    assert seats.gestures == []
    seats.loop.advance(LATE_WAIT)
    assert seats.gestures == [(0, gesture)]


def test_a_machine_that_is_always_busy_still_repeats() -> None:
    seats = Seats(lifting=True)
    seats.press(0, "left")
    for _ in range(20):
        stalled(seats, 0.3)
    assert seats.gestures == [(0, "left"), *[(0, "left_again")] * 8]


@pytest.mark.parametrize("lifting", [False, True])
def test_what_nobody_knows_of_any_more_has_no_effect_and_neither_has_its_release(lifting: bool) -> None:
    seats = Seats(lifting=lifting)
    for key in ("middle", "right"):
        seats.press(1, key)
    before = list(seats.gestures)
    seats.touch.take(Cancelled(1, seats.loop.now))
    seats.loop.advance(10)
    for key in ("middle", "right"):
        seats.release(1, key)
    seats.loop.advance(100)
    assert seats.gestures == before
    assert seats.stuck == []
    assert [timer for timer in seats.loop.timers if not timer.cancelled] == []


@pytest.mark.parametrize(("key", "lifting", "tapped"), [("left", False, 0), ("left", True, 1), ("middle", False, 1)])
def test_while_nobody_hears_a_seat_nothing_is_held(key: Contact, lifting: bool, tapped: int) -> None:
    seats = Seats(lifting=lifting)
    seats.press(1, key)
    before = len(seats.gestures)
    seats.touch.take(SignalLost(1, seats.loop.now))
    seats.loop.advance(10)
    assert len(seats.gestures) == before
    seats.release(1, key)
    assert seats.gestures[before:] == [(1, key)] * tapped, "what was a tap is one when it is heard of"


def test_closed_it_waits_for_nothing() -> None:
    seats = Seats()
    seats.press(0, "left")
    seats.touch.close()
    seats.loop.advance(100)
    assert seats.gestures == [(0, "left")]
    assert seats.stuck == []
