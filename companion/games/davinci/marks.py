"""Rows of tiles as marks. A white tile is a lit box with a dark figure, a black tile an outline with a lit figure; a tile
without a figure is one that the seat that looks does not know.

All tiles of a row are as large. The word "new" and a wedge point from the left at the tile that joined last (D8); the tile in
hand stands at the right end, after the word "drawn". A row takes the largest style that its area has room for, in one line if it
can.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from companion.core.fonts.faces import Face, cap, text_width
from companion.core.screen import BODY, FilledBox, Icon, Mark, Outline, Rect, TextMark
from companion.games.davinci.moves import tile_colour, tile_front

ROW_HEIGHT: Final = 11
"""Pixels: the least height of a line."""
WEDGE: Final = ("#", "##", "###", "##", "#")
POINTER: Final = ("#####", " ###", "  #")
_NEW: Final = "new"
DRAWN: Final = "drawn"
_WEDGE_ROOM: Final = 4
_WORD_GAP: Final = 3
_HAND_GAP: Final = 8
"""Pixels before the tile in hand, where there is no room for a word."""
_LINE_GAP: Final = 1
_RECAP_HEIGHT: Final = 16
_FRAME: Final = 2
"""Pixels from a figure to the outside of an outline, at least."""
_TALLEST: Final = 6
"""Rows of a tile beyond its figure, at most."""


class DrawnTile(Struct, frozen=True):
    """A tile to draw. `text`: its number or the dash, empty if unknown."""

    white: bool
    text: str


class DrawnRow(Struct, frozen=True):
    """A row to draw. `hand`: the tile in its owner's hand, after the word `held`; `joined`: the position of the tile that joined
    last."""

    tiles: Sequence[DrawnTile]
    hand: DrawnTile | None = None
    joined: int | None = None
    held: str = DRAWN


class PlacedRow(Struct, frozen=True):
    """The marks of a row, the rectangle of each tile (the one in hand last), and the one round all of them. `style`: the number
    of the style that was taken."""

    marks: tuple[Mark, ...]
    tiles: tuple[Rect, ...]
    area: Rect
    style: int = 0


class _Style(NamedTuple):
    """`pad`: pixels from a figure to the outside of its tile."""

    face: Face
    pad: int
    gap: int

    @property
    def least(self) -> int:
        """The least height of a tile."""
        return cap(self.face) + 2 * _FRAME


_STYLES: Final = (
    _Style("value", 3, 2),
    _Style("number", 2, 2),
    _Style("label", 2, 2),
    _Style("text", 2, 2),
    _Style("text", 2, 1),
    _Style("text", 1, 1),
)
_SPREAD: Final = _Style("text", 2, 10)
"""So far apart that an ordinal fits above each tile."""
NARROW: Final = len(_STYLES) - 1
"""The number of the style in which black tiles have no room for a whole outline."""


class _Item(NamedTuple):
    """A tile with the marks before it: a word, then a wedge."""

    tile: DrawnTile
    word: str = ""
    wedge: bool = False
    gap: int = 0

    @property
    def before(self) -> int:
        """Pixels before the tile."""
        word = text_width(self.word) + _WORD_GAP if self.word else 0
        return self.gap + word + (_WEDGE_ROOM if self.wedge else 0)


def place_row(area: Rect, row: DrawnRow, *, lines: int = 2, largest: int = 0) -> PlacedRow:
    """A row in an area, from its left edge on, on its ground. What goes beside the tiles is left out if there is no room, and at
    last the tiles at the right end. `largest`: the number of the largest style that it may take."""
    bare = DrawnRow(row.tiles)
    whole, joined = ((row, True), (row, False)), ((DrawnRow(row.tiles, None, row.joined), False), (bare, False))
    # Words and the tile in hand rather go than the outlines of the tiles.
    for (shown, worded), styles in (
        *((one, range(largest, NARROW)) for one in (*whole, *joined)),
        *((one, (NARROW,)) for one in (*whole[1:], *joined)),
    ):
        for count in range(1, lines + 1):
            height = (area.height - (count - 1) * _LINE_GAP) // count
            for number in styles:
                split = _lines(_items(shown, worded=worded), area.width, _STYLES[number])
                if len(split) <= count and _STYLES[number].least <= height:
                    return _placed(area, split, number, height)
    cut = _lines(_items(bare), area.width, _STYLES[NARROW])[:lines]
    return _placed(area, cut, NARROW, (area.height - (lines - 1) * _LINE_GAP) // lines)


def place_spread(area: Rect, row: DrawnRow) -> PlacedRow | None:
    """The tiles of a row in one line with an ordinal's room above each; None if the area is too narrow for that."""
    items = _items(DrawnRow(row.tiles))
    return _put(area, [items], _SPREAD, _SPREAD.least, 0) if _across(items, _SPREAD) <= area.width else None


