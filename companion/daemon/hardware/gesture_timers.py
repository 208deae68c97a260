"""Drives `table.keys` (gestures, repeats, stuck keys) with loop timers: key events of all seats in, gestures out.

Invariant: a timer runs only while a key is down, so an idle table is never woken. A key that was reported as stuck has no timer.

On a busy machine the timer of a held key may run before a release that still waits in the debouncing or in the queue. So a
timer that runs late waits once more, and lets the release come first. Edges carry their own times, so a tap stays a tap.
"""

import math
from collections.abc import Callable
from typing import Final, assert_never

from companion.core.keys import Cancelled, Contact, Gesture, InitiallyDown, KeyEdge, KeyEvent, KnobTurn, SignalLost
from companion.core.seat import Seat
from companion.devices.protocols import Loop, Timer
from companion.table.gestures import REPEAT_AFTER, Gestures, StuckKeys

GestureSink = Callable[[Seat, Gesture], None]
StuckSink = Callable[[Seat, Contact | None], None]
"""Takes (seat, key) when a key of that seat is stuck down, and (seat, None) when none is any more."""


LATE: Final = 0.01
"""Seconds after its time at which a timer is late."""
LATE_WAIT: Final = 0.08
"""Seconds that a late timer waits once more; longer than the longest lock-out and settling of a key."""


def _ignore(seat: Seat, key: Contact | None) -> None:
    """Nobody needs to know."""


class GestureTimers:
    """The gestures of every seat. `hold` and `repeat`: seconds, see Gestures. `sink` and `on_stuck` are called on the loop."""

    def __init__(
        self,
        seats: int,
        loop: Loop,
        sink: GestureSink,
        *,
        lifting: bool,
        hold: float,
        repeat: float = REPEAT_AFTER,
        on_stuck: StuckSink = _ignore,
    ) -> None:
        self._gestures = [Gestures(lifting=lifting, hold=hold, repeat=repeat) for _ in range(seats)]
        self._stuck = [StuckKeys() for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._loop = loop
        self._sink = sink
        self._on_stuck = on_stuck

    def edge(self, event: KeyEvent) -> None:
        """Take an event of a key or a knob."""
        gestures, stuck, seat = self._gestures[event.seat], self._stuck[event.seat], event.seat
        reported = stuck.key
        match event:
            case KeyEdge(key=key, down=down, at=at):
                stuck.edge(key, down, at)
                self._emit(seat, gestures.edge(key, down, at), at, reported)
            case KnobTurn(way=way, at=at):
                self._emit(seat, gestures.turn(way, at), at, reported)
            case InitiallyDown(key=key, at=at):
                stuck.edge(key, True, at)
                self._emit(seat, [], at, reported)
            case Cancelled():
                self.cancel_seat(seat)
            case SignalLost():
                gestures.lose_signal()
                self._set_timer(seat)
            case _:
                assert_never(event)

    def cancel_presses(self) -> None:
        """Cancel all presses at every seat, and ignore the releases that follow."""
        for seat in range(len(self._gestures)):
            self.cancel_seat(seat)

    def cancel_seat(self, seat: Seat) -> None:
        """Cancel all presses at one seat, and ignore the releases that follow."""
        self._gestures[seat].cancel()
        self._set_timer(seat)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._timers:
            if timer is not None:
                timer.cancel()

    def _expire(self, seat: Seat, due: float) -> None:
        now = self._loop.time()
        if now > due + LATE:
            self._timers[seat] = self._loop.call_at(now + LATE_WAIT, self._expire, seat, math.inf)
            return
        self._timers[seat], reported = None, self._stuck[seat].key
        self._stuck[seat].expire(now)
        self._emit(seat, self._gestures[seat].expire(now), now, reported)

    def _emit(self, seat: Seat, gestures: list[Gesture], at: float, reported: Contact | None) -> None:
        """Pass gestures on. `reported`: the stuck key that `on_stuck` was told of last."""
        for gesture in gestures:
            if gesture in ("lift", "lower"):
                self._stuck[seat].lift(gesture == "lift", at)
            self._sink(seat, gesture)
        if (stuck := self._stuck[seat].key) != reported:
            self._on_stuck(seat, stuck)
        self._set_timer(seat)

    def _set_timer(self, seat: Seat) -> None:
        if (waiting := self._timers[seat]) is not None:
            waiting.cancel()
        wanted = [self._gestures[seat].deadline, self._stuck[seat].deadline]
        deadline = min((when for when in wanted if when is not None), default=None)
        self._timers[seat] = None if deadline is None else self._loop.call_at(deadline, self._expire, seat, deadline)
