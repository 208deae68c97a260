"""How long a key on a phone takes to its frame, at a table of six phones: with nobody else, and with spectators and attackers,
in the same run.

Two daemons of their own play the same games, as in bench.network, but every seat is a phone with a socket of its own. The first
two phones play Mastermind, the other four hear all that a watching seat is sent. The visited table has 200 spectators; then
also everything that clients/strangers.py tries, with the 1,024 file descriptors of the service.
"""

import asyncio
import json
import tempfile
import time
import urllib.request
from contextlib import AsyncExitStack, suppress
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, Final, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from bench.goals import MOST, expect
from bench.network import (
    DESCRIPTORS,
    HOLD,
    MEMORY,
    MOST_LINES,
    PATIENCE,
    REST,
    TRIES,
    Measured,
    Press,
    daemon,
    lines_of,
    percentiles,
    presses,
    visiting,
)
from companion.core.seat import each_seat
from companion.games.catalog import CATALOG
from companion.table.effects import Answered
from companion.table.lobby import name_move
from companion.table.table import Table

PHONES: Final = 6
PLAYERS: Final = ("Ann", "Bob")
SIX_PHONES: Final = (
    """
board = "bench"
journal.path = "{folder}/journal.sqlite3"
web.port = 0
web.bench = false
"""
    + PHONES * '[[seats]]\nkind = "phone"\n'
)
_PIXELS: Final = (0, 1)
"""The second byte of a frame of pixels."""


def keys() -> list[Press]:
    """The keys of two phones of six, from the lobby on."""
    table = Table(CATALOG, tuple(f"Player {seat + 1}" for seat in range(PHONES)))
    table.begin()
    for seat, name in each_seat(PLAYERS):
        for move in ({"move": "join"}, name_move(name)):
            table.handle(Answered(seat, table.state.number + 1, move))
    return presses(table)


class Phone:
    """A phone with a seat. It reads all that comes, as a page does."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._frame = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def press(self, press: Press) -> float | None:
        """Seconds from the key to the next frame; None where a key is held."""
        key = press.gesture
        if key == "back":
            await self._send("middle", True)
            await asyncio.sleep(HOLD)
            await self._send("middle", False)
            return None
        if key == "middle":  # which acts when it comes up
            await self._send(key, True)
            await asyncio.sleep(REST)
        self._frame.clear()
        began = time.perf_counter()
        await self._send(key, key != "middle")
        async with asyncio.timeout(PATIENCE):
            await self._frame.wait()
        taken = time.perf_counter() - began
        if key != "middle":
            await self._send(key, False)
        return taken

    async def close(self) -> None:
        """It leaves."""
        await self._socket.close()
        await self._reading

    async def _send(self, key: str, down: bool) -> None:
        await self._socket.send(json.dumps({"key": key, "down": down}))

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self._socket:
                if isinstance(message, bytes) and message[1] in _PIXELS:
                    self._frame.set()


def asked(address: str, path: str, body: dict[str, Any] | None = None) -> tuple[dict[str, Any], str]:
    """The answer to a request with JSON, and the cookie that it sets."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Origin": address})
    with cast(HTTPResponse, urllib.request.urlopen(request, timeout=PATIENCE)) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def _join(address: str, seat: int, name: str) -> str:
    """Take a seat by its code; the cookie."""
    told, _ = asked(address, "/phones/seats")
    (code,) = (one["code"] for one in told["seats"] if one["seat"] == seat)
    return asked(address, "/seat/join", {"code": code, "name": name} if name else {"code": code})[1]


async def _phone(stack: AsyncExitStack, address: str, seat: int, name: str = "") -> Phone:
    cookie = await asyncio.to_thread(_join, address, seat, name)
    place = address.replace("http", "ws") + "/ws/seat"
    opened = connect(place, origin=Origin(address), additional_headers={"Cookie": cookie})
    phone = Phone(await stack.enter_async_context(opened))
    stack.push_async_callback(phone.close)
    return phone


async def measure(descriptors: int | None, attacks: bool) -> Measured:
    """One run."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)))
        addresses = [
            stack.enter_context(daemon(folder / name, descriptors, SIX_PHONES)) for name in ("idle", "visited")
        ]
        tables = [
            [await _phone(stack, address, seat, name) for seat, name in each_seat(PLAYERS)] for address in addresses
        ]
        log = folder / "visited" / "log"
        before = lines_of(log)
        taken: list[list[float]] = [[], []]
        todo = keys()
        lobby = next(at for at, press in enumerate(todo) if press.seat == 1)
        for press in todo[:lobby]:  # to the first row of the first game: nobody is let in while names are asked for
            for phones in tables:
                await phones[press.seat].press(press)
                await asyncio.sleep(REST)
        for address, phones in zip(addresses, tables, strict=True):
            phones += [await _phone(stack, address, seat) for seat in range(len(PLAYERS), PHONES)]
        strangers = stack.enter_context(
            visiting(addresses[1], "bench.clients.strangers", "attacks" if attacks else "spectators")
        )
        for number, press in enumerate(todo[lobby:]):
            for which in (0, 1) if number % 2 else (1, 0):
                if (seconds := await tables[which][press.seat].press(press)) is not None:
                    taken[which].append(seconds)
                await asyncio.sleep(REST)
        counted, _ = await asyncio.to_thread(strangers.communicate, "\n", PATIENCE)
        return Measured(taken[0], taken[1], lines_of(log) - before, json.loads(counted))


def main() -> None:
    """Print both runs, and where spectators or attackers slow a phone, or fill the log."""
    print(f"From a key on one of six phones to its frame, ms ({len(keys())} keys)")
    print(f"{'the visited table has':32} {'':8} {'median':>7} {'99th':>7} {'worst':>7}   {'ratio at the 99th':>17}")
    for descriptors, attacks, name in (
        (None, False, "200 spectators"),
        (DESCRIPTORS, True, "them, attacks, 1,024 descriptors"),
    ):
        ratios = [_print(name, asyncio.run(measure(descriptors, attacks)))]
        while ratios[-1] > MOST and len(ratios) < TRIES:
            ratios.append(_print(name, asyncio.run(measure(descriptors, attacks))))
        least = min(ratios)
        expect(
            least <= MOST,
            f"a key takes {least:.1f} times as long at the 99th percentile, and may take {MOST:.0f} times",
        )


def _print(name: str, run: Measured) -> float:
    """The ratio at the 99th percentile."""
    idle, visited = percentiles(run.idle), percentiles(run.visited)
    ratio = visited[1] / idle[1]
    print(f"{name:32} {'idle':8} {idle[0]:7.2f} {idle[1]:7.2f} {idle[2]:7.2f}")
    print(f"{'':32} {'visited':8} {visited[0]:7.2f} {visited[1]:7.2f} {visited[2]:7.2f}   {ratio:17.2f}")
    told = ", ".join(f"{what.replace('_', ' ')} {count:,}" for what, count in sorted(run.visitors.items()))
    print(f"{'':32} at the end, and in all: {told}; log lines {run.lines}")
    expect(run.lines < MOST_LINES, f"the log grew by {run.lines} lines, and may grow by {MOST_LINES}")
    return ratio


if __name__ == "__main__":
    main()
