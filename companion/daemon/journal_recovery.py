"""The journal of the table in play: resumes its game at start, and lets the players choose when it cannot be used.

Invariant: while no journal is open, nothing of the game is shown and no move is made.
"""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.core.errors import JournalError
from companion.core.game import Result
from companion.core.keys import Gesture
from companion.daemon.game_session import GameSession
from companion.daemon.hardware.table_hardware import TableHardware
from companion.daemon.seat_screens import SeatScreens
from companion.journal.rows import SavedGame
from companion.journal.worker import IdleCheck, JournalWorker, OpenGame
from companion.pause.journal_fault_screen import JournalFaultScreen
from companion.table.effects import Abandoned
from companion.table.table import LOBBY, Table
from companion.web.hub import Hub

log = logging.getLogger("companion")


class JournalRecovery:
    """`folder`: the journal's, which sentences for players leave out. `new_table` makes an empty table."""

    def __init__(
        self,
        journal: JournalWorker,
        session: GameSession,
        *,
        new_table: Callable[[], Table],
        hardware: TableHardware,
        screens: SeatScreens,
        hub: Hub,
        idle_check: IdleCheck,
        folder: Path,
    ) -> None:
        self._journal = journal
        self._session = session
        self._new_table = new_table
        self._hardware = hardware
        self._screens = screens
        self._hub = hub
        self._idle_check = idle_check
        self._folder = folder
        self.screen: JournalFaultScreen | None = None
        """Why there is no journal to play on; None while there is one."""

    async def resume(self, *, accept: bool = False) -> None:
        """Go on where the journal ends, or open the lobby where it is empty. `accept`: without its last entries, where they
        cannot be read. Raises JournalError."""
        self._session.clear()
        await self._session.resume(await self._open(accept=accept))

    async def fail(self, error: JournalError) -> None:
        """The journal cannot be used: close it, and show every seat the reason and the remedies."""
        log.error("%s", error)
        self._hardware.cancel_presses()
        text = str(error).replace(f"{self._folder}{os.sep}", "")
        self._hub.event(text)
        self._hub.recap(None)
        self._show(JournalFaultScreen(text, remedies=error.remedies))
        with suppress(JournalError):
            await self._journal.close_journal()

    def redraw(self) -> None:
        """Show the reason again."""
        if self.screen is not None:
            self._screens.show_everywhere(self.screen.screen)

    async def take_gesture(self, screen: JournalFaultScreen, gesture: Gesture) -> None:
        """Carry out what a player chose on `screen`. Raises JournalError where that fails, too."""
        match screen.after_gesture(gesture):
            case "again":
                await self.resume()
            case "go on":
                await self.resume(accept=True)
            case "lobby":
                await self._abandon()
            case "new":
                await self._journal.open_new()
                self._session.clear()
                await self._session.begin()
            case JournalFaultScreen() as turned:
                self._show(turned)
                return
        self.screen = None

    def _show(self, screen: JournalFaultScreen) -> None:
        self.screen = screen
        self._screens.show_everywhere(screen.screen)

    async def _open(self, *, accept: bool) -> OpenGame:
        saved = await self._journal.open(accept=accept)
        self._idle_check.check_again()
        return saved

    async def _abandon(self) -> None:
        """End the game that the journal holds, even one that cannot be resumed, and open the lobby. Raises JournalError."""
        self._session.clear()
        saved = await self._open(accept=True)
        if saved is not None and not saved.abandoned and saved.opened.game != LOBBY:
            result = self._result_of(saved)
            if result is None or result.winners is None:
                await self._journal.append(Abandoned(saved.rows + 1), result=result)
        await self._session.begin()

    def _result_of(self, saved: SavedGame) -> Result | None:
        """The scores of a saved game, and whether it is over; None where it cannot be resumed."""
        table = self._new_table()
        try:
            table.resume(saved.opened, saved.steps, saved.rows)
        except JournalError:
            return None
        return table.game.result(table.state.game_state)
