"""The body of the screen while a seat enters a move: the tiles from which it chooses, large, and what it has chosen so far."""

from collections.abc import Sequence
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.prompt import Choose, Dial, Menu, Option, Symbol
from companion.core.screen import BODY, Icon, Mark, Rect, TextMark, Veil, centred, clipped, text_lines, wrap
from companion.core.seat import Seat
from companion.games.davinci.marks import (
    DRAWN,
    NARROW,
    POINTER,
    ROW_HEIGHT,
    DrawnRow,
    DrawnTile,
    PlacedRow,
    draw_tile,
    place_row,
    place_spread,
)
from companion.games.davinci.moves import DASH_TILES, row_with_dashes, tile_colour, tile_front, tile_name
from companion.games.davinci.prompts import rows_in_reach
from companion.games.davinci.screens.named_rows import YOU, clue_tile, have_names, named_rows, shown_row, shown_tile
from companion.games.davinci.text import ordinal
from companion.games.davinci.view import DavinciView

_OVER_KEYS: Final = tuple(Rect(x, BODY.y, 40, BODY.height) for x in (1, 44, 87))
"""The part of the body above each key."""
_OVER_TWO: Final = tuple(Rect(x, BODY.y, 60, BODY.height) for x in (1, 67))
_RULER: Final = 9
"""Rows of the places above the tiles."""
_NAME: Final = 11
_BIG_TILE: Final = Rect(BODY.x + 2, BODY.y + 3, 24, 29)
_OWN_LINE: Final = Rect(BODY.x, BODY.y, BODY.width, 13)
_BACK: Final = (13, 17)
"""Width and height of a tile from the back."""
_UNKNOWN: Final = "?"
_ONLY_HERE: Final = "It fits only here."
_WRONG: Final = "Your claim was wrong."


def tile_entry_body(view: DavinciView, names: tuple[str, ...], entry: Entry) -> tuple[Mark, ...] | None:
    """What is shown for what has been entered so far."""
    match entry.prompt:
        case Menu():
            return _go_on(view) if view.phase == "go_on" and not entry.path else _columns(view, names)
        case Dial(fixed=((_, int(target)),)):
            return _claim(view, names, entry, target) if entry.values else _whole_row(view, names, entry, target)
        case Choose(options=options):
            return _choice(view, entry, options)
        case _:
            return None


def _choice(view: DavinciView, entry: Entry, options: tuple[Option, ...]) -> tuple[Mark, ...] | None:
    match options[0].move["move"]:
        case "take":
            return _piles(view)
        case "arrange":
            return _line_up(view, entry, options)
        case "place":
            return _gaps(_own_tiles(view), clue_tile(view), _left(entry, options))
        case "reveal":
            return _own_row(view, _left(entry, options))
        case "draw":
            return _front(entry, options)
        case _:
            return None


def _left(entry: Entry, options: tuple[Option, ...]) -> list[int]:
    """The positions that can still be chosen."""
    chosen = (entry.focus,) if entry.focus is not None else entry.group or options
    return [int(option.move["position"]) for option in chosen if isinstance(option, Option)]


def _piles(view: DavinciView) -> tuple[Mark, ...]:
    """How many tiles of each colour are left, each colour above its key while both can be taken; above them the own row."""
    assert view.seat is not None, "a seat takes tiles"
    marks: list[Mark] = []
    if not view.rows[view.seat] or not have_names(view, view.seat, BODY.width):
        marks.append(TextMark(BODY.x, BODY.y, "Tiles in the centre:", "label"))
    else:
        (own,) = named_rows(view, (YOU,) * view.seats, [(view.seat, _OWN_LINE)], news=False)
        marks += own.marks
    wide, high = _BACK
    top = BODY.bottom - high
    counts = (("black", view.centre.black), ("white", view.centre.white))
    for (colour, left), place in zip(counts, _OVER_TWO, strict=True):
        count = f"{left} left"
        across = wide + 5 + text_width(count, "label")
        x = place.x if place is _OVER_TWO[0] else place.right - across
        marks += draw_tile(Rect(x, top, wide, high), DrawnTile(colour == "white", ""), "text")
        marks.append(TextMark(x + wide + 5, top + 4, count, "label"))
    return tuple(marks)


