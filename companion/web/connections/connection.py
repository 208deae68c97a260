"""One connection of a client, and what it may take: time for a request, bytes, frames of a websocket, time to close.

It stands between asyncio and uvicorn's protocols, which parse what it lets pass, and between those and the application, which
it begins when it is the client's turn.

Invariant: whatever a client sends, or leaves out, costs no more than its `Limits`. A connection ends only by being lost.
"""

import asyncio
import logging
from collections.abc import Callable
from enum import Enum
from typing import Final, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from companion.web.connections.address_quota import Client, client_of
from companion.web.connections.connection_protocols import ConnectionOwner, Inner
from companion.web.connections.fair_queue import FairQueue
from companion.web.connections.frame_count import FrameCount
from companion.web.connections.limits import LEAST_READ, LISTENER, PLAYER, REQUESTS, Allowance, Limits
from companion.web.connections.managed_transport import ManagedTransport
from companion.web.connections.request_body import read_ahead
from companion.web.connections.token_bucket import MonotonicClock, TokenBucket

log = logging.getLogger("companion")

FLOOD: Final = "Too many messages at once."
_STATE: Final = "connection"
"""In the scope's `state`."""


def may_play(scope: Scope) -> None:
    """The websocket of `scope` has keys from now on, so it may send more than one that only listens."""
    connection = scope.get("state", {}).get(_STATE)
    if isinstance(connection, Connection):
        connection.allow(PLAYER)


def client_in(scope: Scope) -> Client:
    """As whom the client of a request or a websocket counts."""
    client, server = scope.get("client"), scope.get("server")
    return client_of(client[0] if client is not None else "", server[0] if server is not None else "")


class Stage(Enum):
    """Where a connection stands. A websocket that is over budget is FLOODING until it is lost."""

    WAITING = "for a whole request"
    ANSWERED = "by the application"
    SOCKET = "a websocket"
    FLOODING = "cut off"
    LOST = "gone"


