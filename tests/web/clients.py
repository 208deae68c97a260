"""A table to serve, and the clients that the tests of the server send to it."""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from companion.core.keys import Key
from companion.core.picture import BLANK, PixelRun
from companion.web.hub import Hub
from companion.web.screen_frames import decode_screen, patch
from companion.web.server import Server
from tests.patience import PATIENCE

PICTURE = patch(BLANK, [PixelRun(0, 0, b"\x55\xaa")])


class Pressed:
    """Notes what `on_key` is told, and lets a test wait for it."""

    def __init__(self, hub: Hub) -> None:
        self.keys: list[tuple[int, Key, bool]] = []
        self._news = asyncio.Condition()
        self._waiting: set[asyncio.Task[None]] = set()
        hub.on_key = self._note

    def _note(self, seat: int, key: Key, down: bool) -> None:
        self.keys.append((seat, key, down))
        task = asyncio.ensure_future(self._tell())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def until(self, count: int) -> list[tuple[int, Key, bool]]:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(self.keys) >= count)
        return self.keys


def table() -> Hub:
    hub = Hub(2, ["Ada", "Ben"])
    hub.public({"game": "mastermind"}, 1)
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


async def greeting(client: ClientConnection, count: int) -> list[Any]:
    messages = [await client.recv() for _ in range(count)]
    return [json.loads(message) if isinstance(message, str) else decode_screen(message) for message in messages]


async def drain(client: ClientConnection) -> None:
    """Read until it closes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await client.recv()
