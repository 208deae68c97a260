"""Floods of frames, on a real server: each kind ends its own socket, and what a browser sends is none."""

import asyncio
import socket

import pytest
from websockets.asyncio.client import ClientConnection

from companion.web.connections.connection import FLOOD
from companion.web.connections.limits import LISTENER, Limits
from tests.patience import PATIENCE
from tests.until import next_turn, until
from tests.web.clients import Requests, farewell, greeting, http, phone, serving, table, upgrade, ws

pytestmark = pytest.mark.anyio

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

    def resume_phone(self, secret: str) -> int:
        return 1


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


async def test_what_a_browser_sends_is_no_flood() -> None:
    async with serving(table(), bench=True, clock=lambda: 0.0) as server, ws(server, "/ws/table") as public:
        await greeting(public, 6)
        for _ in range(int(LISTENER.frames_at_once) - 1):
            await (await public.ping())


async def test_a_flood_before_the_socket_is_open_ends_it_too() -> None:
    limits = Limits(requests=0.001, requests_at_once=1)
    async with serving(table(), bench=True, clock=lambda: 0.0, limits=limits) as server, asyncio.timeout(PATIENCE):
        assert (await http(server, "/table"))[0] == 200
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(upgrade(server, "/ws/table"))
        await until(lambda: len(server.connections) == 1, next_turn)
        await until(lambda: bool(server._state.tasks), next_turn)
        writer.write(FLOODS["pings"][1] * 3000)
        assert await reader.read() == b""
        writer.close()
