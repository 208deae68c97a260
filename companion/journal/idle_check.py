"""What is done while nobody plays: the games that are over are checked, slice by slice.

Law: a slice begins only after a time without any input, and a thread of its own reads it by a connection of its own, so it
delays no move.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.journal.journal_worker import JournalWorker


class IdleCheckTimings(Struct, frozen=True):
    """Seconds without an input until the table counts as idle, and seconds between two slices."""

    quiet: float = 5.0
    between: float = 0.25


IDLE_CHECK_TIMINGS: Final = IdleCheckTimings()


class IdleCheck:
    """Checks the journal that `journal` has open, once after each opening. `tell` is given every fault, as a sentence."""

    def __init__(
        self, journal: JournalWorker, tell: Callable[[str], None], rest: IdleCheckTimings = IDLE_CHECK_TIMINGS
    ) -> None:
        self._journal = journal
        self._tell = tell
        self._rest = rest
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._opened = asyncio.Event()

    def note_input(self) -> None:
        """Somebody plays."""
        self._last = self._loop.time()

    def check_again(self) -> None:
        """The keeper has opened a journal."""
        self._opened.set()

    async def run(self) -> None:
        """Check whatever is opened, for ever."""
        while True:
            await self._opened.wait()
            self._opened.clear()
            await self._quiet()
            while (faults := await self._journal.check()) is not None:
                for fault in faults:
                    self._tell(fault)
                await asyncio.sleep(self._rest.between)
                await self._quiet()

    async def _quiet(self) -> None:
        """Return when nobody has played for a while."""
        while (missing := self._last + self._rest.quiet - self._loop.time()) > 0:
            await asyncio.sleep(missing)