class Connection(asyncio.Protocol):
    """One connection. `speak` makes uvicorn's protocol for it, whose application is `run`; `app`: the real one. `known`: as whom
    a request counts that shows who it is; None for the others, which count as `client`."""

    def __init__(
        self,
        client: Client,
        owner: ConnectionOwner,
        limits: Limits,
        turns: FairQueue,
        clock: MonotonicClock,
        app: ASGIApp,
        speak: Callable[["Connection"], asyncio.Protocol],
        known: Callable[[Scope], Client | None] = lambda _scope: None,
    ) -> None:
        self._client = client
        self._owner = owner
        self._limits = limits
        self._turns = turns
        self._clock = clock
        self._app = app
        self._speak = speak
        self._known = known
        self._loop = asyncio.get_running_loop()
        self._stage = Stage.WAITING
        self._is_dropped = False
        self._is_accepted = False
        self._is_encrypted = False
        self._inner: Inner | None = None
        self._transport: ManagedTransport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._turn: asyncio.Future[None] | None = None
        self._gone = asyncio.Event()
        self._count = FrameCount()
        self.allow(REQUESTS)

    def allow(self, allowance: Allowance) -> None:
        """What it may send from now on."""
        self._most = allowance.frames_at_once
        self._octets = TokenBucket(allowance.octets, allowance.octets_at_once, self._clock)
        self._frames = TokenBucket(allowance.frames, allowance.frames_at_once, self._clock)

    def drop(self) -> None:
        """End it at once."""
        self._is_dropped = True
        if self._transport is not None:
            self._transport.abort()

    def shutdown(self) -> None:
        """End it politely; at once where the client lags."""
        if self._inner is None or self.unsent:
            self.drop()
        elif self._stage is not Stage.FLOODING:
            self._inner.shutdown()

    @property
    def unsent(self) -> int:
        """Bytes that wait in this process for the client to take them."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    async def gone(self) -> None:
        """Wait until it is lost."""
        await self._gone.wait()

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there."""
        real = cast(asyncio.Transport, transport)
        self._is_encrypted = real.get_extra_info("sslcontext") is not None
        self._transport = ManagedTransport(real, self._loop, self._limits.closing, self._upgraded)
        if self._is_dropped:
            real.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Let pass what the budget allows."""
        if self._transport is None or self._stage is Stage.FLOODING:
            return
        if self._inner is None:
            # Only now, since most connections of an attack never send anything.
            self._inner = cast(Inner, self._speak(self))
            self._inner.connection_made(self._transport)
        if self._stage is not Stage.SOCKET:
            self._slow_down(data)
        elif not self._octets.take(max(len(data), LEAST_READ)) or not self._frames.take(
            self._count.count(data, self._most)
        ):
            self._cut_off()
            return
        self._inner.data_received(data)

    def eof_received(self) -> bool:
        """The client sends no more; then nobody waits for an answer."""
        if self._transport is not None:
            self._transport.close()
        # TLS has no connection that is open in one direction.
        return not self._is_encrypted

    def pause_writing(self) -> None:
        """The client lags."""
        if self._inner is not None and self._stage is not Stage.FLOODING:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """It has caught up."""
        if self._inner is not None and self._stage is not Stage.FLOODING:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        was, self._stage = self._stage, Stage.LOST
        for timer in (self._deadline, self._pause):
            if timer is not None:
                timer.cancel()
        if self._transport is not None:
            self._transport.lost()
        if self._inner is not None and was is not Stage.FLOODING:
            self._inner.connection_lost(exc)
        self._gone.set()
        if self._turn is not None and not self._turn.done():
            # Else those who ask and leave at once would pile up, and their turns would be lost to those who stay.
            self._turn.set_result(None)
        self._owner.is_lost(self)

    # What uvicorn's protocols call.

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application, when it is this client's turn."""
        if scope["type"] == "websocket":
            scope.setdefault("state", {})[_STATE] = self
        else:
            whole = await read_ahead(receive, self._limits.body)
            if whole is None:
                return
            receive = whole
            self._be_busy(Stage.ANSWERED)

        async def send_on(message: Message) -> None:
            if getattr(self._inner, "close_sent", False):
                # The client closed its socket, or answered no ping, and the application has not heard of it yet. uvicorn would
                # take what it sends for a fault of the application.
                raise ClientDisconnected
            self._is_accepted = self._is_accepted or message["type"] == "websocket.accept"
            await send(message)

        try:
            self._turn = self._turns.turn(self._known(scope) or self._client)
            await self._turn
            if self._gone.is_set():
                return
            if scope["type"] == "websocket":
                await self._app(scope, receive, send_on)
            else:
                async with asyncio.timeout(self._limits.answer):
                    await self._app(scope, receive, send)
        except (ClientDisconnected, WebSocketDisconnect):
            pass  # it left before it had its answer
        except TimeoutError:
            self.drop()
        except Exception:
            # Told here and not by uvicorn, whose log is switched off: it tells clients' addresses, and every frame.
            log.exception("A page met a fault of the companion's own.")
            raise
        finally:
            if scope["type"] == "websocket":
                await self._ended()
            else:
                self._wait()

    async def _ended(self) -> None:
        """The application is done with a websocket: see its closing handshake through, or cut it short. uvicorn takes one
        whose handshake was refused for one that was forgotten, as long as the connection is there."""
        if self._transport is not None:
            self._transport.end_within(self._limits.closing)
        await self._gone.wait()

    def _upgraded(self, protocol: asyncio.BaseProtocol) -> None:
        self._inner = cast(Inner, protocol)
        self._be_busy(Stage.SOCKET)
        self.allow(LISTENER)
        if self._pause is not None:
            self._pause.cancel()
            self._read_on()

    def _be_busy(self, stage: Stage) -> None:
        if self._stage is Stage.WAITING:
            self._stage = stage
            self._owner.is_busy(self)
        if self._deadline is not None:
            self._deadline.cancel()

    def _wait(self) -> None:
        if self._stage in (Stage.WAITING, Stage.ANSWERED):
            self._stage = Stage.WAITING
            self._deadline = self._loop.call_later(self._limits.first_request, self.drop)
            self._owner.waits(self)

    def _slow_down(self, data: bytes) -> None:
        debt = self._octets.owe(max(len(data), LEAST_READ))
        if debt and self._transport is not None:
            self._transport.hold(True)
            self._pause = self._loop.call_later(debt, self._read_on)

    def _read_on(self) -> None:
        self._pause = None
        if self._transport is not None:
            self._transport.hold(False)

    def _cut_off(self) -> None:
        """Tell it so, and read no more. The application hears at once that the client is gone."""
        assert self._transport is not None
        assert self._inner is not None
        self._owner.is_flooded(self)
        if not self._is_accepted:
            self.drop()
            return
        self._stage = Stage.FLOODING
        self._transport.hold(True)
        self._transport.write(bytes((0x88, 2 + len(FLOOD))) + (1008).to_bytes(2, "big") + FLOOD.encode())
        self._transport.end_within(self._limits.closing)
        self._inner.connection_lost(ConnectionResetError(FLOOD))
