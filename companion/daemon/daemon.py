"""The daemon: one loop that carries out what the table wants done.

Law: one consumer takes inputs strictly in order, and the journal has an entry before any screen shows it. When the
journal refuses, the move was not made: the table is put back to what the journal holds, and the screens say so.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from typing import assert_never

from companion.config.configuration import Configuration
from companion.core.errors import ConfigError, JournalError, RuleError
from companion.core.game import Result
from companion.core.picture import BLANK, Picture, PixelRun, applied
from companion.core.prompt import ChancePrompt, RandBelow, sample
from companion.core.seat import CHANCE, Seat
from companion.daemon.deadline_timer import DeadlineTimer
from companion.daemon.power_off import FAREWELL, LEAVING, PoweringOff, PowerOffFailed, RunTool, switched_off
from companion.daemon.systemd_notify import SystemdNotify, Watchdog
from companion.daemon.table_hardware import Randomness, TableHardware, assemble
from companion.devices.build_devices import Devices
from companion.devices.device_protocols import DieReading, DieSight
from companion.games.catalog import CATALOG
from companion.journal.idle_check import IDLE_CHECK_TIMINGS, IdleCheck, IdleCheckTimings
from companion.journal.journal_worker import JournalWorker, OpenGame, is_locked
from companion.journal.known_names import known_names_path, read_known_names, undrawable_names
from companion.journal.rows import RollToLog, SavedGame
from companion.pause.fault_timing import FaultTimings
from companion.pause.fault_watch import FaultReport, WatchTimerDue
from companion.pause.journal_fault_screen import JournalFaultScreen
from companion.pause.pause_gate import PLAYING, PauseGate
from companion.pause.pause_screen import Pause
from companion.pause.phone_access import TokenBytes
from companion.table.effects import (
    Abandoned,
    Append,
    AskChance,
    Effect,
    EventLine,
    Publish,
    RememberName,
    RoundSummaryShown,
    Show,
    SwitchOff,
)
from companion.table.inputs import Answered, Gestured, Input
from companion.table.name_entry import NameEntered, name_answer, name_event
from companion.table.table import LOBBY, Table, TableState
from companion.web.hub import Hub

log = logging.getLogger("companion")

PATIENCE = 5.0
"""Seconds until chance is asked again after the journal refused its answer."""
CALM = FaultTimings()


class Beat:
    """The watchdog's question: whether the consumer still takes inputs."""


