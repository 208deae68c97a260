"""The journal on a worker of its own, so that the loop never waits for a disk.

Law: one worker, so entries are written in the order in which they were given.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.journal.files import following, newest
from companion.journal.journal import Journal
from companion.table.effects import Entry, Opened

T = TypeVar("T")


class Keeper:
    """Keeps the journal at `path`, or the newest of those beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._journal: Journal | None = None

    async def open(self) -> tuple[Opened, list[Step]] | None:
        """Open the newest journal: the game it holds, None where it is empty. Raises JournalError where it will not do."""
        return await self._run(lambda: self._opened(newest(self._path)))

    async def open_new(self) -> None:
        """Open a new journal beside those that will not do, which stay as they are."""
        await self._run(lambda: self._opened(following(self._path)))

    async def append(self, entry: Entry) -> None:
        """Return when the entry is safe. Raises JournalError, and then nothing of it is kept."""

        def write() -> None:
            if self._journal is None:
                raise JournalError("There is no journal open.")
            self._journal.append(entry)

        await self._run(write)

    async def close(self) -> None:
        """Let the file and the worker go."""
        await self._run(self._let_go)
        self._worker.shutdown()

    def _opened(self, path: Path) -> tuple[Opened, list[Step]] | None:
        self._let_go()
        journal = Journal.open(path, _now)
        try:
            found = journal.open_game()
        except JournalError:
            journal.close()
            raise
        self._journal = journal
        return found

    def _let_go(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
