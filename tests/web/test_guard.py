"""The limits of connections, on a real server: what an attack is cut down to, and that the players notice nothing of it.

Near tests of uvicorn's protocols, so `.ci/run` plays them with the oldest and the newest release that pyproject.toml allows.
"""

import asyncio
import os
import resource
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from companion.core.errors import ConfigError
from companion.core.seat import Place
from companion.web.guard import FLOOD
from companion.web.hub import Hub
from companion.web.server import NONE_LEFT, Server, server_context
from companion.web.shares import LISTENER, Limits, Turns
from companion.web.sockets import DOOR
from tests.patience import PATIENCE
from tests.until import next_turn, until
from tests.web.clients import Requests, farewell, greeting, http, phone, serving, table, upgrade, ws

pytestmark = pytest.mark.anyio

LINUX = pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="Linux tells these of a socket")
AT_WILL = Limits(accepts=1e6, accepts_at_once=1e6, requests=1e6, requests_at_once=1e6)
"""No pace, for tests of another limit."""


@asynccontextmanager
async def idle(server: Server, count: int) -> AsyncIterator[list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]:
    """Connections that say nothing."""
    opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
    try:
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


@asynccontextmanager
async def lagging(server: Server, hub: Hub) -> AsyncIterator[socket.socket]:
    """A page of seats that takes nothing, once something waits for it in this process."""
    loop = asyncio.get_running_loop()
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
        yield page


def head(server: Server, more: str = "", *, method: str = "GET", path: str = "/table") -> bytes:
    """The head of a request, with other lines in it."""
    place = f"127.0.0.1:{server.port}"
    return f"{method} {path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n{more}\r\n".encode()


# Places.


async def test_three_hundred_idle_connections_shut_nobody_out() -> None:
    async with serving(table(), bench=True, limits=AT_WILL) as server, idle(server, 300):
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


@pytest.mark.slow
async def test_two_hundred_spectators_all_hear_of_a_move() -> None:
    hub = table()
    async with serving(hub, bench=True, beat=600) as server, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(ws(server, "/ws/table")) for _ in range(200)]
        for client in clients:
            await greeting(client, 7)
        hub.event("Ben guesses.")
        for client in clients:
            assert (await greeting(client, 2))[1] == {"type": "event", "text": "Ben guesses."}


# Requests: their time, their bytes, their turns.

JOIN = "POST /seat/join HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n"
HALF_REQUESTS = {
    "nothing": "",
    "half a line": "GET /table HT",
    "half a head": "GET /table HTTP/1.1\r\nHost: {place}\r\n",
    "half a body": JOIN + "Content-Length: 100\r\n\r\n{{",
    "half a chunk": JOIN + "Transfer-Encoding: chunked\r\n\r\n9\r\n{{",
    "no second request": "GET /table HTTP/1.1\r\nHost: {place}\r\n\r\n",
    "half a second request": "GET /table HTTP/1.1\r\nHost: {place}\r\n\r\nGET /ta",
}


@pytest.mark.parametrize("sent", HALF_REQUESTS.values(), ids=HALF_REQUESTS)
async def test_a_connection_without_a_whole_request_ends(sent: str) -> None:
    limits = Limits(first_request=0.05, answer=10 * PATIENCE)
    async with serving(table(), bench=True, limits=limits) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(sent.format(place=f"127.0.0.1:{server.port}").encode())
        with suppress(ConnectionResetError):  # it ended before it had read what was sent
            assert b" 403 " not in await reader.read(), "the table was not asked"
        await until(lambda: not server.connections, next_turn)
        writer.close()


