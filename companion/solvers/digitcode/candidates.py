"""A list of possible codes as sets of bits: for each question, which of them give which answer.

A set of codes is a whole number; bit n stands for `codes[n]`. A question divides a set into its answers by one `&` each, so
that a search compares thousands of questions a second on sets of any size.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.games.digitcode.moves import (
    ADJACENT_LETTERS,
    ALL_SPACES,
    DIGIT_LETTERS,
    DIGIT_SEGMENTS,
    LINE_LETTERS,
    SPACES_OF_LINE,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Question,
    SixDigits,
    Space,
)
from companion.games.digitcode.state import QuestionAnswer

CodeSet = int
"""A set of codes of one list."""

QUESTIONS: Final[tuple[Question, ...]] = (
    *map(AskLine, LINE_LETTERS),
    *map(AskParity, DIGIT_LETTERS),
    *map(AskLarger, ADJACENT_LETTERS),
    *(AskSpace(space.column, space.row) for space in ALL_SPACES),
)
"""Every question that there is, 74 in all, in the order in which they are offered."""


class Candidates(Struct, frozen=True):
    """`parts`: for each of QUESTIONS the answers that some code gives, each with the codes that give it."""

    codes: tuple[SixDigits, ...]
    parts: tuple[tuple[tuple[QuestionAnswer, CodeSet], ...], ...]

    @property
    def all(self) -> CodeSet:
        return (1 << len(self.codes)) - 1


def index_codes(codes: Sequence[SixDigits]) -> Candidates:
    """The list with its sets. There must be a code in it."""
    at = [_by_digit(bytes(reversed(column))) for column in zip(*codes, strict=True)]
    every = (1 << len(codes)) - 1
    filled = {space: _union(at[space.place], _with(space)) for space in ALL_SPACES}
    found = []
    for question in QUESTIONS:
        match question:
            case AskLine(line):
                answers = _counted(every, [filled[space] for space in SPACES_OF_LINE[line]])
            case AskParity(place):
                odd = _union(at[DIGIT_LETTERS.index(place)], range(1, 10, 2))
                answers = [("even", every ^ odd), ("odd", odd)]
            case AskLarger((first, second)):
                larger = _larger(at[DIGIT_LETTERS.index(first)], at[DIGIT_LETTERS.index(second)])
                answers = [(first, larger), (second, every ^ larger)]
            case AskSpace(column, row):
                inside = next(filled[space] for space in ALL_SPACES if (space.column, space.row) == (column, row))
                answers = [(False, every ^ inside), (True, inside)]
        found.append(tuple((answer, part) for answer, part in answers if part))
    return Candidates(tuple(codes), tuple(found))


def members(codes: CodeSet) -> Iterator[int]:
    """The numbers of the codes of a set, rising."""
    while codes:
        lowest = codes & -codes
        yield lowest.bit_length() - 1
        codes ^= lowest


def _by_digit(column: bytes) -> list[CodeSet]:
    """For each digit the codes that have it at a place; the column runs from the last code to the first."""
    return [int(column.translate(_SPELLED[digit]), 2) for digit in range(10)]


_SPELLED: Final = tuple(bytes(b"01"[value == digit] for value in range(256)) for digit in range(10))


def _with(space: Space) -> tuple[int, ...]:
    return tuple(digit for digit in range(10) if space.segment in DIGIT_SEGMENTS[digit])


def _union(sets: Sequence[CodeSet], digits: Sequence[int]) -> CodeSet:
    found = 0
    for digit in digits:
        found |= sets[digit]
    return found


def _counted(every: CodeSet, filled: Sequence[CodeSet]) -> list[tuple[QuestionAnswer, CodeSet]]:
    """The codes by how many of these spaces they fill."""
    by_count = [every]
    for space in filled:
        less = [codes & ~space for codes in by_count]
        more = [codes & space for codes in by_count]
        by_count = [one | other for one, other in zip([*less, 0], [0, *more], strict=True)]
    return list(enumerate(by_count))


def _larger(first: Sequence[CodeSet], second: Sequence[CodeSet]) -> CodeSet:
    found = smaller = 0
    for digit in range(10):
        found |= first[digit] & smaller
        smaller |= second[digit]
    return found
