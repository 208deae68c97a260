"""What the daemon and the process that thinks tell each other, a line of JSON each.

Law: what is sent about a seat is what that seat has seen, and nothing else: its views, the moves that the game announced to
everybody, and the options that all agreed on. No state and no other seat's view is ever sent. Of a game that is over, all moves
are sent: everybody may know them.
"""

from collections.abc import Sequence
from typing import Any, Literal, assert_never

from msgspec import Raw, Struct

from companion.core.game import Step
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.helps import Helps
from companion.table.effects import (
    AskHint,
    AskMachine,
    AskPromise,
    AskReview,
    HintGiven,
    PromiseGiven,
    ReviewGiven,
    Seated,
    Seen,
    Thought,
)


class SeatAssigned(Struct, frozen=True, tag_field="say", tag="seat"):
    """Think for this seat, at this level, from now on. What the process knew of the seat is void."""

    seat: Seat
    level: str
    game: str
    options: dict[str, Any]
    seats: int


class ViewSeen(Struct, frozen=True, tag_field="say", tag="view"):
    """A seat sees this now. `announced`: the move before it, where the game announced it."""

    seat: Seat
    announced: Step | None
    view: Raw


class ChoiceWanted(Struct, frozen=True, tag_field="say", tag="choose"):
    """The seat is to move. `luck`: the same text gives the same choice."""

    seat: Seat
    luck: str


class HintWanted(Struct, frozen=True, tag_field="say", tag="hint"):
    """The player of the seat asks for a hint. The seat was taken at the strongest level. `helps`: what the player has switched
    on."""

    seat: Seat
    helps: Helps


class PromiseWanted(Struct, frozen=True, tag_field="say", tag="promise"):
    """The player of the seat asks what the move promises that is being entered. The seat was taken at the strongest level."""

    seat: Seat
    move: Move


class ReviewWanted(Struct, frozen=True, tag_field="say", tag="review"):
    """A game is over: review its moves for a seat."""

    seat: Seat
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
    """A page asks for a puzzle, whether an answer to it is right, or for the right one. `move`: of its prompt, in JSON.
    Nothing of it is checked."""

    game: str
    level: str
    day: str
    ask: Literal["puzzle", "verdict", "solution"] = "puzzle"
    move: str = ""


class ChoiceMade(Struct, frozen=True, tag_field="say", tag="choice"):
    """The answer to ChoiceWanted."""

    move: Move


class HintMade(Struct, frozen=True, tag_field="say", tag="hint"):
    """The answer to HintWanted and to PromiseWanted, in words."""

    words: str


class ReviewMade(Struct, frozen=True, tag_field="say", tag="review"):
    """The answer to ReviewWanted, in sentences."""

    sentences: tuple[str, ...]


class PageMade(Struct, frozen=True, tag_field="say", tag="page"):
    """The answer to what a page asks, as the page gets it."""

    answer: Raw


class PageRefused(Struct, frozen=True, tag_field="say", tag="refused"):
    """What a page asks for does not exist: a sentence that says why."""

    why: str


Asked = AskMachine | AskHint | AskPromise | AskReview
"""What the table asks."""
TableWanted = ChoiceWanted | HintWanted | PromiseWanted | ReviewWanted
PageWanted = PageReviewWanted | PuzzlesWanted | PuzzleWanted
ToProcess = SeatAssigned | ViewSeen | TableWanted | PageWanted
TableMade = ChoiceMade | HintMade | ReviewMade
FromProcess = TableMade | PageMade | PageRefused


def everything_seen(seated: Seated) -> list[ToProcess]:
    """A seat with all that it has seen, from the first view on."""
    assigned = SeatAssigned(seated.seat, seated.level, seated.game, seated.options, seated.seats)
    return [assigned, *views_seen(seated.seat, seated.seen)]


def views_seen(seat: Seat, seen: Sequence[Seen]) -> list[ToProcess]:
    """More views of a seat, in order."""
    return [ViewSeen(seat, one.announced, one.view) for one in seen]


def table_wants(asked: Asked) -> TableWanted:
    """What the table asks, for the process."""
    match asked:
        case AskMachine(_, seat, luck):
            return ChoiceWanted(seat, luck)
        case AskHint(_, _, seat, helps):
            return HintWanted(seat, helps)
        case AskPromise(_, _, seat, move):
            return PromiseWanted(seat, move)
        case AskReview(_, _, seat, opened, steps):
            return ReviewWanted(seat, opened.game, opened.options, opened.names, steps)
        case _:
            assert_never(asked)


def thought_of(asked: AskHint | AskPromise | AskReview, made: TableMade | None) -> Thought:
    """The answer of the process for the table; without words or pages where there is none."""
    words = made.words if isinstance(made, HintMade) else ""
    match asked:
        case AskHint(place, number):
            return HintGiven(place, number, words)
        case AskPromise(place, number, _, move):
            return PromiseGiven(place, number, move, words)
        case AskReview(place, number):
            if isinstance(made, ReviewMade):
                return ReviewGiven(place, number, made.sentences)
            return ReviewGiven(place, number, ())
        case _:
            assert_never(asked)