def _columns(view: DavinciView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The players at whose tiles the seat may point, each above the key that chooses them. Where a row is too long, the number of
    its hidden tiles stands for it."""
    seats = rows_in_reach(view)
    columns = list(zip(seats, _OVER_TWO if len(seats) == 2 else _OVER_KEYS, strict=True))
    areas = [Rect(place.x, place.y + _NAME, place.width, place.height - _NAME) for _, place in columns]
    rows = [DrawnRow(shown_row(view, seat).tiles) for seat in seats]
    placed = [place_row(area, row) for area, row in zip(areas, rows, strict=True)]
    size = max(row.style for row in placed)
    fit = size < NARROW and all(len(one.tiles) == len(row.tiles) for one, row in zip(placed, rows, strict=True))
    marks: list[Mark] = []
    for (seat, place), area, row in zip(columns, areas, rows, strict=True):
        marks.append(centred(clipped(names[seat], place.width), Rect(place.x, place.y + 1, place.width, 7)))
        if not fit:
            hidden = sum(not tile.exposed for tile in view.rows[seat])
            marks.append(centred(str(hidden), Rect(area.x, area.y, area.width, 13), "number"))
            marks.append(centred("hidden", Rect(area.x, area.y + 14, area.width, 7)))
            continue
        first = place_row(area, row, largest=size)
        lower = max(tile.bottom for tile in first.tiles) - first.tiles[0].bottom if first.tiles else 0
        high = first.tiles[0].height + lower if first.tiles else 0
        width = first.area.width
        middle = Rect(area.x + (area.width - width) // 2, area.y, width, high)
        marks += place_row(middle, row, largest=size).marks
    return tuple(marks)


def _whole_row(view: DavinciView, names: tuple[str, ...], entry: Entry, target: Seat) -> tuple[Mark, ...]:
    """The target's row, with the places of the tiles that can be chosen, above the own row."""
    assert view.seat is not None, "only a seat deduces"
    assert isinstance(entry.prompt, Dial), "a tile is chosen on a dial"
    left = [choice.value for choice in entry.group or entry.prompt.wheels[0].symbols if isinstance(choice, Symbol)]
    positions = [int(place) for place in left]
    own = Rect(BODY.x, BODY.bottom - ROW_HEIGHT, BODY.width, ROW_HEIGHT)
    area = Rect(BODY.x, BODY.y + _RULER, BODY.width, ROW_HEIGHT)
    row = DrawnRow(shown_row(view, target).tiles)
    if not all(have_names(view, seat, BODY.width) for seat in (target, view.seat)):
        theirs = _centred_row(area, row)
        words = f"{clipped(names[target], BODY.width // 2, 'label')}'s row"
        return (*_ruler(positions, theirs), *theirs.marks, TextMark(BODY.x, own.y, words, "label"))
    theirs, mine = named_rows(view, names, [(target, area), (view.seat, own)], news=False)
    name = theirs.marks[0]
    tiles = place_spread(Rect(theirs.area.x, area.y, area.right - theirs.area.x, area.height), row)
    if tiles is None:
        return (*_ruler(positions, theirs), *theirs.marks, *mine.marks)
    return (*_ruler(positions, tiles, ordinals=True), name, *tiles.marks, *mine.marks)


def _claim(view: DavinciView, names: tuple[str, ...], entry: Entry, target: Seat) -> tuple[Mark, ...]:
    """The claim as a sentence, and the target's row with a pointer at the tile and the value in it."""
    position = int(entry.values[0])
    value = str(entry.values[1]) if len(entry.values) > 1 else _UNKNOWN
    rest = f"'s {ordinal(position)} tile is {value}"
    name = clipped(names[target], BODY.width - 1 - text_width(rest, "label"), "label")
    row = shown_row(view, target)
    tiles = [
        DrawnTile(tile.white, _guessed(value) if place == position else tile.text)
        for place, tile in enumerate(row.tiles)
    ]
    area = Rect(BODY.x, BODY.y + 17, BODY.width, BODY.height - 17)
    placed = _centred_row(area, DrawnRow(tiles))
    said = TextMark(BODY.x, BODY.y, name + rest, "label")
    if placed.style == NARROW:  # two lines of whole tiles, and no room for a pointer
        two_lines = Rect(BODY.x, BODY.bottom - 2 * ROW_HEIGHT - 1, BODY.width, 2 * ROW_HEIGHT + 1)
        small = TextMark(BODY.x, BODY.y, name + rest)
        return (small, *place_row(two_lines, DrawnRow(tiles)).marks)
    pointer = Icon(_middle(placed.tiles[position]) - 2, placed.tiles[0].y - len(POINTER) - 1, POINTER)
    return (said, pointer, *placed.marks)


def _guessed(value: str) -> str:
    """The figure in the tile of a claim, so that nobody takes it for an open one."""
    return value if value == _UNKNOWN else f"{value}{_UNKNOWN}"


def _go_on(view: DavinciView) -> tuple[Mark, ...]:
    """What is at stake: the tile in hand, and what becomes of it."""
    tile = clue_tile(view)
    if tile is None:
        return text_lines(wrap("Name another tile, or end your turn?", face="label"), face="label")
    left = _BIG_TILE.right + 6
    words = "Stop hides your new tile. A wrong claim shows it."
    area = Rect(left, BODY.y + 2, BODY.right - left, BODY.height - 2)
    return (Veil(*_BIG_TILE, draw_tile(_BIG_TILE, tile, "value")), *text_lines(wrap(words, area.width), area))


def _line_up(view: DavinciView, entry: Entry, options: tuple[Option, ...]) -> tuple[Mark, ...]:
    """D14: the own row as it would stand; with one dash, the places at which that can stand."""
    tiles = _own_tiles(view)
    dashes = [tile for tile in DASH_TILES if tile in tiles]
    if len(dashes) == 1:
        numbers = row_with_dashes(tuple(tile for tile in tiles if tile not in dashes), ())
        chosen = [option for option in entry.group or options if isinstance(option, Option)]
        places = [int(option.move["positions"][0]) for option in chosen]
        return _gaps(numbers, _drawn(dashes[0]), places, held="dash")
    numbers = tuple(tile for tile in tiles if tile not in dashes)
    row = DrawnRow([_drawn(tile) for tile in row_with_dashes(numbers, ())])
    # With two dashes a key stands for a pair of places, and for several pairs at first, so no whole row can be drawn.
    words = "Dashes (black, white):" if dashes else "No dash: it is in order."
    area = Rect(BODY.x, BODY.y + 12, BODY.width, BODY.height - 12)
    return (Veil(*BODY, (TextMark(BODY.x, BODY.y, words), *_centred_row(area, row).marks)),)


def _gaps(
    tiles: tuple[str, ...], hand: DrawnTile | None, positions: Sequence[int], held: str = DRAWN
) -> tuple[Mark, ...]:
    """The own row and the tile that is to join it: in its place if there is only one, or else after the word `held`, with
    pointers at the places."""
    area = Rect(BODY.x + 4, BODY.y + 14, BODY.width - 4, BODY.height - 14)
    row = [_drawn(tile) for tile in tiles]
    if len(positions) == 1 and hand is not None:
        (place,) = positions
        placed = _centred_row(area, DrawnRow([*row[:place], hand, *row[place:]]))
        at = [_middle(placed.tiles[place])]
        words = text_width(_ONLY_HERE)
        left = min(max(BODY.x, at[0] - words // 2), BODY.right - words)
        above: tuple[Mark, ...] = (TextMark(left, BODY.y, _ONLY_HERE),)
    else:
        placed = place_row(area, DrawnRow(row, hand, held=held), lines=1)
        ends = [area.x - 2, *(placed.tiles[number].right for number in range(len(tiles)))]
        at = [ends[place] for place in positions]
        above = _places(list(zip(positions, at, strict=True)), ordinals=False)
    pointers = tuple(Icon(x - 2, placed.tiles[0].y - len(POINTER) - 1, POINTER) for x in at)
    return (Veil(*BODY, (*above, *pointers, *placed.marks)),)


def _own_row(view: DavinciView, positions: Sequence[int]) -> tuple[Mark, ...]:
    """The own row, with the places of the tiles that can be chosen."""
    assert view.seat is not None, "only a seat has tiles"
    row = DrawnRow([shown_tile(tile) for tile in view.rows[view.seat]])
    why = TextMark(BODY.x, BODY.bottom - 9, _WRONG)
    area = Rect(BODY.x, BODY.y, BODY.width, why.y - 2 - BODY.y)
    spread = place_spread(Rect(area.x, area.y + _RULER, area.width, ROW_HEIGHT), row)
    if spread is not None:
        return (Veil(*area, (*_ruler(positions, spread, ordinals=True), *spread.marks)), why)
    placed = _centred_row(Rect(area.x, area.y + _RULER, area.width, area.height - _RULER), row)
    return (Veil(*area, (*_ruler(positions, placed), *placed.marks)), why)


def _front(entry: Entry, options: tuple[Option, ...]) -> tuple[Mark, ...]:
    """A tile out of the box: which colour is asked for, and then the figure that is to be confirmed."""
    white = tile_colour(str(options[0].move["tile"])) == "white"
    figure = tile_front(str(entry.focus.move["tile"])) if isinstance(entry.focus, Option) else _UNKNOWN
    left = _BIG_TILE.right + 6
    words = "Is this its number?" if isinstance(entry.focus, Option) else "Its number? Only you may see it."
    area = Rect(left, BODY.y + 4, BODY.right - left, BODY.height - 4)
    tile = draw_tile(_BIG_TILE, DrawnTile(white, figure), "value")
    return (Veil(*_BIG_TILE, tile), *text_lines(wrap(words, area.width, "label"), area, "label"))


def _centred_row(area: Rect, row: DrawnRow) -> PlacedRow:
    width = place_row(area, row, lines=1).area.width
    return place_row(Rect(area.x + (area.width - width) // 2, area.y, width, area.height), row, lines=1)


def _ruler(positions: Sequence[int], row: PlacedRow, *, ordinals: bool = False) -> tuple[Mark, ...]:
    """The places of some tiles of a row, each above its tile."""
    return _places([(place, _middle(row.tiles[place])) for place in positions], ordinals=ordinals)


def _places(at: Sequence[tuple[int, int]], *, ordinals: bool) -> tuple[Mark, ...]:
    """Places, each centred on a column; one that has no room beside the last is left out."""
    marks: list[TextMark] = []
    free = 0
    for position, middle in at:
        word = ordinal(position) if ordinals else str(position + 1)
        x = min(max(BODY.x, middle - text_width(word) // 2), BODY.right - text_width(word))
        if x >= free:
            marks.append(TextMark(x, BODY.y, word))
            free = x + text_width(word) + 2
    return tuple(marks)


def _middle(tile: Rect) -> int:
    return tile.x + tile.width // 2


def _own_tiles(view: DavinciView) -> tuple[str, ...]:
    assert view.seat is not None, "only a seat has a row"
    return tuple(tile_name(tile.colour, tile.value or "") for tile in view.rows[view.seat])


def _drawn(tile: str) -> DrawnTile:
    return DrawnTile(tile_colour(tile) == "white", tile_front(tile))
