"""The limits of connections, on a real server: what an attack is cut down to, and that the players notice nothing of it."""

import asyncio
import os
import resource
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress

import pytest

from companion.web.connections.limits import Limits
from companion.web.connections.listener import NONE_LEFT
from companion.web.hub import Hub
from companion.web.phones.seat_socket import DOOR
from companion.web.server import Server
from tests.patience import PATIENCE
from tests.until import next_turn, until
from tests.web.clients import farewell, greeting, http, phone, serving, table, upgrade, ws

pytestmark = pytest.mark.anyio

LINUX = pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="Linux tells these of a socket")


@asynccontextmanager
async def idle(server: Server, count: int) -> AsyncIterator[list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]:
    """Connections that say nothing."""
    opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
    try:
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


async def test_idle_connections_shut_nobody_out() -> None:
    async with serving(table(), bench=True) as server, idle(server, 120):
        assert (await http(server, "/table"))[0] == 200
        async with ws(server, "/ws/bench") as bench:
            await greeting(bench, 8)


async def test_who_has_nothing_asked_goes_for_a_newcomer_and_who_has_a_socket_stays() -> None:
    limits = Limits(connections=4, of_an_address=4)
    async with serving(table(), bench=True, limits=limits) as server, ws(server, "/ws/bench") as bench:
        await greeting(bench, 8)
        async with idle(server, 3) as opened:
            await until(lambda: len(server.connections) == 4, next_turn)
            assert (await http(server, "/table"))[0] == 200
            async with asyncio.timeout(PATIENCE):
                assert await opened[0][0].read() == b""  # the one that waited longest
            await bench.send('{"seat":0,"key":"left","down":true}')
            await (await bench.ping())


async def test_where_all_are_busy_a_newcomer_is_turned_away() -> None:
    limits = Limits(connections=2, of_an_address=2)
    async with (
        serving(table(), bench=True, limits=limits) as server,
        ws(server, "/ws/bench") as one,
        ws(server, "/ws/table") as other,
    ):
        await greeting(one, 8)
        await greeting(other, 6)
        async with idle(server, 1) as opened, asyncio.timeout(PATIENCE):
            assert await opened[0][0].read() == b""
        await (await one.ping())


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /table HT",
        b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /table HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx",
        b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",  # and no second request
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "no second request"],
)
async def test_a_connection_without_a_whole_request_ends(sent: bytes) -> None:
    async with serving(table(), bench=True, limits=Limits(first_request=0.05)) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(sent)
        with suppress(ConnectionResetError):  # it ended before it had read what was sent
            await reader.read()
        await until(lambda: len(server.connections) == 0, next_turn)
        writer.close()


async def test_a_client_that_never_answers_the_close_is_gone_soon() -> None:
    async with serving(table(), bench=True, limits=Limits(closing=0.05)) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/table"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x81\0\0\0\0x")  # a table page may only look
        assert b"This page may only look." in await reader.read()
        await until(lambda: len(server.connections) == 0, next_turn)
        writer.close()


async def test_nor_does_one_that_takes_nothing_stay() -> None:
    hub = table()
    async with serving(hub, bench=True, limits=Limits(closing=0.05)) as server, asyncio.timeout(20):
        loop = asyncio.get_running_loop()
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            await loop.sock_connect(deaf, ("127.0.0.1", server.port))
            await loop.sock_sendall(deaf, upgrade(server, "/ws/bench"))
            assert b" 101 " in await loop.sock_recv(deaf, 20)
            (connection,) = server.connections
            turn = 0
            while not connection.unsent:
                turn += 1
                hub.frame(0, (), bytes([turn % 255 + 1]) * 1024)
                await asyncio.sleep(0)
            await loop.sock_sendall(deaf, b"\x81\x81\0\0\0\0x")
            await connection.gone()


async def test_pages_of_the_table_do_not_shut_out_the_bench_nor_the_other_way_round() -> None:
    hub = Hub(1, ["Ada"], spectators=2, benches=1)
    async with (
        serving(hub, bench=True) as server,
        ws(server, "/ws/table") as one,
        ws(server, "/ws/table") as other,
        ws(server, "/ws/bench") as bench,
    ):
        for client in (one, other, bench):
            await client.recv()
        for path in ("/ws/table", "/ws/bench"):
            async with ws(server, path) as more:
                assert (await farewell(more))[0] == 1013


@pytest.mark.slow
async def test_two_hundred_spectators_all_hear_of_a_move() -> None:
    hub = table()
    async with serving(hub, bench=True, beat=600) as server, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(ws(server, "/ws/table")) for _ in range(200)]
        for client in clients:
            await greeting(client, 6)
        hub.event("Ben guesses.")
        for client in clients:
            assert await greeting(client, 1) == [{"type": "event", "text": "Ben guesses."}]


@LINUX
async def test_a_spectator_of_an_address_with_many_goes_for_one_of_an_address_with_none() -> None:
    async with (
        serving(Hub(1, ["Ada"], spectators=2), bench=True) as server,
        ws(server, "/ws/table") as one,
        ws(server, "/ws/table") as other,
    ):
        await one.recv()
        await other.recv()
        async with ws(server, "/ws/table", local_addr=("127.0.0.2", 0)) as third:
            assert await farewell(one) == (1001, "Too many pages are open at this table.")
            await third.recv()
            await (await other.ping())


async def test_phones_without_a_seat_keep_no_place_of_one_that_has_one() -> None:
    async with serving(table(), bench=False) as server:
        strangers = [await ws(server, "/ws/seat") for _ in range(17)]
        for client in strangers:
            assert await farewell(client) == (1008, DOOR)
        async with phone(server, "0") as other:
            assert await farewell(other) == (1008, "No seat of this table is played from a phone.")


@pytest.mark.parametrize("own", [True, False], ids=["our own socket", "one from systemd"])
async def test_what_is_sent_leaves_at_once_and_few_wait_in_the_kernel(own: bool) -> None:
    # systemd's comes by its number alone.
    given = [] if own else [socket.socket(fileno=socket.create_server(("127.0.0.1", 0), backlog=500).detach())]
    async with serving(table(), bench=False, sockets=given) as server, idle(server, 1):
        await until(lambda: len(server.connections) == 1, next_turn)
        (connection,) = server.connections
        await until(lambda: connection._transport is not None, next_turn)
        assert connection._transport is not None
        accepted = connection._transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        if hasattr(socket, "TCP_INFO") and os.path.exists("/proc/net/tcp"):
            told = server._sockets[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
            assert struct.unpack_from("I", told, 28) == (Limits().backlog,)  # of a listening socket: sk_max_ack_backlog


@contextmanager
def no_more_descriptors() -> Iterator[None]:
    """None can be opened here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_without_descriptors_it_waits_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.get_running_loop()
    async with serving(table(), bench=True, limits=Limits(rest=0.2)) as server:
        with socket.socket() as client:
            client.setblocking(False)
            with no_more_descriptors():
                await loop.sock_connect(client, ("127.0.0.1", server.port))
                await until(lambda: bool(caplog.records), next_turn)
                for _ in range(100):
                    await asyncio.sleep(0)
                assert server._listener is not None
                assert server._listener._resting is not None
            await loop.sock_sendall(client, b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                assert (await loop.sock_recv(client, 12)).endswith(b"200")
    assert [record.getMessage() for record in caplog.records] == [NONE_LEFT % 1]
