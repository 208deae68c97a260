"""`companion club run` in a process of its own, and tables without pages that play whole games."""

import asyncio
import json
import re
import resource
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.club.link import ClubLink
from companion.config.club import ClubSettings
from companion.journal.worker import JournalWorker
from companion.table.effects import Moved, Opened
from companion.web.hub import Hub
from tests.club.brokers import Broker
from tests.history.games import LOBBY, case_of, opened, result_of, steps
from tests.patience import PATIENCE

COMPANION = (sys.executable, "-m", "companion")


class RunningClub:
    """A club that can be killed and started again on the same database."""

    def __init__(self, broker: Broker, database: str, *configuration: str) -> None:
        self.database = database
        at = configuration or ("--broker", broker.url)
        self._words = [*COMPANION, "club", "run", *at, "--database", database, "--port", "0"]
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
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
    id, as `companion export` writes it."""

    def __init__(self, name: str, journal: JournalWorker, link: ClubLink) -> None:
        self.name = name
        self.journal = journal
        self.link = link
        self.played: list[str] = []

    async def play(self, seed: int) -> None:
        """A whole random game."""
        case = case_of("mastermind")
        made = steps(case, seed)
        result = result_of(case, made)
        one = opened(case)
        begun = Opened(one.game, one.rules, one.options, one.names, one.places, id=str(uuid4()))
        await self._append(begun)
        for number, (actor, move) in enumerate(made, 1):
            await self._append(Moved(number, actor, move), result if number == len(made) else None)
        self.played.append(begun.id)

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
    link = ClubLink(settings or ClubSettings(broker.url, name), Hub(2, ("Ann", "Bob")), journal)
    link.start()
    try:
        yield SimulatedTable(name, journal, link)
    finally:
        await link.close()
        await journal.close()


async def until_paid(tables: list[SimulatedTable]) -> None:
    """Every game of these tables is acknowledged."""
    async with asyncio.timeout(PATIENCE):
        for table in tables:
            while await table.owes():
                await asyncio.sleep(0)
