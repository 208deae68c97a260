"""The table in play: its one consumer takes inputs from the queue, gives them to the table, and carries out the effects.

    queue (inputs.py) → does something stop it? → Table.handle → the journal, and wait → screens, news, questions
                      → judge the faults → whose screen is another one now? → the timer of the table's deadline

What stops the game: the order to switch off ("off") and a journal that cannot be used ("fault") drop every input of the game; a
pause ("pause") keeps what chance and the die have said, and drops what its player can say again. Keys always go to the table,
which knows what is in front of a seat; those of a layer of the app come back as `Passed`.

Invariants. One consumer takes inputs strictly in the order in which they were queued, and no event starts a task. The journal has
an entry before any screen shows it; a picture is drawn before that, so a move that cannot be drawn is refused. When the journal
refuses an entry, the move was not made: before anything else happens the table goes back to the state from before. No input ends
the consumer but one whose fault stays when the game is taken up again from the journal.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Final, Literal, assert_never
from uuid import uuid4

from msgspec import structs

from companion.app.hardware import Surroundings, TableHardware
from companion.app.inputs import AppInput, GameInput, LivenessCheck, OrderGiven, SeatDataWanted
from companion.app.page_requests import PageRequests
from companion.app.power import FAREWELL, LEAVING, PowerOff, PowerOffFailed
from companion.app.recovery import JournalFault, JournalFaultScreen, result_of
from companion.app.roller import own_throw
from companion.app.systemd import SystemdNotify, Watchdog
from companion.config.configuration import Configuration
from companion.core.errors import ConfigError, JournalError, Remedy, RequestError, RuleError
from companion.core.prompt import ChancePrompt, sample
from companion.core.seat import CHANCE, Place, Seat
from companion.devices.protocols import DieReading, DieSight, Loop, Timer
from companion.games.catalog import CATALOG
from companion.games.helps import asks_process
from companion.journal.known_names import known_names_path, read_known_names
from companion.journal.rows import RollToLog
from companion.journal.worker import IdleCheck, JournalWorker, OpenGame, is_locked
from companion.seats.codes import PhoneCodes
from companion.seats.device_faults import FaultReport
from companion.seats.gestures import KeyStuck
from companion.seats.joining import PhoneJoining
from companion.seats.pause import Pause
from companion.seats.router import Router
from companion.seats.watch import WatchTimerDue
from companion.table.effects import (
    PACES,
    Abandoned,
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
    NewCode,
    Opened,
    PageGiven,
    Passed,
    PassShown,
    PhonesAway,
    PointedShown,
    PromiseGiven,
    Publish,
    RecapShown,
    RememberName,
    ReviewGiven,
    SeatAnswered,
    SeatsSwapped,
    Show,
    ShowPhoneCodes,
    SwitchOff,
    Ticked,
    TimeUp,
    WaitShown,
)
from companion.table.layers import Outside
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken, is_naming, name_answer, sitting_move
from companion.table.state import Needed, TableState
from companion.table.table import LOBBY, Table
from companion.thinking.client import MachineFailed, Thinking
from companion.web.hub import Hub
from companion.web.messages import Pass, Pointing, Recap, Waiting
from companion.web.page_handlers import PageHandlers

if TYPE_CHECKING:
    from companion.club.link import ClubLink
    from companion.club.wire import Phase

log = logging.getLogger("companion")

MACHINE_FAILED: Final = (
    "The machine has stopped: its program ended twice. End this game in the menu, or start the companion again."
)
INPUT_FAILED: Final = "That did not work, by a fault of the program. Nothing is lost: go on."
"""What a player reads whose input met a fault of ours."""
READING_SECONDS: Final = 10.0
"""The longest that a move of the machine waits while a player has not read an announcement. With a pace of 0 none waits."""
KEPT: Final = 64
"""Answers kept during a pause. More can only come from a die that nobody asked."""
PLAYING: Final = "playing"

Stop = Literal["off", "fault", "pause"]


class DeadlineTimer:
    """The timer of the table's deadline. `put` queues a `Ticked` when it has come, and nothing before."""

    def __init__(self, loop: Loop, put: Callable[[Ticked], None]) -> None:
        self._loop = loop
        self._put = put
        self._deadline: float | None = None
        self._timer: Timer | None = None

    def set(self, deadline: float | None) -> None:
        """Queue a `Ticked` at `deadline`, in seconds on the loop's clock; None: never. It replaces the deadline before."""
        if deadline == self._deadline:
            return
        self.close()
        if deadline is not None:
            self._deadline, self._timer = deadline, self._loop.call_at(deadline, self._expire)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._deadline = self._timer = None

    def _expire(self) -> None:
        self._deadline = self._timer = None
        self._put(Ticked(self._loop.time()))


