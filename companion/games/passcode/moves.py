"""The moves of Passcode, as the engine protocol spells them, and the cards and faces of the die that they name."""

from typing import Annotated, Any, Final, Literal

from msgspec import Struct, convert

from companion.core.prompt import Move
from companion.core.spelling import one_of, whole_number

FAIL_CARD: Final = "FAIL"
KEY_CARD: Final = "KEY"
DIGIT_CARDS: Final = ("1", "2", "3", "4", "5", "6")
CARD_KINDS: Final = (*DIGIT_CARDS, FAIL_CARD, KEY_CARD)
COPIES_IN_DECK: Final = (10, 10, 10, 10, 10, 10, 20, 10)
"""How many cards of each of CARD_KINDS: 90 in all."""
HeldCard = Annotated[str, one_of(*DIGIT_CARDS, KEY_CARD)]
"""A card that can be in a hand."""
AnyCard = Annotated[str, one_of(*CARD_KINDS)]
"""A card that can be in the draw pile."""
DieFace = Annotated[int, whole_number(1, 6)]
"""A face of the die, or the number that a KEY stands for."""


class RollDie(Struct, frozen=True, tag_field="move", tag="roll"):
    """A seat rolls the die."""


class TurnCard(Struct, frozen=True, tag_field="move", tag="turn"):
    """Whoever rolled for the codes turns a die that lies askew square with the table."""

    to: Literal["left", "right"]


class DrawCard(Struct, frozen=True, tag_field="move", tag="draw"):
    """The card at the beginning of a turn."""

    pile: Literal["draw", "discard"]


class PlayCard(Struct, frozen=True, tag_field="move", tag="play"):
    """A card is played: the next digit of the code, or a KEY for it."""

    card: HeldCard


class Discard(Struct, frozen=True, tag_field="move", tag="discard"):
    """A card goes onto the discard pile."""

    card: HeldCard


class Keep(Struct, frozen=True, tag_field="move", tag="keep"):
    """A player who held no card keeps the one drawn."""


class LayDown(Struct, frozen=True, tag_field="move", tag="lay_down"):
    """A card becomes the LOCK IN card; `number` is stated with a KEY."""

    card: HeldCard
    number: DieFace | None = None


class Decline(Struct, frozen=True, tag_field="move", tag="decline"):
    """The player lays down no LOCK IN card this turn."""


class DieRolled(Struct, frozen=True, tag_field="move", tag="roll"):
    """Chance: the attitude of the die."""

    top: DieFace
    front: DieFace


class CardDrawn(Struct, frozen=True, tag_field="move", tag="card"):
    """Chance: the card that was on top of the draw pile."""

    card: AnyCard


SeatMove = RollDie | TurnCard | DrawCard | PlayCard | Discard | Keep | LayDown | Decline
ChanceMove = DieRolled | CardDrawn

# By name, since converting to a union of types takes as long as the rest of a move.
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


def seat_move(move: Move) -> SeatMove:
    """A seat's move that passed its check."""
    made: SeatMove = convert(move, _OF_SEATS[move["move"]])
    return made


def chance_move(move: Move) -> ChanceMove:
    """A move of chance that passed its check."""
    drawn: ChanceMove = convert(move, _OF_CHANCE[move["move"]])
    return drawn
