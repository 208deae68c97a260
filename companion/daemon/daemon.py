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

from companion.core.errors import ConfigError, JournalError, RuleError
from companion.core.game import Result
from companion.core.picture import BLANK, Picture, Run, applied
from companion.core.prompt import Draw, Pick, sample
from companion.core.seat import CHANCE, Seat
from companion.daemon.alarm import Alarm
from companion.daemon.config import Configuration
from companion.daemon.faults import Calm
from companion.daemon.idle import REST, Idle, Rest
from companion.daemon.keeper import Held, Keeper, is_taken
from companion.daemon.laid import Laid, Luck, lay
from companion.daemon.naming import Named, answer, written
from companion.daemon.notify import Notify, Watchdog
from companion.daemon.pause import Pause
from companion.daemon.phones import Mint
from companion.daemon.players import beside, passed_over, read
from companion.daemon.power import FAREWELL, LEAVING, Farewell, StillOn, switched_off
from companion.daemon.power import Run as RunTool
from companion.daemon.recess import WELL, Recess
from companion.daemon.trouble import Trouble
from companion.daemon.watch import Due, Note
from companion.devices.build import Devices
from companion.devices.ports import Reading, Sight
from companion.games.catalog import CATALOG
from companion.journal.rows import Kept, Rolled
from companion.table.effects import (
    Abandoned,
    Append,
    AskChance,
    Effect,
    Publish,
    Recount,
    Remember,
    Show,
    SwitchOff,
    Tell,
)
from companion.table.inputs import Answered, Gestured, Input
from companion.table.table import LOBBY, Standing, Table
from companion.web.hub import Hub

log = logging.getLogger("companion")

