"""The goals of the figures. A missed one is said where it was measured and again at the end, and the rest is still measured."""

import warnings
from typing import Final

MOST: Final = 2.0
"""How many times as long as beside nobody a key may take to its frame beside visitors of any kind, at the 99th percentile."""


class GoalMissed(UserWarning):
    """A figure and its goal, in a sentence."""


def expect(met: bool, sentence: str) -> None:
    """Say that a goal was missed unless it was met. Other work on the machine is often the reason, so nothing ends."""
    if not met:
        warnings.warn(GoalMissed(f"missed: {sentence}"), stacklevel=2)
