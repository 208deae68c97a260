"""The first four questions, looked up: worked out beforehand by `python -m tools.digitcode_openings`."""

from collections.abc import Sequence
from typing import assert_never

from companion.games.digitcode.mind.opening_table import FREE, KINDS_FIRST
from companion.games.digitcode.rules import (
    DIGIT_LETTERS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Opening,
    Question,
)


def opening_question(opening: Opening | None, asked: Sequence[AskedQuestion]) -> Question | None:
    """What to ask after these answers; None where the table does not hold them."""
    table = FREE if opening == "one" else KINDS_FIRST
    spelled = table.get(answers(asked))
    return None if spelled is None else read_question(spelled)


def answers(asked: Sequence[AskedQuestion]) -> str:
    """Questions and their answers as the table's keys have them."""
    return ", ".join(map(_answer, asked))


def _answer(one: AskedQuestion) -> str:
    match one.question:
        case AskLine(line):
            return f"{line} {one.answer}"
        case AskParity(place):
            return f"{place} {one.answer}"
        case AskLarger((first, second)):
            return f"{first} {'>' if one.answer == first else '<'} {second}"
        case AskSpace(column, row):
            return f"{column}{row} {'yes' if one.answer else 'no'}"
        case _:
            assert_never(one.question)


def spelling(question: Question) -> str:
    """A question as the table has it: `P`, `T?`, `TU` or `FM`."""
    match question:
        case AskLine(line):
            return line
        case AskParity(place):
            return f"{place}?"
        case AskLarger((first, second)):
            return first + second
        case AskSpace(column, row):
            return column + row


def read_question(spelled: str) -> Question:
    """The question of a spelling."""
    if len(spelled) == 1:
        return AskLine(spelled)
    first, second = spelled[0], spelled[1]
    if second == "?":
        return AskParity(first)
    return AskLarger((first, second)) if first in DIGIT_LETTERS else AskSpace(first, second)
