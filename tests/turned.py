"""A real asyncio loop whose clock a test turns on: what waits for a minute is seen without waiting for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class TurnedLoop(asyncio.SelectorEventLoop):
    """Its clock is the system's, and as much more as was turned."""

    turned = 0.0

    def time(self) -> float:
        return super().time() + self.turned

    async def turn(self, seconds: float, step: float = 0.05) -> None:
        """Let so many seconds pass, in small steps, and every timer of the loop have its turn in each."""
        for _ in range(round(seconds / step)):
            self.turned += step
            for _ in range(3):  # a timer, what it puts into a queue, and who takes it from there
                await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test on such a loop."""
    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        runner.run(test)


def clock() -> TurnedLoop:
    """The loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, TurnedLoop)
    return loop
