"""What a screen shows, as data: marks on 128×64 pixels.

rows 0-12    the title bar (companion/ui/screens.py): inverted while this seat is asked for something
rows 15-48   the body, which the game draws: BODY
rows 51-63   three boxes, one above each key

Layout rules, which tests check on every screen that they draw (`misfits`, `crowded`): marks lie on the display; texts are one
pixel away from its edges, two rows from the text above, and one pixel from any other mark or inside of it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from companion.core.fonts.faces import Face, cap, height, ink, text_width
from companion.core.picture import HEIGHT, WIDTH
from companion.core.words import initial


class Rect(NamedTuple):
    """A rectangle of pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The column after the last one."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The row after the last one."""
        return self.y + self.height

    def lines(self, face: Face) -> int:
        """How many lines of a face there is room for."""
        return (self.height + LINE_GAP) // pitch(face)


BODY: Final = Rect(1, 15, 126, 34)
"""Where a game may draw: two rows below the title bar, two above the keys' boxes."""
BELOW_ACCENTS: Final = Rect(BODY.x, BODY.y + 1, BODY.width, BODY.height - 1)
"""The body for text that may have accents on capitals, such as a player's name. It begins a row lower, so that an accent, too, is
two rows below the title bar."""
TITLE_WIDTH: Final = 90
"""Pixels of a title, beside the sign of what holding ● does; in the face "title", or if it is too wide in the face "label"."""
LIST_WIDTH: Final = 117
"""Pixels of a line in a list, beside its scroll bar."""
LABEL_WIDTH: Final = 39
"""Pixels of the label in the box above a key, in the face "label"."""
LINE_GAP: Final = 2
"""Rows between the descenders of a line and the capitals of the next."""
MARGIN: Final = 1

# Each pattern is 8 columns of 8 pixels, bit 0 on top; it repeats.
DARK: Final = 0
LIT: Final = 1
CHEQUER: Final = 2
DOTS: Final = 3
PATTERNS: Final[tuple[bytes, ...]] = (
    bytes((0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00)),
    bytes((0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)),
    bytes((0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA)),
    bytes((0x11, 0x00, 0x44, 0x00, 0x11, 0x00, 0x44, 0x00)),
)


class TextMark(Struct, frozen=True, tag_field="mark", tag="text"):
    """A line of text; (`x`, `y`) is the upper left corner of its first capital.

    `inverse`: dark letters, to be laid over a lit FilledBox. `scale`: how many pixels a pixel of the face becomes.
    """

    x: int
    y: int
    text: str
    face: Face = "text"
    inverse: bool = False
    scale: int = 1


class FilledBox(Struct, frozen=True, tag_field="mark", tag="fill"):
    """A rectangle of one of PATTERNS. `rounded`: its corners stay as they were."""

    x: int
    y: int
    width: int
    height: int
    pattern: int = LIT
    rounded: bool = False


class Outline(Struct, frozen=True, tag_field="mark", tag="frame"):
    """The outline of a rectangle, one pixel wide. `dark`: drawn dark, on a lit box. `rounded`: without its corners."""

    x: int
    y: int
    width: int
    height: int
    dark: bool = False
    rounded: bool = False


class Icon(Struct, frozen=True, tag_field="mark", tag="icon"):
    """A small drawing: rows from the top, one letter a pixel, `#` for a lit one. The others stay as they were.

    `dark`: the pixels are drawn dark, on a lit box.
    """

    x: int
    y: int
    rows: tuple[str, ...]
    dark: bool = False

    @property
    def width(self) -> int:
        """In pixels."""
        return max(map(len, self.rows), default=0)

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.rows)


class Veil(Struct, frozen=True, tag_field="mark", tag="veil"):
    """Marks behind the Secrecy screen. While it is down, the rectangle is drawn covered instead.

    Only the owner's rendering may hold one: a veil protects from a glance over the shoulder, never from another seat's view.
    """

    x: int
    y: int
    width: int
    height: int
    marks: tuple["Mark", ...]


Mark = TextMark | FilledBox | Outline | Icon | Veil


Drawing = tuple[Mark, ...] | Callable[[], tuple[Mark, ...]]
"""Marks, or a function that draws them. It is called when they are shown for the first time, and must always draw the same."""


