"""The web server as the daemon starts and stops it: uvicorn inside a running loop, without its signals and its polling.

Law: after `start` returns it listens; after `stop` returns no connection is left, whatever the clients do.
"""

import asyncio
import socket
import time
from collections.abc import Collection, Sequence
from typing import Any, Final

import uvicorn

from companion.core.errors import ConfigError
from companion.web.app import create_app
from companion.web.bucket import Clock
from companion.web.history import Past
from companion.web.hub import Hub
from companion.web.loopback import is_loopback
from companion.web.messages import MESSAGE_LIMIT
from companion.web.sockets import BEAT

HEADER_LIMIT: Final = 8192
CONNECTIONS: Final = 96
PING: Final = 10.0
UNHEARD: Final = 20_000
"""Milliseconds after which the kernel gives up a client that acknowledges nothing."""
FAREWELL: Final = 1.0
"""Seconds that a client has to answer the close of its socket."""


class Server:
    """Serves one hub. `sockets`: bound sockets, as systemd hands them over; without them it binds `host` and `port` itself."""

    def __init__(
        self,
        hub: Hub,
        *,
        bench: bool,
        host: str = "127.0.0.1",
        port: int = 0,
        hosts: Collection[str] = (),
        sockets: Sequence[socket.socket] = (),
        clock: Clock = time.monotonic,
        beat: float = BEAT,
        past: Past | None = None,
    ) -> None:
        self._hub = hub
        self._host, self._port = host, port
        self._sockets = list(sockets)
        exposed = (name for sock in sockets if not is_loopback(name := str(sock.getsockname()[0])))
        bind = next(exposed, "127.0.0.1") if sockets else host
        app = create_app(hub, bench=bench, bind=bind, hosts=hosts, clock=clock, beat=beat, past=past)
        self._config = uvicorn.Config(
            app,
            http="h11",
            # The legacy implementation warns of its deprecation with every websockets since 14.
            ws="websockets-sansio",
            ws_max_size=MESSAGE_LIMIT,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=HEADER_LIMIT,
            limit_concurrency=CONNECTIONS,
            lifespan="off",
            log_config=None,
            access_log=False,
            # Else a client could name its own address, and call itself local.
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(self._config)

    async def start(self) -> int:
        """Listen; the port. ConfigError where the address cannot be had."""
        if not self._sockets:
            self._sockets = [_listen(self._host, self._port)]
        for listener in self._sockets:
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
        # Not `serve`: that takes the process's signals and wakes ten times a second to look for them.
        self._config.load()
        self._uvicorn.lifespan = self._config.lifespan_class(self._config)
        await self._uvicorn.startup(self._sockets)
        return self.port

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Take no more clients, say farewell to those there are, and leave."""
        if not self._uvicorn.started:
            return
        for listener in self._uvicorn.servers:
            listener.close()
        self._hub.dismiss()
        state = self._uvicorn.server_state
        if state.tasks:
            await asyncio.wait(set(state.tasks), timeout=FAREWELL)
        for connection in set(state.connections):
            _abort_if_deaf(connection)
        await self._uvicorn.shutdown(self._sockets)
        self._uvicorn.started = False

    async def __aenter__(self) -> "Server":
        await self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.stop()


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=64)
    except OSError as error:
        finding = f"The web server cannot listen at {host}, port {port}: {error.strerror or error}; set another port or address."
        raise ConfigError((finding,)) from None


def _abort_if_deaf(connection: Any) -> None:
    """Drop a connection whose client takes nothing any more: a polite close would wait for it."""
    transport = connection.transport
    if transport.get_write_buffer_size():
        transport.abort()
