"""What a seat may be told in private about its game: how many secrets are possible, and what a move is expected to bring.

Invariant: everything is made from the options, the seat's own view, and a memory of what the seat was shown and told before. So
two games that look alike to a seat give it the same hints.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps

OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")
MemoryT = TypeVar("MemoryT")

Unit = Literal["bits", "chance", "points"]
"""What moves are compared by. bits: of information about the secret; one bit halves the number of possible secrets. chance: the
probability, 0 to 1, that a claim is right (Da Vinci Code). points: hundredths of the chance that a code is completed in its
round, less what a move leaves to the next seat, so a worth can be below 0 (Passcode)."""


class Promise(Struct, frozen=True):
    """What a move is expected to bring. `worth`: in the game's unit; `bits`: of information, None where nobody counts them."""

    worth: float
    bits: float | None = None


class Best(Struct, frozen=True):
    """The move that promises most among the legal ones, of those that the game compares, and what it promises."""

    move: Move
    promise: Promise


class Sighting(NamedTuple):
    """What a seat learned from a move: the step, if the game announced it to everybody (else None), and the view after it."""

    announced: Step | None
    view: Any


@dataclass(frozen=True, slots=True)
class Hints(Generic[OptionsT, ViewT, MemoryT]):
    """The hints of one game. `memory`: that of the game's strongest bot, made by `hints.catalog.remembered`."""

    game: str
    unit: Unit
    promise: Callable[[OptionsT, MemoryT, ViewT, Move], Promise | None]
    """What a legal move of the seat promises; None for a move that is not compared, such as setting a code."""
    best: Callable[[OptionsT, MemoryT, ViewT], SmallSteps[Best | None]]
    """None where no legal move is compared."""
    words: Callable[[OptionsT, MemoryT, ViewT, Move], str]
    """In words what a legal move promises, of those that `may_promise`."""
    still_possible: Callable[[OptionsT, MemoryT, ViewT, Move | None], str | None]
    """In words how much is still possible for the seat, where a move is suggested also what that says of it; None where the seat
    has nothing to find out."""
