"""A table to serve, and the clients that the tests of the server send to it."""

import asyncio
import json
import re
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from companion.app.web import table_pages
from companion.core.errors import RequestError
from companion.core.keys import Key
from companion.core.picture import BLANK, PixelRun, applied
from companion.core.prompt import Move
from companion.core.seat import Place
from companion.web.hub import Hub
from companion.web.messages import Public, decode_screen
from companion.web.page_handlers import Admitted, PageHandlers, SeatOffer, WrongCodeError
from companion.web.server import Server
from companion.web.static_pages import StaticPages
from tests.patience import PATIENCE
from tests.until import setting, until

PAGES = table_pages()
PICTURE = applied(BLANK, [PixelRun(0, 0, b"\x55\xaa")])


class Requests:
    """Records what pages ask of the table, and lets a test wait for keys. It lets no phone in."""

    def __init__(self) -> None:
        self.keys: list[tuple[int, Key, bool]] = []
        self.die: list[object] = []
        self.names: list[tuple[int, str]] = []
        self.phone: list[object] = []
        """A key of a phone as (seat, key, down); the seat alone where its keys were lost."""
        self.connected: list[tuple[int, bool]] = []
        self.wanted: list[int] = []
        self.answers: list[tuple[int, str, int, Move]] = []
        self._news = asyncio.Event()
        self.news = setting(self._news)
        """News of whatever a page asks."""

    def press_key(self, seat: Place, key: Key, down: bool) -> None:
        self.keys.append((seat, key, down))
        self._notify()

    def throw_die(self) -> None:
        self.die.append("throw")

    def set_die(self, top: object, front: object) -> None:
        self.die.append((top, front))

    def enter_name(self, seat: Place, text: str) -> None:
        self.names.append((seat, text))

    def look_up_code(self, code: str) -> SeatOffer:
        raise WrongCodeError("No seat of this table is played from a phone.")

    async def join_phone(self, code: str, name: str | None, secret: str | None) -> Admitted:
        raise WrongCodeError("No seat of this table is played from a phone.")

    def resume_phone(self, secret: str) -> Place:
        raise RequestError("No seat of this table is played from a phone.")

    async def leave_phone(self, secret: str) -> None:
        pass

    async def renew_phone(self, seat: Place) -> None:
        raise RequestError("This seat is no phone, so it has no code.")

    def press_phone_key(self, seat: Place, key: Key, down: bool) -> None:
        self.phone.append((seat, key, down))
        self._notify()

    def phone_keys_lost(self, seat: Place) -> None:
        self.phone.append(seat)

    def seat_data_wanted(self, seat: Place) -> None:
        self.wanted.append(seat)
        self._notify()

    def answer_seat(self, seat: Place, to: str, number: int, move: Move) -> None:
        self.answers.append((seat, to, number, move))
        self._notify()

    def phone_connected(self, seat: Place, connected: bool) -> None:
        self.connected.append((seat, connected))

    def _notify(self) -> None:
        self._news.set()

    async def heard(self, count: int) -> list[tuple[int, Key, bool]]:
        """All keys, once there are so many."""
        await until(lambda: len(self.keys) >= count, setting(self._news))
        return self.keys

    async def until_phone(self, count: int) -> list[object]:
        """All keys of phones, once there are so many."""
        await until(lambda: len(self.phone) >= count, setting(self._news))
        return self.phone


def serving(hub: Hub, requests: PageHandlers | None = None, *, pages: StaticPages = PAGES, **options: Any) -> Server:
    """A server of the table's real pages. `requests`: None where no page asks for anything."""
    return Server(hub, requests or Requests(), pages, **options)


def table() -> Hub:
    hub = Hub(2, ["Ada", "Ben"])
    hub.tell(Public({"game": "mastermind"}, 1))
    hub.event("Ada has set the code.")
    hub.frame(0, (), PICTURE)
    return hub


def ws(server: Server, path: str, **options: Any) -> connect:
    options.setdefault("origin", f"http://127.0.0.1:{server.port}")
    return connect(f"ws://127.0.0.1:{server.port}{path}", **options)


def upgrade(server: Server, path: str) -> bytes:
    """The head of a websocket's handshake, for clients that then do as they like."""
    place = f"127.0.0.1:{server.port}"
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {place}",
        f"Origin: http://{place}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def http(
    server: Server, path: str, *, host: str | None = None, method: str = "GET", more: str = ""
) -> tuple[int, str, str]:
    """Status, head and body of one request, which may name any host."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    name = f"127.0.0.1:{server.port}" if host is None else host
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n{more}\r\n".encode())
    await writer.drain()
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), head.lower(), body


async def post(
    server: Server, path: str, body: object, *, cookie: str = "", origin: str | None = "", host: str | None = None
) -> tuple[int, str, Any]:
    """Status, head and answer of one request with JSON. `origin`: empty for the page's own, None for none."""
    name = f"127.0.0.1:{server.port}" if host is None else host
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", f"Host: {name}", "Connection: close", f"Content-Length: {len(content)}"]
    if origin is not None:
        lines.append(f"Origin: {origin or f'http://{name}'}")
    if cookie:
        lines.append(f"Cookie: {cookie}")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
    await writer.drain()
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, text = answer.partition("\r\n\r\n")
    return int(head.split()[1]), head, json.loads(text) if text.startswith("{") else text


def cookie_of(head: str) -> str:
    """What a browser sends back of the cookie that an answer sets."""
    found = re.search(r"set-cookie: ([^;\r]+)", head, re.IGNORECASE)
    assert found is not None, head
    return found[1]


def phone(server: Server, secret: str, **options: Any) -> connect:
    """The socket of a phone that has this secret."""
    return ws(server, "/ws/seat", additional_headers={"Cookie": f"companion-seat-{server.port}={secret}"}, **options)


async def greeting(client: ClientConnection, count: int) -> list[Any]:
    messages = [await client.recv() for _ in range(count)]
    return [json.loads(message) if isinstance(message, str) else decode_screen(message) for message in messages]


async def drain(client: ClientConnection) -> None:
    """Read until it closes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await client.recv()


async def farewell(client: ClientConnection) -> tuple[int, str]:
    """With what code and reason the table closes this socket."""
    with pytest.raises(ConnectionClosed) as closed:
        await drain(client)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason
