"""A phone for the tests: it joins by requests, keeps its cookie, and shows what its websocket brings."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import structs
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from companion.config.configuration import Configuration, simulated
from companion.core.keys import Gesture
from companion.core.picture import BLANK, Picture, applied
from companion.devices.wiring import PhoneSeat
from companion.seats.device_faults import FaultTimings
from companion.web.messages import DATA, TEXT, decode_screen
from companion.web.server import Server
from tests.room import Room, room
from tests.until import setting, until
from tests.web.clients import cookie_of, post, serving, ws

ADDRESS = "companion.local:8080"
CALM = FaultTimings(grace=0, recovery=0, phone_grace=1000, phone_return=0, reading=0)


def with_phones(folder: Path, seats: int = 2, phones: tuple[int, ...] | None = None) -> Configuration:
    """A simulated table with its journal in `folder`. `phones`: the seats that are phones; None for all of them."""
    table = simulated(seats, {}, port=0, journal=folder / "journal.sqlite3")
    chosen = range(seats) if phones is None else phones
    wired = tuple(PhoneSeat() if seat in chosen else one for seat, one in enumerate(table.wiring.seats))
    wiring = structs.replace(table.wiring, seats=wired)
    return structs.replace(table, wiring=wiring, table=structs.replace(table.table, repeat_ms=0, hold_ms=3000))


class Phone:
    """A phone that has the seat of the cookie `kept`. `frames`: every binary message, of pixels, of data or of the
    screen as text; `said`: the newest of those; `words`: every public message but beats."""

    def __init__(self, server: Server, kept: str) -> None:
        self.kept = kept
        self.picture: Picture = BLANK
        self.frames: list[bytes] = []
        self.said = b""
        self.words: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self._server = server
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Phone"]:
        """The page is open until the block ends."""
        async with ws(self._server, "/ws/seat", additional_headers={"Cookie": self.kept}) as self._socket:
            listening = asyncio.create_task(self._listen(self._socket))
            yield self
            await self._socket.close()
            await listening

    async def press(self, *gestures: Gesture) -> None:
        """Tap keys."""
        assert self._socket is not None
        for key in gestures:
            for down in (True, False):
                await self._socket.send(json.dumps({"key": key, "down": down}))

    async def shows(self, picture: Picture | Callable[[], Picture]) -> None:
        """Wait until the screen is that one. A function gives the picture anew each time: what the table may still change."""
        await until(lambda: self.picture == (picture if isinstance(picture, bytes) else picture()), setting(self._news))

    async def ended(self) -> tuple[int, str]:
        """Wait until the table closes the page: with what code and reason."""
        await until(lambda: self.closed is not None, setting(self._news))
        assert self.closed is not None
        return self.closed

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for message in socket:
                if isinstance(message, str):
                    said = json.loads(message)
                    if said["type"] != "beat":
                        self.words.append(said)
                else:
                    self.frames.append(message)
                    if message[1] == TEXT:
                        self.said = message[2:].rstrip()
                    elif message[1] != DATA:
                        frame = decode_screen(message)
                        self.picture = applied(BLANK if frame.full else self.picture, frame.runs)
                self._news.set()
        if socket.close_code is not None:
            self.closed = (socket.close_code, socket.close_reason or "")
            self._news.set()


def code_of(line: Room, seat: int) -> str:
    """The code of a free seat, as everybody may read it."""
    (code,) = (one.code for one in line.hub.join_board.phones if one.seat == seat)
    assert code, "the seat is free"
    return code


async def joined(server: Server, line: Room, seat: int, name: str = "", kept: str = "") -> Phone:
    """A phone that scans the code of a seat. `kept`: the cookie that it has from earlier."""
    body = {"code": code_of(line, seat)} | ({"name": name} if name else {})
    status, head, answer = await post(server, "/seat/join", body, cookie=kept)
    assert (status, answer) == (200, {"seat": seat}), answer
    return Phone(server, cookie_of(head))


@asynccontextmanager
async def reached(
    folder: Path, seats: int = 2, phones: tuple[int, ...] | None = None
) -> AsyncIterator[tuple[Room, Server]]:
    """A table that phones reach at ADDRESS, and its web server. It never waits for a phone that is away."""
    async with room(with_phones(folder, seats, phones), timings=CALM) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        yield line, server


def pages(line: Room) -> Server:
    """The web server of a table."""
    return serving(line.hub, line.pages, bench=False)
