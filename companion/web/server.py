"""The web server as the daemon starts and stops it: our own accepting, uvicorn's protocols with our guard, and the application.

uvicorn's Server is not used: it takes the process's signals and wakes ten times a second, and asyncio's accept loop below it
has no pace: each turn it accepts as many as the backlog is long, and without file descriptors it logs a traceback for every
try. With it a key took 2.9 times as long at the 99th percentile under the load of bench/network.py; with ours as long as at a
quiet table. Of uvicorn we use Config, ServerState, and the two protocols that guard.py extends.

Invariant: after `start` returns it listens; after `stop` returns no connection is left, whatever the clients do.
"""

import asyncio
import errno
import logging
import socket
import ssl
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final, Self

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Scope
from uvicorn import Config
from uvicorn.server import ServerState

from companion.core.errors import ConfigError
from companion.web.access import seat_client
from companion.web.guard import Connection, Guard, Requests, Socket
from companion.web.hub import Hub
from companion.web.lookups.history_routes import FinishedGames
from companion.web.lookups.puzzle_routes import Puzzles
from companion.web.loopback import is_loopback
from companion.web.messages import MESSAGE_LIMIT
from companion.web.page_handlers import PageHandlers
from companion.web.routes import create_app
from companion.web.shares import Client, Limits, MonotonicClock, TokenBucket, Turns, client_of, of_this_process
from companion.web.sockets import BEAT
from companion.web.static_pages import StaticPages

HEADER_LIMIT: Final = 8192
CLOSING_SECONDS: Final = 1.0
"""Seconds that pages have at a stop to answer the close of their sockets, and to take the rest of an answer."""
UNHEARD: Final = 20_000
"""Milliseconds after which the kernel gives up a client that acknowledges nothing, or has no room for what is sent."""
NO_RESOURCES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
NONE_LEFT: Final = (
    "the page takes no visitors, since the system has no file descriptors or memory left; times tried: %d"
)
AT_A_TURN: Final = 4
"""Connections accepted at one turn of the loop."""


