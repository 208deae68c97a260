"""The game in play: takes its inputs, and carries out the table's effects in their order.

Invariant: the journal has an entry before any screen shows it. When the journal refuses an entry, the move was not made: the
table goes back to what the journal holds, and the screens say so.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from msgspec import structs

from companion.core.errors import JournalError, RequestError, RuleError
from companion.core.prompt import ChancePrompt, RandBelow, sample
from companion.core.seat import CHANCE, Place, seat_number
from companion.daemon.daemon_inputs import DaemonInput, InputSink, PanelGestured
from companion.daemon.hardware.table_hardware import TableHardware
from companion.daemon.pages.phone_joining import PhoneJoining
from companion.daemon.power.power_off_task import PowerOffTask
from companion.daemon.seat_screens import SeatScreens
from companion.devices.protocols import DieReading, DieSight
from companion.games.helps import asks_process
from companion.journal.rows import RollToLog
from companion.journal.worker import JournalWorker, OpenGame
from companion.machine_players.hint_maker import HintMaker
from companion.machine_players.machine_player import MachineEnded, MachinePlayer
from companion.pause.pause_gate import GameInput
from companion.table.effects import (
    Answered,
    Append,
    AskChance,
    AskHint,
    AskMachine,
    AskPromise,
    AskReview,
    ClockShown,
    DropPromise,
    Effect,
    EventLine,
    Gestured,
    HintGiven,
    Input,
    MachineSees,
    NewCode,
    Opened,
    PromiseGiven,
    Publish,
    RecapShown,
    RememberName,
    ReviewGiven,
    SeatAnswered,
    SeatMachines,
    Show,
    ShowPhoneCodes,
    SwitchOff,
    Ticked,
    TimeUp,
)
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken, is_naming, name_answer, sitting_move
from companion.table.table import Table, TableState
from companion.web.hub import Hub

log = logging.getLogger("companion")

MACHINE_FAILED: Final = (
    "The machine has stopped: its program ended twice. End this game in the menu, or start the companion again."
)

INPUT_FAILED: Final = "That did not work, by a fault of the program. Nothing is lost: go on."
"""What a player reads whose input met a fault of ours."""


class GameSession:
    """One table, and everything that its effects need.

    `new_table` makes an empty table, whose first one is `table`. `retry_delay`: seconds until chance is asked again after the
    journal refused its answer.
    """

    def __init__(
        self,
        table: Table,
        new_table: Callable[[], Table],
        *,
        hardware: TableHardware,
        screens: SeatScreens,
        hub: Hub,
        journal: JournalWorker,
        power_off: PowerOffTask,
        machine: MachinePlayer,
        hints: HintMaker,
        phones: PhoneJoining,
        queue: InputSink,
        randbelow: RandBelow,
        retry_delay: float,
    ) -> None:
        self.table = table
        """The table in play; another one after the journal was opened again."""
        self._new_table = new_table
        self._hardware = hardware
        self._screens = screens
        self._hub = hub
        self._journal = journal
        self._power_off = power_off
        self.machine = machine
        """Plays the seats that the machine has."""
        self.hints = hints
        """Thinks about hints for people."""
        self._held: Answered | None = None
        """A move of the machine that waits until all have answered a proposal."""
        self._phones = phones
        self._queue = queue
        self._randbelow = randbelow
        self._retry_delay = retry_delay

    async def handle(self, given: GameInput) -> None:
        """Take an input of the game. Raises JournalError where the journal is of no use any more."""
        match given:
            case DieReading():
                await self._take_reading(given)
            case NameEntered():
                await self._take_name(given)
            case SeatTaken() | SeatLeft():
                await self._take_seat(given)
            case Gestured() if self._codes_take(given) or self._roller_takes(given):
                pass
            case Answered() if self._must_wait(given):
                self._held = given
            case HintGiven() | PromiseGiven() | ReviewGiven() if not self.hints.takes(given):
                pass  # nobody waits for it any more
            case Gestured() | Answered() | SeatAnswered() | HintGiven() | PromiseGiven() | ReviewGiven() | Ticked():
                await self._take(given)
                await self._take_held()
            case _:
                assert_never(given)

    def see_die(self, sight: DieSight, *, shown: bool) -> None:
        """The die moved, or cannot be read. `shown`: whether the screens are the game's now."""
        roller = self._hardware.roller
        roller.take_sight(sight)
        self._screens.redraw_first(self.table, roller.seats if shown else ())

    def clear(self) -> None:
        """Replace the table by an empty one, before a journal is opened."""
        self.table = self._new_table()
        self._hub.clock(ClockShown())
        self.machine.forget()
        self.hints.forget()

    async def begin(self) -> None:
        """Open the lobby at the table. Raises JournalError."""
        await self._carry_out(self.table.begin())

    async def resume(self, saved: OpenGame) -> None:
        """Go on where the journal ends: with its game, or in the lobby where it is empty. Raises JournalError."""
        if saved is None:
            await self.begin()
        else:
            game = (saved.opened, saved.steps, saved.rows)
            await self._carry_out(
                self.table.resume(*game, abandoned=saved.abandoned, machines=saved.machines, spent_ms=saved.spent_ms)
            )
            self._begin_hints(self.table.state.opened)

    def _begin_hints(self, opened: Opened) -> None:
        """A process starts now where somebody may ask it, since to start one takes the loop as long as some keys."""
        self.hints.begin(wanted=any(asks_process(helps) for helps in opened.helps))

    async def run_clock(self, *, runs: bool) -> None:
        """Think time passes, or stands still while nobody can make a move."""
        if effects := self.table.run_clock(asyncio.get_running_loop().time(), runs=runs):
            await self._carry_out(effects)

    def notify(self, sentence: str) -> None:
        """Show a sentence to every seat until its player has read it."""
        for effect in self.table.notify(sentence):
            self._screens.show(self.table, effect)

    async def take_machine_end(self, ended: MachineEnded) -> None:
        """The process that thinks for the machine has ended by itself: start another one, or say that none would do. Raises
        JournalError."""
        if ended.again:
            await self._carry_out(self.table.machines_anew(), machine_again=True)
            return
        log.error("%s", MACHINE_FAILED)
        self.notify(MACHINE_FAILED)
        self._hub.event(MACHINE_FAILED)
        self._hardware.sounder.refused()

    @property
    def is_holding(self) -> bool:
        """Whether a move of the machine waits until all have answered a proposal."""
        return self._held is not None

    def _must_wait(self, answer: Answered) -> bool:
        """Whether a move of the machine waits: a proposal is about the position as it is."""
        state = self.table.state
        return state.proposal is not None and answer.actor in state.machine_seats

    async def _take_held(self) -> None:
        """The move that waited, once nothing is proposed any more. Raises JournalError."""
        held = self._held
        if held is None or self.table.state.proposal is not None:
            return
        self._held = None
        if held.number == self.table.state.number + 1:
            await self._take(held)

    async def _take_reading(self, reading: DieReading) -> None:
        """The die came to rest. A roll that counts becomes a move, which is kept together with the log of rolls."""
        roller = self._hardware.roller
        asked = roller.seats
        roll = roller.judge(reading)
        if roll is None:
            self._screens.redraw_first(self.table, asked)
            if asked and not roller.is_asking:
                self._hardware.sounder.refused()  # the refusal was announced to all
            return
        await self._take(roll.answer, RollToLog(reading.source, *roll.lies))

    async def _take_name(self, named: NameEntered) -> None:
        """A page sent a name. The event line of the pages says what is wrong with it."""
        try:
            await self._take(name_answer(self.table.state.game_state, self.table.state.number + 1, named))
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def take_panel_gesture(self, given: PanelGestured) -> None:
        """The panel of a seat whose player chose a phone was used."""
        place = given.place
        if place not in self._hardware.watch.transferred:
            return
        if self._screens.returns.take_gesture(place, given.gesture):
            self._screens.codes.leave(place)
            await self._phones.take_back(place)
        self._screens.redraw_first(self.table, (place,))

    async def _take_seat(self, given: SeatTaken | SeatLeft) -> None:
        """Somebody sat down with a phone, or a phone was put out."""
        try:
            if (move := sitting_move(self.table.state.game_state, given)) is not None:
                await self._take(Answered(given.place, self.table.state.number + 1, move))
            if isinstance(given, SeatTaken) and is_naming(self.table.state.game_state):
                named, number = NameEntered(given.place, given.name), self.table.state.number + 1
                await self._take(name_answer(self.table.state.game_state, number, named))
        except RuleError as refusal:
            self._hub.event(str(refusal))

    def _codes_take(self, gestured: Gestured) -> bool:
        """Whether a gesture is for the codes that its place looks at."""
        taken = self._screens.codes.take_gesture(self.table, gestured.place, gestured.gesture)
        if taken:
            self._screens.redraw_first(self.table, (gestured.place,))
        return taken

    def _roller_takes(self, gestured: Gestured) -> bool:
        """Whether a gesture is for the die roller."""
        if not self._screens.asks_for_roll(self.table, gestured.place):
            return False
        taken = self._hardware.roller.take_gesture(gestured.place, gestured.gesture)
        self._screens.redraw_first(self.table, (gestured.place,))
        return taken

    async def _take(self, given: Input, rolled: RollToLog | None = None) -> None:
        before = self.table.state
        if isinstance(given, Answered):
            given = structs.replace(given, at=asyncio.get_running_loop().time())
        try:
            effects = self.table.handle(given)
        except RuleError as refusal:
            log.warning("refused: %s", refusal)  # a stale answer; the refusals of a seat's own keys are on its screen
            return
        try:
            await self._carry_out(effects, rolled=rolled)
        except JournalError as error:
            log.error("%s", error)
            await self._undo(before, str(error), self.table.setup.places)

    async def refuse(self, given: DaemonInput, before: TableState) -> None:
        """An input met a fault of ours: go back to what the journal holds. The seat that made the input reads that. Raises
        JournalError."""
        place = getattr(given, "place", None)
        await self._undo(
            before, INPUT_FAILED, (place,) if place in self.table.setup.places else self.table.setup.places
        )

    async def _undo(self, before: TableState, reason: str, places: tuple[Place, ...]) -> None:
        """Go back to what the journal holds, and show the reason at these places and on the pages. Raises JournalError."""
        saved = await self._journal.open_game()
        if saved is not None and (saved.opened, saved.rows) == (before.opened, before.number):
            self.table.state = before  # with everything that was half entered
            self.table.restart_countdown(asyncio.get_running_loop().time())
        else:
            # Of several entries the journal kept the first ones.
            self._hub.recap(None)
            self.clear()
            await self.resume(saved)
        self.table.notify(reason, places)
        await self._carry_out(self.table.refresh(), self._retry_delay)
        self._hub.event(reason)
        self._hardware.sounder.refused()

    async def _carry_out(
        self,
        effects: Sequence[Effect],
        chance_delay: float = 0,
        rolled: RollToLog | None = None,
        *,
        machine_again: bool = False,
    ) -> None:
        """Carry out effects in order. `chance_delay`: seconds until chance is asked. `rolled`: the roll that made the first
        entry. `machine_again`: the process that thinks for the machine begins anew. Raises JournalError."""
        if any(isinstance(effect, Publish) for effect in effects):
            self._hardware.roller.forget()
        for effect in effects:
            match effect:
                case Append(entry, result):
                    await self._journal.append(entry, rolled, result=result)
                    rolled = None
                    if isinstance(entry, Opened):
                        self._screens.codes.close()
                        self._screens.returns.close()
                        self._begin_hints(entry)
                    else:
                        self.hints.drop_stale()
                case Show():
                    self._screens.show(self.table, effect)
                case SeatMachines():
                    self._held = None
                    self.machine.seat(effect, again=machine_again)
                case MachineSees():
                    self.machine.see(effect)
                case AskMachine():
                    self.machine.ask(effect, chance_delay)
                case AskHint() | AskPromise() | AskReview():
                    self.hints.ask(effect, self.table.advised(effect.seat))
                case DropPromise(place):
                    self.hints.drop(place)
                case Publish(number, view, event, names, places, machines, said_once):
                    self._hub.public(view, number, names, places, machines)
                    self._hub.event(event, said_once=said_once)
                case EventLine(event):
                    self._hub.event(event)
                case RecapShown(recap):
                    self._hub.recap(recap)
                case ClockShown():
                    self._hub.clock(effect)
                case TimeUp():
                    pass  # it is heard
                case AskChance():
                    self._ask_chance(effect, chance_delay)
                case RememberName(name):
                    await self._remember(name)
                case SwitchOff():
                    await self._power_off.start(effect)
                case NewCode(place, silence):
                    await self._give_code(place, silence)
                case ShowPhoneCodes(place):
                    self._screens.codes.open(place)
                    self._screens.redraw_first(self.table, (place,))
                case _:
                    assert_never(effect)
        self._hardware.sounder.after(effects)

    async def _give_code(self, place: Place, silence: str) -> None:
        """All agreed to it. A failure leaves the old phone out until a restart, and everybody reads why."""
        try:
            await self._phones.renew(place)
            self._hub.event(f"{silence} Seat {seat_number(place)} has a new code, on the page /table.".strip())
        except (JournalError, RequestError) as error:
            log.error("%s", error)
            self._hub.event(str(error))

    def _ask_chance(self, asked: AskChance, delay: float) -> None:
        """Ask the die for a roll, or the machine's random numbers for any other move of chance."""
        loop, roller = asyncio.get_running_loop(), self._hardware.roller
        match asked.prompt:
            case ChancePrompt(die=True):
                roller.expect(asked)
                self._screens.redraw_first(self.table, roller.seats)
                loop.call_later(delay, roller.ask)
            case prompt:
                answer = Answered(CHANCE, asked.number, sample(prompt, self._randbelow))
                loop.call_later(delay, self._queue, answer)

    async def _remember(self, name: str) -> None:
        """Put a name on the list of known players. A failure is only logged: the player plays under that name nevertheless."""
        try:
            await self._journal.remember(name)
        except JournalError as error:
            log.warning("a name could not be put on the list of players: %s", error)
