"""How a test waits: it looks, waits for news, and looks again. It never sleeps, and `PATIENCE` is the only limit."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

from tests.patience import PATIENCE

News = Callable[[], Awaitable[object]]
"""Returns when something may have changed."""


async def until(holds: Callable[[], bool], news: News) -> None:
    """Wait until `holds()` is true. The error of a wait that takes longer than `PATIENCE` shows whose news it waited for."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await news()
    except TimeoutError:
        raise AssertionError(f"it never came to that; waited for {news}") from None


async def next_turn() -> None:
    """News of a change that nothing announces: the loop's next turn."""
    await asyncio.sleep(0)


def setting(event: asyncio.Event) -> News:
    """News that sets an event."""

    async def news() -> None:
        await event.wait()
        event.clear()

    return news


def until_notified(news: threading.Condition, holds: Callable[[], bool]) -> None:
    """Wait until `holds()` is true of what other threads do: they notify `news`, and `holds` is called while it is held."""
    with news:
        assert news.wait_for(holds, PATIENCE), "it never came to that"
