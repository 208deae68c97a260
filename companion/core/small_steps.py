"""A computation in small steps: a generator that yields nothing between two steps and returns its result at the end.

The caller may pause between the steps, so that other threads can run, or drop the generator and so end the computation.
"""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

SmallSteps = Generator[None, None, T]
"""A computation whose result is a T."""


def finished(steps: SmallSteps[T]) -> T:
    """The result, computed without pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
