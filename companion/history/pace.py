"""How background work goes through its items: at once, or with pauses so that other threads can run.

Python runs one thread at a time. A busy thread gives up the interpreter only every 5 ms, and a move needs the interpreter several
times. So a thread beside the table works in slices of a fraction of a millisecond, with a pause after each.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

SLICE_SECONDS: Final = 0.000_25
"""Processor time between two pauses, in seconds."""
PAUSE_SECONDS: Final = 0.001
"""Length of a pause, in seconds."""


class Pace(Protocol):
    """The items one by one, as fast as they may be worked on."""

    def __call__(self, items: Iterable[T]) -> Iterator[T]:
        """Each item in order."""


def at_once(items: Iterable[T]) -> Iterator[T]:
    """No pauses."""
    return iter(items)


class Pauses:
    """Pauses before an item where a slice is used up. For one thread.

    `clock`: returns the processor time of this thread in seconds; `rest`: waits for a number of seconds.
    """

    def __init__(
        self, clock: Callable[[], float] = time.thread_time, rest: Callable[[float], object] = time.sleep
    ) -> None:
        self._clock = clock
        self._rest = rest
        self._slice: float | None = None

    def __call__(self, items: Iterable[T]) -> Iterator[T]:
        """The items, with a pause before some."""
        for item in items:
            now = self._clock()
            if self._slice is None:
                self._slice = now
            elif now - self._slice >= SLICE_SECONDS:
                self._rest(PAUSE_SECONDS)
                self._slice = now
            yield item
