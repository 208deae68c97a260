"""The journal on threads of its own, so that the event loop never waits for a disk: one writes, another one checks.

Invariants: one thread writes, so entries keep their order. Every disk error is raised as a JournalError.

The check looks at the whole journal, a few rows at a time, through a read-only connection, so that no move waits; a slice starts
only after a time without input. It skips the open game: that game was checked when the journal was opened, and it is still being
written. No statement stays open between two slices, because an open statement would block a checkpoint of the WAL.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct

from companion.core.errors import FileError, JournalError
from companion.core.game import Result
from companion.journal.files import VolumeFiles
from companion.journal.journal import Journal
from companion.journal.kept_phones import KeptPhone, kept_phones_path, write_kept_phones
from companion.journal.known_names import add_known_name, known_names_path
from companion.journal.opening import is_unwritten
from companion.journal.reader import Reader
from companion.journal.rows import (
    GameToSend,
    OrderedGame,
    RollToLog,
    SavedGame,
    chain_digest,
    entry_digest,
    full_digest,
    is_content,
    is_ending_of,
    opened_of,
)
from companion.journal.tables import MAX_ENTRIES, entry_id, entry_id_range, read_connection, readable_reason
from companion.table.effects import JournalEntry

ENTRIES_PER_CHECK: Final = 32
"""Most entries that one slice checks."""
_DAMAGED: Final = "The journal is damaged"


class FullCheck:
    """Checks the journal at `path`; each call checks the next `slices` slices. Use it from one thread, which may differ from the
    writing thread."""

    def __init__(self, path: Path, slices: int = 8) -> None:
        self._path = path
        self._count = slices
        self._stack = ExitStack()
        self._slices: Iterator[list[str]] | None = None

    def next_faults(self) -> list[str] | None:
        """Check the next slices. Returns one sentence for each damage found in them, or None at the end of the journal."""
        found: list[list[str]] = []
        try:
            if self._slices is None:
                self._slices = _slices(self._stack.enter_context(read_connection(self._path)))
            found.extend(islice(self._slices, self._count))  # those before an error stay
        except (sqlite3.Error, OSError) as error:
            found.append([str(JournalError(f"The journal cannot be read to its end: {readable_reason(error)}."))])
            self._slices = iter(())
        if not found:
            self.close()
            return None
        return [fault for faults in found for fault in faults]

    def close(self) -> None:
        self._slices = iter(())
        self._stack.close()


def _slices(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """The damage found in each slice; a slice is the head of a game or some of its entries. Raises sqlite3.Error."""
    yield from _derived(connection)
    first, last = connection.execute("SELECT min(id), max(id) FROM game").fetchone()
    before, chain = min(first or 1, 1) - 1, b""
    query = "SELECT id, name, rules, options, players, chain, before, at FROM game WHERE id > ? ORDER BY id LIMIT 1"
    while (head := connection.execute(query, (before,)).fetchone()) is not None:
        game = head[0]
        yield _head_faults(head, before, chain)
        if game == last > 0:
            return  # the open one
        chain, number = head[5] or b"", 0
        while rows := _entries(connection, game, number):
            faults: list[str] = []
            for row in rows:
                number += 1
                content = entry_digest(chain, game, *row[:4])
                if not (is_content(row[4], content) and number == row[0]) and not faults:
                    faults.append(f"{_DAMAGED}: move {number} of game {game} is not what was written.")
                elif not faults and row[4] not in (
                    content,
                    full_digest(content, row[5], row[6:] if row[6] is not None else ()),
                ):
                    faults.append(
                        f"{_DAMAGED}: the time or the roll of move {number} of game {game} is not what was written."
                    )
                chain = row[4] or b""
            yield faults
            number = rows[-1][0]
        yield _ending_faults(connection, game, chain)
        before = game


def _ending_faults(connection: sqlite3.Connection, game: int, chain: bytes) -> list[str]:
    """Faults of the stored ending of a finished game whose last digest is `chain`. Nothing else shows that an imported game lost
    its end, because no game follows it."""
    found = connection.execute(
        "SELECT chain, how, moves, scores, winners FROM ending WHERE game = ?", (game,)
    ).fetchone()
    if found is None:
        return [] if game > 0 else [f"{_DAMAGED}: the result of game {game} is missing."]
    if is_ending_of(chain, *found):
        return []
    return [f"{_DAMAGED}: the end or the result of game {game} is not what was written."]


def _derived(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """Check that every row of the other tables can be read, and that no roll of format 3 is missing."""
    for table, key in (("ending", "game"), ("roll", "id"), ("outbox", "game")):
        count, after = 0, -(1 << 62)
        last = MAX_ENTRIES if table == "roll" else 1 << 62
        query = (
            f"SELECT {key}, * FROM {table} WHERE {key} > ? AND {key} <= {last} ORDER BY {key} LIMIT {ENTRIES_PER_CHECK}"
        )
        while rows := connection.execute(query, (after,)).fetchall():
            count, after = count + len(rows), rows[-1][0]
            is_short = table == "roll" and after != count
            yield [f"{_DAMAGED}: rolls are missing from the log of the die."] if is_short else []
            count = after if is_short else count


def _entries(connection: sqlite3.Connection, game: int, after: int) -> list[tuple[Any, ...]]:
    query = (
        "SELECT e.id & 1048575, e.actor, e.move, e.kind, e.chain, e.at, r.source, r.top, r.front "
        "FROM entry e LEFT JOIN roll r ON r.id = e.id WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?"
    )
    return connection.execute(query, (entry_id(game, after), entry_id_range(game)[1], ENTRIES_PER_CHECK)).fetchall()


def _head_faults(head: tuple[Any, ...], before: int, chain: bytes) -> list[str]:
    """Faults in the head of a game, or between it and the game `before` it, whose last digest was `chain`."""
    game = head[0]
    faults: list[str] = []
    if game != before + 1 and (game, before) != (1, -1):
        faults.append(f"{_DAMAGED}: games are missing before game {game}.")
    elif head[6] != chain_digest(chain if game > 1 else b"", head[7]):
        end = f"the end of game {before} or " if game > 1 else ""
        faults.append(f"{_DAMAGED}: {end}the date of game {game} is not what was written.")
    try:
        opened_of(head[:6])
    except (JournalError, ValueError, TypeError, KeyError):
        faults.append(f"{_DAMAGED}: game {game} is not what was written.")
    return faults


T = TypeVar("T")

OpenGame = SavedGame | None
"""The open game of a journal; None in an empty journal."""


class JournalWorker:
    """Reads and writes the journal at `path`, or its newest volume. `for_club`: finished games are put into the outbox."""

    def __init__(self, path: Path, *, for_club: bool = False) -> None:
        self._path = path
        self._for_club = for_club
        self._volumes = VolumeFiles(path)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._checker = ThreadPoolExecutor(1, thread_name_prefix="journal-check")
        self._checking: FullCheck | None = None
        self._journal: Journal | None = None
        self._file: Path | None = None
        """The file of the open journal."""

    @property
    def path(self) -> Path:
        """The path of the first volume of the journal."""
        return self._path

    @property
    def file(self) -> Path | None:
        """The file of the open journal; None if none is open."""
        return None if self._journal is None else self._file

    async def open(self, *, accept: bool = False) -> OpenGame:
        """Open the newest volume; reopen it if it is open. `accept`: continue without the last entries if they cannot be read.

        Raises JournalError if it cannot be used.
        """
        return await self._run(lambda: self._opened(self._volumes.newest(), accept=accept))

    async def open_new(self) -> None:
        """Open a new volume. Volumes that cannot be used stay unchanged."""
        await self._run(lambda: self._opened(self._unwritten()))

    async def open_game(self) -> OpenGame:
        """The open game as the journal has it now. Raises JournalError."""
        return await self._run(lambda: self._open_journal().newest_game())

    async def append(
        self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None
    ) -> None:
        """Write an entry, and return when it is on the disk. `rolled`: the roll for the log of the die; `result`: the result of
        the game if the entry ends it. Raises JournalError; the journal is then unchanged."""
        await self._run(lambda: self._open_journal().append(entry, rolled, result=result, for_club=self._for_club))

    async def outbox(self, after: int, limit: int) -> list[GameToSend]:
        """At most `limit` games of the outbox, from the oldest on, behind the game `after`. Raises JournalError."""
        return await self._run(lambda: self._open_journal().outbox(after, limit))

    async def ordered(self, order: str) -> OrderedGame | None:
        """The game that was begun by an order of the club; None if there is none. Raises JournalError."""
        return await self._run(lambda: Reader(self._open_journal().connection).ordered(order))

    async def acknowledge(self, games: Iterable[int]) -> None:
        """Take games out of the outbox: the club has them. Raises JournalError."""
        numbers = tuple(games)
        await self._run(lambda: self._open_journal().acknowledge(numbers))

    async def remember(self, name: str) -> None:
        """Add a name to the list of players. Raises JournalError if it cannot be written."""
        await self._run(lambda: add_known_name(known_names_path(self._path), name))

    async def keep_phones(self, phones: Iterable[KeptPhone]) -> None:
        """Keep which phones hold seats, and return when that is on the disk. Raises JournalError if it cannot be written."""
        kept = tuple(phones)
        await self._run(lambda: write_kept_phones(kept_phones_path(self._path), kept))

    async def check(self) -> list[str] | None:
        """Check the next rows of the open journal on the second thread. Returns one sentence for each damage, or None when all is
        checked or no journal is open."""
        checking = self._checking
        if checking is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._checker, checking.next_faults)

    async def close_journal(self) -> None:
        await self._run(self._close_open)

    async def close(self) -> None:
        """Close the journal and end both threads."""
        try:
            await self.close_journal()
        finally:
            self._worker.shutdown()
            self._checker.shutdown()

    def _open_journal(self) -> Journal:
        if self._journal is None:
            raise JournalError("No journal is open.")
        return self._journal

    def _unwritten(self) -> Path:
        """The newest volume if nothing was ever written to it, else the path of the next volume."""
        last = self._volumes.newest()
        return last if last.exists() and is_unwritten(last) else self._volumes.following()

    def _opened(self, path: Path, *, accept: bool = False) -> OpenGame:
        self._close_open()
        journal = Journal.open(path, utc_label, accept=accept)
        try:
            found = journal.newest_game()
        except JournalError:
            journal.close()
            raise
        self._journal, self._file, self._checking = journal, path, FullCheck(path)
        return found

    def _close_open(self) -> None:
        checking, self._checking = self._checking, None
        if checking is not None:
            # The writing connection must be the last one to close.
            self._checker.submit(checking.close).result()
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, work)
        except FileError as error:
            raise JournalError(str(error)) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"The journal {self._path} does not answer: {error}.") from error


def is_locked(error: JournalError) -> bool:
    """Whether the error means that another process has the journal open."""
    return isinstance(error.__cause__, BlockingIOError)


def utc_label() -> str:
    """The current UTC time as ISO 8601 text, in seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class IdleCheckTimings(Struct, frozen=True):
    """`quiet`: seconds without input after which the table counts as idle; `between`: seconds between two slices."""

    quiet: float = 5.0
    between: float = 0.25


IDLE_CHECK_TIMINGS: Final = IdleCheckTimings()


class IdleCheck:
    """Checks the open journal once after each opening, and reports every fault to `report` as a sentence."""

    def __init__(
        self, journal: JournalWorker, report: Callable[[str], None], timings: IdleCheckTimings = IDLE_CHECK_TIMINGS
    ) -> None:
        self._journal = journal
        self._report = report
        self._timings = timings
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._opened = asyncio.Event()

    def note_input(self) -> None:
        """Restart the idle time: there was an input."""
        self._last = self._loop.time()

    def check_again(self) -> None:
        """Request a check: the worker has opened a journal."""
        self._opened.set()

    async def run(self) -> None:
        """Check every journal that the worker opens; never returns."""
        while True:
            await self._opened.wait()
            self._opened.clear()
            await self._quiet()
            while (faults := await self._journal.check()) is not None:
                for fault in faults:
                    self._report(fault)
                await asyncio.sleep(self._timings.between)
                await self._quiet()

    async def _quiet(self) -> None:
        """Wait until the table is idle."""
        while (missing := self._last + self._timings.quiet - self._loop.time()) > 0:
            await asyncio.sleep(missing)
