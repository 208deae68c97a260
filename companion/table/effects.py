"""What goes into a table, and what it wants done, in order.

Invariant: an Append comes before any Show of its effect, and is awaited. So no screen shows what a power cut could undo.
"""

from typing import Any, Final, Literal, NamedTuple

from msgspec import Raw, Struct
from msgspec.structs import force_setattr

from companion.core.game import Result, Step
from companion.core.keys import Gesture
from companion.core.prompt import Move, Prompt
from companion.core.seat import Actor, Place, Seat, all_places
from companion.games.helps import Helps
from companion.table.clock import OFF, ClockKind


class Gestured(Struct, frozen=True):
    """A gesture with the keys of a place. `at`: seconds on the table's clock, which never goes back. `by`: which keys these were:
    a place that is played from a phone may have a panel, too. The table makes no difference between them."""

    place: Place
    gesture: Gesture
    at: float = 0.0
    by: Literal["panel", "phone"] = "panel"


class Answered(Struct, frozen=True):
    """Move number `number` of an actor without keys: chance, a bot, or a web page. A stale answer is refused.

    `actor` is a seat of the game, or chance. `at` as in Gestured; 0: at the time of the input before.
    """

    actor: Actor
    number: int
    move: Move
    at: float = 0.0


class SeatAnswered(Struct, frozen=True):
    """Somebody at a place of the table answers the question `to` (see `seat_data`) with a whole move, as by touch.

    `number`: the move that it would be. One that answers another number or question is refused on that seat's screen.
    """

    place: Place
    to: str
    number: int
    move: Move
    at: float = 0.0


class HintGiven(Struct, frozen=True):
    """The hint that a place asked for after `number` entries of the game. Without words it could not be made."""

    place: Place
    number: int
    words: str


class ReviewGiven(Struct, frozen=True):
    """The review that a place asked for; `number` as in HintGiven. Without sentences it could not be made."""

    place: Place
    number: int
    sentences: tuple[str, ...]


class PromiseGiven(Struct, frozen=True):
    """The estimate for the move that the player at `place` has entered but not confirmed; the rest as in HintGiven."""

    place: Place
    number: int
    move: Move
    words: str


Thought = HintGiven | PromiseGiven | ReviewGiven
"""What the machine has thought of for a person."""


class Ticked(Struct, frozen=True):
    """The time on the table's clock. Due at the table's `deadline`; an earlier or a repeated one does no harm."""

    at: float


class Awaited(Struct, frozen=True):
    """Whose phone the game waits for: as a title of a screen, as a sentence for everybody, and for touch as a title that stays
    the same however long it takes."""

    title: str
    sentence: str
    turn: str = ""


class PhonesAway(Struct, frozen=True):
    """These places are played on phones that are not connected. `awaited`: whom of them the game waits for; None: nobody. `late`:
    those that are away for so long that the others are offered what can be done."""

    places: tuple[Place, ...]
    awaited: Awaited | None = None
    late: tuple[Place, ...] = ()


class PageGiven(Struct, frozen=True):
    """The page that several players share was given to the player at a place; None: it was opened anew, by whoever."""

    place: Place | None


Input = Gestured | Answered | SeatAnswered | Thought | Ticked | PhonesAway | PageGiven


class MachineSeat(Struct, frozen=True):
    """A seat that the machine plays, at a level of the game's bots. `seed`: 128 secret bits as text, from which all luck of its
    choices comes."""

    seat: Seat
    level: str
    seed: str = ""


Pace = Literal["slow", "normal", "quick"]
PACES: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 1.0, "quick": 0.4}
"""How quickly the machine moves: how many times `machine_pace` it waits from its question to its move. The lobby's moves name
them, so none is ever taken out."""


