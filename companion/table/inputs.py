"""What can happen to a table."""

from msgspec import Struct

from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import Actor, Seat


class Gestured(Struct, frozen=True):
    """Somebody did something with the keys of a place at the table. `at`: seconds on the table's clock, which never goes back."""

    seat: Seat
    gesture: Gesture
    at: float = 0.0


class Answered(Struct, frozen=True):
    """Somebody who has no keys (chance, a bot, a web page) makes move number `number`. A stale one is refused.

    `actor` is a seat of the game, not a place at the table.
    """

    actor: Actor
    number: int
    move: Move


class SeatAnswered(Struct, frozen=True):
    """Somebody at a place of the table answers the question `to` (see `seat_data`) with a whole move, as by touch.

    `number`: the move that it would be. One that answers another number or question is refused on that seat's screen.
    """

    seat: Seat
    to: str
    number: int
    move: Move
    at: float = 0.0


class Ticked(Struct, frozen=True):
    """Time has passed: it is `at` on the table's clock. Due at the table's `deadline`; earlier and again do no harm."""

    at: float


Input = Gestured | Answered | SeatAnswered | Ticked
