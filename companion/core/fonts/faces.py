"""The faces of the screens: how wide a text is, which pixels a letter lights, which letters can be drawn. Their glyphs are data:
`glyphs.txt`, made by tools/fonts.py.

    text    capitals 7 pixels high: what a player may look up
    label   9 pixels: what must be read to act; the keys' boxes, questions, lists
    title   9 pixels, bold: the title bar
    number  10 pixels, bold: figures inside of small shapes
    value   13 pixels: what matters most on the screen

A text is placed by the top of its capitals. Accents may stand up to `rise` rows above it. Letters are one pixel apart.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from pkgutil import get_data
from typing import Final, Literal, cast
from unicodedata import combining

from msgspec import Struct

Face = Literal["text", "label", "title", "number", "value"]


class FaceMetrics(Struct, frozen=True):
    """In pixels. `cap`: height of capitals and digits; `rise`: rows above them that only accents use; `descent`: rows below
    the baseline; `blank`: width of a blank."""

    cap: int
    rise: int
    descent: int
    blank: int

    @property
    def height(self) -> int:
        """From the top of a capital to the bottom of a descender."""
        return self.cap + self.descent


FACE_METRICS: Final[dict[Face, FaceMetrics]] = {
    "text": FaceMetrics(cap=7, rise=1, descent=2, blank=3),
    "label": FaceMetrics(cap=9, rise=1, descent=2, blank=3),
    "title": FaceMetrics(cap=9, rise=1, descent=2, blank=3),
    "number": FaceMetrics(cap=10, rise=1, descent=2, blank=4),
    "value": FaceMetrics(cap=13, rise=2, descent=4, blank=5),
}
_MISSING_WIDTH: Final = 5
_DEEPEST: Final = 10
"""Rows from the top of a capital that have room in a bar of 13 rows when the capital stands a row lower."""


@cache
def _glyphs() -> dict[Face, dict[str, str]]:
    """The columns of every letter of each face, as `glyphs.txt` writes them."""
    data = get_data(__package__, "glyphs.txt")
    assert data is not None, "every loader of this package reads its data"
    _origin, *faces = data.decode().split("\nface ")
    found = {}
    for lines in faces:
        name, *glyphs = lines.splitlines()
        found[name] = {glyph[0]: glyph[2:] for glyph in glyphs}
    return cast("dict[Face, dict[str, str]]", found)


def cap(face: Face) -> int:
    """The height of a capital, in pixels."""
    return FACE_METRICS[face].cap


def height(face: Face) -> int:
    """From the top of a capital to the bottom of a descender, in pixels."""
    return FACE_METRICS[face].height


@lru_cache(maxsize=512)
def glyph(letter: str, face: Face) -> tuple[int, ...]:
    """The columns of a letter from left to right; bit 0 is `rise` rows above the capitals. An unknown letter is a box."""
    if letter == " ":
        return (0,) * FACE_METRICS[face].blank
    found = _glyphs()[face].get(letter)
    if found is None:
        metrics = FACE_METRICS[face]
        side = ((1 << metrics.cap) - 1) << metrics.rise
        lid = (1 | 1 << metrics.cap - 1) << metrics.rise
        return (side, *(lid,) * (_MISSING_WIDTH - 2), side)
    return tuple(int(column, 16) for column in found.split())


@lru_cache(maxsize=1024)
def text_width(words: str, face: Face = "text") -> int:
    """The width of a text, in pixels; 0 for an empty one."""
    return max(0, sum(len(glyph(letter, face)) + 1 for letter in words) - 1)


@lru_cache(maxsize=1024)
def ink(words: str, face: Face) -> tuple[int, int]:
    """The first lit row of a text and the row after its last one, counted from the top of the capitals; (0, 0) for blanks."""
    rows = 0
    for letter in words:
        for column in glyph(letter, face):
            rows |= column
    if not rows:
        return (0, 0)
    rise = FACE_METRICS[face].rise
    return ((rows & -rows).bit_length() - 1 - rise, rows.bit_length() - rise)


def in_bar(text: str, face: Face) -> tuple[Face, int]:
    """How a line stands in a bar of 13 rows and keeps off its edges: the face, and the row of the bar for its capitals.

    Accents on capitals take a row above them; with descenders too, only the smaller letters of "text" have room.
    """
    above, below = ink(text, face)
    if above >= 0:
        return face, 1
    return (face, 2) if below <= _DEEPEST else ("text", 3)


def can_draw(letter: str) -> bool:
    """Whether every face has that letter."""
    return letter == " " or all(letter in glyphs for glyphs in _glyphs().values())


def undrawable_letters(words: str) -> str:
    """Which letters of a text cannot be drawn, each once, as a sentence lists them: `李 and ナ`; empty where all can."""
    return quoted_letters(letter for letter in dict.fromkeys(words) if not can_draw(letter))


def quoted_letters(letters: Iterable[str]) -> str:
    """Letters as a sentence quotes them: `ł, ź and ż`."""
    *others, last = [_quoted(letter) for letter in letters] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _quoted(letter: str) -> str:
    """A letter as a sentence quotes it; by its number if nobody could see it."""
    return letter if letter.isprintable() and not letter.isspace() and not combining(letter) else f"U+{ord(letter):04X}"
