"""Accepts connections, as many and as fast as the limits allow, and keeps them.

asyncio's own accept loop knows no limit: each turn it accepts as many as the backlog is long, and without file descriptors it
logs a traceback for every try.
"""

import asyncio
import errno
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from companion.web.connections.address_quota import AddressQuota, Client, client_of
from companion.web.connections.connection import Connection
from companion.web.connections.limits import Limits
from companion.web.connections.token_bucket import MonotonicClock, TokenBucket

log = logging.getLogger("companion")

UNHEARD: Final = 20_000
"""Milliseconds after which the kernel gives up a client that acknowledges nothing."""
NO_RESOURCES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
TELLING: Final = 60.0
"""Seconds between two lines of the log."""
ENDED: Final = "the page has too many visitors; connections that were ended: %d"
NONE_LEFT: Final = (
    "the page takes no visitors, since the system has no file descriptors or memory left; times tried: %d"
)
AT_A_TURN: Final = 4
"""Connections accepted at one turn of the loop."""


class Listener:
    """Listens at bound `sockets`, which stay the caller's. `make`: the protocol of a connection of a client. `encryption`:
    for TLS; None for plain connections.

    Is the `Owner` of every connection. Belongs to the running loop.
    """

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        limits: Limits,
        clock: MonotonicClock,
        make: Callable[[Client], Connection],
        encryption: ssl.SSLContext | None = None,
    ) -> None:
        self._encryption = encryption
        self._sockets = list(sockets)
        self._limits = limits
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._bucket = TokenBucket(limits.accepts, limits.accepts_at_once, clock)
        self._places: AddressQuota[Connection] = AddressQuota(
            limits.connections, limits.of_an_address, self._send_away, of_a_network=limits.of_a_network
        )
        self._connections: set[Connection] = set()
        self._joining: set[asyncio.Task[object]] = set()
        self._is_open = False
        self._resting: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._untold: Counter[str] = Counter()

    @property
    def connections(self) -> frozenset[Connection]:
        """Those there are."""
        return frozenset(self._connections)

    def open(self) -> None:
        """Begin to listen."""
        for listener in self._sockets:
            listener.setblocking(False)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            # Connections inherit these.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.buffer)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._limits.buffer)
            listener.listen(self._limits.backlog)
        self._is_open = True
        self._go_on()

    def close(self) -> None:
        """Accept no more. Those there are stay."""
        self._pause()
        self._is_open = False
        for timer in (self._resting, self._telling):
            if timer is not None:
                timer.cancel()

    # What a connection tells.

    def waits(self, connection: Connection) -> None:
        """It has nothing asked, so it may have to go for another."""
        self._places.offer(connection)

    def is_busy(self, connection: Connection) -> None:
        """It has asked something, and stays."""
        self._places.keep(connection)

    def is_flooded(self, connection: Connection) -> None:
        """It sent too much, and is cut off."""
        self._note(ENDED)

    def is_lost(self, connection: Connection) -> None:
        """It is gone."""
        self._places.leave(connection)
        self._connections.discard(connection)

    def _go_on(self) -> None:
        self._resting = None
        if self._is_open:
            for listener in self._sockets:
                self._loop.add_reader(listener, self._accept, listener)

    def _pause(self, seconds: float | None = None) -> None:
        for listener in self._sockets:
            self._loop.remove_reader(listener)
        if seconds is not None:
            self._resting = self._loop.call_later(seconds, self._go_on)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_A_TURN):
            if wait := self._bucket.wait():
                self._pause(wait)
                return
            try:
                sock, peer = listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno in NO_RESOURCES:
                    self._note(NONE_LEFT)
                    self._pause(self._limits.rest)
                    return
                continue  # of this one connection: the client has gone, or its network has
            self._bucket.take()
            self._take_in(sock, client_of(str(peer[0]), str(sock.getsockname()[0])))

    def _take_in(self, sock: socket.socket, client: Client) -> None:
        connection = self._make(client)
        if not self._places.enter(client, connection):
            sock.close()
            self._note(ENDED)
            return
        self._places.offer(connection)
        self._connections.add(connection)
        sock.setblocking(False)
        try:
            # asyncio does this only for sockets that were made with a protocol's number.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            self.is_lost(connection)  # some systems refuse this once the client has gone
            sock.close()
            return
        task = self._loop.create_task(self._join(connection, sock))
        self._joining.add(task)
        task.add_done_callback(self._joining.discard)

    async def _join(self, connection: Connection, sock: socket.socket) -> None:
        try:
            handshake = None if self._encryption is None else self._limits.first_request
            await self._loop.connect_accepted_socket(
                lambda: connection, sock, ssl=self._encryption, ssl_handshake_timeout=handshake
            )
        except OSError:
            self.is_lost(connection)
            sock.close()

    def _send_away(self, connection: Connection) -> None:
        connection.drop()
        self._note(ENDED)

    def _note(self, event: str) -> None:
        """For the log: at most a line a minute of each kind, however many there are, and without their addresses."""
        self._untold[event] += 1
        if self._telling is None:
            self._tell()

    def _tell(self) -> None:
        self._telling = None
        if self._untold and self._is_open:
            for event, count in self._untold.items():
                log.warning(event, count)
            self._untold.clear()
            self._telling = self._loop.call_later(TELLING, self._tell)