class Slow(Requests):
    """Lets a phone leave when `now` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.asked = asyncio.Event(), asyncio.Event()

    async def leave_phone(self, secret: str) -> None:
        self.asked.set()
        await self.now.wait()


def leaving(server: Server) -> bytes:
    """A request of a phone that leaves."""
    cookie = f"Cookie: companion-seat-{server.port}=SECRET\r\nContent-Length: 2\r\n"
    return head(server, cookie, method="POST", path="/seat/leave") + b"{}"


async def test_an_answer_has_its_time() -> None:
    async with serving(table(), Slow(), bench=False, limits=Limits(answer=0.05)) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(leaving(server))
        assert await reader.read() == b""
        writer.close()


async def test_who_is_answered_keeps_its_place_and_has_no_other_deadline() -> None:
    slow, limits = Slow(), Limits(connections=2, of_an_address=2, first_request=0.05)
    async with serving(table(), slow, bench=False, limits=limits) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(leaving(server))
        await slow.asked.wait()
        async with idle(server, 3) as others:
            for other, _ in others:
                assert await other.read() == b"", "each has its deadline"
        slow.now.set()
        assert b" 200 " in await reader.readline()
        writer.close()


async def test_connections_are_accepted_at_a_pace_and_the_others_wait() -> None:
    async with (
        serving(table(), bench=False, limits=Limits(accepts=0.001, accepts_at_once=2)) as server,
        idle(server, 4),
    ):
        await until(lambda: len(server.connections) == 2, next_turn)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(server.connections) == 2


async def test_many_page_loads_over_kept_connections_are_answered_and_a_flood_of_requests_is_not() -> None:
    limits = Limits(requests=1e6, requests_at_once=1e6)
    async with (
        serving(table(), bench=True, limits=limits, clock=lambda: 0.0) as server,
        asyncio.timeout(PATIENCE),
        idle(server, 8) as kept,
    ):
        for reader, writer in kept * 25:
            writer.write(head(server, f"User-Agent: {'x' * 700}\r\n"))
            assert b" 200 " in await reader.readline()
            body = int((await reader.readuntil(b"\r\n\r\n")).lower().split(b"content-length: ")[1].split()[0])
            await reader.readexactly(body)
        reader, writer = kept[0]
        writer.write(head(server) * 2000)
        with suppress(ConnectionResetError):
            assert (await reader.read()).count(b" 200 OK") < 1000
        assert (await http(server, "/table"))[0] == 200


async def test_who_asks_and_leaves_takes_no_turn_of_who_stays() -> None:
    now = 0.0
    turns = Turns(1000, 1, lambda: now)
    async with serving(table(), bench=False, turns=turns) as server, asyncio.timeout(PATIENCE):
        assert (await http(server, "/table"))[0] == 200  # the only turn that there is
        with ExitStack() as stack:
            for count in range(1, 6):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                client.sendall(head(server))
                await until(lambda count=count: len(turns) == count, next_turn)  # type: ignore[misc]
        await until(lambda: not server.connections, next_turn)
        stays = asyncio.create_task(http(server, "/table"))
        await until(lambda: len(turns) == 6, next_turn)
        now = 0.001  # one turn more
        assert (await stays)[0] == 200


# Websockets: frames, and how they end.

EMPTY = b"\x80\0\0\0\0"
"""Mask bit, length 0, mask."""
FLOODS = {
    "pings": (b"", b"\x89" + EMPTY),
    "pongs": (b"", b"\x8a" + EMPTY),
    "empty fragments": (b"\x01" + EMPTY, b"\x00" + EMPTY),
    "long pings": (b"", b"\x89\xfd\0\0\0\0" + bytes(125)),
    "one byte at a time": (b"\x01\xfe\x0f\xff\0\0\0\0", b"x"),
}


class OneSeat(Requests):
    """Seat 1 is a phone's, whatever its secret."""

    def resume_phone(self, secret: str) -> Place:
        return Place(1)


