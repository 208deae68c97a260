"""What a puzzle is: a position of a game with exactly one right answer.

Invariant: the exact solver of the game has proved that no other answer is right, before anybody sees the puzzle.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from msgspec import Struct

from companion.core.small_steps import SmallSteps
from companion.puzzles.seeded_random import TextLuck

PuzzleLevel = Literal["easy", "medium", "hard"]
PUZZLE_LEVELS: Final[tuple[PuzzleLevel, ...]] = ("easy", "medium", "hard")


class Clue(Struct, frozen=True):
    """What is known. `text`: as a sentence or a line; `pieces`: the same for a page to draw, in the way of its game."""

    text: str
    pieces: tuple[str, ...] = ()


class Field(Struct, frozen=True):
    """One part of the answer. `name`: what it stands for; `choices`: what it may be; `typed`: how else each choice can be typed,
    where there are other ways than the choice itself."""

    name: str
    choices: tuple[str, ...]
    typed: tuple[tuple[str, ...], ...] = ()


class Puzzle(Struct, frozen=True):
    """`kind`: which sort of puzzle of its game; `task`: what is asked; `clues`: in order; `fields`: what an answer is
    made of; `answer`: the only right one, a value for each field. `deductions`: how many clues it takes; `worlds`: how many
    possibilities must be excluded; `grade`: why it is as hard as it is, in a sentence. `position`: what judges an answer,
    in the terms of the game's module."""

    game: str
    title: str
    kind: str
    level: PuzzleLevel
    task: str
    clues: tuple[Clue, ...]
    fields: tuple[Field, ...]
    answer: tuple[str, ...]
    deductions: int
    worlds: int
    grade: str
    position: Any
    drawing: Any = None
    """What a page draws beside the clues, as JSON values: Digit Code's answers."""


class Verdict(Struct, frozen=True):
    """Whether an answer is right, and why or why not."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Maker:
    """The puzzles of one game. `make` draws positions until the solver proves one right; `check_answer` is given an answer
    of legal values, one for each field."""

    game: str
    make: Callable[[PuzzleLevel, TextLuck], SmallSteps[Puzzle]]
    check_answer: Callable[[Puzzle, tuple[str, ...]], Verdict]
