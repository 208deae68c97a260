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
from typing import Any, assert_never

from companion.core.errors import ConfigError, DeviceError, JournalError, RuleError
from companion.core.keys import Gesture, KeyEvent
from companion.core.picture import BLANK, Picture, Run
from companion.core.prompt import Draw, Pick, sample
from companion.core.seat import CHANCE, Seat
from companion.daemon.config import Configuration
from companion.daemon.fingertips import Fingertips
from companion.daemon.keeper import Held, Keeper, is_taken
from companion.daemon.naming import Named, answer
from companion.daemon.notify import Notify, Watchdog
from companion.daemon.players import beside, read
from companion.daemon.roller import Roller
from companion.daemon.sounds import Sounder, local_minute
from companion.daemon.touch import Touch
from companion.daemon.trouble import Trouble
from companion.devices.build import Devices, build, build_die
from companion.devices.diff import applied
from companion.devices.ports import Reading
from companion.devices.simulated.die import SimulatedDie
from companion.games.catalog import CATALOG
from companion.table.effects import Append, AskChance, Effect, Publish, Remember, Show
from companion.table.inputs import Answered, Gestured, Input
from companion.table.table import Standing, Table
from companion.ui.raster import draw
from companion.web.hub import Hub

log = logging.getLogger("companion")

PATIENCE = 5.0
"""Seconds until chance is asked again after the journal refused its answer."""


class Beat:
    """The watchdog's question: whether the consumer still takes inputs."""