PATIENCE = 5.0
"""Seconds until chance is asked again after the journal refused its answer."""
CALM = Calm()


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
        notify: Notify,
        keeper: Keeper,
        *,
        pick: Pick = secrets.randbelow,
        patience: float = PATIENCE,
        calm: Calm = CALM,
        mint: Mint = secrets.token_bytes,
        rest: Rest = REST,
        tool: RunTool | None = None,
    ) -> None:
        self._configuration = configuration
        self._hub = hub
        self._notify = notify
        self._keeper = keeper
        self._luck = Luck(pick, mint)
        self._patience = patience
        self._calm = calm
        self._rest = rest
        self._idle: Idle | None = None
        self._tool = tool
        self._seats = len(configuration.names)
        self._table = self._new_table()
        self._inputs: asyncio.Queue[Input | Reading | Sight | Named | Note | Due | Beat | StillOn] = asyncio.Queue()
        self._pictures: list[Picture] = [BLANK] * self._seats
        self._laid: Laid | None = None
        self._recess: Recess | None = None
        self._alarm: Alarm | None = None
        self._trouble: Trouble | Farewell | None = None
        """Why there is no journal to play on; None while there is one."""
        self._going: asyncio.Task[StillOn] | None = None
        """Waits for the machine to be switched off."""

    @property
    def laid(self) -> Laid:
        """What stands on the table and round it, from `start` on."""
        assert self._laid is not None, "a table is laid before anybody plays"
        return self._laid

    @property
    def recess(self) -> Recess:
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
        return self.laid.watch.sentences or WELL

    async def start(self, stack: AsyncExitStack) -> None:
        """Screens and keys, then the journal, then the table. What was started is stopped by `stack`, in reverse."""
        loop = asyncio.get_running_loop()
        stack.push_async_callback(self._keeper.close)
        queue, luck = self._inputs.put_nowait, self._luck
        self._laid = lay(self._configuration, self._hub, loop, stack, queue, self._on_runs, luck, self._calm)
        self._recess = Recess(self._laid, self._hub, self._notify)
        for sentence in passed_over(beside(self._configuration.journal)):
            log.warning("%s", sentence)
        self._alarm = Alarm(loop, queue)
        stack.callback(self._alarm.close)
        self._idle = Idle(self._keeper, self._found, self._rest)
        checking = asyncio.create_task(self._idle.run())
        stack.push_async_callback(_ended, checking)
        stack.push_async_callback(self._stay)
        try:
            await self._take_up()
        except JournalError as error:
            if is_taken(error):
                raise
            await self._in_trouble(error)
        self._laid.listen()

    async def run(self) -> None:
        """Take inputs in order, for ever."""
        while True:
            given = await self._inputs.get()
            if self._idle is not None and not isinstance(given, Beat):
                self._idle.heard()
            before = self.laid.watch.pause
            try:
                if isinstance(given, Beat):
                    self._notify.alive()
                elif isinstance(given, Note | Due):
                    self.laid.watch.hear(given)
                elif isinstance(given, Sight):
                    self.laid.roller.saw(given)
                    self._show_roller(self.laid.roller.seats if self._trouble is None else ())
                elif isinstance(given, StillOn):
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

    async def _do(self, given: Input | Reading | Named) -> None:
        """Take an input of a game that goes on. Raises JournalError."""
        match given:
            case Reading():
                await self._rolled(given)
            case Named():
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
            await self._keeper.settle_open(result)

    async def _open_journal(self, *, accept: bool) -> Held:
        found = await self._keeper.open(accept=accept)
        if self._idle is not None:
            self._idle.opened()
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
                await self._keeper.settle_open(result)
            else:
                await self._keeper.append(Abandoned(found.rows + 1), result=result)
        await self._carry_out(self._table.begin())

    def _result_of(self, held: Kept) -> Result | None:
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
        self._say(Trouble(text, remedies=error.remedies))
        with suppress(JournalError):
            await self._keeper.let_go()

    async def _switch_off(self, effect: SwitchOff, tool: RunTool) -> None:
        """The table is over until the machine is on again: its journal is closed, then the machine is asked. Whatever ends the
        machine ends this service first, in its usual order."""
        text = f"{effect.silence} {FAREWELL}".strip()
        log.info("%s", LEAVING)
        self._hub.event(text)
        self._say(Farewell())
        try:
            await self._keeper.let_go()
        except JournalError as error:
            log.error("%s", error)  # each of its entries is safe all the same
        self._going = asyncio.create_task(switched_off(tool))
        self._going.add_done_callback(self._answered)

    def _answered(self, going: asyncio.Task[StillOn]) -> None:
        if not going.cancelled():
            error = going.exception()
            why = f"The Pi stays on: {type(error).__name__}, a fault of the companion's own. Please report it."
            self._inputs.put_nowait(going.result() if error is None else StillOn(why))

    async def _still_on(self, given: StillOn) -> None:
        """The machine was not switched off: the table goes on where it was. Raises JournalError."""
        log.error("%s", given.why)
        self._trouble = None
        await self._take_up()
        for effect in self._table.remark(given.why):
            self._show(effect)
        self._hub.event(given.why)
        self.laid.sounder.refused()

    async def _stay(self) -> None:
        """Wait for nothing any more."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _mend(self, trouble: Trouble | Farewell, given: Input | Reading | Named) -> None:
        """Do what a player wants done about it. Raises JournalError."""
        if not isinstance(given, Gestured):
            return
        match trouble.touched(given.gesture):
            case Farewell():
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
            case Trouble() as leafed:
                self._say(leafed)
                return
        self._trouble = None

    async def _rolled(self, reading: Reading) -> None:
        """A die lies still: make the move of what counts, which is kept together with the log of rolls. Raises JournalError."""
        asked = self.laid.roller.seats
        roll = self.laid.roller.judged(reading)
        if roll is None:
            self._show_roller(asked)
            if asked and not self.laid.roller.is_asking:
                self.laid.sounder.refused()  # the reading was told to all
            return
        await self._take(roll.answer, Rolled(reading.source, *roll.lies))

    async def _named(self, named: Named) -> None:
        """A name came from the page: what is wrong with it is told there. Raises JournalError."""
        try:
            await self._take(answer(self._table, named))
            if said := written(named):
                self._hub.event(said)
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def _take(self, given: Input, rolled: Rolled | None = None) -> None:
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

    async def _put_back(self, before: Standing, reason: str) -> None:
        """The journal refused: the table is what the journal holds, and everybody reads why. Raises JournalError."""
        held = await self._keeper.held()
        if held is not None and (held.opened, held.rows) == (before.opened, before.number):
            self._table.standing = before  # with all that was half entered
            self._table.ask_anew(asyncio.get_running_loop().time())
        else:
            # Of several entries the first ones were kept.
            self._hub.recap(None)
            self._table = self._new_table()
            await self._carry_out(self._resumed(held))
        self._table.remark(reason)
        await self._carry_out(self._table.everything(), self._patience)
        self._hub.event(reason)
        self.laid.sounder.refused()

    def _resumed(self, held: Held) -> list[Effect]:
        """The effects of going on where the journal ends. Raises JournalError."""
        if held is None:
            return self._table.begin()
        return self._table.resume(held.opened, held.steps, held.rows, abandoned=held.abandoned)

    async def _carry_out(self, effects: list[Effect], patience: float = 0, rolled: Rolled | None = None) -> None:
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
                case Tell(told):
                    self._hub.event(told)
                case Recount(recap):
                    self._hub.recap(recap)
                case AskChance(prompt=Draw(die=True)):
                    self.laid.roller.expect(effect)
                    self._show_roller(self.laid.roller.seats)
                    asyncio.get_running_loop().call_later(patience, self.laid.roller.ask)
                case AskChance(number, prompt):
                    answer = Answered(CHANCE, number, sample(prompt, self._luck.pick))
                    asyncio.get_running_loop().call_later(patience, self._inputs.put_nowait, answer)
                case Remember(name):
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

    def _say(self, trouble: Trouble | Farewell) -> None:
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

    def _on_runs(self, seat: Seat, runs: tuple[Run, ...]) -> None:
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self._hub.frame(seat, runs, self._pictures[seat])

    def _new_table(self) -> Table:
        try:
            players = read(beside(self._configuration.journal))
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
