"""Screen → picture: draws marks straight into the panel's own order of bytes.

Every pixel operation works on a column of 64 bits, so a picture costs some hundred integer operations and no library. The
panel, the web page and the golden files all get these same bytes.
"""

from functools import lru_cache
from typing import Final

from companion.core.fonts.faces import FACE_METRICS, glyph
from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.core.screen import PATTERNS, FilledBox, Icon, Mark, Outline, Screen, TextMark, Veil

_PATTERN_COLUMNS: Final = tuple(
    tuple(int.from_bytes(bytes((byte,)) * PAGES, "little") for byte in pattern) for pattern in PATTERNS
)
"""The eight columns of each pattern, as high as the display."""


def draw(screen: Screen) -> Picture:
    """The picture of a screen. What lies beyond the display is cut off; what is drawn later covers what is below."""
    columns = [0] * WIDTH
    for mark in screen.marks:
        _draw(columns, mark)
    return _pages(columns)


def _draw(columns: list[int], mark: Mark) -> None:
    match mark:
        case TextMark():
            _text(columns, mark)
        case FilledBox():
            _fill(columns, mark)
        case Outline():
            _outline(columns, mark)
        case Icon():
            for y, row in enumerate(mark.rows):
                for x, letter in enumerate(row):
                    if letter == "#":
                        _put(columns, mark.x + x, mark.y + y, int(not mark.dark), 1)
        case Veil():
            for inner in mark.marks:
                _draw(columns, inner)


def _text(columns: list[int], mark: TextMark) -> None:
    """Lights the letters' pixels, or darkens them; the pixels between them stay as they were."""
    scale = mark.scale
    top = mark.y - FACE_METRICS[mark.face].rise * scale
    x = mark.x
    for letter in mark.text:
        for bits in glyph(letter, mark.face):
            tall = bits if scale == 1 else _stretched(bits, scale)
            for _ in range(scale):
                _put(columns, x, top, 0 if mark.inverse else tall, tall)
                x += 1
        x += scale


def _fill(columns: list[int], mark: FilledBox) -> None:
    pattern = _PATTERN_COLUMNS[mark.pattern]
    inside = _ones(mark.height)
    for x in range(mark.width):
        # The pattern begins at the mark's own corner, so that it looks the same wherever it stands.
        bits = pattern[x % 8]
        edge = mark.rounded and x in (0, mark.width - 1)
        mask = inside & ~(1 | 1 << mark.height - 1) if edge else inside
        _put(columns, mark.x + x, mark.y, bits & mask, mask)


def _outline(columns: list[int], mark: Outline) -> None:
    lids = 1 | 1 << max(mark.height - 1, 0)
    for x in range(mark.width):
        side = x in (0, mark.width - 1)
        bits = _ones(mark.height) if side else lids
        if side and mark.rounded:
            bits &= ~lids
        _put(columns, mark.x + x, mark.y, 0 if mark.dark else bits, bits)


def _put(columns: list[int], x: int, y: int, bits: int, mask: int) -> None:
    if 0 <= x < WIDTH:
        if y >= 0:
            columns[x] = columns[x] & ~(mask << y) | bits << y
        else:
            columns[x] = columns[x] & ~(mask >> -y) | bits >> -y


def _ones(count: int) -> int:
    return (1 << count) - 1


@lru_cache(maxsize=512)
def _stretched(bits: int, scale: int) -> int:
    return sum(_ones(scale) << y * scale for y in range(HEIGHT) if bits >> y & 1)


def _pages(columns: list[int]) -> Picture:
    mask = _ones(HEIGHT)
    tall = b"".join((column & mask).to_bytes(PAGES, "little") for column in columns)
    return b"".join(tall[page::PAGES] for page in range(PAGES))
