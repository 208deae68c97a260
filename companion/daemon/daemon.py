"""The daemon: one loop that takes inputs and has them carried out.

Invariant: one consumer takes inputs strictly in the order in which they were queued. No input ends it but one whose fault stays
when the game is taken up again from the journal.
"""

import asyncio
import logging
from typing import assert_never

from companion.core.errors import JournalError
from companion.daemon.daemon_inputs import DaemonInput, LivenessCheck, PanelGestured, SeatDataWanted
from companion.daemon.deadline_timer import DeadlineTimer
from companion.daemon.game_session import GameSession
from companion.daemon.hardware.table_hardware import TableHardware
from companion.daemon.journal_recovery import JournalRecovery
from companion.daemon.pages.page_requests import PageRequests
from companion.daemon.power.power_off import PowerOffFailed
from companion.daemon.power.power_off_task import PowerOffTask
from companion.daemon.seat_screens import SeatScreens
from companion.daemon.systemd_notify import SystemdNotify, Watchdog
from companion.devices.build import Devices
from companion.devices.protocols import DieReading, DieSight
from companion.journal.worker import IdleCheck, JournalWorker
from companion.machine_players.machine_player import MachineEnded
from companion.pause.fault_watch import FaultReport, WatchTimerDue
from companion.pause.pause_gate import PLAYING, GameInput, PauseGate
from companion.pause.pause_screen import Pause
from companion.table.effects import Answered, Gestured, HintGiven, PromiseGiven, ReviewGiven, SeatAnswered, Ticked
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken
from companion.web.hub import Hub
from companion.web.page_handlers import PageHandlers

log = logging.getLogger("companion")


class Daemon:
    """A table with all its parts, which are complete and started; see start_daemon.py.

    `inputs`: the queue. `page_requests`: what the pages ask of the table.
    """

    def __init__(
        self,
        *,
        inputs: asyncio.Queue[DaemonInput],
        hardware: TableHardware,
        hub: Hub,
        journal: JournalWorker,
        gate: PauseGate,
        screens: SeatScreens,
        session: GameSession,
        recovery: JournalRecovery,
        power_off: PowerOffTask,
        page_requests: PageRequests,
        deadline_timer: DeadlineTimer,
        idle_check: IdleCheck,
        notify: SystemdNotify,
    ) -> None:
        self.inputs = inputs
        self.hardware = hardware
        self.journal = journal
        self.gate = gate
        self.screens = screens
        self.session = session
        self.recovery = recovery
        self.power_off = power_off
        self.page_requests: PageHandlers = page_requests
        self._hub = hub
        self._deadline_timer = deadline_timer
        self._idle_check = idle_check
        self._notify = notify

    @property
    def devices(self) -> Devices:
        """The screens, keys and buzzers."""
        return self.hardware.devices

    @property
    def status(self) -> str:
        """The state of the table, in one line."""
        return self.hardware.watch.sentences or PLAYING

    @property
    def has_journal(self) -> bool:
        """Whether there is a journal to play on: it can be used, and the machine is not being switched off."""
        return self.recovery.screen is None and self.power_off.screen is None

    async def run(self) -> None:
        """Take inputs in order, without end."""
        await self._set_deadline_timer()
        while True:
            given = await self.inputs.get()
            if not isinstance(given, LivenessCheck):
                self._idle_check.note_input()
            try:
                await self._take(given)
            except JournalError as error:
                await self.recovery.fail(error)
            await self._set_deadline_timer()

    async def feed_watchdog(self, watchdog: Watchdog) -> None:
        """Queue a LivenessCheck at each interval, without end; the consumer answers the watchdog itself."""
        while True:
            self.inputs.put_nowait(LivenessCheck())
            await asyncio.sleep(watchdog.interval)

    async def _take(self, given: DaemonInput) -> None:
        """Carry out one input. A fault of ours in it ends nothing: the input is refused, and the game goes on from the journal.
        Raises JournalError."""
        state, pause = self.session.table.state, self.hardware.watch.pause
        try:
            await self._dispatch(given)
            await self._update_pause(pause)
        except JournalError:
            raise
        except Exception:
            log.exception("a fault of the companion's own: %s is refused", type(given).__name__)
            if self.has_journal:
                await self.session.refuse(given, state)

    async def _dispatch(self, given: DaemonInput) -> None:
        """Raises JournalError."""
        match given:
            case LivenessCheck():
                self._notify.alive()
            case SeatDataWanted(place):
                self.screens.send_data(self.session.table, place)
            case PanelGestured():
                await self.session.take_panel_gesture(given)
            case FaultReport() | WatchTimerDue():
                self.hardware.watch.take(given)
                if self.has_journal:
                    self.screens.redraw_codes(self.session.table)
            case DieSight():
                self.session.see_die(given, shown=self.has_journal)
            case PowerOffFailed():
                await self._stay_on(given)
            case MachineEnded():
                if self.has_journal:
                    await self.session.take_machine_end(given)
            case Gestured() | Answered() | SeatAnswered() | HintGiven() | PromiseGiven() | ReviewGiven() | Ticked():
                await self._play(given)
            case DieReading() | NameEntered() | SeatTaken() | SeatLeft():
                await self._play(given)
            case _:
                assert_never(given)

    async def _play(self, given: GameInput) -> None:
        """An input for the game, unless something else is in the way. Raises JournalError."""
        if self.power_off.screen is not None:
            return
        if self.recovery.screen is not None:
            if isinstance(given, Gestured):
                await self.recovery.take_gesture(self.recovery.screen, given.gesture)
        elif self.hardware.watch.pause is None or not self.gate.takes(given):
            await self.session.handle(given)

    async def _update_pause(self, before: Pause | None) -> None:
        """Begin or end a pause after an input; the pause was `before`. Raises JournalError."""
        change = self.gate.judge(before, self.session.table, plays=self.has_journal)
        if change is None:
            return
        if self.power_off.screen is not None:
            self.screens.show_everywhere(self.power_off.screen.screen)
        elif self.recovery.screen is not None:
            self.recovery.redraw()
        else:
            if before is not None and self.hardware.watch.pause is None:
                self.session.table.restart_countdown(asyncio.get_running_loop().time())
            self.screens.redraw(self.session.table)
            for given in change.due:
                await self.session.handle(given)

    async def _set_deadline_timer(self) -> None:
        """While nobody can answer, silence agrees to nothing, and nobody's think time passes."""
        waits = not self.has_journal or self.hardware.watch.pause is not None
        await self.session.run_clock(runs=not waits)
        self._deadline_timer.set(None if waits else self.session.table.deadline)

    async def _stay_on(self, failed: PowerOffFailed) -> None:
        """The machine was not switched off: the table goes on where it was. Raises JournalError."""
        log.error("%s", failed.why)
        self.power_off.forget()
        await self.recovery.resume()
        self.session.notify(failed.why)
        self._hub.event(failed.why)
        self.hardware.sounder.refused()
