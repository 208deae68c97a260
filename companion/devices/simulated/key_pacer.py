"""Presses the keys of a simulated table for its page, no faster than the debouncing accepts.

A program that clicks, or a screen reader, releases a key sooner than any finger and presses it again at once. A contact that
bounces looks the same, and is locked out. Invariant: every press of a page is accepted, those of one seat in their order.
"""

from collections import deque
from typing import TYPE_CHECKING, Final

from companion.core.keys import Contact
from companion.core.seat import Seat
from companion.devices.protocols import Loop, Timer

if TYPE_CHECKING:
    from companion.devices.simulated.pins import SimulatedKeys

WAITING: Final = 256
"""Changes of a seat's keys that may wait; a press beyond them is left out together with its release."""


class KeyPacer:
    """`keys`: those of the simulated table. `pause`, `settle`: seconds between two changes of one key, and between any
    two of a seat; longer than the lock-out and the settling of the debouncing."""

    def __init__(self, keys: "SimulatedKeys", seats: int, loop: Loop, *, pause: float, settle: float) -> None:
        self._keys = keys
        self._loop = loop
        self._pause, self._settle = pause, settle
        self._waiting: list[deque[tuple[Contact, bool]]] = [deque() for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._resting: set[Seat] = set()
        self._due: dict[tuple[Seat, Contact], float] = {}
        self._down: set[tuple[Seat, Contact]] = set()
        self._left_out: set[tuple[Seat, Contact]] = set()

    def move(self, seat: Seat, key: Contact, down: bool) -> None:
        """Press or release the key, as soon as the debouncing accepts it."""
        waiting = self._waiting[seat]
        if down and len(waiting) >= WAITING:
            self._left_out.add((seat, key))
            return
        if not down and (seat, key) in self._left_out:
            self._left_out.remove((seat, key))
            return
        waiting.append((key, down))
        if self._timers[seat] is None and seat not in self._resting:
            self._work(seat)

    def close(self) -> None:
        """Release every key at once, and ignore what follows."""
        for waiting in self._waiting:
            waiting.clear()
        for timer in self._timers:
            if timer is not None:
                timer.cancel()
        for seat, key in sorted(self._down):
            self._keys.release(seat, key)
        self._down.clear()

    def _work(self, seat: Seat) -> None:
        self._timers[seat] = None
        waiting = self._waiting[seat]
        if not waiting:
            return
        key, down = waiting[0]
        due, now = self._due.get((seat, key), 0.0), self._loop.time()
        if now < due:
            self._timers[seat] = self._loop.call_at(due, self._work, seat)
            return
        waiting.popleft()
        self._due[seat, key] = now + self._pause
        (self._keys.press if down else self._keys.release)(seat, key)
        (self._down.add if down else self._down.discard)((seat, key))
        # The debouncing accepts a change a moment later, and the next one must not overtake it, as a knob's notch would. Its
        # edge is in the loop's queue already, so a timer that is set after that edge runs after the change, too.
        self._resting.add(seat)
        self._loop.call_soon_threadsafe(self._rest, seat)

    def _rest(self, seat: Seat) -> None:
        self._resting.remove(seat)
        self._timers[seat] = self._loop.call_at(self._loop.time() + self._settle, self._work, seat)
