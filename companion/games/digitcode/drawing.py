"""A code drawn as two rows of three seven-segment digits, with the letters of its lines. A filled space is solid, an unknown one
is dotted, an empty one is not drawn.

The large drawing has a bar in each of six lines of text, so that the letter of its row is beside it. The small drawing takes
four lines.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.core.screen import CELL, LINE, FilledBox, Mark, TextMark
from companion.games.digitcode.moves import (
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    DIGITS_IN_ROW,
    LINE_LETTERS,
    ROW_LETTERS,
    SEGMENT_SPOTS,
    SixDigits,
    Space,
    is_filled,
)

KnownSpaces = tuple[bool | None, ...]
"""For each of ALL_SPACES: filled, empty, or None for unknown."""

NOTHING_KNOWN: Final[KnownSpaces] = (None,) * len(ALL_SPACES)
_DIGITS_LEFT: Final = 8
"""Pixels from the left edge to the first digit, right of the letters of the bar rows."""
_DIGIT_PITCH: Final = 20
"""Pixels from digit to digit; a digit is 17 wide, so that the letters of its three columns fit under it."""
DRAWING_WIDTH: Final = _DIGITS_LEFT + DIGITS_IN_ROW * _DIGIT_PITCH
"""Pixels from the left edge to the first pixel right of the digits."""
LARGE_LINES: Final = 6
"""Lines of text that the large drawing takes."""
_DOTTED: Final = 3


class _Sizes(NamedTuple):
    """Pixels. `bars`: the tops of the first bars of the two rows of digits; `step`: from bar to bar; `letters`: the top of the
    letters of the columns; `thick`: a filled bar."""

    bars: tuple[int, int]
    step: int
    letters: int
    thick: int


_LARGE: Final = _Sizes((LINE + 2, 4 * LINE + 4), LINE, 28, 2)
_SMALL: Final = _Sizes((LINE, 28), 5, 20, 1)


def known_from_code(code: SixDigits) -> KnownSpaces:
    """All spaces of a known code."""
    return tuple(is_filled(code, space) for space in ALL_SPACES)


def draw_code_spaces(known: KnownSpaces, lines: int, labels: Mapping[str, str]) -> tuple[Mark, ...]:
    """The digits, and beside each line its label of one character: its letter, or a count."""
    size = _LARGE if lines >= LARGE_LINES else _SMALL
    marks: list[Mark] = []
    for space, filled in zip(ALL_SPACES, known, strict=True):
        marks += _space(size, space, filled)
    for number, column in enumerate(COLUMN_LETTERS):
        across, part = divmod(number, 3)
        marks.append(TextMark(_DIGITS_LEFT + _DIGIT_PITCH * across + CELL * part, size.letters, labels[column]))
    if size is _LARGE:
        marks += _row_labels(labels)
    else:
        marks += _row_hints()
    return tuple(marks)


def line_labels() -> dict[str, str]:
    """Each line with its own letter as its label."""
    return {line: line for line in LINE_LETTERS}


def _space(size: _Sizes, space: Space, filled: bool | None) -> tuple[Mark, ...]:
    if filled is False:
        return ()
    down, across = divmod(space.place, DIGITS_IN_ROW)
    column, row = SEGMENT_SPOTS[space.segment]
    x = _DIGITS_LEFT + _DIGIT_PITCH * across
    bar = size.bars[down] + size.step * (row // 2)
    if row % 2 == 0:
        if filled is None:
            return (FilledBox(x + 4, bar, 9, 1, _DOTTED),)
        return (FilledBox(x + 4, bar - (size.thick - 1) * (down == 0), 9, size.thick),)  # away from the letters
    upright = x + 2 + CELL * column
    if filled is None:
        return (FilledBox(upright, bar + 1, 1, size.step - 1, _DOTTED),)
    return (FilledBox(upright - (column == 0), bar + 1, 2, size.step - 1),)


def _row_labels(labels: Mapping[str, str]) -> list[Mark]:
    """The labels of the rows: bars on the left, uprights on the right, each at its own height."""
    marks: list[Mark] = []
    for number, row in enumerate(ROW_LETTERS):
        down, part = divmod(number, 5)
        y = LINE * (1 + 3 * down) + part * LINE // 2
        marks.append(TextMark(0 if part % 2 == 0 else DRAWING_WIDTH, y, labels[row]))
    return marks


def _row_hints() -> list[Mark]:
    """In the small drawing: the labels of the first and the last row of each row of digits, and the letters of its digits."""
    marks: list[Mark] = []
    for down, top in enumerate((LINE, 25)):
        marks += [
            TextMark(0, top, ROW_LETTERS[5 * down]),
            TextMark(0, top + LINE - 1 + down, ROW_LETTERS[5 * down + 4]),
        ]
        names = "".join(DIGIT_LETTERS[DIGITS_IN_ROW * down : DIGITS_IN_ROW * (down + 1)])
        marks.append(TextMark(DRAWING_WIDTH + 1, _SMALL.bars[down] + 2, names))
    return marks
