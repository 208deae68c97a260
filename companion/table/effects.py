"""What a table wants done, in order. Append stands before any Show, and is awaited: no screen shows what a power cut undoes."""

from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from companion.core.game import Result, Step
from companion.core.prompt import Move, Prompt
from companion.core.screen import Screen
from companion.core.seat import Actor, Seat


class Opened(Struct, frozen=True):
    """A game was opened: its name, the number of its rules, its options as they were given, and who sits where.

    `names` and `places` hold one for each of the game's seats; `places[seat]` is where at the table that seat is (left out:
    the places from 0 on).
    """

    game: str
    rules: int
    options: dict[str, Any]
    names: tuple[str, ...]
    places: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if not self.places:
            force_setattr(self, "places", tuple(range(len(self.names))))


class Moved(Struct, frozen=True):
    """Entry number `number` (from 1) of the open game: a move. `actor` is a seat of the game, not a place at the table."""

    number: int
    actor: Actor
    move: Move


class TakenBack(Struct, frozen=True):
    """Entry number `number` of the open game: the last move that held until now is void. All had agreed."""

    number: int


class Abandoned(Struct, frozen=True):
    """Entry number `number` of the open game, its last: all agreed to play no further."""

    number: int


class DrawsCorrected(Struct, frozen=True):
    """Entry number `number` of the open game: all have told again what they drew, and `steps` are the moves that hold now."""

    number: int
    steps: tuple[Step, ...]


JournalEntry = Opened | Moved | TakenBack | Abandoned | DrawsCorrected


class Append(Struct, frozen=True):
    """Write this into the journal and wait until it is safe there. `result`: how the game stands, where the entry ends it."""

    entry: JournalEntry
    result: Result | None = None


class Show(Struct, frozen=True):
    """Put this on the screen of a place at the table. `urgent`: it answers that seat's own key, so it goes before others."""

    seat: Seat
    screen: Screen
    urgent: bool


class Throw(Struct, frozen=True):
    """Who throws the die, where chance is a die on the table.

    `by`: the place at the table of who throws; None where anybody may. `first` and `name`: the place and the name of the
    game's first seat, to whom the front of the die looks (P2).
    """

    by: Seat | None = None
    first: Seat = 0
    name: str = "the first player"


class AskChance(Struct, frozen=True):
    """Let chance answer `prompt`, as move number `number`. `throw`: who throws, where the prompt may be put to a die."""

    number: int
    prompt: Prompt
    throw: Throw = Throw()


class Publish(Struct, frozen=True):
    """The public view of the game after `number` entries, as JSON values, and what happened last in one sentence.

    `names` and `places`: what the game's seats are called, and where at the table they are.
    """

    number: int
    view: dict[str, Any]
    told: str
    names: tuple[str, ...] = ()
    places: tuple[Seat, ...] = ()


class EventLine(Struct, frozen=True):
    """The event line says this from now on, though nothing has happened: what was said before is taken down."""

    told: str


class RoundSummaryShown(Struct, frozen=True):
    """The pages show this finished round from now on, as JSON values; None: all players have read it."""

    recap: dict[str, Any] | None


class RememberName(Struct, frozen=True):
    """Put this name on the list of names from which players choose theirs."""

    name: str


class SwitchOff(Struct, frozen=True):
    """Switch the machine off: all who sit have agreed. `silence`: who did so by touching no key, in a sentence; else empty."""

    silence: str


Effect = Append | Show | AskChance | Publish | EventLine | RoundSummaryShown | RememberName | SwitchOff
