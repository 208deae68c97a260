"""Da Vinci Code in seven drawn pages, for players who have never played it."""

from typing import Final

from companion.core.rules_book import PageMarks, drawing_above
from companion.core.screen import BODY, Mark, Rect
from companion.games.davinci.marks import DrawnRow, DrawnTile, place_row

_STRIP: Final = Rect(BODY.x, BODY.y, BODY.width, 13)
"""Where the tiles stand, above two lines."""


def _tiles(*tiles: DrawnTile, hand: DrawnTile | None = None) -> tuple[Mark, ...]:
    return place_row(_STRIP, DrawnRow(tiles, hand), lines=1).marks


def _tile(word: str) -> DrawnTile:
    """A tile by its colour's letter and its number: "W7"; without a number nobody knows it."""
    return DrawnTile(word[0] == "W", word[1:])


HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_above("Black or white, with a number from 0 to 11.", *_tiles(*map(_tile, ("B0", "W0", "B11", "W11")))),
    drawing_above("Yours stand in order. At a tie black is left.", *_tiles(*map(_tile, ("B1", "W4", "B6", "W6")))),
    drawing_above("Of the others you see only the backs.", *_tiles(*map(_tile, ("B", "W", "W", "B")))),
    drawing_above(
        "Draw a tile, then guess one of theirs.",
        *_tiles(*map(_tile, ("B1", "W4", "B6")), hand=_tile("W9")),
    ),
    drawing_above("Right: it is opened for all. Go on, or stop.", *_tiles(_tile("B"), _tile("W5"), _tile("B"))),
    drawing_above("Wrong: your drawn tile joins your row, open.", *_tiles(_tile("B1"), _tile("W4"), _tile("W9"))),
    drawing_above(
        "Who still has a hidden tile at the end wins.",
        *_tiles(_tile("B2"), _tile("W"), _tile("W8")),
    ),
)
"""The pages in their order."""
