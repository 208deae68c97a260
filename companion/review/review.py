"""What the review of a finished game says: for each deciding move what it brought, what it promised, and what the best promised.

Each move is weighed by what its seat knew then: its view, and what it had been shown and told before. What the game showed later
plays no part, except the outcome of the move itself.
"""

from typing import Any

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.hints.hint import Unit


class TurnChoice(Struct, frozen=True):
    """A choice to go on or to stop, in chances to win the round, 0 to 1. `going_on`: with the best claim; `stopping`; `good`: no
    worse than the other choice. `gained`, `expected`, `best`, `luck`, `skill`: of what was done (the claim that was made, or the
    stop), as in `ReviewedMove`. `deviation`: what the choice lost against the other one, in the unit of the review, at most 0."""

    went_on: bool
    going_on: float
    stopping: float
    good: bool
    gained: float
    expected: float
    best: float
    luck: float
    skill: float
    deviation: float


class ChoiceSums(Struct, frozen=True):
    """The choices of one seat together. `choices`: how many; `good`: so many were no worse than the other choice; `luck` and
    `skill` in chances to win, and `deviation`, as in `TurnChoice`."""

    choices: int
    good: int
    luck: float
    skill: float
    deviation: float


class ReviewedMove(Struct, frozen=True):
    """A deciding move. `number`: the game has so many moves after it; `said`: the move and its outcome in words.

    `before`, `after`: how many secrets were possible for the seat, exactly; None where nobody counts them. `bits`: what it
    learned by that. `gained`, `expected`, `best`: what the move brought, what it promised, and what the best move promised, in
    the unit of the review; None for a move that is told but not weighed. `luck` is gained - expected; `skill` is expected -
    best, so at most 0. `contradiction`: by what the seat knew, the move could not be right. `why`: sentences for the players.
    `choice`: of a move that chose to go on or to stop, weighed in a unit of its own.
    """

    number: int
    seat: Seat
    said: str
    before: int | None
    after: int | None
    bits: float | None
    gained: float | None
    expected: float | None
    best: float | None
    luck: float | None
    skill: float | None
    contradiction: bool
    why: str
    choice: TurnChoice | None = None


class SeatReview(Struct, frozen=True):
    """The moves of one seat together. `moves`: how many were weighed. `lines`: for a small screen, at most 21 letters each.
    `choices`: None in a game that has none."""

    seat: Seat
    moves: int
    luck: float
    skill: float
    contradictions: int
    lines: tuple[str, str, str]
    choices: ChoiceSums | None = None


class Review(Struct, frozen=True):
    """The review of a game. `measure`: what the numbers count, as a sentence. `turning_point`: the number of a move, None where
    there is none; `turned`: what that means, as a sentence. `lines`: for a small screen that all may read."""

    game: str
    unit: Unit
    measure: str
    moves: tuple[ReviewedMove, ...]
    turning_point: int | None
    turned: str
    seats: tuple[SeatReview, ...]
    lines: tuple[str, str, str]


class Moment(Struct, frozen=True):
    """A move as its reviewer gets it. `state`: before the move; `view`, `memory`: what its seat knew then; `following`: the step
    after the move, None for the last one."""

    options: Any
    state: Any
    view: Any
    memory: Any
    seat: Seat
    move: Move
    following: Step | None
    names: tuple[str, ...]


class Judgement(Struct, frozen=True):
    """What a game's reviewer says of a move; the fields are those of `ReviewedMove`."""

    said: str
    why: str
    gained: float | None = None
    expected: float | None = None
    best: float | None = None
    before: int | None = None
    after: int | None = None
    contradiction: bool = False
    choice: TurnChoice | None = None
