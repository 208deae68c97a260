"""What the daemon and the process that thinks tell each other, about the machine's seats, hints and reviews: a line of JSON each.

Law: what is sent about a seat is what that seat has seen, and nothing else: its views, the moves that the game announced to
everybody, and the options that all agreed on. No state and no other seat's view is ever sent. Of a game that
is over, all moves are sent: everybody may know them.
"""

from typing import Any

from msgspec import Raw, Struct

from companion.core.game import Step
from companion.core.prompt import Move
from companion.games.helps import Helps


class SeatAssigned(Struct, frozen=True, tag_field="say", tag="seat"):
    """The process plays this seat at this level from now on. What it knew of the seat is void."""

    seat: int
    level: str
    game: str
    options: dict[str, Any]
    seats: int


class ViewSeen(Struct, frozen=True, tag_field="say", tag="view"):
    """A seat sees this now. `announced`: the move before it, where the game announced it."""

    seat: int
    announced: Step | None
    view: Raw


class ChoiceWanted(Struct, frozen=True, tag_field="say", tag="choose"):
    """The seat is to move. `luck`: the same text gives the same choice. The answer has the same `id`."""

    id: int
    seat: int
    luck: str


class HintWanted(Struct, frozen=True, tag_field="say", tag="hint"):
    """The player of the seat asks for a hint. The seat was taken at the strongest level. `helps`: what the player has switched
    on."""

    seat: int
    helps: Helps


class PromiseWanted(Struct, frozen=True, tag_field="say", tag="promise"):
    """The player of the seat asks what a move in the making promises. The seat was taken at the strongest level."""

    seat: int
    move: Move


class ReviewWanted(Struct, frozen=True, tag_field="say", tag="review"):
    """A game is over: review its moves for a seat."""

    seat: int
    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    steps: tuple[Step, ...]


class ChoiceMade(Struct, frozen=True, tag_field="say", tag="choice"):
    """The answer of the process."""

    id: int
    move: Move


class ReviewMade(Struct, frozen=True, tag_field="say", tag="review"):
    """The answer of the process: pages of lines of at most 21 letters, first of the seat, then of the whole game; and the same
    for that seat in sentences."""

    pages: tuple[tuple[str, ...], ...]
    words: str = ""


class HintMade(Struct, frozen=True, tag_field="say", tag="hint"):
    """The answer of the process to HintWanted and to PromiseWanted, in words."""

    words: str


ToProcess = SeatAssigned | ViewSeen | ChoiceWanted | HintWanted | PromiseWanted | ReviewWanted
FromProcess = ChoiceMade | HintMade | ReviewMade
