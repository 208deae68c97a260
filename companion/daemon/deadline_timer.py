"""The table's clock on the loop: tells the table that time has passed, when it wants to hear so, and never in between."""

from collections.abc import Callable

from companion.devices.loop_protocol import Loop, Timer
from companion.table.inputs import Ticked


class DeadlineTimer:
    """`queue` takes a `Ticked` when the time that was set has come."""

    def __init__(self, loop: Loop, queue: Callable[[Ticked], None]) -> None:
        self._loop = loop
        self._queue = queue
        self._deadline: float | None = None
        self._timer: Timer | None = None

    def set(self, deadline: float | None) -> None:
        """Ring at `deadline`, in seconds on the loop's clock, and no more at an earlier one; None: do not ring."""
        if deadline == self._deadline:
            return
        self.close()
        if deadline is not None:
            self._deadline, self._timer = deadline, self._loop.call_at(deadline, self._ring)

    def close(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._deadline = self._timer = None

    def _ring(self) -> None:
        self._deadline = self._timer = None
        self._queue(Ticked(self._loop.time()))
