"""Key edges of all seats become gestures: the clockwork round `table.gestures`.

Law: a timer runs only while a key is down, so a table where nobody presses anything is never woken.
"""

from collections.abc import Callable

from companion.core.keys import Gesture, KeyEdge
from companion.core.seat import Seat
from companion.devices.loop import Loop, Timer
from companion.table.gestures import Gestures

GestureSink = Callable[[Seat, Gesture], None]


class Touch:
    """The hands of every seat. `hold`: seconds after which ● is held; `sink` is called on the loop."""

    def __init__(self, seats: int, loop: Loop, sink: GestureSink, *, lifting: bool, hold: float) -> None:
        self._hands = [Gestures(lifting=lifting, hold=hold) for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._loop = loop
        self._sink = sink

    def edge(self, edge: KeyEdge) -> None:
        """A key went down or up."""
        self._tell(edge.seat, self._hands[edge.seat].edge(edge.key, edge.down, edge.at))

    def close(self) -> None:
        """Wait for nothing any more."""
        for timer in self._timers:
            if timer is not None:
                timer.cancel()

    def _expire(self, seat: Seat) -> None:
        self._timers[seat] = None
        self._tell(seat, self._hands[seat].expire(self._loop.time()))

    def _tell(self, seat: Seat, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            self._sink(seat, gesture)
        waiting = self._timers[seat]
        if waiting is not None:
            waiting.cancel()
        deadline = self._hands[seat].deadline
        self._timers[seat] = None if deadline is None else self._loop.call_at(deadline, self._expire, seat)
