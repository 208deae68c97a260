"""The moves of Digit Code, as the engine protocol spells them, and what they name: digits, segments, and the 42 spaces of a code.

T U V     columns A to I, three a digit: left uprights, bars, right uprights
W X Y     rows J to S, five a digit: top bar, upper uprights, middle bar, lower uprights, bottom bar
"""

from collections.abc import Callable
from typing import Annotated, Final, NamedTuple, assert_never

from msgspec import Struct

from companion.core.prompt import Move
from companion.core.spelling import move_reader, one_of, row_of, whole_number

SixDigits = Annotated[tuple[Annotated[int, whole_number(0, 9)], ...], row_of(6)]
"""Six digits in the order T U V W X Y."""

DIGIT_LETTERS: Final = ("T", "U", "V", "W", "X", "Y")
DIGITS_IN_CODE: Final = len(DIGIT_LETTERS)
DIGITS_IN_ROW: Final = 3
"""Digits side by side."""
COLUMN_LETTERS: Final = tuple("ABCDEFGHI")
ROW_LETTERS: Final = tuple("JKLMNOPQRS")
LINE_LETTERS: Final = COLUMN_LETTERS + ROW_LETTERS
DigitLetter = Annotated[str, one_of(*DIGIT_LETTERS)]
"""The letter of a digit of the code."""
LineLetter = Annotated[str, one_of(*LINE_LETTERS)]
"""The letter of a column or a row."""
ColumnLetter = Annotated[str, one_of(*COLUMN_LETTERS)]
RowLetter = Annotated[str, one_of(*ROW_LETTERS)]

MOST_OF_A_DIGIT: Final = 2
"""C2: how often a code may hold the same digit."""
ADJACENT_DIGITS: Final = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
"""C2, C6: the digits, by index, that are next to each other or one above the other."""
ADJACENT_LETTERS: Final = tuple((DIGIT_LETTERS[first], DIGIT_LETTERS[second]) for first, second in ADJACENT_DIGITS)

DIGIT_SEGMENTS: Final = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""The segments of each digit: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle."""

SEGMENT_SPOTS: Final = {"a": (1, 0), "b": (2, 1), "c": (2, 3), "d": (1, 4), "e": (0, 3), "f": (0, 1), "g": (1, 2)}
"""The column (0 to 2) and the row (0 to 4) of a segment in its digit."""


class Space(NamedTuple):
    """A space: its column and row, the index of its digit, and the segment of that digit."""

    column: str
    row: str
    place: int
    segment: str


def _spaces() -> tuple[Space, ...]:
    found = []
    for place in range(DIGITS_IN_CODE):
        down, across = divmod(place, DIGITS_IN_ROW)
        for segment, (column, row) in SEGMENT_SPOTS.items():
            found.append(Space(COLUMN_LETTERS[3 * across + column], ROW_LETTERS[5 * down + row], place, segment))
    return tuple(sorted(found))


# C7: column by column, from the top.
ALL_SPACES: Final[tuple[Space, ...]] = _spaces()
SPACE_AT: Final = {(space.column, space.row): space for space in ALL_SPACES}
SPACES_OF_LINE: Final = {
    line: tuple(space for space in ALL_SPACES if line in (space.column, space.row)) for line in LINE_LETTERS
}


class AskLine(Struct, frozen=True, tag_field="move", tag="ask_line"):
    """C4: how many spaces of a line are filled? The answer is a number."""

    line: LineLetter


class AskParity(Struct, frozen=True, tag_field="move", tag="ask_parity"):
    """C5: is the digit at a place even or odd? The answer is `"even"` or `"odd"`."""

    place: DigitLetter


class AskLarger(Struct, frozen=True, tag_field="move", tag="ask_larger"):
    """C6: which of two neighbours is larger? The answer is its place; two neighbours are never equal."""

    places: tuple[DigitLetter, DigitLetter]


class AskSpace(Struct, frozen=True, tag_field="move", tag="ask_space"):
    """C7: is a space filled? The answer is true or false."""

    column: ColumnLetter
    row: RowLetter


Question = AskLine | AskParity | AskLarger | AskSpace

QUESTION_KINDS: Final = ("ask_line", "ask_parity", "ask_larger", "ask_space")
"""The four kinds of question, by the names of their moves, in the order of the rules."""


class SetCode(Struct, frozen=True, tag_field="move", tag="set_code"):
    """The secret code, of a seat, or of chance for the table."""

    digits: SixDigits


class Propose(Struct, frozen=True, tag_field="move", tag="propose"):
    """C10: all six digits, instead of a question."""

    digits: SixDigits


class Pass(Struct, frozen=True, tag_field="move", tag="pass"):
    """C13: the player gives up the last chance."""


AnyMove = SetCode | Question | Propose | Pass

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def question_kind(question: Question) -> str:
    """Which of QUESTION_KINDS a question is."""
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


def is_legal(code: SixDigits) -> bool:
    """C2: whether six digits are a code."""
    if any(code.count(digit) > MOST_OF_A_DIGIT for digit in code):
        return False
    return all(code[first] != code[second] for first, second in ADJACENT_DIGITS)


def is_filled(code: SixDigits, space: Space) -> bool:
    """Whether the digit of the code has the segment of this space."""
    return space.segment in DIGIT_SEGMENTS[code[space.place]]
