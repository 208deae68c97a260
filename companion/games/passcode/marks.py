"""Cards, the places of a code, and the die of Passcode as marks.

Each function takes the upper left corner and stays within the size that it names. On all screens a lit place of a code is played,
a framed one comes next, and a lit side of the die is the number of the seat that looks at it.
"""

from typing import Final

from companion.core.die import Orientation, back, left, right
from companion.core.fonts.faces import Face, text_width
from companion.core.screen import DARK, FilledBox, Icon, Mark, Outline, Rect, TextMark, centred
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD

CARD_SIZE: Final = (15, 15)
"""Of a card with a number; one with a word is as wide as that needs."""
NARROW_CARD: Final = 12
"""Pixels of a card of which three stand above one key."""
CELL_SIZE: Final = (12, 17)
CELL_PITCH: Final = 13
DIE_SIZE: Final = 15
DIE_AND_SIDES: Final = (29, 34)
UNKNOWN: Final = "?"
"""The kind of a card that lies face down."""
BESIDE_TOP: Final = 4
"""The seat whose number is the top of the die; the seat after it has the bottom (P2)."""

_PIECE_HEIGHT: Final = 16
"""A card in a recap."""
_WORD: Final[Face] = "label"
_KEY: Final = (
    " ##### ",
    "##   ##",
    "##   ##",
    "##   ##",
    " ##### ",
    "   ##  ",
    "   ##  ",
    "   ####",
    "   ##  ",
    "   ####",
    "   ##  ",
)
_CROSS: Final = (
    "##    ##",
    "###  ###",
    " ###### ",
    "  ####  ",
    "  ####  ",
    " ###### ",
    "###  ###",
    "##    ##",
)
_SMALL_FAIL: Final = (
    " ####### ",
    "#########",
    "## ### ##",
    "### # ###",
    "#### ####",
    "### # ###",
    "## ### ##",
    "#########",
    " ####### ",
)
_SHACKLE: Final = ("  #######  ", " ##     ## ", " #       # ", " #       # ")
_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""For each face, the column and the line of each pip."""


def card_width(kind: str) -> int:
    """Pixels across a card that says what it is."""
    return max(CARD_SIZE[0], text_width(kind, _WORD) + 4) if kind in (KEY_CARD, FAIL_CARD) else CARD_SIZE[0]


def draw_card(x: int, y: int, kind: str, width: int = 0, height: int = CARD_SIZE[1]) -> tuple[Mark, ...]:
    """A card: its number or its word, or if it is too narrow for that, a drawing; lit are a FAIL, and a card that lies face
    down. Without a `width` it is as wide as it needs."""
    area = Rect(x, y, width or card_width(kind), height)
    has_word = area.width >= card_width(kind)
    if kind == FAIL_CARD:
        figure = centred(kind, area, _WORD, inverse=True) if has_word else _centred_icon(area, _CROSS, dark=True)
        return (FilledBox(*area, rounded=True), figure)
    if kind == UNKNOWN:
        return (FilledBox(*area, rounded=True), centred("?", area, "number", inverse=True))
    frame = Outline(*area, rounded=True)
    if kind == KEY_CARD:
        return (frame, centred(kind, area, _WORD) if has_word else _centred_icon(area, _KEY))
    return (frame, centred(kind, area, "number"))


def pieces(kinds: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Cards side by side, 16 rows high."""
    return tuple(
        mark
        for place, kind in enumerate(kinds)
        for mark in draw_card(
            1 + sum(card_width(before) + 2 for before in kinds[:place]), y, kind, height=_PIECE_HEIGHT
        )
    )


def draw_lock_in(x: int, y: int, number: int | None) -> tuple[Mark, ...]:
    """A LOCK IN card, in the size of a card: a padlock with its number, or a question mark."""
    body = Rect(x, y + len(_SHACKLE), CARD_SIZE[0], CARD_SIZE[1] - len(_SHACKLE))
    words = UNKNOWN if number is None else str(number)
    return (Icon(x + 2, y, _SHACKLE), FilledBox(*body, rounded=True), centred(words, body, "label", inverse=True))


