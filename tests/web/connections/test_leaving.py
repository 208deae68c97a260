"""Clients that leave: before their turn they cost those who stay nothing, and news that crosses their farewell is no fault."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.connections.address_quota import Client
from companion.web.connections.connection import Connection, Stage
from companion.web.connections.fair_queue import FairQueue
from companion.web.connections.limits import Limits
from tests.patience import PATIENCE
from tests.until import next_turn, setting, until
from tests.web.clients import serving, table, upgrade

pytestmark = pytest.mark.anyio

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


class Counted:
    """The owner of connections: how many have asked, and how many are lost."""

    def __init__(self) -> None:
        self.asked = 0
        self.lost = 0
        self._news = asyncio.Event()

    def waits(self, _connection: Connection) -> None:
        pass

    def is_busy(self, _connection: Connection) -> None:
        self.asked += 1
        self._news.set()

    def is_flooded(self, _connection: Connection) -> None:
        pass

    def is_lost(self, _connection: Connection) -> None:
        self.lost += 1
        self._news.set()

    async def counts(self, asked: int, lost: int) -> None:
        """Wait until so many have asked and so many are lost."""
        await until(lambda: (self.asked, self.lost) == (asked, lost), setting(self._news))


async def test_who_asks_and_leaves_takes_no_turn_of_who_stays() -> None:
    now = 0.0
    turns = FairQueue(1000, 1, lambda: now)
    state, owner, loop = ServerState(), Counted(), asyncio.get_running_loop()

    def speak(connection: Connection) -> asyncio.Protocol:
        config = Config(connection.run, interface="asgi3", lifespan="off", log_config=None)
        config.load()
        return H11Protocol(config, state, {})

    server = await loop.create_server(
        lambda: Connection(Client("a", "a"), owner, Limits(), turns, lambda: now, answer, speak), "127.0.0.1", 0
    )
    async with asyncio.timeout(PATIENCE), server:
        port = server.sockets[0].getsockname()[1]
        with ExitStack() as stack:
            # The first takes the only turn that there is. The others wait, and go.
            leaving = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(5)]
            for count, client in enumerate(leaving, 1):
                client.sendall(REQUEST)
                await owner.counts(count, 1)
        await owner.counts(5, 5)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)
        await owner.counts(6, 5)
        now = 0.001  # one turn more
        assert (await reader.readline()).startswith(b"HTTP/1.1 204")
        writer.close()
        await owner.counts(6, 6)
    turns.close()
    assert not state.tasks


class Told(asyncio.Protocol):
    """A protocol that notes when it is to write no more, and when again."""

    def __init__(self, notes: list[str]) -> None:
        self._notes = notes

    def pause_writing(self) -> None:
        self._notes.append("pause")

    def resume_writing(self) -> None:
        self._notes.append("resume")


async def test_that_a_client_lags_is_told_to_a_protocol_that_is_there_and_not_cut_off() -> None:
    notes: list[str] = []
    turns = FairQueue(1000, 1, lambda: 0.0)
    connection = Connection(Client("a", "a"), Counted(), Limits(), turns, lambda: 0.0, answer, lambda _: Told(notes))

    def lag_and_catch_up() -> list[str]:
        notes.clear()
        connection.pause_writing()
        connection.resume_writing()
        return notes

    ours, theirs = socket.socketpair()
    with theirs:
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().create_connection(lambda: connection, sock=ours)
            assert lag_and_catch_up() == [], "it has sent nothing, so there is no protocol"
            connection.data_received(b"GET")
            assert lag_and_catch_up() == ["pause", "resume"]
            connection._upgraded(Told(notes))
            connection._is_accepted = True
            assert lag_and_catch_up() == ["pause", "resume"]
            connection.data_received(b"\x89\x80\0\0\0\0" * 1000)  # pings
            assert connection._stage is Stage.FLOODING
            assert lag_and_catch_up() == []
            connection.drop()
            await connection.gone()
    turns.close()


ENDS: dict[str, Callable[[Any], None]] = {
    "its farewell": lambda connection: connection.data_received(b"\x88\x82\0\0\0\0\x03\xe8"),
    "a frame that is none": lambda connection: connection.data_received(b"\x83\x80\0\0\0\0"),
    "a message that is none": lambda connection: connection.data_received(b"\x81\x81\0\0\0\0x"),
    "no answer to a ping": lambda connection: connection._inner.keepalive_timeout(),
}


@pytest.mark.parametrize("end", ENDS)
async def test_news_for_a_page_that_lags_and_ends_is_no_fault(end: str, caplog: pytest.LogCaptureFixture) -> None:
    hub = table()
    loop = asyncio.get_running_loop()
    async with serving(hub, bench=True, limits=Limits(closing=0.05)) as server, asyncio.timeout(PATIENCE):
        with socket.socket() as page:
            page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            page.setblocking(False)
            await loop.sock_connect(page, ("127.0.0.1", server.port))
            await loop.sock_sendall(page, upgrade(server, "/ws/bench"))
            assert b" 101 " in await loop.sock_recv(page, 20)
            (connection,) = server.connections
            turn = 0
            while not connection.unsent:
                turn += 1
                hub.frame(0, (), bytes([turn % 255 + 1]) * 1024)
                await asyncio.sleep(0)
            ENDS[end](connection)
            await next_turn()
            hub.event("Ben guesses.")
            await connection.gone()
    assert caplog.records == []


async def test_what_is_sent_to_a_client_that_has_gone_adds_nothing_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(table(), bench=False) as server, asyncio.timeout(PATIENCE):
        with socket.create_connection(("127.0.0.1", server.port)):
            await until(lambda: any(one._transport is not None for one in server.connections), next_turn)
            (connection,) = server.connections
            connection.drop()
            for _ in range(10):
                assert connection._transport is not None
                connection._transport.write(b"News.")
            await connection.gone()
    assert caplog.records == []
