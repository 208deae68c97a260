"""The end of a table whose players agreed to switch the machine off: farewell screens, a closed journal, then the order."""

import asyncio
import logging

from companion.core.errors import JournalError
from companion.daemon.daemon_inputs import InputSink
from companion.daemon.power.power_off import FAREWELL, LEAVING, PoweringOff, PowerOffFailed, RunTool, switched_off
from companion.daemon.seat_screens import SeatScreens
from companion.journal.worker import JournalWorker
from companion.table.effects import SwitchOff
from companion.web.hub import Hub

log = logging.getLogger("companion")


class PowerOffTask:
    """Switches the machine off by `run_tool`; None where that is not offered. `queue` takes a PowerOffFailed."""

    def __init__(
        self, run_tool: RunTool | None, journal: JournalWorker, screens: SeatScreens, hub: Hub, queue: InputSink
    ) -> None:
        self._run_tool = run_tool
        self._journal = journal
        self._screens = screens
        self._hub = hub
        self._queue = queue
        self._task: asyncio.Task[PowerOffFailed] | None = None
        """Waits for the end of the machine."""
        self.screen: PoweringOff | None = None
        """What every seat sees from the order on; None before it, and after it failed."""

    @property
    def is_offered(self) -> bool:
        """Whether players may switch the machine off."""
        return self._run_tool is not None

    async def start(self, effect: SwitchOff) -> None:
        """Close the journal, then give the order. The end of the machine ends this service first, in its usual order."""
        assert self._run_tool is not None, "no lobby offers to switch off a machine that cannot be"
        log.info("%s", LEAVING)
        self._hub.event(f"{effect.silence} {FAREWELL}".strip())
        self.screen = PoweringOff()
        self._screens.show_everywhere(self.screen.screen)
        try:
            await self._journal.close_journal()
        except JournalError as error:
            log.error("%s", error)  # every entry is on the disk nevertheless
        self._task = asyncio.create_task(switched_off(self._run_tool))
        self._task.add_done_callback(self._report)

    def forget(self) -> None:
        """The order failed: the table goes on."""
        self.screen = None

    async def close(self) -> None:
        """Stop waiting for the tool."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _report(self, task: asyncio.Task[PowerOffFailed]) -> None:
        if not task.cancelled():
            error = task.exception()
            why = f"The Pi stays on: {type(error).__name__}, a fault of the companion's own. Please report it."
            self._queue(task.result() if error is None else PowerOffFailed(why))
