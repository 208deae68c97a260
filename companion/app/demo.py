"""A club to look at: a broker, a club and three simulated tables on this machine, so that the hall lives without anybody's help.

    Mosquitto → the club → table-1, which waits for people, and two tables at which a guest plays against the machine

The broker is a process of its own, and takes connections of this machine alone. Everything else runs in this one. What was
started last ends first: the tables say goodbye to a club that still listens, and the club to a broker that still runs.

A guest chooses among all legal moves by luck: nobody is impressed, and the hall has something to show.
"""

import asyncio
import os
import secrets
import shutil
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.app.service import serve
from companion.app.session import Session
from companion.club.database import Database
from companion.club.organisers import Organisers
from companion.club.service import ClubConfiguration
from companion.club.service import serve as serve_club
from companion.club.threads import on_thread
from companion.config.configuration import simulated
from companion.core.errors import CompanionError, RuleError
from companion.core.game import AnyGame
from companion.core.prompt import Move, check, sample
from companion.core.seat import Place, Seat
from companion.games.catalog import CATALOG
from companion.table.effects import Answered
from companion.table.table import Table

BROKERS: Final = ("mosquitto", "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto")
"""Where systems have it; Debian's stands in a folder that is in root's path alone."""
PACE: Final = 2.5
"""Seconds between two moves of a guest."""
READING: Final = 8.0
"""Seconds until a guest plays again after a game is over."""
ORGANISER: Final = "organiser"
"""The name by which somebody can log in; the password is another one at each start."""
STARTING: Final = 10.0
"""Seconds within which a broker answers."""

Listening = Callable[[str | None], None]


class DemoError(CompanionError):
    """The demonstration cannot run; a sentence."""


class Guest(Struct, frozen=True):
    """Somebody who plays `game` at a table."""

    name: str
    game: AnyGame


TABLES: Final[dict[str, Guest | None]] = {
    "table-1": None,
    "table-2": Guest("Ann", CATALOG[0]),
    "table-3": Guest("Ben", CATALOG[1]),
}


class Addresses(Struct, frozen=True):
    """Where everything is. `password`: of the organiser. `tables`: name, address, and who plays there by itself."""

    hall: str
    password: str
    broker: str
    tables: tuple[tuple[str, str, Guest | None], ...]


def find_mosquitto(places: Iterable[str] = BROKERS) -> str:
    """The program. Raises DemoError where there is none."""
    found = next((path for place in places if (path := shutil.which(place)) is not None), None)
    if found is None:
        raise DemoError(
            "A club needs the MQTT broker Mosquitto: sudo apt install mosquitto brings it on Debian and Ubuntu, brew install "
            "mosquitto on macOS."
        )
    return found


async def run_demo(
    folder: Path,
    stop: asyncio.Event,
    listening: Callable[[Addresses], None],
    *,
    mosquitto: str,
    port: int,
    pace: float = PACE,
    reading: float = READING,
) -> None:
    """Run it until `stop` is set; everything is kept in `folder`. `port`: of the hall. Raises CompanionError."""
    folder.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        broker, process = await stack.enter_async_context(_broker(mosquitto, folder))
        configuration = ClubConfiguration(broker, f"sqlite:///{folder.absolute()}/club.sqlite3", port=port)
        hall, club = await stack.enter_async_context(_running(partial(serve_club, configuration)))
        password = secrets.token_urlsafe(9)
        await on_thread(partial(_set_password, configuration.database, password), "organiser")
        tables = []
        ended = asyncio.create_task(process.wait())
        waits: list[asyncio.Task[Any]] = [asyncio.create_task(stop.wait()), ended, club]
        for name, guest in TABLES.items():
            address, task = await stack.enter_async_context(_table(folder, broker, name, guest, pace, reading))
            tables.append((name, address, guest))
            waits.append(task)
        listening(Addresses(hall, password, broker, tuple(tables)))
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        waits[0].cancel()
        if ended.done():
            raise DemoError(f"The broker {mosquitto} has ended with status {ended.result()}.")
        ended.cancel()


