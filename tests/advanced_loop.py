"""A real asyncio loop whose clock a test advances, so that a timer of a minute takes no minute."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class AdvancedLoop(asyncio.SelectorEventLoop):
    """Its time is the system's clock plus all that the test added."""

    added = 0.0

    def time(self) -> float:
        return super().time() + self.added

    async def advance(self, seconds: float, step: float = 0.05) -> None:
        """Advance the clock in small steps. After each step the timers that are due run, and what they queue is handled."""
        for _ in range(round(seconds / step)):
            self.added += step
            for _ in range(3):  # the timer, its entry in the queue, and the consumer of the queue
                await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test on such a loop."""
    with asyncio.Runner(loop_factory=AdvancedLoop) as runner:
        runner.run(test)


def clock() -> AdvancedLoop:
    """The running loop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, AdvancedLoop)
    return loop
