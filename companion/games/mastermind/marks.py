"""What is drawn on several screens of Mastermind: pegs as boxes with a letter, and rows of guesses under two heads.

A peg of a row stands below the peg of the code or of the new guess above it, so that all of them form columns.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.fonts.faces import cap, text_width
from companion.core.screen import BODY, FilledBox, Mark, Outline, Rect, TextMark, centred
from companion.games.mastermind.moves import PEGS_IN_CODE, peg_symbol
from companion.games.mastermind.state import GuessRow

PEG_HEIGHT: Final = 11
PEG_PITCH: Final = 10
PEGS_WIDTH: Final = PEGS_IN_CODE * PEG_PITCH - 1
ROW_PITCH: Final = 11
"""Pixels from a row to the next one."""
HEADS: Final = ("in place", "colour")
_HEAD_LEFT: Final = (BODY.x + 45, BODY.right - text_width(HEADS[1]))
_COMPACT_SCORE: Final = 28


def pegs_in_making(x: int, y: int, pegs: Sequence[str], pitch: int, *, next_place: bool) -> tuple[Mark, ...]:
    """Four places: pegs are lit boxes with their letter. The next free place is framed, those after it are lines."""
    marks: list[Mark] = []
    for place in range(PEGS_IN_CODE):
        area = Rect(x + place * pitch, y, pitch - 1, PEG_HEIGHT)
        if place < len(pegs):
            letter = centred(peg_symbol(pegs[place]).label, area, "label", inverse=True)
            marks += [FilledBox(*area, rounded=True), letter]
        elif place == len(pegs) and next_place:
            marks += [Outline(*area, rounded=True), centred("?", area, "label")]
        else:
            marks.append(FilledBox(area.x + 1, area.bottom - 1, area.width - 2, 1))
    return tuple(marks)


def heads(y: int) -> tuple[Mark, ...]:
    """What the two numbers of a row count."""
    return tuple(TextMark(left, y, head) for left, head in zip(_HEAD_LEFT, HEADS, strict=True))


def guess_rows(y: int, rows: Sequence[GuessRow]) -> tuple[Mark, ...]:
    """Rows below each other: the letters below pegs, the numbers below their heads."""
    marks: list[Mark] = []
    for number, row in enumerate(rows):
        top = y + number * ROW_PITCH
        for place, peg in enumerate(row.pegs):
            column = Rect(BODY.x + place * PEG_PITCH, top, PEG_PITCH - 1, cap("label"))
            marks.append(centred(peg_symbol(peg).label, column, "label"))
        for left, head, count in zip(_HEAD_LEFT, HEADS, (row.red, row.white), strict=True):
            below = Rect(left, top, text_width(head), cap("label"))
            marks.append(centred("?" if count is None else str(count), below, "label"))
    return tuple(marks)


def compact_rows(x: int, y: int, rows: Sequence[GuessRow], pitch: int) -> tuple[Mark, ...]:
    """Rows below each other, each in a few letters: the pegs, the pegs in place, a colon, the colours."""
    marks: list[Mark] = []
    for number, row in enumerate(rows):
        letters = "".join(peg_symbol(peg).label for peg in row.pegs)
        score = "?" if row.red is None else f"{row.red}:{row.white}"
        top = y + number * pitch
        marks += [TextMark(x, top, letters), TextMark(x + _COMPACT_SCORE, top, score)]
    return tuple(marks)