def draw_code_cells(x: int, y: int, numbers: tuple[int | None, ...], filled: int) -> tuple[Mark, ...]:
    """The places of a code side by side: played ones are lit, the next one is framed."""
    marks: list[Mark] = []
    for place, number in enumerate(numbers):
        area = Rect(x + place * CELL_PITCH, y, *CELL_SIZE)
        if place < filled:
            marks.append(FilledBox(area.x, area.y + 1, area.width, area.height - 2, rounded=True))
        elif place == filled:
            marks.append(Outline(*area, rounded=True))
        if number is not None:
            marks.append(centred(str(number), area, "value", inverse=place < filled))
    return tuple(marks)


def draw_row_code(x: int, y: int, numbers: tuple[int | None, ...], filled: int) -> tuple[Mark, ...]:
    """A code in a line of a list, 8 pixels a digit: played ones are lit. (`x`, `y`): the corner of the first digit."""
    marks: list[Mark] = []
    for place, number in enumerate(numbers):
        digit = "·" if number is None else str(number)
        lit = place < filled
        left_edge = x + 8 * place + (5 - text_width(digit)) // 2
        if lit:
            marks.append(FilledBox(x + 8 * place - 1, y - 1, 7, 9))
        marks.append(TextMark(left_edge, y, digit, inverse=lit))
    return tuple(marks)


def draw_small_fails(right_edge: int, y: int, count: int) -> tuple[Mark, ...]:
    """FAIL cards in a line of a list, the last one before column `right_edge`."""
    return tuple(Icon(right_edge - 10 * (count - place) + 1, y, _SMALL_FAIL) for place in range(count))


def draw_die(x: int, y: int, face: int, *, lit: bool = False) -> tuple[Mark, ...]:
    """A die from above, DIE_SIZE by DIE_SIZE."""
    ground: Mark = FilledBox(x, y, DIE_SIZE, DIE_SIZE, rounded=True) if lit else Outline(x, y, DIE_SIZE, DIE_SIZE)
    dots = ((x + 2 + 4 * column, y + 2 + 4 * line) for column, line in _PIPS[face])
    return (ground, *(FilledBox(*dot, 3, 3, DARK) if lit else FilledBox(*dot, 3, 3) for dot in dots))


def draw_die_and_sides(x: int, y: int, lies: Orientation, writers: int, own: int | None) -> tuple[Mark, ...]:
    """A die from above as it lies for one of `writers`, and lit on its side that player's own number; without one, the numbers
    on all four sides. The side towards the player is at the bottom. DIE_AND_SIDES big.
    """
    sides = (lies.front, left(lies), back(lies), right(lies))
    place = None if own is None or own >= BESIDE_TOP else 2 * own if writers == 2 else own
    turn = place or 0
    below, beside, above, across = (sides[(turn + step) % 4] for step in range(4))
    at = (x + 7, y + 9)
    marks: list[Mark] = list(draw_die(*at, lies.top, lit=own == BESIDE_TOP))
    for digit, left_edge, top in (
        (above, at[0] + 5, y),
        (beside, x, at[1] + 4),
        (across, at[0] + DIE_SIZE + 2, at[1] + 4),
        (below, at[0] + 5, at[1] + DIE_SIZE + 2),
    ):
        mine = place is not None and top > at[1] + DIE_SIZE
        if own is not None and not mine:
            continue
        if mine:
            marks.append(FilledBox(left_edge - 2, top - 1, 9, 9, rounded=True))
        marks.append(TextMark(left_edge + (5 - text_width(str(digit))) // 2, top, str(digit), inverse=mine))
    return tuple(marks)


def _centred_icon(area: Rect, rows: tuple[str, ...], *, dark: bool = False) -> Icon:
    icon = Icon(0, 0, rows, dark=dark)
    return Icon(area.x + (area.width - icon.width) // 2, area.y + (area.height - icon.height) // 2, rows, dark)
