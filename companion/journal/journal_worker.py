"""The journal on a worker of its own, so that the loop never waits for a disk; what is checked of it meanwhile, on another.

Law: one worker, so entries are written in the order in which they were given; whatever a disk does, it is a JournalError.
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
from companion.journal.known_names import add_known_name, known_names_path
from companion.journal.rows import GameEnding, RollToLog, SavedGame
from companion.journal.volume_files import VolumeFiles
from companion.table.effects import JournalEntry

T = TypeVar("T")

OpenGame = SavedGame | None
"""The game that a journal holds; None where it is empty."""


class JournalWorker:
    """Keeps the journal at `path`, or the newest of those beside it."""

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
        """Where the first journal of the table is."""
        return self._path

    @property
    def file(self) -> Path | None:
        """The file of the journal that is open; None where none is."""
        return None if self._journal is None else self._file

    async def open(self, *, accept: bool = False) -> OpenGame:
        """Open the newest journal, anew if it is open. `accept`: without its last entries, where they cannot be read.

        Raises JournalError where it will not do.
        """
        return await self._run(lambda: self._opened(self._volumes.newest(), accept=accept))

    async def open_new(self) -> None:
        """Open a new journal beside those that will not do, which stay as they are."""
        await self._run(lambda: self._opened(self._unwritten()))

    async def open_game(self) -> OpenGame:
        """What the open journal holds now. Raises JournalError."""
        return await self._run(lambda: self._open_journal().newest_game())

    async def append(
        self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None
    ) -> None:
        """Return when the entry is safe, with how the game ended where it ends it, and in the log of the die what was `rolled`.
        Raises JournalError, and then nothing of it is kept."""
        await self._run(lambda: self._open_journal().append(entry, rolled, result=result))

    async def save_endings(self, endings: Iterable[tuple[int, bytes, GameEnding]]) -> None:
        """Keep how some games of the open journal ended that older versions played. Raises JournalError."""
        await self._run(lambda: self._open_journal().save_endings(endings))

    async def save_open_ending(self, result: Result) -> None:
        """Keep how the open game ended, unless that is kept. Raises JournalError."""
        await self._run(lambda: self._open_journal().save_open_ending(result))

    async def remember(self, name: str) -> None:
        """Put a name on the list of players. Raises JournalError where the disk does not let it."""
        await self._run(lambda: add_known_name(known_names_path(self._path), name))

    async def check(self) -> list[str] | None:
        """Check the next few rows of the open journal, beside the worker that writes: what is damaged there, in sentences; None
        once all is checked, or while no journal is open."""
        checking = self._checking
        if checking is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._checker, checking.next_faults)

    async def close_journal(self) -> None:
        """Close the file; a journal that is of no use is not to be touched."""
        await self._run(self._close_open)

    async def close(self) -> None:
        """Let the file and the worker go."""
        try:
            await self.close_journal()
        finally:
            self._worker.shutdown()
            self._checker.shutdown()

    def _open_journal(self) -> Journal:
        if self._journal is None:
            raise JournalError("There is no journal open.")
        return self._journal

    def _unwritten(self) -> Path:
        """The newest file where nothing was ever written to it, else the one after it."""
        last = self._volumes.newest()
        return last if last.exists() and last.stat().st_size == 0 else self._volumes.following()

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
            # The last connection to be closed is to be the one that writes.
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
    """Whether the journal is fine, and in the hands of another process."""
    return isinstance(error.__cause__, BlockingIOError)


def utc_label() -> str:
    """The label of now, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
