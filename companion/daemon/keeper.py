"""The journal on a worker of its own, so that the loop never waits for a disk.

Law: one worker, so entries are written in the order in which they were given; whatever a disk does, it is a JournalError.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from companion.core.errors import JournalError
from companion.core.game import Result
from companion.daemon.players import add, beside
from companion.journal.files import following, newest
from companion.journal.journal import Journal
from companion.journal.rows import Ending, Kept
from companion.table.effects import Entry

T = TypeVar("T")

Held = Kept | None
"""The game that a journal holds; None where it is empty."""


class Keeper:
    """Keeps the journal at `path`, or the newest of those beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._journal: Journal | None = None
        self._file: Path | None = None
        """The file of the open journal."""

    @property
    def path(self) -> Path:
        """Where the first journal of the table is."""
        return self._path

    @property
    def file(self) -> Path | None:
        """The file of the journal that is open; None where none is."""
        return None if self._journal is None else self._file

    async def open(self) -> Held:
        """Open the newest journal, anew if it is open. Raises JournalError where it will not do."""
        return await self._run(lambda: self._opened(newest(self._path)))

    async def open_new(self) -> None:
        """Open a new journal beside those that will not do, which stay as they are."""
        await self._run(lambda: self._opened(_unwritten(self._path)))

    async def held(self) -> Held:
        """What the open journal holds now. Raises JournalError."""
        return await self._run(lambda: self._open_journal().last())

    async def append(self, entry: Entry, *, result: Result | None = None) -> None:
        """Return when the entry is safe, with how the game ended where it ends it. Raises JournalError, and then nothing of
        it is kept."""
        await self._run(lambda: self._open_journal().append(entry, result=result))

    async def settle(self, endings: Iterable[tuple[int, bytes, Ending]]) -> None:
        """Keep how some games of the open journal ended that older versions played. Raises JournalError."""
        await self._run(lambda: self._open_journal().settle(endings))

    async def settle_open(self, result: Result) -> None:
        """Keep how the open game ended, unless that is kept. Raises JournalError."""
        await self._run(lambda: self._open_journal().settle_open(result))

    async def remember(self, name: str) -> None:
        """Put a name on the list of players. Raises JournalError where the disk does not let it."""
        await self._run(lambda: add(beside(self._path), name))

    async def roll(self, source: str, top: int, front: int) -> None:
        """Keep a roll of the die in the log. Raises JournalError."""
        await self._run(lambda: self._open_journal().roll(source, top, front))

    async def let_go(self) -> None:
        """Close the file; a journal that is of no use is not to be touched."""
        await self._run(self._let_go)

    async def close(self) -> None:
        """Let the file and the worker go."""
        try:
            await self.let_go()
        finally:
            self._worker.shutdown()

    def _open_journal(self) -> Journal:
        if self._journal is None:
            raise JournalError("There is no journal open.")
        return self._journal

    def _opened(self, path: Path) -> Held:
        self._let_go()
        try:
            journal = Journal.open(path, now)
        except OSError as error:
            raise JournalError(f"The journal {path} cannot be opened: {error.strerror or error}.") from error
        try:
            found = journal.last()
        except JournalError:
            journal.close()
            raise
        self._journal, self._file = journal, path
        return found

    def _let_go(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, work)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"The journal {self._path} does not answer: {error}.") from error


def is_taken(error: JournalError) -> bool:
    """Whether the journal is fine, and in the hands of another process."""
    return isinstance(error.__cause__, BlockingIOError)


def _unwritten(path: Path) -> Path:
    """The newest file where nothing was ever written to it, else the one after it."""
    last = newest(path)
    return last if last.exists() and last.stat().st_size == 0 else following(path)


def now() -> str:
    """The label of now, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
