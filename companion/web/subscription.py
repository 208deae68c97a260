"""The messages that one page has not got yet: first the current state, then every event.

Invariant: a page that lags cannot make the backlog grow: it loses its backlog, and gets the current state instead.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

T = TypeVar("T")

BACKLOG: Final = 64
"""Messages that a page may lag behind."""

Wake = Callable[[Callable[[], None]], None]
"""Makes the given call, now or a little later."""


def at_once(call: Callable[[], None]) -> None:
    """Make the call now."""
    call()


class Dismissed(Exception):  # noqa: N818
    """The table ended this subscription; not an error. `final`: the page must not connect again."""

    def __init__(self, reason: str, *, final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


class Subscription(Generic[T]):
    """The messages for one page. `current` yields the messages of the current state. `limit`: messages that the page may lag
    behind. `leave` is called when the page closes. `wake` decides when a waiting page is woken for a new message."""

    def __init__(
        self,
        current: Callable[[], Iterator[T]],
        limit: int,
        leave: Callable[["Subscription[T]"], None],
        wake: Wake = at_once,
    ) -> None:
        self._current = current
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
        """Add an event. A page that lags gets it with the current state."""
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
        """End it, by the table."""
        self._dismissed = Dismissed(reason, final=final)
        self._news.set()

    async def next(self) -> T:
        """The next message, waiting for it; Dismissed once the table is gone."""
        while True:
            if self._dismissed is not None:
                raise self._dismissed
            if self._stale:
                self._stale = False
                self._backlog.extend(self._current())
            if self._backlog:
                return self._backlog.popleft()
            self._news.clear()
            await self._news.wait()

    def _awake(self) -> None:
        self._is_waking = False
        self._news.set()

    def close(self) -> None:
        """End it, by the page."""
        self._leave(self)

    def __len__(self) -> int:
        """The number of messages that wait in memory."""
        return len(self._backlog)
