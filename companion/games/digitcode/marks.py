"""A code drawn as seven-segment digits. A filled space is solid, an unknown one is dotted, an empty one is not drawn.

The small drawing shows all six digits, and so does the map, with the letters of one or two lines. The half drawing shows three
digits with the letters of their lines: columns above, bars on the left, uprights on the right, each letter beside its own line.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from companion.core.fonts.faces import text_width
from companion.core.screen import BODY, CHEQUER, FilledBox, Mark, Outline, Rect, TextMark, centred
from companion.games.digitcode.moves import (
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    DIGITS_IN_CODE,
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
DIGIT_WIDTH: Final = 12
_DIGIT_HEIGHT: Final = 16
_DIGIT_PITCH: Final = 17
ROW_OF_DIGITS_PITCH: Final = 18
CODE_WIDTH: Final = 2 * _DIGIT_PITCH + DIGIT_WIDTH
"""Pixels of the small drawing."""
BESIDE_CODE: Final = Rect(BODY.x + CODE_WIDTH + 6, BODY.y, BODY.width - CODE_WIDTH - 6, BODY.height)
"""Beside the small drawing."""
PLACE_MAP_LEFT: Final = BODY.right - 50
"""Where the map of the letters of the digits begins, at the right edge."""
BELOW_ACCENTS: Final = Rect(BODY.x, BODY.y + 1, BODY.width, BODY.height - 1)
"""Room for lines of text, below the accents of a line at the top."""
LINES_ON_PAGE: Final = 3
"""Lines of text on a page."""
_THICK: Final = 2
_UPRIGHT: Final = 5
"""Pixels of an upright in the small drawing."""

_MAP_UPRIGHT: Final = 3
"""Pixels of an upright in the map."""
_MAP_TOP: Final = 8
"""Rows of the map above its digits, where the letter of a column stands."""
LINE_MAP_WIDTH: Final = CODE_WIDTH + 9
"""Pixels of the map, the letter of a row included."""

_COLUMN_LEFT: Final = BODY.x + 13
_COLUMN_PITCH: Final = 9
_BAR_TOPS: Final = (BODY.y + 9, BODY.y + 21, BODY.y + 32)
_LONG_UPRIGHT: Final = 7
_ROW_LABEL_TOPS: Final = (BODY.y + 6, BODY.y + 12, BODY.y + 17, BODY.y + 23, BODY.y + 27)
_UPRIGHT_LABELS: Final = _COLUMN_LEFT + 8 * _COLUMN_PITCH + 5


def known_from_code(code: SixDigits) -> KnownSpaces:
    """All spaces of a known code."""
    return tuple(is_filled(code, space) for space in ALL_SPACES)


def line_labels() -> dict[str, str]:
    """Each line with its own letter as its label."""
    return {line: line for line in LINE_LETTERS}


def small_code(x: int, y: int, known: KnownSpaces) -> tuple[Mark, ...]:
    """All six digits, three above three."""
    marks: list[Mark] = []
    for space, filled in zip(ALL_SPACES, known, strict=True):
        if filled is not False:
            left, top = _corner(x, y, space.place)
            marks.append(_segment(left, top, space.segment, solid=filled is True))
    return tuple(marks)


def line_map(x: int, y: int, known: KnownSpaces, lines: Iterable[str]) -> tuple[Mark, ...]:
    """All six digits, low, with the letters of some lines: that of a column above it, that of a row at the right."""
    high = 3 * _THICK + 2 * _MAP_UPRIGHT
    marks: list[Mark] = []

    def corner(down: int, across: int) -> tuple[int, int]:
        return x + _DIGIT_PITCH * across, y + _MAP_TOP + (high + 2) * down

    for space, filled in zip(ALL_SPACES, known, strict=True):
        if filled is not False:
            left, top = corner(*divmod(space.place, DIGITS_IN_ROW))
            marks.append(_segment(left, top, space.segment, solid=filled is True, upright=_MAP_UPRIGHT))
    for line in lines:
        if line in COLUMN_LETTERS:
            across, column = divmod(COLUMN_LETTERS.index(line), 3)
            left, _ = corner(0, across)
            marks += _label(left + (1, DIGIT_WIDTH // 2, DIGIT_WIDTH - 1)[column], y, line)
            continue
        down, row = divmod(ROW_LETTERS.index(line), 5)
        _, top = corner(down, 0)
        middle = top + row // 2 * (_MAP_UPRIGHT + _THICK) + (1 if row % 2 == 0 else _THICK + _MAP_UPRIGHT // 2)
        marks += _label(x + CODE_WIDTH + 6, min(middle - 3, BODY.bottom - 8), line)
    return tuple(marks)


def digits_in_making(x: int, y: int, digits: tuple[int, ...]) -> tuple[Mark, ...]:
    """The digits of a code that is being entered. The next place is framed, those after it are underlined."""
    marks: list[Mark] = []
    for place in range(DIGITS_IN_CODE):
        left, top = _corner(x, y, place)
        if place < len(digits):
            marks += digit(left, top, digits[place])
        elif place == len(digits):
            frame = Rect(left, top, DIGIT_WIDTH, _DIGIT_HEIGHT)
            marks += [Outline(*frame, rounded=True), centred("?", frame, "number")]
        else:
            marks.append(FilledBox(left + 1, top + _DIGIT_HEIGHT - 4, DIGIT_WIDTH - 2, 1))
    return tuple(marks)


def digit(x: int, y: int, value: int) -> tuple[Mark, ...]:
    """One digit of the small drawing."""
    return tuple(
        _segment(x, y, segment, solid=True) for segment in SEGMENT_SPOTS if is_filled((value,) * 6, _space(segment))
    )


def place_map(x: int, y: int, lit: Iterable[str]) -> tuple[Mark, ...]:
    """The letters of the six digits where the digits stand, some of them on a lit ground."""
    marks: list[Mark] = []
    shown = set(lit)
    for place, letter in enumerate(DIGIT_LETTERS):
        down, across = divmod(place, DIGITS_IN_ROW)
        left, top = x + 17 * across, y + ROW_OF_DIGITS_PITCH * down
        if letter in shown:
            marks.append(FilledBox(left, top, 15, _DIGIT_HEIGHT, rounded=True))
        width = text_width(letter, "value")
        marks.append(TextMark(left + (15 - width) // 2, top + 1, letter, "value", inverse=letter in shown))
    return tuple(marks)


def half_code(half: int, known: KnownSpaces, labels: Mapping[str, str]) -> tuple[Mark, ...]:
    """Three digits with the labels of their lines, one or two letters each; a line without one has none. `half`: 0 for T U V,
    1 for W X Y."""
    marks: list[Mark] = []
    for space, filled in zip(ALL_SPACES, known, strict=True):
        down, across = divmod(space.place, DIGITS_IN_ROW)
        if down == half and filled is not False:
            marks.append(_long_segment(across, space.segment, solid=filled is True))
    for number, column in enumerate(COLUMN_LETTERS):
        marks += _label(_COLUMN_LEFT + _COLUMN_PITCH * number, BODY.y, labels.get(column, ""))
    for part, row in enumerate(ROW_LETTERS[5 * half : 5 * half + 5]):
        centre = BODY.x + 3 if part % 2 == 0 else _UPRIGHT_LABELS + 3
        marks += _label(centre, _ROW_LABEL_TOPS[part], labels.get(row, ""))
    return tuple(marks)


def _label(centre: int, y: int, text: str) -> tuple[Mark, ...]:
    return (TextMark(centre - text_width(text) // 2, y, text),) if text else ()


def _corner(x: int, y: int, place: int) -> tuple[int, int]:
    down, across = divmod(place, DIGITS_IN_ROW)
    return x + _DIGIT_PITCH * across, y + ROW_OF_DIGITS_PITCH * down


def _space(segment: str) -> Space:
    return next(space for space in ALL_SPACES if space.place == 0 and space.segment == segment)


def _segment(x: int, y: int, segment: str, *, solid: bool, upright: int = _UPRIGHT) -> FilledBox:
    """A segment of the small drawing; a dotted one is one pixel thick."""
    column, row = SEGMENT_SPOTS[segment]
    top = y + (row // 2) * (upright + _THICK)
    if row % 2 == 0:
        return FilledBox(x + 2, top, DIGIT_WIDTH - 4, _THICK if solid else 1, 1 if solid else CHEQUER)
    left = x + (column // 2) * (DIGIT_WIDTH - _THICK)
    return FilledBox(left, top + _THICK, _THICK if solid else 1, upright, 1 if solid else CHEQUER)


def _long_segment(across: int, segment: str, *, solid: bool) -> FilledBox:
    column, row = SEGMENT_SPOTS[segment]
    left = _COLUMN_LEFT + _COLUMN_PITCH * 3 * across
    top = _BAR_TOPS[row // 2]
    if row % 2 == 0:
        return FilledBox(left + 3, top, 2 * _COLUMN_PITCH - 5, _THICK if solid else 1, 1 if solid else CHEQUER)
    x = left + column * _COLUMN_PITCH - (1 if solid else 0)
    return FilledBox(x, top + 3, 3 if solid else 1, _LONG_UPRIGHT, 1 if solid else CHEQUER)
