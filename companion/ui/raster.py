"""Screen → picture: draws marks straight into the panel's own order of bytes.

Every pixel operation works on a column of 64 bits, so a picture costs some hundred integer operations and no library;
the panel, the web page and the golden files all get these same bytes.
"""

from functools import lru_cache

from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.core.screen import CELL, LINE, PATTERNS, FilledBox, Mark, Outline, Screen, TextMark, Veil
from companion.ui.font import LETTERS, MISSING


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
            for x in range(mark.x, mark.x + mark.width):
                edge = x in (mark.x, mark.x + mark.width - 1)
                bits = _ones(mark.height) if edge else 1 | 1 << max(mark.height - 1, 0)
                _put(columns, x, mark.y, bits, bits)
        case Veil():
            for inner in mark.marks:
                _draw(columns, inner)


def _text(columns: list[int], mark: TextMark) -> None:
    scale = mark.scale
    cell = _ones((LINE - 1) * scale)
    for place, letter in enumerate(mark.text):
        glyph = LETTERS.get(letter, MISSING)
        for column, bits in enumerate(glyph):
            tall = bits if scale == 1 else _stretched(bits, scale)
            if mark.inverse:
                tall ^= cell
            for repeat in range(scale):
                x = mark.x + (place * CELL + column) * scale + repeat
                _put(columns, x, mark.y, tall, cell)


def _fill(columns: list[int], mark: FilledBox) -> None:
    pattern = PATTERNS[mark.pattern]
    inside = _ones(mark.height)
    for x in range(mark.width):
        # The pattern begins at the mark's own corner, so that a peg looks the same wherever it stands.
        bits = int.from_bytes(bytes((pattern[x % 8],)) * PAGES, "little")
        _put(columns, mark.x + x, mark.y, bits & inside, inside)


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
    return sum(_ones(scale) << y * scale for y in range(LINE) if bits >> y & 1)


def _pages(columns: list[int]) -> Picture:
    mask = _ones(HEIGHT)
    tall = [(column & mask).to_bytes(PAGES, "little") for column in columns]
    return b"".join(bytes(column[page] for column in tall) for page in range(PAGES))
