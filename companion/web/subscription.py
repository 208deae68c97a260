"""What one page has yet to hear: all that stands, and then whatever happens.

Law: no page can make it grow; one that lags behind loses its backlog and gets what then stands instead.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

Wake = Callable[[Callable[[], None]], None]
"""Makes the call that it is given, now or a little later."""


def at_once(call: Callable[[], None]) -> None:
    """Make the call now."""
    call()


class Dismissed(Exception):  # noqa: N818
    """The table ends this subscription and nothing more comes: a farewell, not an error. `final`: the page need not try
    again."""

    def __init__(self, reason: str, *, final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


class Subscription(Generic[T]):
    """What one page has yet to hear. It begins with all that stands, and comes back to that whenever it lags. `wake`: when it
    is told that there is something."""

    def __init__(
        self,
        standing: Callable[[], Iterator[T]],
        limit: int,
        leave: Callable[["Subscription[T]"], None],
        wake: Wake = at_once,
    ) -> None:
        self._standing = standing
        self._limit = limit
        self._leave = leave
        self._wake = wake
        self._is_waking = False
        self._backlog: deque[T] = deque()
        self._stale = True
        self._dismissed: Dismissed | None = None
        self._news = asyncio.Event()
        self._news.set()

    def put(self, message: T) -> None:
        """Add what happened just now. What is stale learns of it from what stands."""
        if self._stale:
            return
        if len(self._backlog) >= self._limit:
            self._backlog.clear()
            self._stale = True
        else:
            self._backlog.append(message)
        if not self._is_waking and not self._news.is_set():
            self._is_waking = True
            self._wake(self._awake)

    def dismiss(self, reason: str = "The table is closing.", *, final: bool = False) -> None:
        """End it from the table's side."""
        self._dismissed = Dismissed(reason, final=final)
        self._news.set()

    async def next(self) -> T:
        """The next message, waiting for it; Dismissed once the table is gone."""
        while True:
            if self._dismissed is not None:
                raise self._dismissed
            if self._stale:
                self._stale = False
                self._backlog.extend(self._standing())
            if self._backlog:
                return self._backlog.popleft()
            self._news.clear()
            await self._news.wait()

    def _awake(self) -> None:
        self._is_waking = False
        self._news.set()

    def close(self) -> None:
        """End it from the page's side."""
        self._leave(self)

    def __len__(self) -> int:
        """How many messages wait in memory."""
        return len(self._backlog)
