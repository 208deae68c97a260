"""What is drawn on several screens of Mastermind: pegs as boxes with a letter, and guesses as rows of a table with heads."""

from collections.abc import Sequence
from typing import Final

from companion.core.screen import BODY, FilledBox, Mark, Outline, Rect, TextMark, centred, right_aligned
from companion.games.mastermind.moves import PEGS_IN_CODE, peg_symbol
from companion.games.mastermind.state import GuessRow

PEG_HEIGHT: Final = 13
NARROW_PEGS: Final = 11
"""Pixels from a peg to the next one beside a table."""
_ROW_PITCH: Final = 9
"""Pixels from a row to the next one."""
TABLE_ROWS: Final = 3
"""Rows of a table on one screen."""
_HEADS: Final = (("exact", BODY.right - 29, 14), ("near", BODY.right, 23))
"""What the two numbers of a row count, the column where the head ends, and how wide the numbers' column below it is."""
_TABLE_LEFT: Final = 48
_PEGS_LEFT: Final = 59


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


def guess_table(y: int, rows: Sequence[GuessRow], first: int) -> tuple[Mark, ...]:
    """Rows below the heads of their numbers, each with its own number, from `first` on."""
    marks: list[Mark] = [right_aligned(head, right, y) for head, right, _ in _HEADS]
    for line, row in enumerate(rows):
        top = y + (line + 1) * _ROW_PITCH
        number = str(first + line)
        letters = "".join(peg_symbol(peg).label for peg in row.pegs)
        marks += [TextMark(_TABLE_LEFT, top, number), TextMark(_PEGS_LEFT, top, letters)]
        for (_, right, width), count in zip(_HEADS, (row.red, row.white), strict=True):
            marks.append(centred("?" if count is None else str(count), Rect(right - width, top, width, 7)))
    return tuple(marks)