class Opened(Struct, frozen=True):
    """A game was opened: its name, the number of its rules, its options as they were given, and who sits where.

    `names` and `places` have one item for each seat of the game. `places[seat]` is the place of that seat at the table; if
    `places` is left out, the seats are at the places from 0 on. `machines`: the seats that the machine plays from the start.
    `helps`: for each seat the helps that its player has switched on; empty if nobody has any.
    `clock`: the think time, as in clock.py. `pace`: how quickly the machine moves, one of PACES. `id`: a random UUID, by which
    the game is known outside of its journal; a lobby has none. `order`: the order of a club that it was begun by, if any.
    """

    game: str
    rules: int
    options: dict[str, Any]
    names: tuple[str, ...]
    places: tuple[Place, ...] = ()
    machines: tuple[MachineSeat, ...] = ()
    helps: tuple[Helps, ...] = ()
    clock: str = OFF
    pace: Pace = "normal"
    id: str = ""
    order: str = ""

    def __post_init__(self) -> None:
        if not self.places:
            force_setattr(self, "places", all_places(len(self.names)))

    def helps_of(self, seat: Seat | None) -> Helps:
        """The helps of the player of a seat; none for somebody without a seat."""
        return self.helps[seat] if self.helps and seat is not None else ()


class Moved(Struct, frozen=True):
    """Entry `number` (from 1) of the open game: a move. `actor` is a seat of the game, or chance. `spent_ms`: the milliseconds of
    think time that it has used of the game, where each player has so much; else 0."""

    number: int
    actor: Actor
    move: Move
    spent_ms: int = 0


class TakenBack(Struct, frozen=True):
    """Entry `number` of the open game: the last move that counted is void. All players had agreed."""

    number: int


class Abandoned(Struct, frozen=True):
    """Entry `number` of the open game, and its last: the players play no further."""

    number: int


class DrawsCorrected(Struct, frozen=True):
    """Entry `number` of the open game: all players reported their pieces again. `steps` are the moves that count now."""

    number: int
    steps: tuple[Step, ...]


class HandedOver(Struct, frozen=True):
    """Entry `number` of the open game: from now on the machine plays these seats, and people play all others. `steps` are the
    moves that count, as before."""

    number: int
    machines: tuple[MachineSeat, ...]
    steps: tuple[Step, ...]


JournalEntry = Opened | Moved | TakenBack | Abandoned | DrawsCorrected | HandedOver


class Append(Struct, frozen=True):
    """Write this into the journal, and wait until it is safe there. `result`: how the game ended, if the entry ends it."""

    entry: JournalEntry
    result: Result | None = None


class Show(Struct, frozen=True):
    """The screen of a place has changed: whoever has a panel or a page for it asks the table what is there (`Table.screen`,
    `Table.data`). `urgent`: it answers a key of that place, so it goes before other screens."""

    place: Place
    urgent: bool


class Passed(Struct, frozen=True):
    """A gesture for a layer of the app that is in front of a place. It changed nothing in the table."""

    layer: str
    place: Place
    gesture: Gesture


class Throw(Struct, frozen=True):
    """Who throws the die, if chance is a die on the table.

    `by`: the place of the player who throws; None if anybody may. `first` and `name`: the place and the name of the game's
    first seat, to whom the front of the die looks (P2). `machine`: the name of the machine whose roll it is; empty where a
    person rolls. `unasked`: no player has to throw, if the die can be thrown without a hand: the machine rolls, a player lets
    the rest be rolled, or has just tapped "Roll the die". `own`: the player chose by touch to throw without the tap.
    """

    by: Place | None = None
    first: Place = Place(0)
    name: str = "the first player"
    machine: str = ""
    unasked: bool = False
    own: bool = False


class AskChance(Struct, frozen=True):
    """Let chance answer `prompt`, as move number `number`. `throw`: who throws, if the prompt can be answered by a die."""

    number: int
    prompt: Prompt
    throw: Throw = Throw()


class Seen(Struct, frozen=True):
    """What a seat saw after a move: its view as JSON, and the move itself where the game announced that to everybody."""

    announced: Step | None
    view: Raw


class Seated(Struct, frozen=True):
    """A seat for which the machine thinks, at this level, with all that it has seen, from the first view on.

    `options`: as they were given. `seats`: of the game.
    """

    game: str
    options: dict[str, Any]
    seats: int
    seat: Seat
    level: str
    seen: tuple[Seen, ...]


class AskMachine(Struct, frozen=True):
    """Let the machine make move number `number` at a seat, by what this seat has seen. `luck`: the same text gives the same
    choice in the same position; it is a secret."""

    number: int
    seat: Seat
    luck: str


class AskHint(Struct, frozen=True):
    """Think about a hint for the player of `seat` at a place, after `number` entries of the game. `helps`: what the player has
    switched on."""

    place: Place
    number: int
    seat: Seat
    helps: Helps


