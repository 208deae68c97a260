"""Limits the processor time of background work, and pauses it so that other threads can run.

Python runs one thread at a time. A busy thread gives up the interpreter only every 5 ms, and a move needs the interpreter several
times. So background work runs in slices of a fraction of a millisecond, with a pause after each.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

SLICE_SECONDS: Final = 0.000_25
"""Processor time between two pauses, in seconds."""
PAUSE_SECONDS: Final = 0.001
"""Length of a pause, in seconds."""


class CpuBudget:
    """A budget of `seconds` of processor time of this thread; None: no limit and no pauses.

    `clock`: returns the processor time of this thread in seconds; `rest`: waits for a number of seconds.
    """

    def __init__(
        self,
        seconds: float | None = None,
        clock: Callable[[], float] = time.thread_time,
        rest: Callable[[float], object] = time.sleep,
    ) -> None:
        self._clock = clock
        self._rest = rest
        self._slice = clock()
        self._end = None if seconds is None else self._slice + seconds

    def step(self) -> bool:
        """Call this after every small step. It pauses when a slice is used up, and returns False when the budget is used up."""
        if self._end is None:
            return True
        now = self._clock()
        if now - self._slice >= SLICE_SECONDS:
            self._rest(PAUSE_SECONDS)
            self._slice = now
        return now < self._end

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, with a call of `step` before each."""
        for item in items:
            self.step()
            yield item
