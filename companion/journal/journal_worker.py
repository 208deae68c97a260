"""Runs the journal on its own thread, so that the event loop never waits for a disk. A second thread checks the journal.

Invariants: one thread writes, so entries keep their order. Every disk error is raised as a JournalError.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from companion.core.errors import FileError, JournalError
from companion.core.game import Result
from companion.journal.full_check import FullCheck
from companion.journal.journal import Journal
from companion.journal.kept_phones import KeptPhone, kept_phones_path, write_kept_phones
from companion.journal.known_names import add_known_name, known_names_path
from companion.journal.opening import is_unwritten
from companion.journal.rows import RollToLog, SavedGame
from companion.journal.volume_files import VolumeFiles
from companion.table.effects import JournalEntry

T = TypeVar("T")

OpenGame = SavedGame | None
"""The open game of a journal; None in an empty journal."""


class JournalWorker:
    """Reads and writes the journal at `path`, or its newest volume."""

    def __init__(self, path: Path) -> None:
        self._path = path
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
        await self._run(lambda: self._open_journal().append(entry, rolled, result=result))

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
        """Close the open journal, if any."""
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
