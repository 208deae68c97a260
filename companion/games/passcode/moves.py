"""The moves of Passcode, as the engine protocol spells them."""

from typing import Annotated, Any, Final, Literal

from msgspec import Struct, convert

from companion.core.prompt import Move
from companion.core.spelling import whole
from companion.games.passcode.cards import AnyCard, HeldCard

Face = Annotated[int, whole(1, 6)]
"""A face of the die, or the number that a KEY stands for."""


class Roll(Struct, frozen=True, tag_field="move", tag="roll"):
    """A seat throws the die."""


class Turn(Struct, frozen=True, tag_field="move", tag="turn"):
    """Who rolled for the codes squares the die with the table."""

    to: Literal["left", "right"]


class Draw(Struct, frozen=True, tag_field="move", tag="draw"):
    """The beginning of a turn."""

    pile: Literal["draw", "discard"]


class Play(Struct, frozen=True, tag_field="move", tag="play"):
    """The next digit of the code, or a KEY for it."""

    card: HeldCard


class Discard(Struct, frozen=True, tag_field="move", tag="discard"):
    """A card goes on the discard pile."""

    card: HeldCard


class Keep(Struct, frozen=True, tag_field="move", tag="keep"):
    """Who held no card keeps the one drawn."""


class LayDown(Struct, frozen=True, tag_field="move", tag="lay_down"):
    """The LOCK IN card; `number` is stated with a KEY."""

    card: HeldCard
    number: Face | None = None


class Decline(Struct, frozen=True, tag_field="move", tag="decline"):
    """No LOCK IN card this turn."""


class Rolled(Struct, frozen=True, tag_field="move", tag="roll"):
    """Chance: how the die lies."""

    top: Face
    front: Face


class Card(Struct, frozen=True, tag_field="move", tag="card"):
    """Chance: which card was on the draw pile."""

    card: AnyCard


SeatMove = Roll | Turn | Draw | Play | Discard | Keep | LayDown | Decline
ChanceMove = Rolled | Card

# By name, since reading a union of types is as slow as all the rest of a move.
_OF_SEATS: Final[dict[str, Any]] = {
    "roll": Roll,
    "turn": Turn,
    "draw": Draw,
    "play": Play,
    "discard": Discard,
    "keep": Keep,
    "lay_down": LayDown,
    "decline": Decline,
}
_OF_CHANCE: Final[dict[str, Any]] = {"roll": Rolled, "card": Card}


def of_seat(move: Move) -> SeatMove:
    """A seat's move that passed its check."""
    made: SeatMove = convert(move, _OF_SEATS[move["move"]])
    return made


def of_chance(move: Move) -> ChanceMove:
    """A move of chance that passed its check."""
    fallen: ChanceMove = convert(move, _OF_CHANCE[move["move"]])
    return fallen
