"""How much processor time a piece of work may take, and how it lets others have the interpreter meanwhile.

Python runs one thread at a time. A thread that works without a pause is made to give way only every 5 ms, and a move needs the
interpreter several times; so whoever reads for a page works in slices of a fraction of a millisecond and rests after each.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

SLICE_SECONDS: Final = 0.000_25
"""Seconds of processor time between two rests."""
PAUSE_SECONDS: Final = 0.001


class CpuBudget:
    """So many `seconds` of processor time of this thread; None: as many as it takes, without a rest.

    `clock`: the processor time of this thread in seconds; `rest`: waits for so many seconds.
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
        """To be called after every small step: rests where a slice is used up. False when nothing is left of the budget."""
        if self._end is None:
            return True
        now = self._clock()
        if now - self._slice >= SLICE_SECONDS:
            self._rest(PAUSE_SECONDS)
            self._slice = now
        return now < self._end

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, with a step before each of them."""
        for item in items:
            self.step()
            yield item
