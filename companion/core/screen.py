"""What a screen shows, as data: marks on 128×64 pixels, grouped into pages.

A face (view → Face) leaves the top line to the title and the bottom line to the labels of the keys, and fills the lines
between; a line is 8 pixels high, so that its text stands in one page of the panel and changes cheaply.
The law: every mark lies on the display (`fits`), and no two texts overlap (`overlapping`).
"""

from typing import Final

from msgspec import Struct

from companion.core.picture import HEIGHT, WIDTH

CELL: Final = 6
"""Pixels from one letter to the next; a letter is 5 wide."""
LINE: Final = 8
"""Pixels from one line to the next; a letter is 7 high."""
ACROSS: Final = 21
"""Letters in a line."""

# The patterns that tell colours apart where there are none. Each is 8 columns of 8 pixels, bit 0 on top; it repeats.
PATTERNS: Final[tuple[bytes, ...]] = (
    bytes((0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00)),  # 0: nothing
    bytes((0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)),  # 1: solid
    bytes((0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55)),  # 2: lying lines
    bytes((0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA)),  # 3: a fine chequer
    bytes((0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00)),  # 4: standing lines
    bytes((0x00, 0x22, 0x00, 0x00, 0x00, 0x22, 0x00, 0x00)),  # 5: sparse dots
    bytes((0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88)),  # 6: lines falling to the right
    bytes((0x88, 0x44, 0x22, 0x11, 0x88, 0x44, 0x22, 0x11)),  # 7: lines rising to the right
    bytes((0x33, 0x33, 0xCC, 0xCC, 0x33, 0x33, 0xCC, 0xCC)),  # 8: a coarse chequer
    bytes((0xFF, 0x11, 0x11, 0x11, 0xFF, 0x11, 0x11, 0x11)),  # 9: a grid
    bytes((0xE7, 0x42, 0x00, 0x18, 0x18, 0x00, 0x42, 0xE7)),  # 10: diamonds
)


class TextMark(Struct, frozen=True, tag_field="mark", tag="text"):
    """Letters from (`x`, `y`), their upper left corner; `scale` 2 doubles them.

    `inverse`: dark letters on lit cells, to be laid over a Fill that lights what is between them.
    """

    x: int
    y: int
    text: str
    scale: int = 1
    inverse: bool = False


class FilledBox(Struct, frozen=True, tag_field="mark", tag="fill"):
    """A rectangle of one of PATTERNS."""

    x: int
    y: int
    width: int
    height: int
    pattern: int = 1


class Outline(Struct, frozen=True, tag_field="mark", tag="frame"):
    """The outline of a rectangle, one pixel wide."""

    x: int
    y: int
    width: int
    height: int


class Veil(Struct, frozen=True, tag_field="mark", tag="veil"):
    """Marks that stand behind the Secrecy screen. Where the screen is down, the rectangle is drawn covered instead.

    Only the owner's face may hold one: a veil hides from a glance over the shoulder, never from another seat's view.
    """

    x: int
    y: int
    width: int
    height: int
    marks: tuple["Mark", ...]


Mark = TextMark | FilledBox | Outline | Veil


class ScreenPage(Struct, frozen=True):
    """One thing to look at, with a name for the title line (21 letters). `opens`: the label of ● where it leads on."""

    name: str
    marks: tuple[Mark, ...]
    opens: str = ""


class Slot(Struct, frozen=True):
    """Where a symbol is entered: the upper left corner of its label, and the width of the pattern beside it."""

    x: int
    y: int
    swatch: int


class Rendering(Struct, frozen=True):
    """What a seat sees of its game: `status` in the title line while nothing is asked, and pages to leaf through.

    `slots`: where on the first page the symbols of a code or a guess stand while they are entered; a face that has them
    may use one line more beside the entry, since nothing is entered below.
    """

    status: str
    pages: tuple[ScreenPage, ...]
    slots: tuple[Slot, ...] = ()


class Screen(Struct, frozen=True):
    """A whole screen, ready to be drawn."""

    marks: tuple[Mark, ...]


def box(mark: Mark) -> tuple[int, int, int, int]:
    """The rectangle (x, y, width, height) that a mark lights pixels in."""
    if isinstance(mark, TextMark):
        width = len(mark.text) * CELL * mark.scale - mark.scale
        return (mark.x, mark.y, max(width, 0), (LINE - 1) * mark.scale)
    return (mark.x, mark.y, mark.width, mark.height)


def every_mark(screen: Screen) -> tuple[Mark, ...]:
    """All marks, those behind a veil included."""
    found: list[Mark] = []
    waiting = list(screen.marks)
    while waiting:
        mark = waiting.pop(0)
        found.append(mark)
        if isinstance(mark, Veil):
            waiting.extend(mark.marks)
    return tuple(found)


def misfits(screen: Screen) -> tuple[Mark, ...]:
    """The marks that do not lie wholly on the display."""
    wrong = []
    for mark in every_mark(screen):
        x, y, width, height = box(mark)
        if x < 0 or y < 0 or x + width > WIDTH or y + height > HEIGHT:
            wrong.append(mark)
    return tuple(wrong)


def overlapping(screen: Screen) -> tuple[tuple[TextMark, TextMark], ...]:
    """The pairs of texts that are written over each other."""
    texts = [mark for mark in every_mark(screen) if isinstance(mark, TextMark) and mark.text.strip()]
    pairs = []
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            x, y, width, height = box(one)
            left, top, across, down = box(other)
            if x < left + across and left < x + width and y < top + down and top < y + height:
                pairs.append((one, other))
    return tuple(pairs)


def wrap(text: str, across: int = ACROSS) -> tuple[str, ...]:
    """Text broken into lines of at most `across` letters, between words where it can be."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while len(word) > across:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:across])
            word = word[across:]
        if line and len(line) + 1 + len(word) > across:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return (*lines, line) if line else tuple(lines)


def paragraph(text: str, lines: int) -> tuple[tuple[TextMark, ...], ...]:
    """Text as pages of at most `lines` lines each, the first of them right below the title line."""
    wrapped = wrap(text)
    pages = [wrapped[start : start + lines] for start in range(0, len(wrapped), lines)]
    return tuple(tuple(TextMark(0, LINE * (number + 1), line) for number, line in enumerate(page)) for page in pages)