def _set_password(url: str, password: str) -> None:
    with closing(Database(url)) as database:
        Organisers(database).set_password(ORGANISER, password)


@asynccontextmanager
async def _running(
    start: Callable[[asyncio.Event, Listening], Coroutine[None, None, None]],
) -> AsyncIterator[tuple[str, asyncio.Task[None]]]:
    """Something that serves a page: its address, and the task that ends with it."""
    stop = asyncio.Event()
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def listening(address: str | None) -> None:
        assert address is not None, "it has a page"
        found.set_result(address)

    task = asyncio.create_task(start(stop, listening))
    try:
        await asyncio.wait((task, found), return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            await task
        yield await found, task
    finally:
        stop.set()
        await task


def _table(
    folder: Path, broker: str, name: str, guest: Guest | None, pace: float, reading: float
) -> AbstractAsyncContextManager[tuple[str, asyncio.Task[None]]]:
    """Two seats with pages. Where a guest plays, all screens show: there is nobody to hide them from."""
    configuration = simulated(
        2,
        {},
        port=0,
        secrecy="pass" if guest is None else "open",
        journal=folder / f"{name}.sqlite3",
        die="page" if guest is None else "machine",
        club={"broker": broker, "table": name},
    )

    async def start(stop: asyncio.Event, listening: Listening) -> None:
        beside = None if guest is None else partial(_play, guest=guest, pace=pace, reading=reading)
        await serve(configuration, stop, environ={}, pid=os.getpid(), listening=listening, beside=beside)

    return _running(start)


async def _play(session: Session, *, guest: Guest, pace: float, reading: float) -> None:
    """Play one game after another at the first seat; never returns."""
    while True:
        await asyncio.sleep(reading if session.table.state.position.over else pace)
        if session.stops is None and (answer := _answer(session.table, guest)) is not None:
            session.inputs.put_nowait(answer)


def _answer(table: Table, guest: Guest) -> Answered | None:
    """What the guest does now; None: it is not asked."""
    position, prompt = table.state.position, table.prompt(Place(0))
    seat = position.seat_at(Place(0))
    if prompt is None or seat is None:
        return None
    moves: tuple[Move, ...]
    if position.in_lobby:
        name: Move = {"move": "new_name", "name": guest.name}
        named = position.state.names[0] == guest.name
        moves = (*(() if named else (name,)), {"move": "play_machine", "game": guest.game.name}, {"move": "start"})
    elif position.over:
        moves = ({"move": "again"},)
    else:
        moves = (sample(prompt, secrets.randbelow),)
    for move in moves:
        with suppress(RuleError):
            check(prompt, move)
            return Answered(Seat(seat), table.state.number + 1, move)
    return None


# The broker


@asynccontextmanager
async def _broker(mosquitto: str, folder: Path) -> AsyncIterator[tuple[str, Process]]:
    """A broker of this machine's own: its URL, and its process. Raises DemoError where it does not start."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    configuration = folder / "mosquitto.conf"
    configuration.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_dest stderr\nlog_type error\n")
    # In a session of its own: Ctrl-C is ours alone, and the broker ends after those who talk to it.
    process = await asyncio.create_subprocess_exec(
        mosquitto, "-c", str(configuration), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
    )
    try:
        await _until_it_answers(process, port)
        yield f"mqtt://127.0.0.1:{port}", process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def _until_it_answers(process: Process, port: int) -> None:
    """Raises DemoError."""
    try:
        async with asyncio.timeout(STARTING):
            while process.returncode is None:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    return
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise DemoError(f"The broker does not answer within {STARTING:.0f} seconds.") from None
    assert process.stderr is not None
    said = (await process.stderr.read()).decode(errors="replace").strip().splitlines()
    raise DemoError(f"The broker does not start: {said[-1] if said else 'it says nothing'}.")