class Daemon:
    """A table with everything round it.

    `pick`: the machine's luck. `patience`: seconds until chance is asked again after the journal refused its answer. `calm`:
    how long what fails is watched. `mint`: where a phone's secrets come from. `rest`: when the journal is checked.
    `tool`: runs a tool of the system, to switch the
    machine off; None where that is not offered.
    Raises ConfigError where no game is for so many seats.
    """

    def __init__(
        self,
        configuration: Configuration,
        hub: Hub,
        notify: SystemdNotify,
        keeper: JournalWorker,
        *,
        pick: RandBelow = secrets.randbelow,
        patience: float = PATIENCE,
        calm: FaultTimings = CALM,
        mint: TokenBytes = secrets.token_bytes,
        rest: IdleCheckTimings = IDLE_CHECK_TIMINGS,
        tool: RunTool | None = None,
    ) -> None:
        self._configuration = configuration
        self._hub = hub
        self._notify = notify
        self._keeper = keeper
        self._luck = Randomness(pick, mint)
        self._patience = patience
        self._calm = calm
        self._rest = rest
        self._idle: IdleCheck | None = None
        self._tool = tool
        self._seats = len(configuration.names)
        self._table = self._new_table()
        self._inputs: asyncio.Queue[
            Input | DieReading | DieSight | NameEntered | FaultReport | WatchTimerDue | Beat | PowerOffFailed
        ] = asyncio.Queue()
        self._pictures: list[Picture] = [BLANK] * self._seats
        self._laid: TableHardware | None = None
        self._recess: PauseGate | None = None
        self._alarm: DeadlineTimer | None = None
        self._trouble: JournalFaultScreen | PoweringOff | None = None
        """Why there is no journal to play on; None while there is one."""
        self._going: asyncio.Task[PowerOffFailed] | None = None
        """Waits for the machine to be switched off."""

    @property
    def laid(self) -> TableHardware:
        """What stands on the table and round it, from `start` on."""
        assert self._laid is not None, "a table is laid before anybody plays"
        return self._laid

    @property
    def recess(self) -> PauseGate:
        """What happens while the game waits, from `start` on."""
        assert self._recess is not None, "a table is laid before a game can wait"
        return self._recess

    @property
    def devices(self) -> Devices:
        """The screens, keys and buzzers."""
        return self.laid.devices

    @property
    def status(self) -> str:
        """How the table is, in one line."""
        return self.laid.watch.sentences or PLAYING

    async def start(self, stack: AsyncExitStack) -> None:
        """Screens and keys, then the journal, then the table. What was started is stopped by `stack`, in reverse."""
        loop = asyncio.get_running_loop()
        stack.push_async_callback(self._keeper.close)
        queue, luck = self._inputs.put_nowait, self._luck
        self._laid = assemble(self._configuration, self._hub, loop, stack, queue, self._on_runs, luck, self._calm)
        self._recess = PauseGate(
            self._laid.watch,
            self._laid.screens,
            self._hub,
            cancel_presses=self._laid.let_go,
            set_status=self._notify.status,
        )
        for sentence in undrawable_names(known_names_path(self._configuration.journal)):
            log.warning("%s", sentence)
        self._alarm = DeadlineTimer(loop, queue)
        stack.callback(self._alarm.close)
        self._idle = IdleCheck(self._keeper, self._found, self._rest)
        checking = asyncio.create_task(self._idle.run())
        stack.push_async_callback(_ended, checking)
        stack.push_async_callback(self._stay)
        try:
            await self._take_up()
        except JournalError as error:
            if is_locked(error):
                raise
            await self._in_trouble(error)
        self._laid.listen()

    async def run(self) -> None:
        """Take inputs in order, for ever."""
        while True:
            given = await self._inputs.get()
            if self._idle is not None and not isinstance(given, Beat):
                self._idle.note_input()
            before = self.laid.watch.pause
            try:
                if isinstance(given, Beat):
                    self._notify.alive()
                elif isinstance(given, FaultReport | WatchTimerDue):
                    self.laid.watch.hear(given)
                elif isinstance(given, DieSight):
                    self.laid.roller.saw(given)
                    self._show_roller(self.laid.roller.seats if self._trouble is None else ())
                elif isinstance(given, PowerOffFailed):
                    await self._still_on(given)
                elif self._trouble is not None:
                    await self._mend(self._trouble, given)
                elif before is None or not self.recess.takes(given):
                    await self._do(given)
                await self._judge(before)
            except JournalError as error:
                await self._in_trouble(error)
            self._set_alarm()

    async def feed(self, watchdog: Watchdog) -> None:
        """Ask the consumer for a sign of life, for ever; it feeds the watchdog itself."""
        while True:
            self._inputs.put_nowait(Beat())
            await asyncio.sleep(watchdog.interval)

    async def _do(self, given: Input | DieReading | NameEntered) -> None:
        """Take an input of a game that goes on. Raises JournalError."""
        match given:
            case DieReading():
                await self._rolled(given)
            case NameEntered():
                await self._named(given)
            case _:
                await self._take(given)

    async def _judge(self, before: Pause | None) -> None:
        """Does the game wait now, and who sees what? Raises JournalError."""
        change = self.recess.judge(before, self._table, plays=self._trouble is None)
        if change is None:
            return
        if self._trouble is not None:
            self._say(self._trouble)
            return
        if before is not None and self.laid.watch.pause is None:
            self._table.ask_anew(asyncio.get_running_loop().time())
        for seat in range(self._seats):
            self._show(Show(seat, self._table.screen(seat), urgent=False))
        for given in change.due:
            await self._do(given)

    def _set_alarm(self) -> None:
        """While nobody can answer, no silence counts."""
        waits = self._trouble is not None or self.laid.watch.pause is not None
        assert self._alarm is not None, "a table is laid before anybody plays"
        self._alarm.set(None if waits else self._table.deadline)

    async def _take_up(self, *, accept: bool = False) -> None:
        """Go on where the journal ends, or open the lobby where it is empty. `accept`: without the last entries, where they
        cannot be read. Raises JournalError."""
        self._table = self._new_table()
        found = await self._open_journal(accept=accept)
        await self._carry_out(self._resumed(found))
        if (result := self._table.result) is not None:
            # Versions before this one did not keep how a game ended.
            await self._keeper.save_open_ending(result)

    async def _open_journal(self, *, accept: bool) -> OpenGame:
        found = await self._keeper.open(accept=accept)
        if self._idle is not None:
            self._idle.check_again()
        return found

    def _found(self, fault: str) -> None:
        """The check of the games that are over has found one that is damaged; the open one is not."""
        log.error("%s", fault)
        self._hub.event(f"{fault} The game on the table is whole.")

    async def _give_up(self) -> None:
        """Abandon the game that the journal holds, even one that cannot be played on, and open the lobby. Raises JournalError."""
        self._table = self._new_table()
        found = await self._open_journal(accept=True)
        if found is not None and not found.abandoned and found.opened.game != LOBBY:
            result = self._result_of(found)
            if result is not None and result.winners is not None:
                await self._keeper.save_open_ending(result)
            else:
                await self._keeper.append(Abandoned(found.rows + 1), result=result)
        await self._carry_out(self._table.begin())

    def _result_of(self, held: SavedGame) -> Result | None:
        """How a game that a journal holds stands, and so whether it is over; None where nobody can tell."""
        table = self._new_table()
        try:
            table.resume(held.opened, held.steps, held.rows)
        except JournalError:
            return None
        return table.game.result(table.standing.state)

    async def _in_trouble(self, error: JournalError) -> None:
        """Nothing can be kept, so nothing is shown but why."""
        log.error("%s", error)
        self.laid.let_go()
        text = str(error).replace(f"{self._configuration.journal.parent}{os.sep}", "")
        self._hub.event(text)
        self._hub.recap(None)
        self._say(JournalFaultScreen(text, remedies=error.remedies))
        with suppress(JournalError):
            await self._keeper.close_journal()

    async def _switch_off(self, effect: SwitchOff, tool: RunTool) -> None:
        """The table is over until the machine is on again: its journal is closed, then the machine is asked. Whatever ends the
        machine ends this service first, in its usual order."""
        text = f"{effect.silence} {FAREWELL}".strip()
        log.info("%s", LEAVING)
        self._hub.event(text)
        self._say(PoweringOff())
        try:
            await self._keeper.close_journal()
        except JournalError as error:
            log.error("%s", error)  # each of its entries is safe all the same
        self._going = asyncio.create_task(switched_off(tool))
        self._going.add_done_callback(self._answered)

    def _answered(self, going: asyncio.Task[PowerOffFailed]) -> None:
        if not going.cancelled():
            error = going.exception()
            why = f"The Pi stays on: {type(error).__name__}, a fault of the companion's own. Please report it."
            self._inputs.put_nowait(going.result() if error is None else PowerOffFailed(why))

    async def _still_on(self, given: PowerOffFailed) -> None:
        """The machine was not switched off: the table goes on where it was. Raises JournalError."""
        log.error("%s", given.why)
        self._trouble = None
        await self._take_up()
        for effect in self._table.announce(given.why):
            self._show(effect)
        self._hub.event(given.why)
        self.laid.sounder.refused()

    async def _stay(self) -> None:
        """Wait for nothing any more."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _mend(self, trouble: JournalFaultScreen | PoweringOff, given: Input | DieReading | NameEntered) -> None:
        """Do what a player wants done about it. Raises JournalError."""
        if not isinstance(given, Gestured):
            return
        match trouble.touched(given.gesture):
            case PoweringOff():
                return
            case "again":
                await self._take_up()
            case "go on":
                await self._take_up(accept=True)
            case "lobby":
                await self._give_up()
            case "new":
                await self._keeper.open_new()
                self._table = self._new_table()
                await self._carry_out(self._table.begin())
            case JournalFaultScreen() as leafed:
                self._say(leafed)
                return
        self._trouble = None

    async def _rolled(self, reading: DieReading) -> None:
        """A die lies still: make the move of what counts, which is kept together with the log of rolls. Raises JournalError."""
        asked = self.laid.roller.seats
        roll = self.laid.roller.judged(reading)
        if roll is None:
            self._show_roller(asked)
            if asked and not self.laid.roller.is_asking:
                self.laid.sounder.refused()  # the reading was told to all
            return
        await self._take(roll.answer, RollToLog(reading.source, *roll.lies))

    async def _named(self, named: NameEntered) -> None:
        """A name came from the page: what is wrong with it is told there. Raises JournalError."""
        try:
            await self._take(name_answer(self._table, named))
            if said := name_event(named):
                self._hub.event(said)
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def _take(self, given: Input, rolled: RollToLog | None = None) -> None:
        if isinstance(given, Gestured) and self._throws(given.seat):
            taken = self.laid.roller.touched(given.seat, given.gesture)
            self._show_roller((given.seat,))
            if taken:
                return
        before = self._table.standing
        try:
            effects = self._table.handle(given)
        except RuleError as refusal:
            log.warning("refused: %s", refusal)  # from a stale answer; a seat's own refusals stand on its screen
            return
        try:
            await self._carry_out(effects, rolled=rolled)
        except JournalError as error:
            log.error("%s", error)
            await self._put_back(before, str(error))

    async def _put_back(self, before: TableState, reason: str) -> None:
        """The journal refused: the table is what the journal holds, and everybody reads why. Raises JournalError."""
        held = await self._keeper.open_game()
        if held is not None and (held.opened, held.rows) == (before.opened, before.number):
            self._table.standing = before  # with all that was half entered
            self._table.ask_anew(asyncio.get_running_loop().time())
        else:
            # Of several entries the first ones were kept.
            self._hub.recap(None)
            self._table = self._new_table()
            await self._carry_out(self._resumed(held))
        self._table.announce(reason)
        await self._carry_out(self._table.everything(), self._patience)
        self._hub.event(reason)
        self.laid.sounder.refused()

    def _resumed(self, held: OpenGame) -> list[Effect]:
        """The effects of going on where the journal ends. Raises JournalError."""
        if held is None:
            return self._table.begin()
        return self._table.resume(held.opened, held.steps, held.rows, abandoned=held.abandoned)

    async def _carry_out(self, effects: list[Effect], patience: float = 0, rolled: RollToLog | None = None) -> None:
        """Do what the table wants done. `rolled`: the roll of which the first entry is the move."""
        if any(isinstance(effect, Publish) for effect in effects):
            self.laid.roller.forget()
        for effect in effects:
            match effect:
                case Append(entry, result):
                    await self._keeper.append(entry, rolled, result=result)
                    rolled = None
                case Show():
                    self._show(effect)
                case Publish(number, view, told, names, places):
                    self._hub.public(view, number, names, places)
                    self._hub.event(told)
                case EventLine(told):
                    self._hub.event(told)
                case RoundSummaryShown(recap):
                    self._hub.recap(recap)
                case AskChance(prompt=ChancePrompt(die=True)):
                    self.laid.roller.expect(effect)
                    self._show_roller(self.laid.roller.seats)
                    asyncio.get_running_loop().call_later(patience, self.laid.roller.ask)
                case AskChance(number, prompt):
                    answer = Answered(CHANCE, number, sample(prompt, self._luck.pick))
                    asyncio.get_running_loop().call_later(patience, self._inputs.put_nowait, answer)
                case RememberName(name):
                    try:
                        await self._keeper.remember(name)
                    except JournalError as error:
                        log.warning(
                            "a name could not be put on the list of players: %s", error
                        )  # who has it plays all the same
                case SwitchOff():
                    assert self._tool is not None, "a table that cannot be switched off offers no such thing"
                    await self._switch_off(effect, self._tool)
                case _:
                    assert_never(effect)
        self.laid.sounder.after(effects)

    def _say(self, trouble: JournalFaultScreen | PoweringOff) -> None:
        self._trouble = trouble
        for seat in range(self._seats):
            self.laid.screens.show(seat, trouble.screen)

    def _show(self, effect: Show) -> None:
        # While the game waits, nobody sees anything of it.
        pause, instead = self.laid.watch.pause, None
        if pause is not None:
            instead = pause.screen(effect.seat)
        elif self._throws(effect.seat):
            instead = self.laid.roller.screen(effect.seat)
        self.laid.screens.show(effect.seat, instead or effect.screen, urgent=effect.urgent)

    def _throws(self, seat: Seat) -> bool:
        """Whether a seat reads how to throw the die, until it lies; what all must agree on stands before that."""
        return seat in self.laid.roller.seats and not self._table.is_asking(seat)

    def _show_roller(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            self._show(Show(seat, self._table.screen(seat), urgent=True))

    def _on_runs(self, seat: Seat, runs: tuple[PixelRun, ...]) -> None:
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self._hub.frame(seat, runs, self._pictures[seat])

    def _new_table(self) -> Table:
        try:
            players = read_known_names(known_names_path(self._configuration.journal))
            table = self._configuration.table
            names, switchable = self._configuration.names, self._tool is not None
            return Table(CATALOG, names, table.secrecy, players, table.material, switchable=switchable)
        except RuleError as error:
            raise ConfigError((str(error),)) from error


async def _ended(task: asyncio.Task[None]) -> None:
    """End a task that would go on for ever. Raises what it raised."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