class AskPromise(Struct, frozen=True):
    """Estimate the move that the player at a place has entered but not confirmed; the rest as in AskHint."""

    place: Place
    number: int
    seat: Seat
    move: Move


class DropPromise(Struct, frozen=True):
    """Nobody at a place waits for an estimate any more."""

    place: Place


class AskReview(Struct, frozen=True):
    """Review the game that is over, after `number` entries, for the player of `seat` at a place. `steps`: the moves that
    count."""

    place: Place
    number: int
    seat: Seat
    opened: Opened
    steps: tuple[Step, ...]


class Publish(Struct, frozen=True):
    """The public view of the game after `number` entries, as JSON values, and the last event in one sentence.

    `names` and `places`: the names of the game's seats, and their places at the table. `machines`: the seats that the machine
    plays; `handed_over`: those of them that it plays for somebody; `absent`: in the lobby, by place, what is said of those whose
    phones are away. `said_once`: the event is an announcement, which no page may
    list once another event has come. `did`: sentences in the past tense that are added to the log of the pages; `anew`: the log
    is emptied before, since another game was opened.
    """

    number: int
    view: dict[str, Any]
    event: str
    names: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    machines: tuple[Seat, ...] = ()
    handed_over: tuple[Seat, ...] = ()
    absent: dict[Place, str] = {}
    said_once: bool = False
    did: tuple[str, ...] = ()
    anew: bool = False


class EventLine(Struct, frozen=True):
    """The event line says this from now on, although no move was made: somebody has asked for a hint, or an announcement has been
    read. `happened`: it is added to the log, too."""

    event: str
    happened: bool = True


class Pointed(NamedTuple):
    """A seat points at a place on the table while it makes a move. `place`: the name of the move, and the fields of it that name
    the place, as in `Game.points`."""

    seat: Seat
    place: Move


class PointedShown(Struct, frozen=True):
    """The pages show this place from now on, with a sentence; None: nobody points at anything."""

    pointed: Pointed | None
    words: str = ""


class WaitShown(Struct, frozen=True):
    """The pages say from now on for whom the machine waits with its move, as seats do; empty: for nobody."""

    words: str = ""


class RecapShown(Struct, frozen=True):
    """The pages show this finished round from now on, as JSON values; None: all players have read it."""

    recap: dict[str, Any] | None


class PassShown(Struct, frozen=True):
    """The page that several players share asks from now on to be given to the player at a place, who has this name; None: no
    more."""

    place: Place | None = None
    name: str = ""


class ClockShown(Struct, frozen=True):
    """The pages show this think time from now on. `seconds` 0: none.

    `left`: for each seat the seconds that it had left at the time `at`; None for a seat that the machine plays. `asked` and
    `running` as in ThinkTime. `at` None: time stands still.
    """

    kind: ClockKind = "turn"
    seconds: int = 0
    left: tuple[float | None, ...] = ()
    asked: tuple[Seat, ...] = ()
    running: tuple[Seat, ...] = ()
    at: float | None = None


class TimeUp(Struct, frozen=True):
    """The think time of the player at a place is up; the game goes on unchanged."""

    place: Place


class RememberName(Struct, frozen=True):
    """Put this name on the list from which players choose theirs."""

    name: str


class SwitchOff(Struct, frozen=True):
    """Switch the machine off: all who sit have agreed. `silence`: a sentence that names who agreed by silence; else empty."""

    silence: str


class NewCode(Struct, frozen=True):
    """Give the seat at a place, which is a phone, a new code: all who sit have agreed. `silence`: as in SwitchOff."""

    place: Place
    silence: str


class SeatsSwapped(Struct, frozen=True):
    """The players at two places have swapped them: the phone of each plays on at the other place."""

    one: Place
    other: Place


class ShowPhoneCodes(Struct, frozen=True):
    """Show a place in the lobby the codes with which phones can take its own seat and free ones."""

    place: Place


Effect = (
    Append
    | Show
    | Passed
    | AskChance
    | AskMachine
    | AskHint
    | AskPromise
    | DropPromise
    | AskReview
    | Publish
    | EventLine
    | RecapShown
    | PassShown
    | PointedShown
    | WaitShown
    | ClockShown
    | TimeUp
    | RememberName
    | SwitchOff
    | NewCode
    | SeatsSwapped
    | ShowPhoneCodes
)
