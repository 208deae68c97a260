"""A table in memory that goes beside the one under test: what its screens must show, and which keys spell a move."""

from collections.abc import Sequence

from companion.config.configuration import simulated
from companion.core.game import Result
from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.prompt import Move, RandBelow, sample
from companion.core.seat import CHANCE, Place, Seat, all_places
from companion.games.catalog import CATALOG
from companion.table.draws import Material
from companion.table.effects import (
    Answered,
    Append,
    AskChance,
    Effect,
    EventLine,
    Gestured,
    JournalEntry,
    Moved,
    Opened,
    Publish,
    RememberName,
    Ticked,
)
from companion.table.table import Table
from companion.ui.raster import draw
from companion.ui.screens import Secrecy, after_first_page
from tests.key_spelling import spell

NAMES = simulated(2, {"HOME": "/"}).names
"""What two seats are called that were given no names."""


class Mirror:
    """`pick`: chance's luck, the same as the other table's; without it chance must not be asked. `players`: its names."""

    def __init__(
        self,
        names: tuple[str, ...] = NAMES,
        secrecy: Secrecy = "open",
        pick: RandBelow | None = None,
        material: Material = "screens",
        players: tuple[str, ...] = (),
    ) -> None:
        self.names = names
        self._secrecy: Secrecy = secrecy
        self._material: Material = material
        self._pick = pick
        self._players = players
        self.entries: list[JournalEntry] = []
        """What its journal would hold."""
        self.told = ""
        self._clock = 0.0
        self.table = Table(CATALOG, names, secrecy, players, material)
        self._carry_out(self.table.begin())

    @property
    def number(self) -> int:
        """Moves made in the game that is open."""
        return self.table.state.number

    @property
    def result(self) -> Result:
        """How the open game stands."""
        return self.table.game.result(self.table.state.game_state)

    @property
    def pictures(self) -> list[Picture]:
        """What stands on every screen."""
        return [self.picture(seat) for seat in all_places(len(self.names))]

    def picture(self, seat: Place) -> Picture:
        """What stands on one screen."""
        return draw(self.table.screen(seat))

    def do(self, seat: Place, gesture: Gesture) -> None:
        """A gesture, and what chance makes of it."""
        self._carry_out(self.table.handle(Gestured(seat, gesture, self._clock)))

    def passed(self, seconds: float) -> None:
        """So much time has passed; the keys are pressed in none."""
        self._clock += seconds
        self._carry_out(self.table.handle(Ticked(self._clock)))

    def answer(self, actor: Seat, move: Move) -> None:
        """A move of somebody who has no keys."""
        self._carry_out(self.table.handle(Answered(actor, self.number + 1, move)))

    def spelled(self, seat: Place, move: Move) -> tuple[Gesture, ...]:
        """The gestures that make a move, from a screen on which nothing was entered, or a list that has stayed open."""
        own = self.table.state.places[seat]
        desk = own.dialog
        assert desk.draft is not None, f"seat {seat} is asked nothing"
        assert desk.draft.is_untouched or desk.draft.leads_back, f"seat {seat} has begun something"
        assert desk.page is None
        # A sentence that everybody has to read takes a key for each page, and a finished round the next one.
        read: tuple[Gesture, ...] = ()
        for unread in own.unread:
            rest = unread
            while rest:
                read, rest = (*read, "middle"), after_first_page(rest)
        if own.recap is not None:
            read = (*read, "middle")
        # A move that is asked back takes one key more.
        again: tuple[Gesture, ...] = ("right",) if self.table.confirm_question(seat, move) else ()
        return (*read, *spell(desk.draft, move), *again)

    def restart(self) -> None:
        """Forget all that a power cut forgets."""
        opened, moves = last_game(self.entries)
        self.table = Table(CATALOG, self.names, self._secrecy, self._players, self._material)
        self._carry_out(self.table.resume(opened, [(moved.actor, moved.move) for moved in moves]))

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(entry):
                    self.entries.append(entry)
                case Publish(event=told) | EventLine(event=told):
                    self.told = told
                case RememberName(name):
                    self._players = (*self._players, name)
                case AskChance(number, prompt):
                    assert self._pick is not None, "this mirror does not know what chance does"
                    self._carry_out(self.table.handle(Answered(CHANCE, number, sample(prompt, self._pick))))
                case _:
                    pass


def last_game(entries: Sequence[JournalEntry]) -> tuple[Opened, list[Moved]]:
    """The game that was opened last, and its moves."""
    moves: list[Moved] = []
    for entry in reversed(entries):
        if isinstance(entry, Opened):
            return entry, moves[::-1]
        assert isinstance(entry, Moved), "this mirror takes nothing back"
        moves.append(entry)
    raise AssertionError("no game was opened")
