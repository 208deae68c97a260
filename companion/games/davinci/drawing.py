"""Rows of tiles as marks: a white tile is a lit block with a dark number, a black tile a dark one between two lit edges.

A panel's lit pixels are its white, so a tile has on it the colour that it has on the table. A tile that stands is high, one
that lies open is lower. A two-digit number is set narrow, so that a row of 13 tiles fits a screen.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from companion.core.screen import FilledBox, Mark, TextMark
from companion.games.davinci.tiles import colour, value

GLYPH: Final = 7
"""Pixels that the letters of a tile are high."""
LOW: Final = GLYPH + 2
"""How high a tile is that lies open, and any tile where there is no room."""
GAP: Final = 1
WEDGE: Final = 4
"""Pixels that a wedge and its gap take, which points at the tile that joined last (D8)."""
PLUS: Final = 5
"""Pixels between a row and the tile in hand, in which a small plus stands."""


class Piece(Struct, frozen=True):
    """A tile to draw: `text` is its number, the dash, or what a tile is called whose front is not known."""

    white: bool
    text: str
    lying: bool = False


def width(piece: Piece) -> int:
    """Pixels across."""
    return 10 if piece.text == "10" else 7


def across(row: Sequence[Piece], clue: Piece | None, joined: int | None = None) -> int:
    """Pixels across a row and the tile in hand beside it. `joined`: the tile at which a wedge points."""
    wide = sum(width(piece) + GAP for piece in row) - (GAP if row else 0) + (WEDGE if joined is not None else 0)
    return wide + (PLUS + width(clue) if clue is not None else 0)


def row(
    x: int, y: int, height: int, pieces: Sequence[Piece], clue: Piece | None, joined: int | None = None
) -> tuple[Mark, ...]:
    """A row from (`x`, `y`) on, `height` pixels high (LOW at least), and the tile in hand at its right end.

    `joined`: the tile at which a wedge points.
    """
    marks: list[Mark] = []
    for position, piece in enumerate(pieces):
        if position == joined:
            low = y + height - LOW // 2 - 1
            marks += [FilledBox(x + step, low - 2 + step, 1, 5 - 2 * step) for step in range(3)]
            x += WEDGE
        marks += tile(x, y, height, piece)
        x += width(piece) + GAP
    if clue is not None:
        x -= GAP if pieces else 0
        middle = y + height // 2
        marks += [FilledBox(x + 1, middle, 3, 1), FilledBox(x + 2, middle - 1, 1, 3)]
        marks += tile(x + PLUS, y, height, clue)
    return tuple(marks)


def tile(x: int, y: int, height: int, piece: Piece) -> tuple[Mark, ...]:
    """One tile; a lying one has its foot where the standing ones have theirs."""
    wide = width(piece)
    top, tall = (y + height - LOW, LOW) if piece.lying else (y, height)
    if piece.white:
        return (FilledBox(x, top, wide, tall), *_letters(x + 1, top + (tall - GLYPH) // 2, piece))
    foot = FilledBox(x, top + tall - 1, wide, 1)
    if tall < GLYPH + 4:  # no room for an edge above
        return (foot, *_letters(x + 1, top, piece))
    return (FilledBox(x, top, wide, 1), foot, *_letters(x + 1, top + (tall - GLYPH) // 2, piece))


def _letters(x: int, y: int, piece: Piece) -> tuple[Mark, ...]:
    """The text, in which a leading 1 takes two columns."""
    if len(piece.text) == 1:
        return (TextMark(x, y, piece.text, 1, piece.white),)
    ink = 0 if piece.white else 1
    first = _one(x, y, ink)
    return (*first, *_one(x + 3, y, ink)) if piece.text == "11" else (*first, TextMark(x + 3, y, "0", 1, piece.white))


def _one(x: int, y: int, ink: int) -> tuple[Mark, ...]:
    return (FilledBox(x, y + 1, 1, 1, ink), FilledBox(x + 1, y, 1, GLYPH, ink))


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Tiles by their names, side by side."""
    return row(0, y, 13, [Piece(colour(name) == "white", value(name)) for name in names], None)
