"""The timer of the table's deadline: queues a `Ticked` when it has come, and nothing before."""

from collections.abc import Callable

from companion.devices.protocols import Loop, Timer
from companion.table.effects import Ticked


class DeadlineTimer:
    """`queue` takes a `Ticked` at the deadline."""

    def __init__(self, loop: Loop, queue: Callable[[Ticked], None]) -> None:
        self._loop = loop
        self._queue = queue
        self._deadline: float | None = None
        self._timer: Timer | None = None

    def set(self, deadline: float | None) -> None:
        """Queue a `Ticked` at `deadline`, in seconds on the loop's clock; None: never. It
        replaces the deadline before."""
        if deadline == self._deadline:
            return
        self.close()
        if deadline is not None:
            self._deadline, self._timer = deadline, self._loop.call_at(deadline, self._expire)

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
        self._deadline = self._timer = None

    def _expire(self) -> None:
        self._deadline = self._timer = None
        self._queue(Ticked(self._loop.time()))
