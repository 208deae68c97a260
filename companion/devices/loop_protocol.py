"""The part of an event loop that devices need. asyncio's loop implements it, and so does the manual clock of the tests."""

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Loop(Protocol):
    """Runs all calls of the daemon, one after another."""

    def time(self) -> float:
        """Seconds on the monotonic clock. Thread-safe."""

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        """Make the call on the loop, after the calls that already wait. Thread-safe."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Make the call when `time()` reaches `when`. Only from the loop itself."""