class WebServer:
    """Serves an application. `sockets`: bound sockets, as systemd passes them; without them it binds `host` and `port` itself.
    `encryption`: for TLS; None for plain HTTP. `turns`: for requests; None for those of the limits. `who`: as whom a request
    counts, where it is not its address. `dismiss` is called at a stop, and ends the answers that have no end."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        sockets: Sequence[socket.socket] = (),
        clock: MonotonicClock = time.monotonic,
        limits: Limits | None = None,
        encryption: ssl.SSLContext | None = None,
        turns: Turns | None = None,
        who: Callable[[Scope], Client | None] = lambda _scope: None,
        dismiss: Callable[[], None] = lambda: None,
    ) -> None:
        self._dismiss = dismiss
        self._limits = limits or of_this_process()
        self._encryption = encryption
        self._host, self._port = host, port
        self._sockets = list(sockets)
        self._guard = Guard(
            app,
            self._limits,
            clock,
            Turns(self._limits.requests, self._limits.requests_at_once, time.monotonic) if turns is None else turns,
            who,
        )
        self._config = Config(
            self._guard,
            interface="asgi3",
            ws=Socket,
            ws_max_size=MESSAGE_LIMIT,
            ws_ping_interval=self._limits.ping,
            ws_ping_timeout=self._limits.ping,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=HEADER_LIMIT,
            lifespan="off",
            log_config=None,
            # uvicorn and websockets log addresses, and at DEBUG every frame: the screens of all seats, and phones' secrets.
            # What goes wrong in the application is logged by `Guard`.
            log_level=logging.CRITICAL,
            access_log=False,
            # Else a client could name its own address, and call itself local.
            proxy_headers=False,
            server_header=False,
            date_header=False,
        )
        self._state = ServerState()
        self._bucket = TokenBucket(self._limits.accepts, self._limits.accepts_at_once, time.monotonic)
        self._joining: set[asyncio.Task[None]] = set()
        self._is_open = False
        self._resting: asyncio.TimerHandle | None = None

    async def start(self) -> int:
        """Listen; the port. ConfigError where the address cannot be had."""
        if not self._sockets:
            self._sockets = [_listen(self._host, self._port, self._limits.backlog)]
        self._config.load()
        for listener in self._sockets:
            listener.setblocking(False)
            # Connections inherit these.
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.buffer)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._limits.buffer)
            listener.listen(self._limits.backlog)
        self._is_open = True
        self._go_on()
        return self.port

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._sockets[0].getsockname()[1])

    @property
    def connections(self) -> frozenset[Connection]:
        """Those there are."""
        return frozenset(self._guard.connections)

    async def stop(self) -> None:
        """Accept no more clients, close the connections of those there are, and end."""
        if not self._is_open:
            return
        self._is_open = False
        self._pause()
        for listener in self._sockets:
            listener.close()
        self._dismiss()
        if self._state.tasks:
            await asyncio.wait(set(self._state.tasks), timeout=CLOSING_SECONDS)
        self._guard.close()
        for connection in self.connections:
            connection.drop()
        for task in (works := {*self._joining, *self._state.tasks}):
            task.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        if self.connections:
            await asyncio.wait([connection.gone for connection in self.connections], timeout=CLOSING_SECONDS)

    def _go_on(self) -> None:
        self._resting = None
        for listener in self._sockets:
            asyncio.get_running_loop().add_reader(listener, self._accept, listener)

    def _pause(self, seconds: float | None = None) -> None:
        loop = asyncio.get_running_loop()
        for listener in self._sockets:
            loop.remove_reader(listener)
        if self._resting is not None:
            self._resting.cancel()
        self._resting = None if seconds is None else loop.call_later(seconds, self._go_on)

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
                    self._guard.note(NONE_LEFT)
                    self._pause(self._limits.rest)
                    return
                continue  # of this one connection: the client has gone, or its network has
            self._bucket.take()
            connection = self._guard.take_in(client_of(str(peer[0]), str(sock.getsockname()[0])))
            if connection is None:
                sock.close()
                continue
            task = asyncio.get_running_loop().create_task(self._join(connection, sock))
            self._joining.add(task)
            task.add_done_callback(self._joining.discard)

    async def _join(self, connection: Connection, sock: socket.socket) -> None:
        try:
            sock.setblocking(False)
            # asyncio does this only for sockets that were made with a protocol's number. Some systems refuse it once the client
            # has gone.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: Requests(connection, self._config, self._state),
                sock,
                ssl=self._encryption,
                ssl_handshake_timeout=None if self._encryption is None else self._limits.first_request,
            )
        except (OSError, asyncio.CancelledError):
            connection.is_lost()
            sock.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.stop()


class Server(WebServer):
    """Serves one table; see `create_app`, and `WebServer` for the rest."""

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
        turns: Turns | None = None,
    ) -> None:
        exposed = (name for sock in sockets if not is_loopback(name := str(sock.getsockname()[0])))
        bind = next(exposed, "127.0.0.1") if sockets else host
        app = create_app(
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
        super().__init__(
            app,
            host=host,
            port=port,
            sockets=sockets,
            clock=clock,
            limits=limits,
            encryption=encryption,
            turns=turns,
            who=lambda scope: seat_client(HTTPConnection(scope), handlers),
            dismiss=hub.dismiss,
        )


def _listen(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=backlog)
    except OSError as error:
        finding = f"The web server cannot listen at {host}, port {port}: {error.strerror or error}; set another port or address."
        raise ConfigError((finding,)) from None


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """The context for the listener. Raises ConfigError with a sentence that names the file and the remedy."""
    for name, path in (("web.certificate", certificate), ("web.key", key)):
        try:
            path.open("rb").close()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(
                (f"{name}: {path} cannot be read ({reason}); name a file that this user may read.",)
            ) from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, password=_refuse_password)
    except _LockedKeyError:
        raise ConfigError(
            (f"web.key: {key} is protected by a password, which nobody can enter at a start; name a key without one.",)
        ) from None
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            text = f"web.key: {key} is not the key of the certificate {certificate}; name the one that belongs to it."
        else:
            text = f"web.certificate: {certificate} and {key} are no certificate and key in PEM form; convert them with openssl."
        raise ConfigError((text,)) from None
    return context


class _LockedKeyError(Exception):
    """The key has a password."""


def _refuse_password() -> str:
    raise _LockedKeyError
