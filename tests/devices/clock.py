"""A loop with a manual clock: nothing happens until the test advances it."""

from collections import deque
from collections.abc import Callable
from typing import Any


class Call:
    """A call that waits for its time in a list of calls."""

    def __init__(self, when: float, run: Callable[[], object], waiting: "list[Call]") -> None:
        self.when = when
        self.run = run
        self.cancelled = False
        self._waiting = waiting

    def cancel(self) -> None:
        self.cancelled = True
        if self in self._waiting:
            self._waiting.remove(self)


class HandLoop:
    """The `Loop` protocol with a clock that only `advance` moves. Seconds."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._soon: deque[Callable[[], object]] = deque()
        self.timers: list[Call] = []

    def time(self) -> float:
        return self.now

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        self._soon.append(lambda: callback(*args))
        return None

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Call:
        call = Call(when, lambda: callback(*args), self.timers)
        self.timers.append(call)
        return call

    def run(self) -> None:
        """Make every call that is due now."""
        while True:
            while self._soon:
                self._soon.popleft()()
            due = [call for call in self.timers if call.when <= self.now]
            if not due:
                return
            self.timers[:] = [call for call in self.timers if call.when > self.now]
            for call in sorted(due, key=lambda call: call.when):
                if not call.cancelled:
                    call.run()

    def advance(self, seconds: float) -> None:
        """Advance the clock, and make each call when it is due."""
        end = self.now + seconds
        self.run()
        while waiting := [call.when for call in self.timers if call.when <= end]:
            self.now = min(waiting)
            self.run()
        self.now = end
        self.run()
