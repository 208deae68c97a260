"""A code drawn as two rows of three seven-segment digits, with the letters of its lines: solid where a space is filled,
dotted where that is not known, nothing where it is empty.

Large, a bar lies in each of six lines of text, so that its row's letter stands right beside it; small, four lines hold it.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.core.screen import CELL, LINE, FilledBox, Mark, TextMark
from companion.games.digitcode.segments import (
    ACROSS,
    COLUMNS,
    LINES,
    PLACES,
    ROWS,
    SPACES,
    SPOTS,
    Code,
    Space,
    is_filled,
)

Known = tuple[bool | None, ...]
"""For each of SPACES: filled, empty, or None for unknown."""

UNKNOWN: Final[Known] = (None,) * len(SPACES)
LEFT: Final = 8
"""Where the first digit begins, right of the letters of the bar rows."""
PITCH: Final = 20
"""Pixels from digit to digit; a digit is 17 wide, so that the letters of its three columns fit under it."""
RIGHT: Final = LEFT + ACROSS * PITCH
"""Where what stands right of the digits begins."""
TALL: Final = 6
"""Lines of text that the large drawing takes."""
DOTTED: Final = 3


class Size(NamedTuple):
    """`bars`: where the first bars of the two rows of digits lie; `step`: from bar to bar; `letters`: where the columns'
    letters stand, between the two; `thick`: of a filled bar."""

    bars: tuple[int, int]
    step: int
    letters: int
    thick: int


LARGE: Final = Size((LINE + 2, 4 * LINE + 4), LINE, 28, 2)
SMALL: Final = Size((LINE, 28), 5, 20, 1)


def of_code(code: Code) -> Known:
    """All there is to know of a code."""
    return tuple(is_filled(code, space) for space in SPACES)


def drawing(known: Known, lines: int, labels: Mapping[str, str]) -> tuple[Mark, ...]:
    """The digits, and beside each line its label: its letter, or what is known of it. One letter each."""
    size = LARGE if lines >= TALL else SMALL
    marks: list[Mark] = []
    for space, filled in zip(SPACES, known, strict=True):
        marks += _space(size, space, filled)
    for number, column in enumerate(COLUMNS):
        across, part = divmod(number, 3)
        marks.append(TextMark(LEFT + PITCH * across + CELL * part, size.letters, labels[column]))
    if size is LARGE:
        marks += _row_labels(labels)
    else:
        marks += _row_hints()
    return tuple(marks)


def letters() -> dict[str, str]:
    """Every line labelled by its own letter."""
    return {line: line for line in LINES}


def _space(size: Size, space: Space, filled: bool | None) -> tuple[Mark, ...]:
    if filled is False:
        return ()
    down, across = divmod(space.place, ACROSS)
    column, row = SPOTS[space.segment]
    x = LEFT + PITCH * across
    bar = size.bars[down] + size.step * (row // 2)
    if row % 2 == 0:
        if filled is None:
            return (FilledBox(x + 4, bar, 9, 1, DOTTED),)
        return (FilledBox(x + 4, bar - (size.thick - 1) * (down == 0), 9, size.thick),)  # away from the letters
    upright = x + 2 + CELL * column
    if filled is None:
        return (FilledBox(upright, bar + 1, 1, size.step - 1, DOTTED),)
    return (FilledBox(upright - (column == 0), bar + 1, 2, size.step - 1),)


def _row_labels(labels: Mapping[str, str]) -> list[Mark]:
    """Bars' rows on the left, uprights' rows on the right, each at its own height."""
    marks: list[Mark] = []
    for number, row in enumerate(ROWS):
        down, part = divmod(number, 5)
        y = LINE * (1 + 3 * down) + part * LINE // 2
        marks.append(TextMark(0 if part % 2 == 0 else RIGHT, y, labels[row]))
    return marks


def _row_hints() -> list[Mark]:
    """The first and the last row of each row of digits, and which digits they are, where there is no room for all."""
    marks: list[Mark] = []
    for down, top in enumerate((LINE, 25)):
        marks += [TextMark(0, top, ROWS[5 * down]), TextMark(0, top + LINE - 1 + down, ROWS[5 * down + 4])]
        names = "".join(PLACES[ACROSS * down : ACROSS * (down + 1)])
        marks.append(TextMark(RIGHT + 1, SMALL.bars[down] + 2, names))
    return marks
