"""What is drawn on several screens of Mastermind: large pegs, and a row as letters with its two numbers."""

from typing import Final

from companion.core.fonts.faces import text_width
from companion.core.screen import FilledBox, Mark, Outline, Rect, TextMark, centred
from companion.games.mastermind.moves import peg_symbol
from companion.games.mastermind.state import GuessRow

PEG_HEIGHT: Final = 16
ROW_PITCH: Final = 9
"""Pixels from a row to the next one."""
ROW_WIDTH: Final = 37
"""Pixels of a row: four letters, the red number and the white number."""
_RED_LEFT: Final = 25
_RED_WIDTH: Final = 7
_WHITE_LEFT: Final = 33
_LEGEND_PITCH: Final = 11
FILLED_PEG: Final = (" ### ", "#####", "#####", "#####", " ### ")
HOLLOW_PEG: Final = (" ### ", "#   #", "#   #", "#   #", " ### ")


def large_pegs(x: int, y: int, pegs: tuple[str, ...], places: int, pitch: int, *, next_place: bool) -> tuple[Mark, ...]:
    """A row of places: pegs are lit boxes with their letter. The next free place is framed, those after it are lines."""
    marks: list[Mark] = []
    for place in range(places):
        area = Rect(x + place * pitch, y, pitch - 1, PEG_HEIGHT)
        if place < len(pegs):
            marks += [
                FilledBox(*area, rounded=True),
                centred(peg_symbol(pegs[place]).label, area, "value", inverse=True),
            ]
        elif place == len(pegs) and next_place:
            marks += [Outline(*area, rounded=True), centred("?", area, "number")]
        else:
            marks.append(FilledBox(area.x + 1, area.bottom - 2, area.width - 2, 1))
    return tuple(marks)


def guess_rows(x: int, y: int, rows: tuple[GuessRow, ...]) -> tuple[Mark, ...]:
    """Rows below each other: the letters, the red number on a lit strip, the white number beside it."""
    marks: list[Mark] = []
    answered = sum(row.red is not None for row in rows)
    if answered:
        marks.append(FilledBox(x + _RED_LEFT, y - 1, _RED_WIDTH, ROW_PITCH * answered))
    for number, row in enumerate(rows):
        top = y + number * ROW_PITCH
        marks.append(TextMark(x, top, "".join(peg_symbol(peg).label for peg in row.pegs)))
        if row.red is not None and row.white is not None:
            red = str(row.red)
            left = x + _RED_LEFT + (_RED_WIDTH - text_width(red)) // 2
            marks += [TextMark(left, top, red, inverse=True), TextMark(x + _WHITE_LEFT, top, str(row.white))]
    return tuple(marks)


def legend(x: int, y: int) -> tuple[Mark, ...]:
    """What the two numbers of a row count, each word drawn as its number is: dark on a lit ground, and plain."""
    width = text_width("place")
    return (
        FilledBox(x, y - 1, width + 4, ROW_PITCH + 2),
        TextMark(x + 2, y, "place", inverse=True),
        TextMark(x + 2, y + _LEGEND_PITCH, "colour"),
    )
