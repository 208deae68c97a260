"""What a client may take of the table: time for a request, bytes, frames of a websocket, a place, a turn, time to close.

    Connection   what is ours of one connection
    Requests     uvicorn's protocol of requests, which parses what the connection may send
    Socket       uvicorn's protocol of the websocket that a connection has become
    Guard        ASGI middleware round the application, which begins it when it is the client's turn

A connection waits for a whole request, with its body, and meanwhile its place may be given to another. Then it is busy until the
answer is sent, or for good as a websocket. A websocket that is over its budget is flooding until it is lost.

Invariant: whatever a client sends, or leaves out, costs no more than its `Limits`. A connection ends only by being lost.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from companion.web.shares import (
    LEAST_READ,
    LISTENER,
    PLAYER,
    REQUESTS,
    Allowance,
    Client,
    FrameCount,
    Limits,
    MonotonicClock,
    Places,
    TokenBucket,
    Turns,
    client_of,
)

log = logging.getLogger("companion")

FLOOD: Final = "Too many messages at once."
ENDED: Final = "the page has too many visitors; connections that were ended: %d"
TELLING: Final = 60.0
"""Seconds between two lines of the log."""
_CONNECTION: Final = "connection"
"""In the scope's `state`."""


def may_play(scope: Scope) -> None:
    """The websocket of `scope` has keys from now on, so it may send more than one that only listens."""
    connection = scope.get("state", {}).get(_CONNECTION)
    if isinstance(connection, Connection):
        connection.allow(PLAYER)


def client_in(scope: Scope) -> Client:
    """As whom the client of a request or a websocket counts."""
    client, server = scope.get("client"), scope.get("server")
    return client_of(client[0] if client is not None else "", server[0] if server is not None else "")