class ScreenPage:
    """One page to look at. `name`: its title; `label`: what the box of the key that leads to it says (LABEL_WIDTH).

    Of the pages of a seat one is shown, so pages that are dear to draw come as functions. Pages that show the same are equal.
    """

    __slots__ = ("_drawing", "label", "name")

    def __init__(self, name: str, drawing: Drawing, label: str = "") -> None:
        self.name, self.label = name, label
        self._drawing = drawing

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is drawn in the body."""
        if callable(self._drawing):
            self._drawing = self._drawing()
        return self._drawing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScreenPage) and self._shown() == other._shown()

    def __hash__(self) -> int:
        return hash(self._shown())

    def __repr__(self) -> str:
        return f"ScreenPage{self._shown()!r}"

    def _shown(self) -> tuple[str, tuple[Mark, ...], str]:
        return self.name, self.marks, self.label


class Rendering(Struct, frozen=True):
    """What a seat sees of its game.

    `status`: the title while this seat waits. `pages`: what it can look at; the first one is shown while it waits.
    `entry`: the body while something is entered; None: the general one of companion/ui/screens.py. `title`: the title meanwhile;
    empty: the one of the question.
    """

    status: str
    pages: tuple[ScreenPage, ...]
    entry: tuple[Mark, ...] | None = None
    title: str = ""


class Screen(Struct, frozen=True):
    """A whole screen, ready to be drawn. `inverse`: lit and dark pixels are exchanged."""

    marks: tuple[Mark, ...]
    inverse: bool = False


def box(mark: Mark) -> Rect:
    """The rectangle in which a mark changes pixels; of a text, the one round its letters."""
    if isinstance(mark, TextMark):
        top, bottom = ink(mark.text, mark.face)
        width = text_width(mark.text, mark.face)
        return Rect(mark.x, mark.y + top * mark.scale, width * mark.scale, (bottom - top) * mark.scale)
    return Rect(mark.x, mark.y, mark.width, mark.height)


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
    """The marks that do not lie wholly on the display, and the texts that touch its edges."""
    wrong = []
    for mark in every_mark(screen):
        free = MARGIN if isinstance(mark, TextMark) else 0
        place = box(mark)
        if place.x < free or place.y < free or place.right > WIDTH - free or place.bottom > HEIGHT - free:
            wrong.append(mark)
    return tuple(wrong)


def crowded(screen: Screen) -> tuple[tuple[TextMark, Mark], ...]:
    """The texts that stand too close to another mark: less than two rows below or above a text, less than one pixel from
    anything else that they are not wholly inside of."""
    marks = [mark for mark in every_mark(screen) if not (isinstance(mark, TextMark) and not mark.text.strip())]
    edges = [(place.x, place.y, place.right, place.bottom) for place in map(box, marks)]
    pairs: list[tuple[TextMark, Mark]] = []
    for index, text in enumerate(marks):
        if not isinstance(text, TextMark):
            continue
        left, top, right, bottom = edges[index]
        left, top, right, bottom = left - MARGIN, top - LINE_GAP, right + MARGIN, bottom + LINE_GAP
        for at, (x, y, end, below) in enumerate(edges):
            if x >= right or end <= left or y >= bottom or below <= top:
                continue  # too far away for any of the rules
            other = marks[at]
            if isinstance(other, Veil) or at == index or (isinstance(other, TextMark) and at < index):
                continue
            if _too_close(text, other):
                pairs.append((text, other))
    return tuple(pairs)


def _too_close(text: TextMark, other: Mark) -> bool:
    one, two = box(text), box(other)
    rows = LINE_GAP if isinstance(other, TextMark) else MARGIN
    if not isinstance(other, TextMark) and _inside(one, two):
        return False
    across = one.x < two.right + MARGIN and two.x < one.right + MARGIN
    overlap = one.x < two.right and two.x < one.right
    beside = one.y < two.bottom and two.y < one.bottom
    near = one.y < two.bottom + rows and two.y < one.bottom + rows
    return (across and beside) or (overlap and near)


def _inside(inner: Rect, outer: Rect) -> bool:
    """Whether a rectangle lies in another one with at least a pixel of it on every side."""
    return (
        outer.x + MARGIN <= inner.x
        and outer.y + MARGIN <= inner.y
        and inner.right + MARGIN <= outer.right
        and inner.bottom + MARGIN <= outer.bottom
    )


def centred(text: str, area: Rect, face: Face = "text", *, inverse: bool = False) -> TextMark:
    """A line of text in the middle of a rectangle; its capitals are centred in height."""
    return TextMark(
        area.x + (area.width - text_width(text, face)) // 2,
        area.y + (area.height - cap(face)) // 2,
        text,
        face,
        inverse,
    )


def right_aligned(text: str, right: int, y: int, face: Face = "text", *, inverse: bool = False) -> TextMark:
    """A line of text that ends before column `right`."""
    return TextMark(right - text_width(text, face), y, text, face, inverse)


def clipped(text: str, width: int, face: Face = "text") -> str:
    """The beginning of a text that fits so many pixels, without a blank at its end; empty if no letter does. "Player 1"
    becomes P1, so that it stays different from "Player 2"."""
    if text_width(text, face) <= width:
        return text.rstrip()
    short = initial(text)
    letters = text
    if short:
        letters = short if text_width(short, face) <= width else short[0]  # P1 is not Player 12
    while letters and text_width(letters, face) > width:
        letters = letters[:-1]
    return letters.rstrip()


def wrap(text: str, width: int = BODY.width, face: Face = "text") -> tuple[str, ...]:
    """Text broken between words into lines of at most `width` pixels. No word stands alone in the last line if the line before
    it can spare one."""
    lines: list[list[str]] = [[]]
    for word in (piece for long in text.split() for piece in _pieces(long, width, face)):
        if lines[-1] and text_width(" ".join((*lines[-1], word)), face) > width:
            lines.append([])
        lines[-1].append(word)
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 1:
        moved = [lines[-2][-1], *lines[-1]]
        if text_width(" ".join(moved), face) <= width:
            lines[-2:] = [lines[-2][:-1], moved]
    return tuple(" ".join(line) for line in lines if line)


def _pieces(word: str, width: int, face: Face) -> tuple[str, ...]:
    """A word, broken only if it is wider than a line."""
    pieces = []
    while text_width(word, face) > width:
        piece = clipped(word, width, face)
        pieces.append(piece)
        word = word[len(piece) :]
    return (*pieces, word)


def pitch(face: Face) -> int:
    """Rows from a line to the next one."""
    return height(face) + LINE_GAP


def text_lines(lines: tuple[str, ...], area: Rect = BODY, face: Face = "text") -> tuple[TextMark, ...]:
    """Lines from the top of an area on, as many as it has room for; BELOW_ACCENTS is for those with names. Accents below deep
    letters move a line down if there is room for that below."""
    shown = lines[: area.lines(face)]
    spare = area.height - (len(shown) - 1) * pitch(face) - height(face)
    marks: list[TextMark] = []
    above, down = area.y - LINE_GAP, 0
    for number, line in enumerate(shown):
        top, bottom = ink(line, face)
        y = area.y + number * pitch(face) + down
        wanted = max(0, above + LINE_GAP - (y + top)) if number else 0
        if down + wanted <= spare:
            down, y = down + wanted, y + wanted
        above = y + bottom
        if line:
            marks.append(TextMark(area.x, y, line, face))
    return tuple(marks)


@lru_cache(maxsize=32)
def paragraph(text: str, area: Rect = BODY, face: Face = "text") -> tuple[tuple[TextMark, ...], ...]:
    """Text as pages that each fit an area."""
    lines, room = wrap(text, area.width, face), area.lines(face)
    return tuple(text_lines(lines[at : at + room], area, face) for at in range(0, len(lines), room))


def title_with_name(name: str, *rests: str) -> str:
    """A title that begins with a name: with the first of `rests` beside which it fits. Where none is short enough, the name is
    shortened, "Player 1" to P1."""
    rest = next((one for one in rests if text_width(name + one, "label") <= TITLE_WIDTH), rests[-1])
    if text_width(name + rest, "label") <= TITLE_WIDTH:
        return name + rest
    letters = initial(name) or name
    while text_width(letters + rest, "label") > TITLE_WIDTH and len(letters) > 1:
        letters = letters[:-1].rstrip()
    return letters + rest
