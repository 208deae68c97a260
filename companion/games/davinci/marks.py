"""Rows of tiles as marks. A white tile is a lit box with a dark figure, a black tile an outline with a lit figure.

A standing tile is high. An exposed one is low, on the same ground; a low black tile without room for an outline lies in the
lower half of one. A wedge
points from the left at the tile that joined last (D8). The tile in hand stands at the right end, after a plus.

A row takes the largest style that its area has room for, in one line if it can.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from companion.core.fonts.faces import Face, cap, text_width
from companion.core.screen import BODY, FilledBox, Icon, Mark, Outline, Rect, TextMark
from companion.games.davinci.moves import tile_colour, tile_front

ROW_HEIGHT: Final = 11
"""Pixels: the least height of a line in which standing and exposed tiles look different."""
WEDGE: Final = ("#", "##", "###", "##", "#")
POINTER: Final = ("#####", " ###", "  #")
_WEDGE_ROOM: Final = 4
_PLUS: Final = ("  #", "  #", "#####", "  #", "  #")
_PLUS_ROOM: Final = 9
_LINE_GAP: Final = 1
_CRADLE: Final = 3
"""Rows of the sides of a black tile that is too low for an outline."""
_RECAP_HEIGHT: Final = 16


class DrawnTile(Struct, frozen=True):
    """A tile to draw. `text`: its number or the dash, empty if unknown; `lying`: exposed."""

    white: bool
    text: str
    lying: bool = False


class DrawnRow(Struct, frozen=True):
    """A row to draw. `hand`: the tile in its owner's hand; `joined`: the position of the tile that joined last."""

    tiles: Sequence[DrawnTile]
    hand: DrawnTile | None = None
    joined: int | None = None


class PlacedRow(Struct, frozen=True):
    """The marks of a row, the rectangle of each tile (the one in hand last), and the one round all of them."""

    marks: tuple[Mark, ...]
    tiles: tuple[Rect, ...]
    area: Rect


class _Style(NamedTuple):
    """`pad`: pixels from a figure to the outside of its tile; `least`: the least height of an exposed tile."""

    face: Face
    pad: int
    gap: int
    least: int

    def low(self, height: int) -> int:
        """The height of an exposed tile in a row of that height: with a whole outline if a standing one is still higher."""
        whole = cap(self.face) + 4
        return whole if self.pad > 1 and height - _RISE >= whole else self.least


_LARGE: Final = _Style("value", 3, 2, 17)
_MEDIUM: Final = _Style("number", 2, 2, 14)
_SMALL: Final = _Style("text", 2, 1, 9)
_NARROW: Final = _Style("text", 1, 1, 9)
_STYLES: Final = (_LARGE, _MEDIUM, _SMALL, _NARROW)
_RISE: Final = 2
"""Rows by which a standing tile is higher than an exposed one, at least."""


class _Item(NamedTuple):
    """A tile with the sign before it."""

    tile: DrawnTile
    before: int
    sign: tuple[str, ...]


def place_row(area: Rect, row: DrawnRow, *, lines: int = 2) -> PlacedRow:
    """A row in an area, from its left edge on, on its ground. What goes beside the tiles is left out if there is no room, and at
    last the tiles at the right end."""
    for shown in (row, DrawnRow(row.tiles, None, row.joined), DrawnRow(row.tiles)):
        for count in range(1, lines + 1):
            height = (area.height - (count - 1) * _LINE_GAP) // count
            for style in _STYLES:
                split = _lines(_items(shown), area.width, style)
                if len(split) <= count and style.least + _RISE <= height:
                    return _placed(area, split, style, height)
    cut = _lines(_items(DrawnRow(row.tiles)), area.width, _NARROW)[:lines]
    return _placed(area, cut, _NARROW, (area.height - (lines - 1) * _LINE_GAP) // lines)


def widths(row: DrawnRow, height: int) -> tuple[int, int, int]:
    """Pixels across a row in one line of that height: in figures as large as the height allows, small, and narrow."""
    large = _MEDIUM if height >= _MEDIUM.least + _RISE else _SMALL
    wide, small, narrow = (max(0, _across(_items(row), style)) for style in (large, _SMALL, _NARROW))
    return wide, small, narrow


def draw_tile(area: Rect, tile: DrawnTile, face: Face) -> tuple[Mark, ...]:
    """One tile that fills a rectangle."""
    figure = TextMark(
        area.x + (area.width - text_width(tile.text, face)) // 2,
        area.y + (area.height - cap(face) + (not tile.white and area.height < cap(face) + 4) * -1) // 2,
        tile.text,
        face,
        tile.white,
    )
    return (*_body(area, tile, face), *((figure,) if tile.text else ()))


def _body(area: Rect, tile: DrawnTile, face: Face) -> tuple[Mark, ...]:
    if tile.white:
        return (FilledBox(*area),)
    if not tile.text or (area.height >= cap(face) + 4 and area.width >= text_width(tile.text, face) + 4):
        return (Outline(*area),)
    # Too small for an outline: a line stays open where the figure would touch it.
    marks: list[Mark] = [FilledBox(area.x, area.bottom - 1, area.width, 1)]
    if area.width >= text_width(tile.text, face) + 4:
        return (*marks, *_sides(area, area.bottom - 1 - _CRADLE, _CRADLE))
    if area.height >= cap(face) + 4:
        free = (area.height - cap(face)) // 2 - 1
        lid = FilledBox(area.x, area.y, area.width, 1)
        marks += [lid, *_sides(area, area.y + 1, free - 1), *_sides(area, area.bottom - free, free - 1)]
    return tuple(marks)


def _sides(area: Rect, y: int, height: int) -> tuple[Mark, ...]:
    """Pieces of both sides of a tile."""
    return tuple(FilledBox(x, y, 1, height) for x in (area.x, area.right - 1)) if height > 0 else ()


def _items(row: DrawnRow) -> list[_Item]:
    items = [
        _Item(tile, _WEDGE_ROOM, WEDGE) if position == row.joined else _Item(tile, 0, ())
        for position, tile in enumerate(row.tiles)
    ]
    return [*items, _Item(row.hand, _PLUS_ROOM, _PLUS)] if row.hand is not None else items


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


def _placed(area: Rect, lines: list[list[_Item]], style: _Style, height: int) -> PlacedRow:
    marks: list[Mark] = []
    tiles: list[Rect] = []
    right, low = area.x, style.low(height)
    for number, line in enumerate(lines):
        x, ground = area.x, area.bottom - (len(lines) - 1 - number) * (height + _LINE_GAP)
        for tile, before, sign in line:
            if sign:
                marks.append(Icon(x + (before == _PLUS_ROOM), ground - low // 2 - 3, sign))
            x += before
            tall = low if tile.lying else height
            place = Rect(x, ground - tall, _tile_width(tile, style), tall)
            marks += draw_tile(place, tile, style.face)
            tiles.append(place)
            x = place.right + style.gap
        right = max(right, x - style.gap)
    return PlacedRow(tuple(marks), tuple(tiles), Rect(area.x, area.y, right - area.x, area.height))


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Tiles by their names, side by side."""
    row = DrawnRow([DrawnTile(tile_colour(name) == "white", tile_front(name)) for name in names])
    return place_row(Rect(BODY.x, y, BODY.width, _RECAP_HEIGHT), row, lines=1).marks
