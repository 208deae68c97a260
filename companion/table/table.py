"""The table: one game after another at one table, without I/O. Inputs go in, ordered effects come out.

Invariants: an Append comes before every Show of its effect. Inputs are taken strictly in order. What a seat is shown comes from
its own view alone; spectators see the public view. `state` is one frozen value, so a caller whose journal refused an entry puts
the old value back, and nothing has happened.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, assert_never

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.keys import REPEATS
from companion.core.prompt import Move, Prompt
from companion.core.screen import Screen
from companion.core.seat import Place, Seat
from companion.table import open_game
from companion.table.agreement import consent
from companion.table.clock import clock_updates
from companion.table.clock.clock_setting import OFF
from companion.table.clock.seat_clocks import public_clock
from companion.table.effects import (
    Append,
    Effect,
    EventLine,
    JournalEntry,
    MachineSeat,
    Opened,
    Publish,
    RecapShown,
    SeatMachines,
    Show,
)
from companion.table.inputs import Answered, Gestured, HintGiven, Input, PromiseGiven, ReviewGiven, SeatAnswered, Ticked
from companion.table.lobby import lobby_game
from companion.table.machine_seats.machine_effects import advised, asked_machine, seated_machines
from companion.table.moves.gesture_handling import take_gesture
from companion.table.moves.hints import take_hint, take_review
from companion.table.moves.move_dispatch import make_move
from companion.table.moves.promises import take_promise, without_stale
from companion.table.moves.roll_rest import next_roll
from companion.table.moves.seat_answers import take_answer
from companion.table.physical_draws.draw_reports import Material
from companion.table.resume import holds_other_lobby, resume_game
from companion.table.screens import key_hints
from companion.table.screens.recap_reading import recap_json
from companion.table.screens.screen_updates import notify_all, refresh
from companion.table.screens.seat_screen import seat_screen
from companion.table.screens.touch_interface import seat_moment
from companion.table.seat_data import SeatMoment
from companion.table.table_setup import make_setup
from companion.table.table_state import TableState, Transition
from companion.ui.compose import Secrecy

__all__ = ["LOBBY", "Table", "TableState", "entries"]

LOBBY: Final = lobby_game.NAME
NO_PRESS: Final = frozenset(("lift", "lower", *REPEATS))
"""Gestures that do not confirm that a sentence was read: lifting the Secrecy screen, and repeats of a held key."""


class Table:
    """One table. `state`: all that it is now; a caller may put an earlier value back.

    `catalog`: the games that can be played at it. `names`: what its places are called until a player takes a name there.
    `players`: the names to choose from. `switchable`: whether the lobby can switch the machine off.
    `phones`: the places that are phones, to which the lobby can give new codes. `new_seed`: gives a text of 128 random bits for
    each seat that the machine plays. `clock`: the think time until the lobby chooses another, as in clock/clock_setting.py.
    `own_throw`: as in `TableSetup`.
    """

    def __init__(
        self,
        catalog: Sequence[AnyGame],
        names: tuple[str, ...],
        secrecy: Secrecy = "open",
        players: tuple[str, ...] = (),
        material: Material = "screens",
        *,
        switchable: bool = False,
        phones: Iterable[Place] = (),
        new_seed: Callable[[], str] = str,
        clock: str = OFF,
        own_throw: str = "",
    ) -> None:
        self.setup = make_setup(
            catalog,
            names,
            secrecy,
            material,
            switchable=switchable,
            phones=phones,
            new_seed=new_seed,
            clock=clock,
            own_throw=own_throw,
        )
        self.state = self._first_lobby(players)

    # Inputs

    def begin(self) -> list[Effect]:
        """Open the lobby of a table that has no journal yet."""
        self.state = self._first_lobby(self.state.known_names)
        return [Append(self.state.opened), *self.refresh()]

    def resume(
        self,
        opened: Opened,
        steps: Iterable[Step],
        number: int | None = None,
        *,
        abandoned: bool = False,
        machines: tuple[MachineSeat, ...] | None = None,
        spent_ms: Mapping[Seat, int] | None = None,
    ) -> list[Effect]:
        """Go on with the game that the journal holds. Raises JournalError that names what cannot be replayed.

        `steps`: the moves that count. `number`: all entries of the game, with those that were taken back; left out: as many as
        `steps`. A lobby of another version or of another table is no error: a new one is opened. A game by older rules does
        not go on; its players are told so, and any of them can abandon it. `machines`: the seats that the machine plays now;
        left out: those of `opened`. `spent_ms`: the think time that each player has used.
        """
        if holds_other_lobby(self.setup, opened):
            return self.begin()
        known = self.state.known_names
        effects = self._apply(
            resume_game(
                self.setup,
                opened,
                steps,
                known,
                number,
                abandoned=abandoned,
                machines=machines,
                spent_ms=spent_ms or {},
            )
        )
        self.state, _ = clock_updates.after_input(self.setup, self.state, self.state, effects)
        return [*effects, *self._recap_effect(), *self._clock_effect()]

    def handle(self, given: Input) -> list[Effect]:
        """The effects of one input, in the order in which they must be carried out. Raises RuleError for a refused answer."""
        recap_before = recap_json(self.setup, self.state)
        pressed = isinstance(given, SeatAnswered) or (isinstance(given, Gestured) and given.gesture not in NO_PRESS)
        ends_announcement = self.state.announced and pressed
        if ends_announcement:
            self.state = structs.replace(self.state, announced=False)
        before = self.state
        effects = self._apply(self._handled(given))
        effects = [*effects, *self._apply(without_stale(self.setup, self.state))]
        while self.state.rolling and (roll := next_roll(self.setup, self.state)) is not None:
            effects = [*effects, *self._apply(roll)]
        if ends_announcement and not any(isinstance(effect, Publish | EventLine) for effect in effects):
            effects.append(EventLine(open_game.last_event(self.setup, self.state)))
        effects += self._apply(clock_updates.after_input(self.setup, before, self.state, effects))
        recap = recap_json(self.setup, self.state)
        if recap != recap_before:
            effects.append(RecapShown(recap))
        return effects

    @property
    def deadline(self) -> float | None:
        """When a `Ticked` is due, in seconds on the clock of the gestures; None: the table waits for no time."""
        proposal, hints_end = self.state.proposal, self.state.hints_end
        times = [] if hints_end is None else [hints_end]
        if proposal is not None and proposal.deadline is not None:
            times.append(proposal.deadline)
        clock = self.state.clock
        if clock is not None and clock.deadline is not None:
            times.append(clock.deadline)
        return min(times, default=None)

    def restart_countdown(self, at: float) -> None:
        """Restart the countdown of a proposal for all players at `at`, since they could not answer until then."""
        self.state = consent.restarted(self.state, at)

    def run_clock(self, at: float, *, runs: bool) -> list[Effect]:
        """Think time passes from `at` on, or stands still for everybody. Both can be told again and again."""
        return self._apply(clock_updates.with_clock_running(self.setup, self.state, at, runs=runs))

    def notify(self, text: str) -> list[Show]:
        """Show a sentence on every screen until the next key there."""
        self.state, shows = notify_all(self.setup, self.state, text)
        return shows

    def refresh(self) -> list[Effect]:
        """Every screen, the public view, the recap that is read, and the question to chance if it is to act."""
        return [*refresh(self.setup, self.state, None), *self._recap_effect(), *self._clock_effect()]

    def machines_anew(self) -> list[Effect]:
        """For a process that plays the machine's seats and knows nothing yet: all that they have seen, and the question."""
        return [*seated_machines(self.setup, self.state), *asked_machine(self.setup, self.state)]

    def advised(self, seat: Seat) -> SeatMachines:
        """For a process that thinks about hints and knows nothing of a person's seat yet: all that it has seen."""
        return advised(self.setup, self.state, seat)

    # The position

    @property
    def game(self) -> AnyGame:
        """The game that is open, the lobby included, by the rules by which it was begun."""
        return open_game.game_of(self.setup, self.state)

    def prompt(self, place: Place) -> Prompt | None:
        """What a place is asked: by the game, or what comes next once it is over."""
        return open_game.prompt(self.setup, self.state, place)

    def confirm_question(self, place: Place, move: Move) -> str | None:
        """The sentence that asks whether a move made with keys is meant; None for nearly every move."""
        return open_game.confirm_question(self.setup, self.state, place, move)

    def screen(self, place: Place) -> Screen:
        """What is on the screen of a place."""
        return seat_screen(self.setup, self.state, place)

    def seat_moment(self, place: Place) -> SeatMoment:
        """What a touch interface shows of a place."""
        return seat_moment(self.setup, self.state, place)

    def has_overlay(self, place: Place) -> bool:
        """Whether the table's menu or a proposal is in front of the game at a place."""
        return self.state.overlays[place] is not None

    def _handled(self, given: Input) -> Transition:
        setup, state = self.setup, clock_updates.at_time_of(self.state, given)
        match given:
            case Gestured(place, gesture, at):
                return take_gesture(setup, state, place, gesture, at)
            case SeatAnswered():
                return take_answer(setup, state, given)
            case Answered(actor=actor, number=number, move=move):
                if number != state.number + 1:
                    raise RuleError(f"That answers move {number}, and the table is at move {state.number + 1}.")
                return make_move(setup, state, actor, move, urgent=None)
            case HintGiven():
                return take_hint(setup, state, given)
            case PromiseGiven():
                return take_promise(setup, state, given)
            case ReviewGiven():
                return take_review(setup, state, given)
            case Ticked(at):
                state, effects = consent.advance_countdown(setup, state, at)
                state, shows = key_hints.clear_old_hints(setup, state, at)
                return state, [*effects, *shows]
            case _:
                assert_never(given)

    def _apply(self, transition: Transition) -> list[Effect]:
        self.state, effects = transition
        return effects

    def _first_lobby(self, known_names: tuple[str, ...]) -> TableState:
        opened = lobby_game.first_lobby(self.setup.names, known_names)
        return open_game.new_game(self.setup, opened, known_names)

    def _clock_effect(self) -> list[Effect]:
        return [] if self.state.clock is None else [public_clock(self.setup, self.state)]

    def _recap_effect(self) -> list[Effect]:
        recap = recap_json(self.setup, self.state)
        return [RecapShown(recap)] if recap else []


def entries(effects: Iterable[Effect]) -> list[JournalEntry]:
    """What the journal is asked to keep, in order."""
    return [effect.entry for effect in effects if isinstance(effect, Append)]