class Connection:
    """One connection, from the moment when it is accepted. With TLS its transport comes later, or never."""

    def __init__(self, guard: "Guard", client: Client) -> None:
        self.client = client
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when it is lost. Wait for it by `asyncio.wait`, which leaves it to the others that do."""
        self.is_accepted = False
        self.is_flooding = False
        self.takes: asyncio.Event | None = None
        """Of a websocket: set while its client does not lag."""
        self.transport: asyncio.Transport | None = None
        self._guard = guard
        self._is_dropped = False
        self._deadline: asyncio.TimerHandle | None = None
        self._frame_count: FrameCount | None = None
        self.allow(REQUESTS)

    @property
    def is_over(self) -> bool:
        """Whether its client can be sent nothing more."""
        return self.is_flooding or self.transport is None or self.transport.is_closing()

    @property
    def unsent(self) -> int:
        """Bytes that wait in this process for the client to take them."""
        return self.transport.get_write_buffer_size() if self.transport is not None else 0

    def allow(self, allowance: Allowance) -> None:
        """What it may send from now on."""
        clock = self._guard.clock
        self._octets = TokenBucket(allowance.octets, allowance.octets_at_once, clock)
        self._frames = TokenBucket(allowance.frames, allowance.frames_at_once, clock)
        self._frames_at_once = allowance.frames_at_once

    def may_send(self, data: bytes) -> bool:
        """Whether these bytes are within its budget. If not, it has to end."""
        if self._octets.take(max(len(data), LEAST_READ)):
            count = self._frame_count
            if count is None or self._frames.take(count.count(data, self._frames_at_once)):
                return True
        self._guard.note(ENDED)
        return False

    def drop(self) -> None:
        """End it at once."""
        self._is_dropped = True
        if self.transport is not None:
            self.transport.abort()

    # Where it stands.

    def made(self, transport: asyncio.Transport) -> None:
        """It is there."""
        self.transport = transport
        if self._is_dropped:
            transport.abort()
        else:
            self.waits()

    def waits(self) -> None:
        """It has nothing asked: the next request must come in time. One that closes has the time for that."""
        if self.takes is None:
            limits = self._guard.limits
            self._guard.places.offer(self)
            self._end_after(limits.closing if self.is_over else limits.first_request)

    def busy(self) -> None:
        """It has asked something, and stays."""
        self._guard.places.keep(self)
        if self._deadline is not None:
            self._deadline.cancel()

    def upgraded(self) -> None:
        """It is a websocket now."""
        self.takes = asyncio.Event()
        self.takes.set()
        self._frame_count = FrameCount()
        self.allow(LISTENER)
        self.busy()

    def ends(self) -> None:
        """It closes: what was sent has yet to be taken, and a websocket's close to be answered."""
        self._end_after(self._guard.limits.closing)

    def is_lost(self) -> None:
        """It is gone."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self.takes is not None:
            self.takes.set()
        if not self.gone.done():
            self.gone.set_result(None)
        self._guard.leave(self)

    def _end_after(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        if not self.gone.done():
            self._deadline = asyncio.get_running_loop().call_later(seconds, self.drop)


class Requests(H11Protocol):
    """Parses the requests of one connection."""

    def __init__(self, connection: Connection, config: Config, state: ServerState) -> None:
        # uvicorn copies the third to the `state` of each scope, and hands it to a Socket.
        super().__init__(config, state, {_CONNECTION: connection})
        self._guarded = connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._guarded.made(self.transport)

    def data_received(self, data: bytes) -> None:
        """Parse what the budget allows."""
        if self._guarded.is_over:
            return
        if self._guarded.may_send(data):
            super().data_received(data)
        else:
            self._guarded.drop()

    def eof_received(self) -> None:
        """The client sends no more, so nobody waits for an answer, and asyncio closes."""
        self._guarded.ends()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        self._guarded.is_lost()


class Socket(WebSocketsSansIOProtocol):
    """Parses the frames of one connection, which uvicorn makes at the upgrade."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._guarded: Connection = app_state[_CONNECTION]
        self._has_head = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It takes over."""
        super().connection_made(transport)
        self._guarded.upgraded()

    def data_received(self, data: bytes) -> None:
        """Parse what the budget allows, after the handshake's head, which uvicorn hands on as it stands."""
        if not self._has_head:
            self._has_head = True
        elif self._guarded.is_over:
            return
        elif not self._guarded.may_send(data):
            self._cut_off()
            return
        super().data_received(data)

    def eof_received(self) -> None:
        """The client sends no more, and asyncio closes."""
        self._guarded.ends()

    def pause_writing(self) -> None:
        """The client lags. uvicorn heeds that only since 0.53, so `Guard` does."""
        if self._guarded.takes is not None:
            self._guarded.takes.clear()

    def resume_writing(self) -> None:
        """It has caught up."""
        if self._guarded.takes is not None:
            self._guarded.takes.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if not self._guarded.is_flooding:
            super().connection_lost(exc)
        self._guarded.is_lost()

    def _cut_off(self) -> None:
        """Tell it so, and read no more, but keep its place for a while: who is closed at once floods again at once. The
        application hears that it is gone."""
        if not self._guarded.is_accepted:
            self._guarded.drop()
            return
        self._guarded.is_flooding = True
        self.transport.pause_reading()
        self.transport.write(bytes((0x88, 2 + len(FLOOD))) + (1008).to_bytes(2, "big") + FLOOD.encode())
        self._guarded.ends()
        super().connection_lost(ConnectionResetError(FLOOD))


