"""The web server as the daemon starts and stops it: our own accepting and limits, uvicorn's protocols, and the application.

uvicorn's Server is not used: it takes the process's signals, wakes ten times a second, and limits nothing before a request.
Of uvicorn we use Config, H11Protocol, what that makes at an upgrade, and the ServerState that those share; pyproject.toml bounds
its version for that.

Invariant: after `start` returns it listens; after `stop` returns no connection is left, whatever the clients do.
"""

import asyncio
import copy
import logging
import socket
import ssl
import time
from collections.abc import Collection, Sequence
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.core.errors import ConfigError
from companion.web.app import create_app
from companion.web.connections.address_quota import Client
from companion.web.connections.connection import Connection
from companion.web.connections.fair_queue import FairQueue
from companion.web.connections.limits import Limits, of_this_process
from companion.web.connections.listener import Listener
from companion.web.connections.token_bucket import MonotonicClock
from companion.web.hub import Hub
from companion.web.lookups.history_routes import FinishedGames
from companion.web.lookups.puzzle_routes import Puzzles
from companion.web.loopback import is_loopback
from companion.web.page_handlers import PageHandlers
from companion.web.page_messages import MESSAGE_LIMIT
from companion.web.phones.seat_cookie import seat_client
from companion.web.socket_routes import BEAT
from companion.web.static_pages import StaticPages

HEADER_LIMIT: Final = 8192
PING: Final = 10.0
CLOSING_SECONDS: Final = 1.0
"""Seconds that a client has to answer the close of its socket; and again to take the rest of an answer."""


class Server:
    """Serves one table; see `create_app`. `sockets`: bound sockets, as systemd passes them; without them it binds `host` and
    `port` itself. `encryption`: for TLS; None for plain HTTP."""

    def __init__(
        self,
        hub: Hub,
        handlers: PageHandlers,
        pages: StaticPages,
        *,
        bench: bool,
        host: str = "127.0.0.1",
        port: int = 0,
        hosts: Collection[str] = (),
        sockets: Sequence[socket.socket] = (),
        clock: MonotonicClock = time.monotonic,
        beat: float = BEAT,
        past: FinishedGames | None = None,
        puzzles: Puzzles | None = None,
        limits: Limits | None = None,
        encryption: ssl.SSLContext | None = None,
    ) -> None:
        self._hub = hub
        self._handlers = handlers
        self._limits = limits or of_this_process()
        self._clock = clock
        self._encryption = encryption
        self._host, self._port = host, port
        self._sockets = list(sockets)
        exposed = (name for sock in sockets if not is_loopback(name := str(sock.getsockname()[0])))
        bind = next(exposed, "127.0.0.1") if sockets else host
        self._app = create_app(
            hub,
            handlers,
            pages,
            bench=bench,
            bind=bind,
            hosts=hosts,
            clock=clock,
            beat=beat,
            past=past,
            puzzles=puzzles,
        )
        self._config = Config(
            self._app,
            http=H11Protocol,
            # The legacy implementation warns of its deprecation with every websockets since 14.
            ws="websockets-sansio",
            ws_max_size=MESSAGE_LIMIT,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=HEADER_LIMIT,
            lifespan="off",
            log_config=None,
            # uvicorn and websockets log addresses, and at DEBUG every frame: the screens of all seats, and phones' secrets.
            # What goes wrong in the application is logged by `Connection.run`.
            log_level=logging.CRITICAL,
            access_log=False,
            # Else a client could name its own address, and call itself local.
            proxy_headers=False,
            server_header=False,
            date_header=False,
        )
        self._state = ServerState()
        self._listener: Listener | None = None
        self._turns = FairQueue(self._limits.requests, self._limits.requests_at_once, time.monotonic)

    async def start(self) -> int:
        """Listen; the port. ConfigError where the address cannot be had."""
        if not self._sockets:
            self._sockets = [_listen(self._host, self._port, self._limits.backlog)]
        self._config.load()
        self._listener = Listener(self._sockets, self._limits, time.monotonic, self._connection, self._encryption)
        self._listener.open()
        return self.port

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._sockets[0].getsockname()[1])

    @property
    def connections(self) -> frozenset[Connection]:
        """Those there are."""
        return self._listener.connections if self._listener is not None else frozenset()

    async def stop(self) -> None:
        """Accept no more clients, close the connections of those there are, and end."""
        if self._listener is None:
            return
        self._listener.close()
        for listener in self._sockets:
            listener.close()
        self._hub.dismiss()
        if self._state.tasks:
            await asyncio.wait(set(self._state.tasks), timeout=CLOSING_SECONDS)
        for connection in self.connections:
            connection.shutdown()
        await self._all_gone()
        for connection in self.connections:
            connection.drop()
        self._turns.close()
        for task in set(self._state.tasks):
            task.cancel()
        await asyncio.gather(*self._state.tasks, return_exceptions=True)
        await self._all_gone()
        self._listener = None

    async def _all_gone(self) -> None:
        """Wait until no connection is left, but not for long."""
        going = [asyncio.create_task(connection.gone()) for connection in self.connections]
        if going:
            _, waiting = await asyncio.wait(going, timeout=CLOSING_SECONDS)
            for task in waiting:
                task.cancel()

    def _connection(self, client: Client) -> Connection:
        return Connection(
            client, self._owner, self._limits, self._turns, self._clock, self._app, self._protocol, self._seat_of
        )

    def _seat_of(self, scope: Scope) -> Client | None:
        return seat_client(HTTPConnection(scope), self._handlers)

    def _protocol(self, connection: Connection) -> asyncio.Protocol:
        # Each has a configuration of its own, so that what runs knows for which connection.
        config = copy.copy(self._config)
        config.loaded_app = connection.run
        return H11Protocol(config, self._state, {})

    @property
    def _owner(self) -> Listener:
        assert self._listener is not None, "only a listener makes connections"
        return self._listener

    async def __aenter__(self) -> "Server":
        await self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.stop()


def _listen(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=backlog)
    except OSError as error:
        finding = f"The web server cannot listen at {host}, port {port}: {error.strerror or error}; set another port or address."
        raise ConfigError((finding,)) from None
