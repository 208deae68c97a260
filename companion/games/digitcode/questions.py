"""The four kinds of question, and what a code answers to each."""

from typing import Final, Literal, assert_never

from msgspec import Struct

from companion.games.digitcode.segments import BY_LINES, IN_LINE, PLACES, Code, Column, Line, Place, Row, is_filled

QuestionAnswer = bool | int | str


class AskLine(Struct, frozen=True, tag_field="move", tag="ask_line"):
    """C4: how many spaces of a line are filled? Answered by a number."""

    line: Line


class AskParity(Struct, frozen=True, tag_field="move", tag="ask_parity"):
    """C5: is the digit at a place even or odd? Answered by `"even"` or `"odd"`."""

    place: Place


class AskLarger(Struct, frozen=True, tag_field="move", tag="ask_larger"):
    """C6: which of two neighbours is larger? Answered by its place; two neighbours are never equal."""

    places: tuple[Place, Place]


class AskSpace(Struct, frozen=True, tag_field="move", tag="ask_space"):
    """C7: is a space filled? Answered by true or false."""

    column: Column
    row: Row


Question = AskLine | AskParity | AskLarger | AskSpace

KINDS: Final = ("ask_line", "ask_parity", "ask_larger", "ask_space")
"""The four kinds, by the names of their moves, in the order of the rules."""


class AskedQuestion(Struct, frozen=True):
    """A question of `seat` about the code `of` a seat or the table, and its answer, which everybody heard (C8)."""

    seat: int
    of: int | Literal["table"]
    question: Question
    answer: QuestionAnswer


def kind(question: Question) -> str:
    """Which of KINDS a question is."""
    match question:
        case AskLine():
            return "ask_line"
        case AskParity():
            return "ask_parity"
        case AskLarger():
            return "ask_larger"
        case AskSpace():
            return "ask_space"
        case _:
            assert_never(question)


def answer(code: Code, question: Question) -> QuestionAnswer:
    """What is true of a code."""
    match question:
        case AskLine(line):  # C4
            return sum(is_filled(code, space) for space in IN_LINE[line])
        case AskParity(place):  # C5
            return "odd" if code[PLACES.index(place)] % 2 else "even"
        case AskLarger((first, second)):  # C6
            return first if code[PLACES.index(first)] > code[PLACES.index(second)] else second
        case AskSpace(column, row):  # C7
            return is_filled(code, BY_LINES[column, row])
        case _:
            assert_never(question)
