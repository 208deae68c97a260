"""What can happen to a table."""

from msgspec import Struct

from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import Actor, Place


class Gestured(Struct, frozen=True):
    """A gesture with the keys of a place. `at`: seconds on the table's clock, which never goes back."""

    place: Place
    gesture: Gesture
    at: float = 0.0


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
    """The review that a place asked for: `pages` of short lines, and the same in sentences; `number` as in HintGiven. Without
    pages it could not be made."""

    place: Place
    number: int
    pages: tuple[tuple[str, ...], ...]
    words: str = ""


class PromiseGiven(Struct, frozen=True):
    """What a place asked to know about a move in the making; the rest as in HintGiven."""

    place: Place
    number: int
    move: Move
    words: str


Thought = HintGiven | PromiseGiven | ReviewGiven
"""What the machine has thought of for a person."""


class Ticked(Struct, frozen=True):
    """It is `at` on the table's clock. Due at the table's `deadline`; an earlier or a second one does no harm."""

    at: float


Input = Gestured | Answered | SeatAnswered | Thought | Ticked