class Daemon:
    """A table with everything round it.

    `pick`: the machine's luck. `patience`: seconds until chance is asked again after the journal refused its answer.
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
    ) -> None:
        self._configuration = configuration
        self._hub = hub
        self._notify = notify
        self._keeper = keeper
        self._pick = pick
        self._patience = patience
        self._seats = len(configuration.names)
        self._table = self._new_table()
        self._inputs: asyncio.Queue[Input | Reading | Named | Beat] = asyncio.Queue()
        self._pictures: list[Picture] = [BLANK] * self._seats
        self._faults: dict[Seat, str] = {}
        self._devices: Devices | None = None
        self._roller: Roller | None = None
        self._sounder: Sounder | None = None
        self._trouble: Trouble | None = None
        """Why there is no journal to play on; None while there is one."""

    @property
    def devices(self) -> Devices:
        """What stands on the table, from `start` on."""
        assert self._devices is not None, "screens stand before anything is shown"
        return self._devices

    @property
    def roller(self) -> Roller:
        """The die roller, from `start` on."""
        assert self._roller is not None, "a die lies there before anything is asked of chance"
        return self._roller

    @property
    def sounder(self) -> Sounder:
        """What is heard, from `start` on."""
        assert self._sounder is not None, "buzzers stand before anything happens"
        return self._sounder

    @property
    def status(self) -> str:
        """How the table is, in one line."""
        return self._faulty() or "playing"

    async def start(self, stack: AsyncExitStack) -> None:
        """Screens and keys, then the journal, then the table. What was started is stopped by `stack`, in reverse."""
        loop = asyncio.get_running_loop()
        stack.push_async_callback(self._keeper.close)
        table, wiring = self._configuration.table, self._configuration.wiring
        touch = Touch(self._seats, loop, self._gestured, lifting=table.secrecy == "lift", hold=table.hold_ms / 1000)
        stack.callback(touch.close)
        self._devices = build(wiring, loop, self._on_runs, self._on_fault)
        stack.callback(self._devices.close)
        buzzers = self._devices.buzzer, self._devices.buzzers
        self._sounder = Sounder(wiring.sounds, *buzzers, local_minute, self._seats)
        if self._devices.fingers is not None:
            # Half as long again as the lock-out, which the timers of a loop may overrun.
            pause = 1.5 * wiring.debounce_ms / 1000
            fingertips = Fingertips(self._devices.fingers, self._seats, loop, pause=pause)
            stack.callback(fingertips.close)
            self._hub.on_key = fingertips.move
        die = build_die(self._configuration.die, loop, self._pick)
        stack.callback(die.close)
        self._roller = Roller(die, self._hub, self._configuration.names)
        die.start(self._inputs.put_nowait, self._roller.tumbling)
        if isinstance(die, SimulatedDie):
            self._hub.on_throw, self._hub.on_lies = die.throw, die.set
        self._hub.on_name = lambda seat, text: self._inputs.put_nowait(Named(seat, text))
        try:
            await self._take_up()
        except JournalError as error:
            if is_taken(error):
                raise
            await self._in_trouble(error)
        care = self._devices.care

        def touched(edge: KeyEvent) -> None:
            touch.edge(event)
            care.touched(event.seat)

        self._devices.keys.start(touched)

    async def run(self) -> None:
        """Take inputs in order, for ever."""
        while True:
            given = await self._inputs.get()
            try:
                if isinstance(given, Beat):
                    self._notify.alive()
                elif self._trouble is not None:
                    await self._mend(self._trouble, given)
                elif isinstance(given, Reading):
                    await self._rolled(given)
                elif isinstance(given, Named):
                    await self._named(given)
                else:
                    await self._take(given)
            except JournalError as error:
                await self._in_trouble(error)

    async def feed(self, watchdog: Watchdog) -> None:
        """Ask the consumer for a sign of life, for ever; it feeds the watchdog itself."""
        while True:
            self._inputs.put_nowait(Beat())
            await asyncio.sleep(watchdog.interval)

    async def _take_up(self) -> None:
        """Go on where the journal ends, or open the lobby where it is empty. Raises JournalError."""
        self._table = self._new_table()
        found = await self._keeper.open()
        await self._carry_out(self._resumed(found))

    async def _in_trouble(self, error: JournalError) -> None:
        """Nothing can be kept, so nothing is shown but why."""
        log.error("%s", error)
        text = str(error).replace(f"{self._configuration.journal.parent}{os.sep}", "")
        self._hub.event(text)
        self._say(Trouble(text))
        with suppress(JournalError):
            await self._keeper.let_go()

    async def _mend(self, trouble: Trouble, given: Input | Reading | Named) -> None:
        """Do what a player wants done about it. Raises JournalError."""
        if not isinstance(given, Gestured):
            return
        match trouble.touched(given.gesture):
            case "again":
                await self._take_up()
            case "new":
                await self._keeper.open_new()
                self._table = self._new_table()
                await self._carry_out(self._table.begin())
            case Trouble() as leafed:
                self._say(leafed)
                return
        self._trouble = None

    async def _rolled(self, reading: Reading) -> None:
        """A die lies still: keep what counts in the log of rolls, then make the move of it. Raises JournalError."""
        asked = self.roller.seats
        roll = self.roller.judged(reading)
        if roll is None:
            self._show_roller(asked)
            if asked:
                self.sounder.refused()  # the reading was told to all
            return
        try:
            await self._keeper.roll(reading.source, *roll.lies)
        except JournalError as error:
            log.error("%s", error)
            await self._put_back(self._table.standing, str(error))
            return
        await self._take(roll.answer)

    async def _named(self, named: Named) -> None:
        """A name came from the page: what is wrong with it is told there. Raises JournalError."""
        try:
            await self._take(answer(self._table, named))
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def _take(self, given: Input) -> None:
        if isinstance(given, Gestured) and given.seat in self.roller.seats:
            taken = self.roller.touched(given.seat, given.gesture)
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
            await self._carry_out(effects)
        except JournalError as error:
            log.error("%s", error)
            await self._put_back(before, str(error))

    async def _put_back(self, before: Standing, reason: str) -> None:
        """The journal refused: the table is what the journal holds, and everybody reads why. Raises JournalError."""
        held = await self._keeper.held()
        if held is not None and (held.opened, held.rows) == (before.opened, before.number):
            self._table.standing = before  # with all that was half entered
        else:
            # Of several entries the first ones were kept.
            self._table = self._new_table()
            await self._carry_out(self._resumed(held))
        self._table.remark(reason)
        await self._carry_out(self._table.everything(), self._patience)
        self._hub.event(reason)
        self.sounder.refused()

    def _resumed(self, held: Held) -> list[Effect]:
        """The effects of going on where the journal ends. Raises JournalError."""
        if held is None:
            return self._table.begin()
        return self._table.resume(held.opened, held.steps, held.rows, abandoned=held.abandoned)

    async def _carry_out(self, effects: list[Effect], patience: float = 0) -> None:
        public: dict[str, Any] = {}
        if any(isinstance(effect, Publish) for effect in effects):
            self.roller.forget()
        for effect in effects:
            match effect:
                case Append(entry):
                    await self._keeper.append(entry)
                case Show():
                    self._show(effect)
                case Publish(number, view, told, names, places):
                    # The roller knows places at the table, and the view seats of the game.
                    turn = view.get("turn_of")
                    public = {**view, "turn_of": places[turn]} if isinstance(turn, int) and places else view
                    self._hub.public(view, number, names, places)
                    self._hub.event(told)
                case AskChance(prompt=Draw(die=True)):
                    self.roller.expect(effect, public)
                    self._show_roller(self.roller.seats)
                    asyncio.get_running_loop().call_later(patience, self.roller.ask)
                case AskChance(number, prompt):
                    answer = Answered(CHANCE, number, sample(prompt, self._pick))
                    asyncio.get_running_loop().call_later(patience, self._inputs.put_nowait, answer)
                case Remember(name):
                    try:
                        await self._keeper.remember(name)
                    except JournalError as error:
                        log.warning("%s is not on the list of players: %s", name, error)  # and plays all the same
                case _:
                    assert_never(effect)
        self.sounder.after(effects)

    def _say(self, trouble: Trouble) -> None:
        self._trouble = trouble
        for seat in range(self._seats):
            self.devices.displays[seat].show(draw(trouble.screen))

    def _show(self, effect: Show) -> None:
        # Who is to throw the die reads so, until it lies.
        instead = self.roller.screen(effect.seat)
        self.devices.displays[effect.seat].show(draw(instead or effect.screen), urgent=effect.urgent)

    def _show_roller(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            self._show(Show(seat, self._table.screen(seat), urgent=True))

    def _gestured(self, seat: Seat, gesture: Gesture) -> None:
        self._inputs.put_nowait(Gestured(seat, gesture))

    def _on_runs(self, seat: Seat, runs: tuple[Run, ...]) -> None:
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self._hub.frame(seat, runs, self._pictures[seat])

    def _on_fault(self, seat: Seat, error: DeviceError | None) -> None:
        if error is None:
            self._faults.pop(seat, None)
        else:
            self._faults[seat] = str(error)
            log.warning("%s", error)
        self._hub.fault(self._faulty() or None)
        self._notify.status(self.status)

    def _faulty(self) -> str:
        return " ".join(self._faults[seat] for seat in sorted(self._faults))

    def _new_table(self) -> Table:
        try:
            players = read(beside(self._configuration.journal))
            table = self._configuration.table
            return Table(CATALOG, self._configuration.names, table.secrecy, players, table.material)
        except RuleError as error:
            raise ConfigError((str(error),)) from error