@pytest.mark.parametrize(
    ("path", "flood"),
    [
        *(("/ws/bench", flood) for flood in FLOODS),
        *((path, "pings") for path in ("/ws/table", "/ws/bench/1", "/ws/seat")),
    ],
)
async def test_a_flood_of_frames_ends_its_socket_and_lets_its_keys_go(path: str, flood: str) -> None:
    hub = table()
    requests = OneSeat()
    async with (
        serving(hub, requests, bench=True, clock=lambda: 0.0, limits=Limits(closing=0.2)) as server,
        ws(server, "/ws/bench") as other,
        phone(server, "secret") if path == "/ws/seat" else ws(server, path) as flooding,
    ):
        if path == "/ws/bench":
            await flooding.send('{"seat":0,"key":"left","down":true}')
            await requests.heard(1)
        if path == "/ws/seat":
            await flooding.send('{"key":"left","down":true}')
            await requests.until_phone(1)
        if path == "/ws/bench/1":
            await until(lambda: requests.wanted == [1], requests.news)
        first, frame = FLOODS[flood]
        flooding.transport.write(first)
        for _ in range(1200 // len(frame) + 250 if len(frame) > 1 else 1):
            flooding.transport.write(frame)
        if len(frame) == 1:
            await trickle(flooding, frame)
        assert await farewell(flooding) == (1008, FLOOD)
        if path == "/ws/bench":
            assert await requests.heard(2) == [(0, "left", True), (0, "left", False)]
        if path == "/ws/seat":
            assert await requests.until_phone(3) == [(1, "left", True), 1, (1, "left", False)]
        await (await other.ping())


async def trickle(client: ClientConnection, octet: bytes) -> None:
    """Each byte in a segment of its own, for as long as it is taken."""
    sock = client.transport.get_extra_info("socket")
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for _ in range(2000):
        if client.close_code is not None or client.transport.is_closing():
            return
        client.transport.write(octet)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_who_floods_is_read_no_more_and_keeps_its_place() -> None:
    limits = Limits(closing=PATIENCE, connections=3, of_an_address=3)
    async with serving(table(), bench=True, limits=limits) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/bench"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        (connection,) = server.connections
        writer.write(FLOODS["pings"][1] * 5000)
        await until(lambda: connection.is_over, next_turn)
        async with idle(server, 3):
            await until(lambda: len(server.connections) == 3, next_turn)
            assert connection in server.connections, "it keeps its place, so it cannot come again at once"
        assert connection.transport is not None
        assert not connection.transport.is_reading()
        connection.drop()
        writer.close()


async def test_what_a_browser_sends_is_no_flood() -> None:
    async with serving(table(), bench=True, clock=lambda: 0.0) as server, ws(server, "/ws/table") as public:
        await greeting(public, 6)
        for _ in range(int(LISTENER.frames_at_once) - 1):
            await (await public.ping())


async def test_a_flood_before_the_socket_is_open_ends_it_too() -> None:
    turns = Turns(0.001, 1, lambda: 0.0)
    async with serving(table(), bench=True, clock=lambda: 0.0, turns=turns) as server, asyncio.timeout(PATIENCE):
        assert (await http(server, "/table"))[0] == 200
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/table"))
        await until(lambda: len(turns) == 1, next_turn)
        writer.write(FLOODS["pings"][1] * 3000)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()


async def test_a_websocket_asked_for_right_behind_a_request_has_no_deadline() -> None:
    limits = Limits(first_request=0.05)
    async with serving(table(), bench=False, limits=limits, beat=0.05) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(head(server) + upgrade(server, "/ws/table"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n") + await reader.readuntil(b"Accept: ")
        for _ in range(4):
            await reader.readuntil(b'{"type":"beat"}')
        writer.close()


async def test_a_client_that_never_answers_the_close_is_gone_soon() -> None:
    async with serving(table(), bench=True, limits=Limits(closing=0.05)) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/table"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x81\0\0\0\0x")  # a table page may only look
        assert b"This page may only look." in await reader.read()
        await until(lambda: not server.connections, next_turn)
        writer.close()


async def test_who_answers_no_ping_is_gone(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(table(), bench=True, limits=Limits(ping=0.05)) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/bench"))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        await reader.read()
        await until(lambda: not server.connections, next_turn)
        writer.close()
    assert caplog.records == []


ENDS = {
    "its farewell": b"\x88\x82\0\0\0\0\x03\xe8",
    "no more bytes": None,
    "a frame that is none": b"\x83\x80\0\0\0\0",
    "a message that is none": b"\x81\x81\0\0\0\0x",
}


@pytest.mark.parametrize("end", ENDS)
async def test_news_for_a_page_that_lags_and_ends_is_no_fault(end: str, caplog: pytest.LogCaptureFixture) -> None:
    hub = table()
    limits = Limits(closing=0.05)
    async with (
        serving(hub, bench=True, limits=limits) as server,
        asyncio.timeout(PATIENCE),
        lagging(server, hub) as page,
    ):
        (connection,) = server.connections
        if (sent := ENDS[end]) is None:
            page.shutdown(socket.SHUT_WR)
        else:
            await asyncio.get_running_loop().sock_sendall(page, sent)
        await until(lambda: connection.is_over, next_turn)
        hub.event("Ben guesses.")
        await until(connection.gone.done, next_turn)
    assert caplog.records == []


# The kernel's part, and TLS.


@pytest.mark.parametrize("own", [True, False], ids=["our own socket", "one from systemd"])
async def test_what_is_sent_leaves_at_once_and_few_wait_in_the_kernel(own: bool) -> None:
    # systemd's comes by its number alone.
    given = [] if own else [socket.socket(fileno=socket.create_server(("127.0.0.1", 0), backlog=500).detach())]
    async with serving(table(), bench=False, sockets=given) as server, idle(server, 1):
        await until(lambda: any(one.transport is not None for one in server.connections), next_turn)
        (connection,) = server.connections
        assert connection.transport is not None
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        if hasattr(socket, "TCP_INFO") and os.path.exists("/proc/net/tcp"):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
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
                assert server._resting is not None
            await loop.sock_sendall(client, b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                assert (await loop.sock_recv(client, 12)).endswith(b"200")
    assert [record.getMessage() for record in caplog.records] == [NONE_LEFT % 1]


FILES = Path(__file__).parent / "tls"
"""Made for these tests; nothing else knows them."""
CERTIFICATE, KEY = FILES / "table.pem", FILES / "table.key"


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


async def test_pages_and_sockets_are_encrypted(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(table(), bench=True, encryption=server_context(CERTIFICATE, KEY)) as server:
        place = f"localhost:{server.port}"
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, ssl=trusting(), server_hostname="localhost"
            )
            body = b'{"code":"BAD"}'
            lines = f"POST /seat/join HTTP/1.1\r\nHost: {place}\r\nOrigin: https://{place}\r\nContent-Length: {len(body)}\r\n"
            writer.write(lines.encode() + b"Connection: close\r\n\r\n" + body)
            answer = (await reader.read()).decode()
            writer.close()
            assert answer.startswith("HTTP/1.1 403")
            assert "No seat of this table is played from a phone." in answer
            async with connect(f"wss://{place}/ws/bench", origin=f"https://{place}", ssl=trusting()) as bench:
                assert '"type":"hello"' in str(await bench.recv())
    assert caplog.text == ""


async def test_who_lost_its_place_before_the_handshake_is_let_in_no_more() -> None:
    limits = Limits(connections=1, of_an_address=1)
    async with (
        serving(table(), bench=False, limits=limits, encryption=server_context(CERTIFICATE, KEY)) as server,
        asyncio.timeout(PATIENCE),
        idle(server, 2) as ((reader, writer), _),
    ):
        await until(lambda: len(server.connections) == 2, next_turn)
        await writer.start_tls(trusting(), server_hostname="localhost")
        assert await reader.read() == b""
        await until(lambda: len(server.connections) == 1, next_turn)


async def test_who_speaks_no_tls_gets_nothing_and_stops_nobody() -> None:
    limits = Limits(connections=2, of_an_address=2)
    async with (
        serving(table(), bench=True, limits=limits, encryption=server_context(CERTIFICATE, KEY)) as server,
        asyncio.timeout(PATIENCE),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"HTTP" not in await reader.read()
        writer.close()
        place = f"localhost:{server.port}"
        async with (
            idle(server, 3),  # in a handshake that has no end: they go for others as well
            connect(f"wss://{place}/ws/table", origin=f"https://{place}", ssl=trusting()) as page,
        ):
            assert '"type":"hello"' in str(await page.recv())
            await server.stop()
            assert not server.connections


@pytest.mark.parametrize(
    ("certificate", "key", "said"),
    [
        ("none.pem", "table.key", "web.certificate: {0} cannot be read (no such file or directory)"),
        ("table.pem", "none.key", "web.key: {1} cannot be read (no such file or directory)"),
        ("table.pem", "", "web.key: {1} cannot be read (is a directory)"),
        ("table.pem", "other.key", "web.key: {1} is not the key of the certificate {0}"),
        ("table.pem", "locked.key", "web.key: {1} is protected by a password"),
        ("table.key", "table.key", "web.certificate: {0} and {1} are no certificate and key in PEM form"),
        ("table.pem", "table.pem", "web.certificate: {0} and {1} are no certificate and key in PEM form"),
    ],
)
async def test_files_that_cannot_be_used_are_named(certificate: str, key: str, said: str) -> None:
    files = FILES / certificate, FILES / key
    with pytest.raises(ConfigError) as refused:
        server_context(*files)
    (finding,) = refused.value.findings
    assert finding.startswith(said.format(*files))
    assert finding.endswith(".")
