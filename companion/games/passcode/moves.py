"""The moves of Passcode, as the engine protocol spells them, the cards and faces of the die that they name, and what all may know
of the last one."""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import Struct

from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.core.spelling import move_reader, one_of, whole_number

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


class TurnDie(Struct, frozen=True, tag_field="move", tag="turn"):
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
    """Chance: the orientation of the die."""

    top: DieFace
    front: DieFace


class CardDrawn(Struct, frozen=True, tag_field="move", tag="card"):
    """Chance: the card that was on top of the draw pile."""

    card: AnyCard


SeatMove = RollDie | TurnDie | DrawCard | PlayCard | Discard | Keep | LayDown | Decline
ChanceMove = DieRolled | CardDrawn

seat_move: Final[Callable[[Move], SeatMove]] = move_reader(SeatMove)
"""The record of a seat's move that passed its check."""
chance_move: Final[Callable[[Move], ChanceMove]] = move_reader(ChanceMove)
"""The record of a move of chance that passed its check."""

Did = Literal[
    "roll", "tie", "turn", "lock_in", "no_lock_in", "let_in", "no_let_in",
    "draw", "fail", "locked_out", "take", "play", "discard", "keep", "lay_down", "decline",
]  # fmt: skip


class LastAct(Struct, frozen=True):
    """What a player did. `card`: the one that all saw. `number`: on top of the die that was rolled, or what a card stands for.
    `tied`: who roll again after a roll that left a tie for the highest."""

    seat: Seat
    did: Did
    card: HeldCard | None = None
    number: DieFace | None = None
    tied: tuple[Seat, ...] = ()
