"""How a test waits for a condition: it checks, waits for an event, and checks again.

It never sleeps. `PATIENCE` is the only timeout.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable

from tests.patience import PATIENCE

News = Callable[[], Awaitable[object]]
"""Waits until something may have changed."""


async def until(holds: Callable[[], bool], news: News) -> None:
    """Wait until `holds()` is true. The error of a wait that takes longer than `PATIENCE` shows whose news it waited for."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await news()
    except TimeoutError:
        raise AssertionError(f"it never came to that; waited for {news}") from None


async def next_turn() -> None:
    """Wait for the next turn of the loop, for a change that sets no event."""
    await asyncio.sleep(0)


def setting(event: asyncio.Event) -> News:
    """Waits for an event, and clears it."""

    async def news() -> None:
        await event.wait()
        event.clear()

    return news


def until_notified(news: threading.Condition, holds: Callable[[], bool]) -> None:
    """Wait until other threads have made `holds()` true. They notify `news`; `holds` is called with its lock held."""
    with news:
        assert news.wait_for(holds, PATIENCE), "it never came to that"
