"""The part of an event loop that devices need; asyncio's loop is one, and so is a clock that a test turns by hand."""

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """A call that waits for its time."""

    def cancel(self) -> None:
        """Never make that call."""


class Loop(Protocol):
    """Where everything that the daemon knows happens, one call after another."""

    def time(self) -> float:
        """Seconds on the monotonic clock; from any thread."""

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        """Make the call on the loop, after those that already wait; from any thread."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Make the call when `time()` has come to `when`; only from the loop itself."""