class Session:
    """A table with all its parts. It plays from `start` on; `close` ends what runs beside it. `inputs`: the queue. `notify` tells
    systemd its state. `club` is told what the journal keeps, and what stops the game.

    Raises ConfigError where no game is for so many seats.
    """

    def __init__(
        self,
        configuration: Configuration,
        inputs: asyncio.Queue[AppInput],
        hardware: TableHardware,
        hub: Hub,
        journal: JournalWorker,
        notify: SystemdNotify,
        surroundings: Surroundings,
        club: "ClubLink | None" = None,
    ) -> None:
        put, watch, loop = inputs.put_nowait, hardware.watch, asyncio.get_running_loop()
        self.inputs = inputs
        self.hardware = hardware
        self.journal = journal
        self.power = PowerOff(surroundings.run_tool, journal, put)
        self.fault = JournalFault()
        self.codes = PhoneCodes(watch.offers)
        self.router = Router(hardware.devices.displays, hub, watch)
        self.thinking = Thinking(put, surroundings.machine_command)
        """Plays the seats that the machine has, and thinks for people and for pages."""
        self._configuration = configuration
        self._hub = hub
        self._notify = notify
        self._surroundings = surroundings
        self._club = club
        self._loop = loop
        self.table = self._new_table()
        """The table in play; another one after the journal was opened again."""
        self._joining = PhoneJoining(hardware.phones, watch, journal, lambda: self.table, put)
        self.pages: PageHandlers = PageRequests(hardware, self._joining, loop, put)
        """What the pages ask of the table."""
        self._timer = DeadlineTimer(loop, put)
        self._idle_check = IdleCheck(journal, self._report_damage, surroundings.idle_timings)
        self._checking = asyncio.create_task(self._idle_check.run())
        self._status = PLAYING
        self._held: Answered | None = None
        """A move of the machine that waits until all have answered a proposal, or have read what was announced."""
        self._read_until = 0.0
        """When the time to read the last announcement ends, on the loop's clock."""
        self._kept: list[Answered | DieReading] = []
        """What chance and the die have said during a pause."""

    def _new_table(self) -> Table:
        """An empty table, with the players that are known now."""
        of_club = () if self._club is None else (self._club.orders,)
        outside = (self.power, self.fault, self.hardware.watch, self.codes, self.hardware.roller, *of_club)
        return empty_table(self._configuration, switchable=self.power.is_offered, outside=outside)

    async def start(self) -> None:
        """Go on where the journal ends, or ask the players what to do where it cannot be used. Raises JournalError where another
        process has it."""
        try:
            await self._resume_journal()
        except JournalError as error:
            if is_locked(error):
                raise
            await self._fail(error)
        await self._settle()

    async def close(self) -> None:
        """End what runs beside the table."""
        async with AsyncExitStack() as stack:  # each is closed, even where another one raises
            stack.push_async_callback(_cancel, self._checking)
            stack.push_async_callback(self.power.close)
            stack.push_async_callback(self.thinking.close)
            self._timer.close()

    @property
    def status(self) -> str:
        """The state of the table, in one line."""
        return self.hardware.watch.sentences or PLAYING

    @property
    def stops(self) -> Stop | None:
        """What stops the game; None: nothing does."""
        if self.power.is_ordered:
            return "off"
        if self.fault.shown is not None:
            return "fault"
        return None if self.hardware.watch.pause is None else "pause"

    @property
    def _why_it_stands(self) -> "tuple[Phase | None, str | None]":
        """What the club is told of what stops the game, and why, as everybody at the table reads it."""
        match self.stops:
            case "off":
                return "closing", FAREWELL
            case "fault":
                return "fault", None if self.fault.shown is None else self.fault.shown.text
            case None if self.table.state.awaited is None:
                return None, None
            case _:
                return "pause", None

    @property
    def _can_go_on(self) -> bool:
        """Whether there is a journal to play on, and the machine stays on; a pause ends by itself."""
        return self.stops in (None, "pause")

    # The consumer

    async def run(self) -> None:
        """Take inputs in order, without end."""
        while True:
            given = await self.inputs.get()
            if not isinstance(given, LivenessCheck):
                self._idle_check.note_input()
            try:
                await self._turn(given)
            except JournalError as error:
                await self._fail(error)
                await self._settle()

    async def feed_watchdog(self, watchdog: Watchdog) -> None:
        """Queue a LivenessCheck at each interval, without end; the consumer answers the watchdog itself."""
        while True:
            self.inputs.put_nowait(LivenessCheck())
            await asyncio.sleep(watchdog.interval)

    async def _turn(self, given: AppInput) -> None:
        """Carry out one input. A fault of ours in it ends nothing: the input is refused, and the game goes on from the journal.
        Raises JournalError."""
        state, pause = self.table.state, self.hardware.watch.pause
        try:
            await self._take(given)
            await self._judge(pause)
            await self._settle(getattr(given, "place", None))
        except JournalError:
            raise
        except Exception:
            log.exception("a fault of the companion's own: %s is refused", type(given).__name__)
            if not self._can_go_on:
                return
            self.table.put_back(state, self._loop.time())
            place = getattr(given, "place", None)
            await self._undo(state, INPUT_FAILED, (place,) if place in self.table.setup.places else None)
            await self._settle()

    async def _take(self, given: AppInput) -> None:
        """Raises JournalError."""
        match given:
            case LivenessCheck():
                self._notify.alive()
            case SeatDataWanted(place):
                self._show((Show(place, urgent=True),))
            case FaultReport() | KeyStuck() | WatchTimerDue():
                self.hardware.watch.take(given)
                self.codes.changed()
            case DieSight():
                self.hardware.roller.take_sight(given)
            case PowerOffFailed():
                await self._stay_on(given)
            case MachineFailed():
                await self._take_machine_failure()
            case OrderGiven():
                if self._club is not None and self.stops != "fault":
                    await self._club.take_order(self.table.setup)
            case Gestured():
                await self._take_gesture(given)
            case Answered() | SeatAnswered() | HintGiven() | PromiseGiven() | ReviewGiven() | Ticked():
                await self._play(given)
            case PhonesAway() | PageGiven() | DieReading() | NameEntered() | SeatTaken() | SeatLeft():
                await self._play(given)
            case _:
                assert_never(given)

    async def _settle(self, urgent: Place | None = None) -> None:
        """What follows from an input: while nobody can answer, silence agrees to nothing, and nobody's think time passes; and
        each place whose screen is another one now is shown it."""
        waits = self.stops is not None or self.table.state.awaited is not None
        await self._carry_out(self.table.run_clock(self._loop.time(), runs=not waits))
        if self._club is not None:
            self.table.note_round(self._club.orders.time_left)
        self._show(self.table.shows(urgent))
        if self._club is not None:
            self._club.settled(*self._why_it_stands, in_lobby=self.table.state.position.in_lobby)
        deadlines = [one for one in (self.table.deadline, self._reading_until() if self._held else None) if one]
        self._timer.set(None if self.stops is not None else min(deadlines, default=None))

    async def _judge(self, before: Pause | None) -> None:
        """After every input: whether the game waits for a device. The pause was `before`. Raises JournalError."""
        watch, plays = self.hardware.watch, self._can_go_on
        watch.judge(self.table.state.needed if plays else Needed())
        if plays:
            await self._note_phones()
        for sentence, by in watch.news() if plays else ():
            others = [place for place in self.table.setup.places if place != by]
            await self._carry_out(self.table.notify(sentence, others))
            self._hub.event(sentence)
        if self.status != self._status:
            self._status = self.status
            self._notify.status(self._status)
        if watch.on_phone != self.router.on_phone:
            self.router.on_phone = watch.on_phone
            self._show(Show(place, urgent=False) for place in self.table.setup.places)
        if (watch.pause is None) == (before is None):
            return
        self.hardware.cancel_presses()
        if watch.pause is not None:
            return
        self.router.check()
        kept, self._kept = self._kept, []
        if plays:
            self.table.restart_countdown(self._loop.time())
            for given in kept:
                await self._handle(given)

    async def _note_phones(self) -> None:
        """Tell the table whose phones are away. Raises JournalError."""
        watch, state = self.hardware.watch, self.table.state
        if PhonesAway(state.away, state.awaited, state.late) != watch.away or state.returned:
            await self._handle(watch.away)

    def _show(self, shows: Iterable[Show]) -> None:
        for one in shows:
            self.router.show(self.table, self.router.drawn(self.table, one.place), urgent=one.urgent)

    # Inputs of the game

    async def _take_gesture(self, given: Gestured) -> None:
        """A key counts where its place is played: at the panel or on the phone. A lifted screen is lowered in any case. Raises
        JournalError."""
        watch, place = self.hardware.watch, given.place
        if (place in watch.on_phone) == (given.by == "phone") or given.gesture == "lower":
            await self._play(given)
        elif given.by == "panel" and place in watch.transferred and self._can_go_on:
            if self.router.returns.take_gesture(place, given.gesture):
                self.codes.leave(place)
                await self._joining.take_back(place)
            self.router.show_left_panel(self.table, place, urgent=True)

    async def _play(self, given: GameInput) -> None:
        """An input for the game, unless something stops it. Raises JournalError."""
        match self.stops:
            case "off" | "fault" if not isinstance(given, Gestured):
                return
            case "pause" if isinstance(given, Answered | DieReading):
                if len(self._kept) < KEPT:
                    self._kept.append(given)
                return
            case "pause" if isinstance(given, SeatAnswered | Ticked):
                return  # the page shows the pause and its keys; and nobody can answer, so silence agrees to nothing
        await self._handle(given)

    async def _handle(self, given: GameInput) -> None:
        """Raises JournalError."""
        match given:
            case DieReading():
                await self._take_reading(given)
            case NameEntered():
                await self._take_name(given)
            case SeatTaken() | SeatLeft():
                await self._take_seat(given)
            case Answered() if self._must_wait(given):
                self._held = given
            case HintGiven() | PromiseGiven() | ReviewGiven() if not self.thinking.takes(given):
                pass  # nobody waits for it any more
            case Gestured() | Answered() | SeatAnswered() | HintGiven() | PromiseGiven() | ReviewGiven() | Ticked():
                await self._give(given)
                await self._take_held()
            case PhonesAway() | PageGiven():
                await self._give(given)
            case _:
                assert_never(given)

    async def _give(self, given: Input, rolled: RollToLog | None = None) -> None:
        """Give an input to the table, and carry out what it wants. `rolled`: the roll that it is. Raises JournalError."""
        before, now = self.table.state, self._loop.time()
        if isinstance(given, Answered):
            given = structs.replace(given, at=now)
        try:
            effects = self.table.handle(given)
        except RuleError as refusal:
            log.warning("refused: %s", refusal)  # a stale answer; the refusals of a seat's own keys are on its screen
            return
        if effects and isinstance(effects[0], Passed):
            await self._pass(effects[0])
            return
        try:
            await self._carry_out(effects, rolled=rolled)
        except JournalError as error:
            log.error("%s", error)
            self.table.put_back(before, now)
            await self._undo(before, str(error))

    async def _pass(self, key: Passed) -> None:
        """A key of a layer of the app. Raises JournalError."""
        match key.layer:
            case "journal fault":
                remedy = self.fault.take_gesture(key.gesture)
                if remedy is not None:
                    await self._remedy(remedy)
            case "pause":
                self.hardware.watch.take_gesture(key.place, key.gesture)
            case "code":
                self.codes.take_gesture(key.place, key.gesture)
            case "order":
                await self._take_order_key(key)
            case "die":
                look = self.hardware.roller.take_gesture(key.place, key.gesture)
                if look is not None:
                    self._show(self.table.look(key.place, look, self._loop.time()))
            case _:
                pass  # the machine is being switched off

    async def _take_order_key(self, key: Passed) -> None:
        """A key at the club's order; it may start the game. Raises JournalError."""
        assert self._club is not None, "the layer is its"
        opened = self._club.orders.take_gesture(key.place, key.gesture)
        if opened is None:
            return
        before = self.table.state
        try:
            await self._carry_out(self.table.open_game(opened))
        except RuleError as refusal:
            await self._say(str(refusal))
        except JournalError as error:
            log.error("%s", error)
            self.table.put_back(before, self._loop.time())
            await self._undo(before, str(error))

    def _must_wait(self, answer: Answered) -> bool:
        """Whether a move of the machine waits: a proposal is about the position as it is, or what was announced is still read."""
        state = self.table.state
        if answer.actor not in state.machine_seats:
            return False
        return state.proposal is not None or self._loop.time() < self._reading_until()

    def _reading_until(self) -> float:
        """Until when the machine leaves time to read what was announced last; in the past if nobody has to read."""
        return self._read_until if self.table.state.unread_by else 0.0

    async def _take_held(self) -> None:
        """Make the move that waited, once no proposal is open any more. Raises JournalError."""
        held = self._held
        if held is None or self._must_wait(held):
            return
        self._held = None
        if held.number == self.table.state.number + 1:
            await self._give(held)

    async def _take_reading(self, reading: DieReading) -> None:
        """The die came to rest. A roll that counts becomes a move, which is kept together with the log of rolls."""
        roller = self.hardware.roller
        asked = roller.seats
        roll = roller.judge(reading)
        if roll is not None:
            await self._give(roll.answer, RollToLog(reading.source, *roll.lies))
        elif asked and roller.is_asking:
            self._to_the_die()
        elif asked:
            self.hardware.sounder.refused()  # the refusal was announced to all

    def _to_the_die(self) -> None:
        """Close the pages of the game that whoever is asked about the die looks at."""
        for place in self.hardware.roller.seats:
            self._show(self.table.look(place, "die", self._loop.time()))

    async def _take_name(self, named: NameEntered) -> None:
        """A page sent a name. The event line says why one is refused."""
        try:
            await self._give(name_answer(self.table.state.game_state, self.table.state.number + 1, named))
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def _take_seat(self, given: SeatTaken | SeatLeft) -> None:
        """Somebody sat down with a phone, or a phone was put out."""
        try:
            if (move := sitting_move(self.table.state.game_state, given)) is not None:
                await self._give(Answered(Seat(given.place), self.table.state.number + 1, move))
            if isinstance(given, SeatTaken) and is_naming(self.table.state.game_state):
                named, number = NameEntered(given.place, given.name), self.table.state.number + 1
                await self._give(name_answer(self.table.state.game_state, number, named))
        except RuleError as refusal:
            self._hub.event(str(refusal))

    async def _take_machine_failure(self) -> None:
        """Raises JournalError."""
        log.error("%s", MACHINE_FAILED)
        if self._can_go_on:
            await self._say(MACHINE_FAILED)

    async def _say(self, sentence: str) -> None:
        """Put a sentence about a fault on every screen, with the sound of a refusal."""
        await self._carry_out(self.table.notify(sentence))
        self._hub.event(sentence)
        self.hardware.sounder.refused()

    # Effects

    async def _carry_out(
        self,
        effects: Sequence[Effect],
        chance_delay: float = 0,
        rolled: RollToLog | None = None,
    ) -> None:
        """Carry out effects in order. `chance_delay`: seconds until chance is asked. `rolled`: the roll that made the first
        entry. Raises JournalError."""
        if any(isinstance(effect, Publish) for effect in effects):
            self.hardware.roller.forget()
        drawn = {one.place: self.router.drawn(self.table, one.place) for one in effects if isinstance(one, Show)}
        for effect in effects:
            match effect:
                case Append(entry, result):
                    await self.journal.append(entry, rolled, result=result)
                    rolled = None
                    if self._club is not None:
                        self._club.kept(entry, result)
                    if isinstance(entry, Opened):
                        self.codes.close()
                        self.router.returns.close()
                        self._held = None
                        self._begin_thinking(entry)
                    else:
                        self.thinking.drop_stale()
                case Show(place, urgent):
                    self.router.show(self.table, drawn[place], urgent=urgent)
                case Passed():
                    raise AssertionError("a key for the app comes alone")
                case AskMachine() | AskHint() | AskPromise() | AskReview():
                    pace = self._configuration.table.machine_pace * PACES[self.table.state.opened.pace]
                    self.thinking.ask(effect, self.table.seated(effect.seat), chance_delay + pace)
                case DropPromise(place):
                    self.thinking.drop(place)
                case Publish():
                    self._hub.publish(effect)
                    if effect.said_once and self._configuration.table.machine_pace:
                        self._read_until = self._loop.time() + READING_SECONDS
                case EventLine(event, happened):
                    self._hub.event(event, happened=happened)
                case RecapShown(recap):
                    self._hub.tell(Recap(recap))
                case PassShown(place, name):
                    self._hub.tell(Pass(place, name))
                case PointedShown(pointed, words):
                    self._hub.tell(Pointing(pointed and pointed.seat, {} if pointed is None else pointed.place, words))
                case WaitShown(words):
                    self._hub.tell(Waiting(words))
                case ClockShown():
                    self._hub.clock(effect)
                case TimeUp():
                    pass  # the sounder plays it
                case AskChance():
                    self._ask_chance(effect, chance_delay)
                case RememberName(name):
                    await self._remember(name)
                case SwitchOff(silence):
                    await self._switch_off(silence)
                case NewCode(place, silence):
                    await self._give_code(place, silence)
                case SeatsSwapped(one, other):
                    await self._joining.swap(one, other)
                    self.codes.changed()
                case ShowPhoneCodes(place):
                    self.codes.open(place)
                case _:
                    assert_never(effect)
        self.hardware.sounder.after(effects)

    def _ask_chance(self, asked: AskChance, delay: float) -> None:
        """Ask the die for a roll, or the machine's random numbers for any other move of chance."""
        roller = self.hardware.roller
        match asked.prompt:
            case ChancePrompt(die=True):
                roller.expect(asked)
                self._to_the_die()
                self._loop.call_later(delay, roller.ask)
            case prompt:
                answer = Answered(CHANCE, asked.number, sample(prompt, self._surroundings.randbelow))
                self._loop.call_later(delay, self.inputs.put_nowait, answer)

    async def _remember(self, name: str) -> None:
        """Put a name on the list of known players. A failure is only logged: the player plays under that name nevertheless."""
        try:
            await self.journal.remember(name)
        except JournalError as error:
            log.warning("a name could not be put on the list of players: %s", error)

    async def _give_code(self, place: Place, silence: str) -> None:
        """All agreed to it. In a game the code is shown there and then, at every panel. A failure leaves the old phone out until
        a restart, and everybody reads why."""
        try:
            await self._joining.renew(place)
            if not self.table.state.position.in_lobby:
                for other in self.table.setup.places:
                    if other not in self.hardware.watch.on_phone:
                        self.codes.show(other, place)
            name = self.table.state.name_at(place)
            self._hub.event(f"{silence} A new code for {name} is on the table's page.".strip())
        except (JournalError, RequestError) as error:
            log.error("%s", error)
            self._hub.event(str(error))

    def _begin_thinking(self, opened: Opened) -> None:
        """A process starts now where somebody may ask it, since to start one takes the loop as long as some keys."""
        self.thinking.begin(wanted=bool(opened.machines) or any(asks_process(helps) for helps in opened.helps))

    async def _switch_off(self, silence: str) -> None:
        """All agreed to it: every screen says so, then the journal is closed and the order given."""
        log.info("%s", LEAVING)
        self._hub.event(f"{silence} {FAREWELL}".strip())
        self.power.is_ordered = True
        self._show(self.table.shows())
        await self.power.start()

    async def _stay_on(self, failed: PowerOffFailed) -> None:
        """The machine was not switched off: the table continues. Raises JournalError."""
        log.error("%s", failed.why)
        self.power.is_ordered = False
        await self._resume_journal()
        await self._say(failed.why)

    # The journal

    async def _undo(self, before: TableState, reason: str, places: tuple[Place, ...] | None = None) -> None:
        """The table is back at `before`. Go on from what the journal holds, and show the reason at these places, or at all, and
        on the pages. Raises JournalError."""
        saved = await self.journal.open_game()
        if saved is None or (saved.opened, saved.rows) != (before.opened, before.number):
            # Of several entries the journal kept the first ones.
            self._clear()
            await self._resume(saved)
        await self._carry_out(self.table.notify(reason, places))
        await self._carry_out(self.table.refresh(), self._surroundings.retry_delay)
        self._hub.event(reason)
        self.hardware.sounder.refused()

    async def _fail(self, error: JournalError) -> None:
        """The journal cannot be used: show every seat the reason and the remedies, and close it."""
        log.error("%s", error)
        self.hardware.cancel_presses()
        # The folder is of no use to players.
        text = str(error).replace(f"{self._configuration.journal.parent}{os.sep}", "")
        self._hub.event(text)
        self._hub.tell(Recap())
        self.fault.shown = JournalFaultScreen(text, remedies=error.remedies)
        self._show(self.table.shows())
        with suppress(JournalError):
            await self.journal.close_journal()

    async def _remedy(self, remedy: Remedy) -> None:
        """Carry out what a player chose. Raises JournalError where that fails, too."""
        self.fault.shown = None
        match remedy:
            case "again":
                await self._resume_journal()
            case "go on":
                await self._resume_journal(accept=True)
            case "lobby":
                await self._abandon()
            case "new":
                await self.journal.open_new()
                self._clear()
                await self._carry_out(self.table.begin())
            case _:
                assert_never(remedy)

    async def _resume_journal(self, *, accept: bool = False) -> None:
        """Go on where the journal ends, or open the lobby where it is empty. `accept`: without its last entries, where they
        cannot be read. Raises JournalError."""
        self._clear()
        await self._resume(await self._open_journal(accept=accept))

    async def _open_journal(self, *, accept: bool) -> OpenGame:
        saved = await self.journal.open(accept=accept)
        self._idle_check.check_again()
        return saved

    async def _abandon(self) -> None:
        """End the game that the journal holds, even one that cannot be resumed, and open the lobby. Raises JournalError."""
        self._clear()
        saved = await self._open_journal(accept=True)
        if saved is not None and not saved.abandoned and saved.opened.game != LOBBY:
            result = result_of(saved, self._new_table())
            if result is None or result.winners is None:
                abandoned = Abandoned(saved.rows + 1)
                await self.journal.append(abandoned, result=result)
                if self._club is not None:
                    self._club.resumed(saved.opened, over=False)
                    self._club.kept(abandoned, result)
        await self._carry_out(self.table.begin())

    def _clear(self) -> None:
        """Replace the table by an empty one, before a journal is opened."""
        self.table = self._new_table()
        if self._club is not None:
            self._club.resumed(self.table.state.opened, over=True)
        self._hub.clock(ClockShown())
        for nothing in (Recap(), Pass(), Pointing(), Waiting()):
            self._hub.tell(nothing)
        self._held = None
        self.thinking.forget()

    async def _resume(self, saved: OpenGame) -> None:
        """Go on where the journal ends: with its game, or in the lobby where it is empty. Raises JournalError."""
        if saved is None:
            await self._carry_out(self.table.begin())
            return
        self._begin_thinking(saved.opened)
        game = (saved.opened, saved.steps, saved.rows)
        effects = self.table.resume(*game, abandoned=saved.abandoned, machines=saved.machines, spent_ms=saved.spent_ms)
        if self._club is not None:
            position = self.table.state.position
            goes_on = position.opened.id == saved.opened.id and not position.over and not saved.abandoned
            self._club.resumed(saved.opened, over=not goes_on)
        await self._carry_out(effects)

    def _report_damage(self, fault: str) -> None:
        """A game that is over is damaged in the journal."""
        log.error("%s", fault)
        self._hub.event(f"{fault} The game on the table is whole.")


def empty_table(configuration: Configuration, *, switchable: bool, outside: Iterable[Outside] = ()) -> Table:
    """A table with the players that are known now. `switchable`: whether its lobby offers to switch the machine off. `outside`:
    the layers of the app. Raises ConfigError where no game is for so many seats."""
    players, settings = read_known_names(known_names_path(configuration.journal)), configuration.table
    try:
        return Table(
            CATALOG,
            configuration.names,
            settings.secrecy,
            players,
            settings.material,
            switchable=switchable,
            new_seed=_new_seed,
            new_id=lambda: str(uuid4()),
            phones=configuration.wiring.phones,
            clock=settings.clock,
            own_throw=own_throw(configuration.die),
            outside=outside,
        )
    except RuleError as error:
        raise ConfigError((str(error),)) from error


def _new_seed() -> str:
    """128 random bits as text."""
    return secrets.token_hex(16)


async def _cancel(task: asyncio.Task[None]) -> None:
    """End a task that runs without end. Raises what it raised."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
