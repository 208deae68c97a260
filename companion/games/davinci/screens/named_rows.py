"""The rows of a view as rows to draw, and lines with a name and a row on several screens."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from companion.core.fonts.faces import Face, cap, height, text_width
from companion.core.screen import BODY, Rect, TextMark, Veil, clipped
from companion.core.seat import Seat
from companion.games.davinci.marks import ROW_HEIGHT, DrawnRow, DrawnTile, PlacedRow, place_row, widths
from companion.games.davinci.moves import NUMBER_TILES, TILE_NUMBERS, tile_front
from companion.games.davinci.view import DavinciView, ShownTile

YOU: Final = "You"
_NAME_GAP: Final = 5
"""Pixels between a name and its row."""
_WIDE_TILES: Final = sum(len(tile_front(tile)) > 1 for tile in NUMBER_TILES)
_WIDEST: Final = max(TILE_NUMBERS, key=len)
_GOOD_NAME: Final = 32
"""Pixels of a name that are worth smaller figures in its row."""


def other_seats(view: DavinciView) -> tuple[Seat, ...]:
    """The other seats, clockwise from the view's own one; of the public view all seats."""
    if view.seat is None:
        return tuple(range(view.seats))
    return tuple((view.seat + step) % view.seats for step in range(1, view.seats))


def shown_row(view: DavinciView, seat: Seat) -> DrawnRow:
    """The row of a seat, its tile in hand, and the tile that joined last if it is in this row (D8). A tile that its owner has not
    yet seen is in nobody's hand."""
    clue = view.clue
    is_in_hand = clue is not None and clue.owner == seat and (clue.value is not None or seat != view.seat)
    hand = clue_tile(view) if is_in_hand else None
    joined = view.joined.position if view.joined is not None and view.joined.seat == seat else None
    return DrawnRow([shown_tile(tile) for tile in view.rows[seat]], hand, joined)


def shown_tile(tile: ShownTile) -> DrawnTile:
    """A tile of a row."""
    return DrawnTile(tile.colour == "white", tile.value or "")


def clue_tile(view: DavinciView) -> DrawnTile | None:
    """The tile in somebody's hand."""
    return None if view.clue is None else DrawnTile(view.clue.colour == "white", view.clue.value or "")


def named_rows(
    view: DavinciView, names: tuple[str, ...], lines: Sequence[tuple[Seat, Rect]], *, news: bool = True
) -> list[PlacedRow]:
    """Rows, each in its area after its owner's name, which is as long as the rows allow. `news`: the tile that joined last is
    marked."""
    heads = [YOU if seat == view.seat else names[seat] for seat, _ in lines]
    rows = [shown_row(view, seat) for seat, _ in lines]
    rows = rows if news else [structs.replace(row, joined=None) for row in rows]
    room = _name_room(heads, [_for_width(view, seat) for seat, _ in lines], [area for _, area in lines])
    left = BODY.x + (room + _NAME_GAP if room else 0)
    places = [Rect(left, area.y, area.right - left, area.height) for _, area in lines]
    # All rows on a screen have tiles of one size, which must not tell how wide the own numbers are.
    sizes = [
        place_row(place, _for_width(view, seat), lines=1).style for place, (seat, _) in zip(places, lines, strict=True)
    ]
    found = []
    for head, row, place, (seat, area) in zip(heads, rows, places, lines, strict=True):
        placed = place_row(place, row, lines=1, largest=max(sizes))
        tile = placed.tiles[0] if placed.tiles else place
        face: Face = "label" if tile.height > ROW_HEIGHT and text_width(head, "label") <= room else "text"
        top = min(tile.y + (tile.height - cap(face)) // 2, BODY.bottom - height(face))
        name = TextMark(area.x, top, clipped(head, room, face), face)
        placed = veiled(view, seat, place, placed)
        found.append(PlacedRow((*((name,) if name.text else ()), *placed.marks), placed.tiles, placed.area))
    return found


def veiled(view: DavinciView, seat: Seat, area: Rect, placed: PlacedRow) -> PlacedRow:
    """A row behind the Secrecy screen if it is the view's own, until everybody may see it.

    That screen is as wide as the area: the width of the row would tell how many numbers have two digits.
    """
    if seat != view.seat or view.phase == "over" or not placed.marks:
        return placed
    return PlacedRow((Veil(*area, placed.marks),), placed.tiles, placed.area)


def have_names(view: DavinciView, seat: Seat, width: int) -> bool:
    """Whether a line has room for a row of whole tiles and a short name."""
    return width - _NAME_GAP - widths(_for_width(view, seat), 0)[1] >= text_width(YOU)


def _for_width(view: DavinciView, seat: Seat) -> DrawnRow:
    """The row of a seat, the own one as wide as it can be: nothing beside a covered row may depend on its numbers."""
    row = shown_row(view, seat)
    if seat != view.seat or view.phase == "over":
        return row
    left = _WIDE_TILES

    def public(tile: DrawnTile) -> DrawnTile:
        nonlocal left
        left -= 1
        return DrawnTile(tile.white, _WIDEST if left >= 0 else "")

    shown = zip(row.tiles, view.rows[seat], strict=True)
    tiles = [tile if known.exposed else public(tile) for tile, known in shown]
    return DrawnRow(tiles, None if row.hand is None else public(row.hand), row.joined)


def _name_room(heads: Sequence[str], rows: Sequence[DrawnRow], areas: Sequence[Rect]) -> int:
    """Pixels for the names: what the longest needs in large letters, or as many as the rows leave; 0 if too few are left."""
    wanted = max(text_width(head, "label") for head in heads)
    each = [
        [area.width - _NAME_GAP - width for width in widths(row, area.height)]
        for row, area in zip(rows, areas, strict=True)
    ]
    large, small, narrow = (min(left[size] for left in each) for size in range(3))
    good, least = min(wanted, _GOOD_NAME), text_width(YOU)
    for left, enough in ((large, good), (small, good), (small, least)):
        if left >= enough:
            return min(wanted, left)
    return min(good, narrow) if narrow >= least else 0
