"""What the daemon and a process that thinks tell each other, a line of JSON each: about the machine's seats, hints, reviews and
puzzles.

Law: what is sent about a seat is what that seat has seen, and nothing else: its views, the moves that the game announced to
everybody, and the options that all agreed on. No state and no other seat's view is ever sent. Of a game that
is over, all moves are sent: everybody may know them.
"""

from typing import Any, Literal

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


class PageReviewWanted(Struct, frozen=True, tag_field="say", tag="page review"):
    """A page shows a finished game: review all its moves. `rules`: those by which it was played, which this version knows."""

    game: str
    rules: int
    options: dict[str, Any]
    names: tuple[str, ...]
    steps: tuple[Step, ...]


class PuzzlesWanted(Struct, frozen=True, tag_field="say", tag="puzzles"):
    """A page asks which puzzles there are, and which one is that of a day. Nothing of it is checked."""

    day: str


class PuzzleWanted(Struct, frozen=True, tag_field="say", tag="puzzle"):
    """A page asks for a puzzle, whether an answer to it is right, or for the right one. Nothing of it is checked."""

    game: str
    level: str
    day: str
    ask: Literal["puzzle", "verdict", "solution"] = "puzzle"
    values: tuple[str, ...] = ()


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


class PageMade(Struct, frozen=True, tag_field="say", tag="page"):
    """The answer of the process to what a page asks, as the page gets it."""

    answer: Raw


class PageRefused(Struct, frozen=True, tag_field="say", tag="refused"):
    """What a page asks for does not exist: a sentence that says why."""

    why: str


PageWanted = PageReviewWanted | PuzzlesWanted | PuzzleWanted
ToProcess = SeatAssigned | ViewSeen | ChoiceWanted | HintWanted | PromiseWanted | ReviewWanted | PageWanted
FromProcess = ChoiceMade | HintMade | ReviewMade | PageMade | PageRefused
