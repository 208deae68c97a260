"""What is done to the keys of all seats becomes gestures: the clockwork round `table.gestures` and `table.stuck`.

Law: a timer runs only while a key is down, so a table where nobody presses anything is never woken; and a key that was told to
be stuck has none either.

A machine that was busy wakes late, and finds the timer of a held key before the release that may wait behind it, in the
debouncing or on the way. So a timer that comes late gives what waits one chance to come first; since edges carry their own
times, a tap stays a tap.
"""

import math
from collections.abc import Callable
from typing import Final, assert_never

from companion.core.keys import Cancelled, Contact, Gesture, InitiallyDown, KeyEdge, KeyEvent, KnobTurn, SignalLost
from companion.core.seat import Seat
from companion.devices.loop_protocol import Loop, Timer
from companion.table.gestures import REPEAT_AFTER, Gestures
from companion.table.stuck_keys import StuckKeys

GestureSink = Callable[[Seat, Gesture], None]
StuckSink = Callable[[Seat, Contact | None], None]
"""Takes (seat, key) when a key of that seat is stuck down, and (seat, None) when none is any more."""


LATE: Final = 0.01
"""Seconds after which a timer is late."""
CHANCE: Final = 0.06
"""Seconds that a late one waits once more; longer than the longest lock-out of a key."""


def _unheard(seat: Seat, key: Contact | None) -> None:
    """Nobody wants to know."""


class GestureTimers:
    """The hands of every seat. `hold` and `repeat`: see Gestures; `sink` and `on_stuck` are called on the loop."""

    def __init__(
        self,
        seats: int,
        loop: Loop,
        sink: GestureSink,
        *,
        lifting: bool,
        hold: float,
        repeat: float = REPEAT_AFTER,
        on_stuck: StuckSink = _unheard,
    ) -> None:
        self._hands = [Gestures(lifting=lifting, hold=hold, repeat=repeat) for _ in range(seats)]
        self._stuck = [StuckKeys() for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._loop = loop
        self._sink = sink
        self._on_stuck = on_stuck

    def edge(self, event: KeyEvent) -> None:
        """A key went down or up, or was found down, or nobody knows any more; or a knob was turned."""
        hands, stuck, seat = self._hands[event.seat], self._stuck[event.seat], event.seat
        told = stuck.key
        match event:
            case KeyEdge(key=key, down=down, at=at):
                stuck.edge(key, down, at)
                self._tell(seat, hands.edge(key, down, at), at, told)
            case KnobTurn(way=way, at=at):
                self._tell(seat, hands.turn(way, at), at, told)
            case InitiallyDown(key=key, at=at):
                stuck.edge(key, True, at)
                self._tell(seat, [], at, told)
            case Cancelled():
                self.drop(seat)
            case SignalLost():
                hands.rest()
                self._wait(seat)
            case _:
                assert_never(event)

    def let_go(self) -> None:
        """What is pressed now has no effect any more, at any seat: the screens mean something else from now on."""
        for seat, hands in enumerate(self._hands):
            hands.let_go()
            self._wait(seat)

    def drop(self, seat: Seat) -> None:
        """What is pressed now at that seat has no effect any more, and neither has its release."""
        self._hands[seat].let_go()
        self._wait(seat)

    def close(self) -> None:
        """Wait for nothing any more."""
        for timer in self._timers:
            if timer is not None:
                timer.cancel()

    def _expire(self, seat: Seat, due: float) -> None:
        now = self._loop.time()
        if now > due + LATE:
            self._timers[seat] = self._loop.call_at(now + CHANCE, self._expire, seat, math.inf)
            return
        self._timers[seat], told = None, self._stuck[seat].key
        self._stuck[seat].expire(now)
        self._tell(seat, self._hands[seat].expire(now), now, told)

    def _tell(self, seat: Seat, gestures: list[Gesture], at: float, told: Contact | None) -> None:
        for gesture in gestures:
            if gesture in ("lift", "lower"):
                self._stuck[seat].lift(gesture == "lift", at)
            self._sink(seat, gesture)
        if (stuck := self._stuck[seat].key) != told:
            self._on_stuck(seat, stuck)
        self._wait(seat)

    def _wait(self, seat: Seat) -> None:
        if (waiting := self._timers[seat]) is not None:
            waiting.cancel()
        wanted = [self._hands[seat].deadline, self._stuck[seat].deadline]
        deadline = min((when for when in wanted if when is not None), default=None)
        self._timers[seat] = None if deadline is None else self._loop.call_at(deadline, self._expire, seat, deadline)
