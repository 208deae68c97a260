"""Rows of tiles as marks: a white tile is a lit block with a dark number, a black tile is dark between two lit edges.

Lit pixels look white, so a tile on the panel has the colour of the tile on the table. A standing tile is high, an exposed one is
lower. A two-digit number is narrow, so that a row of 13 tiles fits a screen.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from companion.core.screen import FilledBox, Mark, TextMark
from companion.games.davinci.moves import tile_colour, tile_front

GLYPH_HEIGHT: Final = 7
"""Pixels: the height of the letters of a tile."""
LOW_TILE: Final = GLYPH_HEIGHT + 2
"""Pixels: the height of an exposed tile, and of every tile where there is no room."""
_GAP: Final = 1
_WEDGE: Final = 4
"""Pixels: the width of the wedge that points at the tile that joined last (D8), with its gap."""
_PLUS: Final = 5
"""Pixels between a row and the tile in hand, with a small plus in them."""


class DrawnTile(Struct, frozen=True):
    """A tile to draw. `text`: its number, the dash, or the letter of its position if unknown; `lying`: exposed."""

    white: bool
    text: str
    lying: bool = False


def _tile_width(piece: DrawnTile) -> int:
    """Pixels across."""
    return 10 if piece.text == "10" else 7


def row_width(row: Sequence[DrawnTile], clue: DrawnTile | None, joined: int | None = None) -> int:
    """Pixels across a row and the tile in hand beside it. `joined`: the tile at which a wedge points."""
    wide = (
        sum(_tile_width(piece) + _GAP for piece in row) - (_GAP if row else 0) + (_WEDGE if joined is not None else 0)
    )
    return wide + (_PLUS + _tile_width(clue) if clue is not None else 0)


def draw_row(
    x: int, y: int, height: int, pieces: Sequence[DrawnTile], clue: DrawnTile | None, joined: int | None = None
) -> tuple[Mark, ...]:
    """A row from (`x`, `y`) on, `height` pixels high (LOW_TILE at least), and the tile in hand at its right end.

    `joined`: the tile at which a wedge points.
    """
    marks: list[Mark] = []
    for position, piece in enumerate(pieces):
        if position == joined:
            low = y + height - LOW_TILE // 2 - 1
            marks += [FilledBox(x + step, low - 2 + step, 1, 5 - 2 * step) for step in range(3)]
            x += _WEDGE
        marks += _draw_tile(x, y, height, piece)
        x += _tile_width(piece) + _GAP
    if clue is not None:
        x -= _GAP if pieces else 0
        middle = y + height // 2
        marks += [FilledBox(x + 1, middle, 3, 1), FilledBox(x + 2, middle - 1, 1, 3)]
        marks += _draw_tile(x + _PLUS, y, height, clue)
    return tuple(marks)


def _draw_tile(x: int, y: int, height: int, piece: DrawnTile) -> tuple[Mark, ...]:
    """One tile; exposed and standing tiles have the same lower edge."""
    wide = _tile_width(piece)
    top, tall = (y + height - LOW_TILE, LOW_TILE) if piece.lying else (y, height)
    if piece.white:
        return (FilledBox(x, top, wide, tall), *_letters(x + 1, top + (tall - GLYPH_HEIGHT) // 2, piece))
    foot = FilledBox(x, top + tall - 1, wide, 1)
    if tall < GLYPH_HEIGHT + 4:  # no room for an edge above
        return (foot, *_letters(x + 1, top, piece))
    return (FilledBox(x, top, wide, 1), foot, *_letters(x + 1, top + (tall - GLYPH_HEIGHT) // 2, piece))


def _letters(x: int, y: int, piece: DrawnTile) -> tuple[Mark, ...]:
    """The text of a tile; a leading 1 is two columns wide."""
    if len(piece.text) == 1:
        return (TextMark(x, y, piece.text, 1, piece.white),)
    ink = 0 if piece.white else 1
    first = _one(x, y, ink)
    return (*first, *_one(x + 3, y, ink)) if piece.text == "11" else (*first, TextMark(x + 3, y, "0", 1, piece.white))


def _one(x: int, y: int, ink: int) -> tuple[Mark, ...]:
    return (FilledBox(x, y + 1, 1, 1, ink), FilledBox(x + 1, y, 1, GLYPH_HEIGHT, ink))


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Tiles by their names, side by side."""
    return draw_row(0, y, 13, [DrawnTile(tile_colour(name) == "white", tile_front(name)) for name in names], None)
