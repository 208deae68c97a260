"""Work that the network asks for, begun a little at a time: one piece at each turn of the loop, so that a key that comes
meanwhile waits for one piece at most; no more than so many a second; of one network after the other, and within a network of
one address after the other.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from companion.web.connections.address_quota import Client
from companion.web.connections.token_bucket import MonotonicClock, TokenBucket

Begin = Callable[[], bool]
"""Begins a piece of work; False where it is wanted no more."""


class FairQueue:
    """`rate` pieces a second after `burst`. Belongs to the running loop from the first piece on; `clock` as in `TokenBucket`."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._bucket = TokenBucket(rate, burst, clock)
        self._waiting: dict[str, dict[str, deque[Begin]]] = {}
        self._timer: asyncio.Handle | None = None

    def ask(self, client: Client, begin: Begin) -> None:
        """Call `begin` when it is its turn."""
        self._waiting.setdefault(client.network, {}).setdefault(client.address, deque()).append(begin)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._next)

    def turn(self, client: Client) -> asyncio.Future[None]:
        """Done when it is its turn. Whoever wants it no more cancels it or sets its result, and it takes nobody else's."""
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if come.done():
                return False
            come.set_result(None)
            return True

        self.ask(client, begin)
        return come

    def close(self) -> None:
        """Begin nothing more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _next(self) -> None:
        self._timer = None
        wait = self._bucket.wait()
        if wait == 0:
            self._begin_one()
            wait = self._bucket.wait()
        if not self._waiting or self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait, self._next) if wait else loop.call_soon(self._next)

    def _begin_one(self) -> None:
        while self._waiting:
            network = next(iter(self._waiting))
            addresses = self._waiting.pop(network)
            address = next(iter(addresses))
            queue = addresses.pop(address)
            begin = queue.popleft()
            if queue:
                addresses[address] = queue
            if addresses:
                self._waiting[network] = addresses
            if begin():
                self._bucket.take()
                return