def widths(row: DrawnRow, height: int) -> tuple[int, int, int]:
    """Pixels across a row in one line of that height: in figures as large as the height allows, small, and narrow."""
    large = next((style for style in _STYLES[1:] if style.least <= height), _STYLES[-2])
    wide, small, narrow = (
        max(0, _across(_items(row, worded=style is large), style)) for style in (large, _STYLES[-2], _STYLES[-1])
    )
    return wide, small, narrow


def draw_tile(area: Rect, tile: DrawnTile, face: Face) -> tuple[Mark, ...]:
    """One tile that fills a rectangle."""
    figure = TextMark(
        area.x + (area.width - text_width(tile.text, face)) // 2,
        area.y + (area.height - cap(face)) // 2,
        tile.text,
        face,
        tile.white,
    )
    return (*_body(area, tile, face), *((figure,) if tile.text else ()))


def _body(area: Rect, tile: DrawnTile, face: Face) -> tuple[Mark, ...]:
    if tile.white:
        return (FilledBox(*area),)
    if not tile.text or area.width >= text_width(tile.text, face) + 2 * _FRAME:
        return (Outline(*area),)
    # Too narrow for an outline: only the lines above and below it.
    return (FilledBox(area.x, area.y, area.width, 1), FilledBox(area.x, area.bottom - 1, area.width, 1))


def _items(row: DrawnRow, *, worded: bool = False) -> list[_Item]:
    items = [
        _Item(tile, _NEW if worded else "", wedge=True) if position == row.joined else _Item(tile)
        for position, tile in enumerate(row.tiles)
    ]
    if row.hand is not None:
        items.append(_Item(row.hand, row.held, gap=_WORD_GAP) if worded else _Item(row.hand, gap=_HAND_GAP))
    return items


def _tile_width(tile: DrawnTile, style: _Style) -> int:
    return max(text_width(tile.text, style.face), text_width("2", style.face)) + 2 * style.pad


def _across(items: Sequence[_Item], style: _Style) -> int:
    return sum(item.before + _tile_width(item.tile, style) + style.gap for item in items) - style.gap


def _lines(items: list[_Item], width: int, style: _Style) -> list[list[_Item]]:
    lines: list[list[_Item]] = []
    across = 0
    for item in items:
        own = item.before + _tile_width(item.tile, style)
        across += style.gap + own
        if not lines or across > width:
            lines.append([])
            across = own
        lines[-1].append(item)
    return lines


def _placed(area: Rect, lines: list[list[_Item]], number: int, height: int) -> PlacedRow:
    style = _STYLES[number]
    return _put(area, lines, style, min(height, cap(style.face) + _TALLEST), number)


def _put(area: Rect, lines: list[list[_Item]], style: _Style, height: int, number: int) -> PlacedRow:
    marks: list[Mark] = []
    tiles: list[Rect] = []
    right = area.x
    for line_number, line in enumerate(lines):
        x, ground = area.x, area.bottom - (len(lines) - 1 - line_number) * (height + _LINE_GAP)
        top = ground - height
        for item in line:
            x += item.gap
            if item.word:
                marks.append(TextMark(x, top + (height - cap("text")) // 2, item.word))
                x += text_width(item.word) + _WORD_GAP
            if item.wedge:
                marks.append(Icon(x, top + (height - len(WEDGE)) // 2, WEDGE))
                x += _WEDGE_ROOM
            place = Rect(x, top, _tile_width(item.tile, style), height)
            marks += draw_tile(place, item.tile, style.face)
            tiles.append(place)
            x = place.right + style.gap
        right = max(right, x - style.gap)
    return PlacedRow(tuple(marks), tuple(tiles), Rect(area.x, area.y, right - area.x, area.height), number)


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Tiles by their names, side by side."""
    row = DrawnRow([DrawnTile(tile_colour(name) == "white", tile_front(name)) for name in names])
    return place_row(Rect(BODY.x, y, BODY.width, _RECAP_HEIGHT), row, lines=1).marks
