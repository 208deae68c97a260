"""Screen → picture: draws marks straight into the panel's own order of bytes.

A picture being drawn is one whole number: column for column, 64 bits each, bit 0 on top. So a mark is laid over it in three
operations on it, however many pixels it has, once its stamp is known; most stamps come again in the next picture. The panel, the
web page and the golden files all get these same bytes.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from companion.core.fonts.faces import FACE_METRICS, Face, glyph
from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.core.screen import PATTERNS, FilledBox, Icon, Mark, Outline, Screen, TextMark, Veil

_PATTERN_COLUMNS: Final = tuple(
    tuple(int.from_bytes(bytes((byte,)) * PAGES, "little") for byte in pattern) for pattern in PATTERNS
)
"""The eight columns of each pattern, as high as the display."""


class _Stamp(NamedTuple):
    """The pixels of a mark: those that it covers are `mask`, those of them that it lights are `bits`, both column for column as
    in the picture, from its upper left corner on. `width` and `height` tell where it would leave the display."""

    bits: int
    mask: int
    width: int
    height: int


def draw(screen: Screen) -> Picture:
    """The picture of a screen. What lies beyond the display is cut off; what is drawn later covers what is below."""
    canvas = 0
    for mark in screen.marks:
        canvas = _drawn(canvas, mark)
    if screen.inverse:
        canvas ^= (1 << WIDTH * HEIGHT) - 1
    tall = canvas.to_bytes(WIDTH * PAGES, "little")
    return b"".join(tall[page::PAGES] for page in range(PAGES))


def _drawn(canvas: int, mark: Mark) -> int:
    match mark:
        case TextMark():
            stamp = _letters(mark.text, mark.face, mark.scale)
            rise = FACE_METRICS[mark.face].rise * mark.scale
            return _laid(canvas, stamp, mark.x, mark.y - rise, dark=mark.inverse)
        case FilledBox():
            stamp = _filled(mark.width, mark.height, mark.pattern, rounded=mark.rounded)
            return _laid(canvas, stamp, mark.x, mark.y)
        case Outline():
            stamp = _outline(mark.width, mark.height, rounded=mark.rounded)
            return _laid(canvas, stamp, mark.x, mark.y, dark=mark.dark)
        case Icon():
            return _laid(canvas, _icon(mark.rows), mark.x, mark.y, dark=mark.dark)
        case Veil():
            for inner in mark.marks:
                canvas = _drawn(canvas, inner)
            return canvas


def _laid(canvas: int, stamp: _Stamp, x: int, y: int, *, dark: bool = False) -> int:
    """The picture with a stamp at a place. `dark`: the stamp's pixels are drawn dark."""
    bits, mask, width, height = stamp
    if x < 0 or y < 0 or x + width > WIDTH or y + height > HEIGHT:
        bits, mask, x, y = _cut(bits, x, y), _cut(mask, x, y), max(x, 0), max(y, 0)
    place = x * HEIGHT + y
    lit = canvas & ~(mask << place)
    return lit if dark else lit | bits << place


def _cut(columns: int, x: int, y: int) -> int:
    """What of a stamp's columns lies on the display, from there on."""
    columns >>= max(-x, 0) * HEIGHT
    kept = 0
    for place in range(WIDTH - max(x, 0)):
        column = columns >> place * HEIGHT & _COLUMN
        kept |= (column << y & _COLUMN) >> y << place * HEIGHT if y >= 0 else column >> -y << place * HEIGHT
    return kept


_COLUMN: Final = (1 << HEIGHT) - 1


def _stamp(columns: Iterable[tuple[int, int]]) -> _Stamp:
    """The stamp of some columns: which pixels of each are lit, and which are covered. No mark is higher than the display."""
    bits = mask = width = height = 0
    for lit, covered in columns:
        bits |= (lit & _COLUMN) << width * HEIGHT
        mask |= (covered & _COLUMN) << width * HEIGHT
        width, height = width + 1, max(height, covered.bit_length())
    return _Stamp(bits, mask, width, height)


@lru_cache(maxsize=512)
def _letters(text: str, face: Face, scale: int) -> _Stamp:
    """The letters' pixels alone; those between them stay as they were."""
    columns: list[int] = []
    for letter in text:
        for bits in glyph(letter, face):
            columns += [bits if scale == 1 else _stretched(bits, scale)] * scale
        columns += [0] * scale
    return _stamp((column, column) for column in columns[:-scale])


@lru_cache(maxsize=256)
def _filled(width: int, height: int, pattern: int, *, rounded: bool) -> _Stamp:
    """The pattern begins at the mark's own corner, so that it looks the same wherever it stands."""
    inside = _ones(height)
    rim = inside & ~_lids(height) if rounded else inside
    masks = [rim if x in (0, width - 1) else inside for x in range(width)]
    columns = _PATTERN_COLUMNS[pattern]
    return _stamp((columns[x % 8] & mask, mask) for x, mask in enumerate(masks))


@lru_cache(maxsize=256)
def _outline(width: int, height: int, *, rounded: bool) -> _Stamp:
    lids = _lids(height)
    side = _ones(height) & ~lids if rounded else _ones(height)
    return _stamp((side, side) if x in (0, width - 1) else (lids, lids) for x in range(width))


@lru_cache(maxsize=128)
def _icon(rows: tuple[str, ...]) -> _Stamp:
    width = max(map(len, rows), default=0)
    columns = [sum(1 << y for y, row in enumerate(rows) if row[x : x + 1] == "#") for x in range(width)]
    return _stamp((column, column) for column in columns)


def _lids(height: int) -> int:
    """The first and the last row of so many."""
    return 1 | 1 << max(height - 1, 0)


def _ones(count: int) -> int:
    return (1 << count) - 1


def _stretched(bits: int, scale: int) -> int:
    return sum(_ones(scale) << y * scale for y in range(HEIGHT) if bits >> y & 1)
