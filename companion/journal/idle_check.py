"""Checks the finished games of the journal, slice by slice, while nobody plays.

Invariant: a slice starts only after a time without input. A separate thread reads it through its own connection, so it delays
no move.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.journal.journal_worker import JournalWorker


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
