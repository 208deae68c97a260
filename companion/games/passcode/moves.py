"""The moves of Passcode, as the engine protocol spells them."""

from typing import Annotated, Any, Final, Literal

from msgspec import Struct, convert

from companion.core.prompt import Move
from companion.core.spelling import whole
from companion.games.passcode.cards import AnyCard, HeldCard

Face = Annotated[int, whole(1, 6)]
"""A face of the die, or the number that a KEY stands for."""


class RollDie(Struct, frozen=True, tag_field="move", tag="roll"):
    """A seat throws the die."""


class TurnCard(Struct, frozen=True, tag_field="move", tag="turn"):
    """Who rolled for the codes squares the die with the table."""

    to: Literal["left", "right"]


class DrawCard(Struct, frozen=True, tag_field="move", tag="draw"):
    """The beginning of a turn."""

    pile: Literal["draw", "discard"]


class PlayCard(Struct, frozen=True, tag_field="move", tag="play"):
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


class DieRolled(Struct, frozen=True, tag_field="move", tag="roll"):
    """Chance: how the die lies."""

    top: Face
    front: Face


class CardDrawn(Struct, frozen=True, tag_field="move", tag="card"):
    """Chance: which card was on the draw pile."""

    card: AnyCard


SeatMove = RollDie | TurnCard | DrawCard | PlayCard | Discard | Keep | LayDown | Decline
ChanceMove = DieRolled | CardDrawn

# By name, since reading a union of types is as slow as all the rest of a move.
_OF_SEATS: Final[dict[str, Any]] = {
    "roll": RollDie,
    "turn": TurnCard,
    "draw": DrawCard,
    "play": PlayCard,
    "discard": Discard,
    "keep": Keep,
    "lay_down": LayDown,
    "decline": Decline,
}
_OF_CHANCE: Final[dict[str, Any]] = {"roll": DieRolled, "card": CardDrawn}


def of_seat(move: Move) -> SeatMove:
    """A seat's move that passed its check."""
    made: SeatMove = convert(move, _OF_SEATS[move["move"]])
    return made


def of_chance(move: Move) -> ChanceMove:
    """A move of chance that passed its check."""
    fallen: ChanceMove = convert(move, _OF_CHANCE[move["move"]])
    return fallen
