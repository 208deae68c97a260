"""`companion club run` in a process of its own, and tables without pages that play whole games."""

import asyncio
import json
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec import structs

from companion.club.link import ClubLink
from companion.config.club import ClubSettings
from companion.core.seat import Place
from companion.games.catalog import CATALOG, find_game
from companion.journal.worker import JournalWorker
from companion.table.effects import Moved, Opened
from companion.table.state import table_setup
from companion.web.hub import Hub
from tests.club.brokers import Broker
from tests.history.games import LOBBY, case_of, opened, result_of, steps
from tests.laws.play import Case
from tests.patience import PATIENCE

COMPANION = (sys.executable, "-m", "companion")
SETUP = table_setup(CATALOG, ("Ann", "Bob"), "open", "screens", switchable=False, new_seed=str)
"""Of a simulated table."""


class RunningClub:
    """A club that can be killed and started again on the same database."""

    def __init__(self, broker: Broker, database: str, *configuration: str) -> None:
        self.database = database
        at = configuration or ("--broker", broker.url)
        self._words = [*COMPANION, "club", "run", *at, "--database", database, "--port", "0"]
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, "it starts"
        self.address = found[0].rstrip("/")

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()
        self._process = None

    def fill_disk(self, *, full: bool) -> None:
        """Whether nothing it writes has room."""
        assert self._process is not None
        _, most = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (0 if full else most, most))

    def end(self) -> tuple[int, float]:
        """SIGTERM: the exit status, and how many seconds it took."""
        assert self._process is not None
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate(timeout=PATIENCE)
        status, self._process = self._process.returncode, None
        return status, time.monotonic() - began

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def status(self, path: str) -> int:
        """Of an answer."""
        try:
            self.get(path)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        return 200

    def json(self, path: str) -> Any:
        return json.loads(self.get(path))

    def games(self) -> list[Any]:
        """What `companion club games` writes."""
        words = [*COMPANION, "club", "games", "--database", self.database]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def close(self) -> None:
        if self._process is not None:
            self.kill()


@contextmanager
def club(broker: Broker, database: str) -> Iterator[RunningClub]:
    made = RunningClub(broker, database)
    made.start()
    try:
        yield made
    finally:
        made.close()


class SimulatedTable:
    """A table without seats and pages: its journal with the outbox, and its connection. `played`: the line of each game by its
    id, as `companion export` writes it. `ordered`: the club's order is another one."""

    def __init__(self, name: str, journal: JournalWorker, link: ClubLink, ordered: asyncio.Event) -> None:
        self.name = name
        self.journal = journal
        self.link = link
        self.ordered = ordered
        self.played: list[str] = []

    async def play_orders(self) -> None:
        """Begin whatever the club orders by the key at its first seat, and play it at random; never returns."""
        while True:
            await self.ordered.wait()
            self.ordered.clear()
            await self.link.take_order(SETUP)
            self.link.orders.settled(in_lobby=True)
            opened = self.link.orders.take_gesture(Place(0), "middle")
            if opened is not None:
                await self.play_game(structs.replace(opened, id=str(uuid4())), random.getrandbits(32))
                await self._append(LOBBY)
                self.ordered.set()  # an order that came meanwhile

    async def play_game(self, begun: Opened, seed: int) -> None:
        """A whole random game."""
        game = find_game(begun.game)
        case = Case(
            game, len(begun.names), begun.options, game.read_options(begun.options, len(begun.names)), begun.names
        )
        made = steps(case, seed)
        result = result_of(case, made)
        await self._append(begun)
        for number, (actor, move) in enumerate(made, 1):
            await self._append(Moved(number, actor, move), result if number == len(made) else None)
        self.played.append(begun.id)

    async def play(self, seed: int) -> None:
        """A whole random game of nobody's order."""
        one = opened(case_of("mastermind"))
        await self.play_game(Opened(one.game, one.rules, one.options, one.names, one.places, id=str(uuid4())), seed)

    async def owes(self) -> int:
        """How many games the club has not acknowledged, 1 for any number."""
        return len(await self.journal.outbox(0, 1))

    async def _append(self, entry: Any, result: Any = None) -> None:
        await self.journal.append(entry, result=result)
        self.link.kept(entry, result)


@asynccontextmanager
async def simulated_table(
    folder: Path, name: str, broker: Broker, settings: ClubSettings | None = None
) -> AsyncIterator[SimulatedTable]:
    """Opened where its journal stands. `settings`: None for those of a broker without passwords."""
    journal = JournalWorker(folder / f"{name}.sqlite3", for_club=True)
    if await journal.open() is None:
        await journal.append(LOBBY)
    ordered = asyncio.Event()
    link = ClubLink(settings or ClubSettings(broker.url, name), Hub(2, ("Ann", "Bob")), journal, ordered.set)
    link.start()
    try:
        yield SimulatedTable(name, journal, link, ordered)
    finally:
        await link.close()
        await journal.close()


@contextmanager
def playing_tables(folder: Path, broker: Broker, names: Sequence[str]) -> Iterator[None]:
    """Tables that play whatever the club orders, in a thread of their own."""
    ready, over = threading.Event(), []
    faults: list[BaseException] = []

    async def play() -> None:
        loop, end = asyncio.get_running_loop(), asyncio.Event()
        over.append(lambda: loop.call_soon_threadsafe(end.set))
        async with AsyncExitStack() as stack:
            tables = [await stack.enter_async_context(simulated_table(folder, name, broker)) for name in names]
            playing = [asyncio.create_task(table.play_orders()) for table in tables]
            ending = asyncio.create_task(end.wait())
            ready.set()
            done, left = await asyncio.wait([*playing, ending], return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            for task in done:
                task.result()

    def run() -> None:
        try:
            asyncio.run(play())
        except BaseException as fault:  # noqa: BLE001
            faults.append(fault)
            ready.set()

    thread = threading.Thread(target=run, name="tables")
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield
    finally:
        with suppress(RuntimeError):  # it has ended by a fault
            over[0]()
        thread.join(PATIENCE)
        assert not faults, faults


async def until_paid(tables: list[SimulatedTable]) -> None:
    """Every game of these tables is acknowledged."""
    async with asyncio.timeout(PATIENCE):
        for table in tables:
            while await table.owes():
                await asyncio.sleep(0)
