"""What a puzzle is: a position of a game with exactly one right answer; and the luck of a text.

Invariant: the exact solver of the game has proved that no other answer is right, before anybody sees the puzzle. The same text
gives the same numbers on every machine and in every version of Python.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct

from companion.core.prompt import Move, Prompt

ClueT = TypeVar("ClueT")
_BYTES: Final = 8


class TextLuck:
    """A RandBelow whose numbers are those of SHA-256 of the text and a counter."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0

    def __call__(self, below: int) -> int:
        """A whole number from 0 to `below` - 1, each with equal chance."""
        # What is left above the last whole multiple would favour small numbers, so it is drawn again.
        limit = (1 << 8 * _BYTES) // below * below
        while True:
            digest = sha256(f"{self._text}/{self._count}".encode()).digest()
            self._count += 1
            if (number := int.from_bytes(digest[:_BYTES], "big")) < limit:
                return number % below


def shuffled(items: list[int], luck: TextLuck) -> list[int]:
    """The items in a drawn order."""
    left, drawn = list(items), []
    while left:
        drawn.append(left.pop(luck(len(left))))
    return drawn


def needed(clues: Sequence[ClueT], suffice: Callable[[list[ClueT]], bool]) -> list[ClueT]:
    """The clues without those that say nothing beyond the others. `suffice`: whether some of them still lead to the answer."""
    kept = list(clues)
    for clue in clues:
        fewer = [other for other in kept if other is not clue]
        if suffice(fewer):
            kept = fewer
    return kept


PuzzleLevel = Literal["easy", "medium", "hard"]
PUZZLE_LEVELS: Final[tuple[PuzzleLevel, ...]] = ("easy", "medium", "hard")


class Field(Struct, frozen=True):
    """One part of the answer. `name`: what it stands for; `choices`: what it may be; `typed`: how else each choice can be typed,
    where there are other ways than the choice itself."""

    name: str
    choices: tuple[str, ...]
    typed: tuple[tuple[str, ...], ...] = ()


class Puzzle(Struct, frozen=True):
    """`kind`: which sort of puzzle of its game; `task`: what is asked; `clues`: sentences or lines, in order; `fields`: what an
    answer is made of; `answer`: the only right one, a value for each field. `deductions`: how many clues it takes; `worlds`: how
    many possibilities must be excluded; `grade`: why it is as hard as it is, in a sentence. `position`: what judges an answer, in
    the terms of the game's module. `view`, `names`, `prompt`: the same as a player at a table would have it, for a page, whose
    answer is a move of that prompt. `hints`: sentences that lead to the answer, the next one telling more."""

    game: str
    title: str
    kind: str
    level: PuzzleLevel
    task: str
    clues: tuple[str, ...]
    fields: tuple[Field, ...]
    answer: tuple[str, ...]
    deductions: int
    worlds: int
    grade: str
    position: Any
    view: Any
    names: tuple[str, ...]
    prompt: Prompt
    hints: tuple[str, ...]


class Verdict(Struct, frozen=True):
    """Whether an answer is right, and why or why not."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Maker:
    """The puzzles of one game. `make` draws positions until the solver proves one right; `check_answer` is given an answer
    of legal values, one for each field; `answer_of`: which answer a legal move is. `make_edition`: as `make`, in the edition of
    that name; None where the game has no editions."""

    game: str
    make: Callable[[PuzzleLevel, TextLuck], Puzzle]
    check_answer: Callable[[Puzzle, tuple[str, ...]], Verdict]
    answer_of: Callable[[Move], tuple[str, ...]]
    make_edition: Callable[[PuzzleLevel, TextLuck, str], Puzzle] | None = None