class Guard:
    """ASGI middleware round `app`, and what all connections share. `known`: as whom a request counts that shows who it is; None
    for the others, which count as their connection's client. `clock` is that of bytes and frames.

    Belongs to the running loop from the first connection on.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        clock: MonotonicClock,
        turns: Turns,
        known: Callable[[Scope], Client | None] = lambda _scope: None,
    ) -> None:
        self.limits = limits
        self.clock = clock
        self.places: Places[Connection] = Places(
            limits.connections, limits.of_an_address, self._send_away, of_a_network=limits.of_a_network
        )
        self.connections: set[Connection] = set()
        self._app = app
        self._turns = turns
        self._known = known
        self._untold: Counter[str] = Counter()
        self._telling: asyncio.TimerHandle | None = None
        self._is_closed = False

    def take_in(self, client: Client) -> Connection | None:
        """A new connection; None where there is no place for it."""
        connection = Connection(self, client)
        if not self.places.enter(client, connection):
            self.note(ENDED)
            return None
        self.places.offer(connection)
        self.connections.add(connection)
        return connection

    def leave(self, connection: Connection) -> None:
        """It is lost."""
        self.places.leave(connection)
        self.connections.discard(connection)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, when it is this client's turn."""
        connection: Connection = scope["state"][_CONNECTION]
        is_socket = scope["type"] == "websocket"
        if not is_socket:
            whole = await read_ahead(receive, self.limits.body)
            if whole is None:
                return
            receive = whole
            connection.busy()
        try:
            if not await self._turn(connection, scope):
                return
            if is_socket:
                await self._app(scope, receive, _to_socket(connection, send))
            else:
                async with asyncio.timeout(self.limits.answer):
                    await self._app(scope, receive, send)
        except (ClientDisconnected, WebSocketDisconnect):
            pass  # it left before it had its answer
        except TimeoutError:
            connection.drop()
        except Exception:
            # Told here and not by uvicorn, whose log is switched off: it tells clients' addresses, and every frame.
            log.exception("A page met a fault of the companion's own.")
            raise
        finally:
            if is_socket:
                connection.ends()
                # uvicorn before 0.53 closes at once, and the client would lose what it was told.
                await asyncio.wait([connection.gone])
            else:
                connection.waits()

    def note(self, event: str) -> None:
        """For the log: at most a line a minute of each kind, however many there are, and without their addresses."""
        self._untold[event] += 1
        if self._telling is None:
            self._tell()

    def close(self) -> None:
        """Let nobody have a turn any more, and log nothing."""
        self._is_closed = True
        self._turns.close()
        if self._telling is not None:
            self._telling.cancel()

    async def _turn(self, connection: Connection, scope: Scope) -> bool:
        """Wait for the turn; False where the client left before. Else those who ask and leave at once would pile up."""
        turn = self._turns.turn(self._known(scope) or connection.client)
        try:
            await asyncio.wait([turn, connection.gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            turn.cancel()
        return not connection.gone.done()

    def _send_away(self, connection: Connection) -> None:
        connection.drop()
        self.note(ENDED)

    def _tell(self) -> None:
        self._telling = None
        if self._untold and not self._is_closed:
            for event, count in self._untold.items():
                log.warning(event, count)
            self._untold.clear()
            self._telling = asyncio.get_running_loop().call_later(TELLING, self._tell)


def _to_socket(connection: Connection, send: Send) -> Send:
    """Sends when the client does not lag, and nothing once it left, of which the application may not have heard yet: uvicorn
    would take that for a fault of the application."""

    async def sending(message: Message) -> None:
        assert connection.takes is not None
        await connection.takes.wait()
        if connection.is_over:
            raise WebSocketDisconnect(1006)
        connection.is_accepted = connection.is_accepted or message["type"] == "websocket.accept"
        if message["type"] == "websocket.http.response.start":
            # uvicorn adds these two of its own accord; before 0.53 they would stand there twice.
            headers = [one for one in message.get("headers", ()) if one[0] not in (b"content-length", b"content-type")]
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def read_ahead(receive: Receive, most: int) -> Receive | None:
    """Read a body before the application begins, so that a client which holds it back has asked nothing yet: to the end, or until
    it has more than `most` bytes; None where the client left before. The result gives all of it again, and then what comes."""
    taken: list[Message] = []
    size = 0
    while size <= most and (not taken or taken[-1].get("more_body", False)):
        message = await receive()
        if message["type"] != "http.request":
            return None
        taken.append(message)
        size += len(message.get("body", b""))
    taken.reverse()

    async def again() -> Message:
        return taken.pop() if taken else await receive()

    return again
