"""The screens of Da Vinci Code: rows of tiles, the pages, the body while something is entered, its rules, and how it is played.

A white tile is a lit box with a dark figure, a black tile an outline with a lit figure; a tile without a figure is one that the
seat that looks does not know. All tiles of a row are as large. The word "new" and a wedge point from the left at the tile that
joined last (D8); the tile in hand stands at the right end. A line stands below each own tile that lies open, where there is
room; a long own row says so, and that a black tile without room for its outline has a line above it. A row takes the largest
style that its area has room for, in one line if it can.

Two rows stand on one page. With more players the first page is the own row alone, large, below the last news; the others' rows
follow, up to two a page. A page of its own says which own tiles are hidden, and which lie open. A hidden tile of another player
is blank; screens call it by its place: "Bob's 2nd tile". While a move is entered, the tiles from which the seat chooses stand
there large, with what it has chosen so far.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct, structs

from companion.core.entry import Entry
from companion.core.fonts.faces import Face, cap, height, text_width
from companion.core.prompt import Choose, Dial, Menu, Option, Symbol
from companion.core.rules_book import IN_PICTURES, Book, PageMarks, drawing_above, topic
from companion.core.screen import (
    BODY,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    centred,
    clipped,
    right_aligned,
    text_lines,
    title_with_name,
    wrap,
)
from companion.core.seat import Seat, all_seats, clockwise
from companion.games.davinci.rules import (
    DASH,
    DASH_TILES,
    NUMBER_TILES,
    TILE_NUMBERS,
    DavinciView,
    Deduction,
    Options,
    ShownTile,
    ordinal,
    row_with_dashes,
    rows_in_reach,
    tile_colour,
    tile_front,
    tile_names,
)
from companion.games.davinci.words import owned, status, verdict

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
_LINED: Final = 2
"""Rows of the line below a tile, with the gap above it."""
_TALLEST: Final = 6
"""Rows of a tile beyond its figure, at most."""


class DrawnTile(Struct, frozen=True):
    """A tile to draw. `text`: its number or the dash, empty if unknown; `lined`: a line stands below it, where there is room."""

    white: bool
    text: str
    lined: bool = False


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
_SPREAD: Final = _Style("text", 2, 12)
"""So far apart that an ordinal fits above each tile, and stands free of its neighbours."""
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
    below = _LINED if any(tile.lined for tile in row.tiles) and area.height >= _STYLES[NARROW].least + _LINED else 0
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
                if len(split) <= count and _STYLES[number].least + below <= height:
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
    # Too narrow for an outline: only the line above it. One below would say that the tile lies open.
    return (FilledBox(area.x, area.y, area.width, 1),)


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
    lined = any(item.tile.lined for line in lines for item in line)
    below = _LINED if lined and height - _LINED >= style.least else 0
    for line_number, line in enumerate(lines):
        x, ground = area.x, area.bottom - (len(lines) - 1 - line_number) * (height + _LINE_GAP)
        top, bottom = ground - height, ground - below
        for item in line:
            x += item.gap
            if item.word:
                marks.append(TextMark(x, (top + bottom - cap("text")) // 2, item.word))
                x += text_width(item.word) + _WORD_GAP
            if item.wedge:
                marks.append(Icon(x, (top + bottom - len(WEDGE)) // 2, WEDGE))
                x += _WEDGE_ROOM
            place = Rect(x, top, _tile_width(item.tile, style), bottom - top)
            marks += draw_tile(place, item.tile, style.face)
            if item.tile.lined and below:
                marks.append(FilledBox(place.x, ground - 1, place.width, 1))
            tiles.append(place)
            x = place.right + style.gap
        right = max(right, x - style.gap)
    return PlacedRow(tuple(marks), tuple(tiles), Rect(area.x, area.y, right - area.x, area.height), number)


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Tiles by their names, side by side."""
    row = DrawnRow([DrawnTile(tile_colour(name) == "white", tile_front(name)) for name in names])
    return place_row(Rect(BODY.x, y, BODY.width, _RECAP_HEIGHT), row, lines=1).marks


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
        return all_seats(view.seats)
    return clockwise(view.seat, view.seats)[1:]


def shown_row(view: DavinciView, seat: Seat) -> DrawnRow:
    """The row of a seat, its tile in hand, and the tile that joined last if it is in this row (D8). A tile that its owner has not
    yet seen is in nobody's hand."""
    clue = view.clue
    is_in_hand = clue is not None and clue.owner == seat and (clue.value is not None or seat != view.seat)
    hand = clue_tile(view) if is_in_hand else None
    joined = view.joined.position if view.joined is not None and view.joined.seat == seat else None
    own = seat == view.seat and view.phase != "over"
    tiles = [structs.replace(shown_tile(tile), lined=own and tile.exposed) for tile in view.rows[seat]]
    return DrawnRow(tiles, hand, joined)


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


_OVER_KEYS: Final = tuple(Rect(x, BODY.y, 40, BODY.height) for x in (1, 44, 87))
"""The part of the body above each key."""
_OVER_TWO: Final = tuple(Rect(x, BODY.y, 60, BODY.height) for x in (1, 67))
_RULER: Final = 9
"""Rows of the places above the tiles."""
_BIG_TILE: Final = Rect(BODY.x + 2, BODY.y + 3, 24, 29)
_NAME: Final = 11
_BELOW: Final = Rect(BODY.x, BODY.bottom - ROW_HEIGHT, BODY.width, ROW_HEIGHT)
_OWN_LINE: Final = Rect(BODY.x, BODY.y, BODY.width, 15)
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
            part = _claim if entry.values else _whole_row
            return part(view, names, entry, Seat(target))
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
    """The players at whose tiles the seat may point, each above the key that chooses them, and below them the own row. Where a
    row is too long, the back of a tile stands for it, with the number of those that are hidden."""
    seats = rows_in_reach(view)
    columns = list(zip(seats, _OVER_TWO if len(seats) == 2 else _OVER_KEYS, strict=True))
    areas = [Rect(place.x, place.y + _NAME, place.width, ROW_HEIGHT) for _, place in columns]
    rows = [DrawnRow(shown_row(view, seat).tiles) for seat in seats]
    placed = [place_row(area, row, lines=1) for area, row in zip(areas, rows, strict=True)]
    size = max(row.style for row in placed)
    fit = size < NARROW and all(len(one.tiles) == len(row.tiles) for one, row in zip(placed, rows, strict=True))
    marks: list[Mark] = []
    for (seat, place), area, row in zip(columns, areas, rows, strict=True):
        marks.append(centred(clipped(names[seat], place.width), Rect(place.x, place.y + 1, place.width, 7)))
        if not fit:
            hidden = sum(not tile.exposed for tile in view.rows[seat])
            left = area.x + (area.width - _BACK[0] - _WORD_GAP - text_width(str(hidden), "label")) // 2
            marks += draw_tile(Rect(left, area.y, _BACK[0], area.height), DrawnTile(False, ""), "text")
            marks.append(TextMark(left + _BACK[0] + _WORD_GAP, area.y + 1, str(hidden), "label"))
            continue
        width = place_row(area, row, lines=1, largest=size).area.width
        middle = Rect(area.x + (area.width - width) // 2, area.y, width, area.height)
        marks += place_row(middle, row, lines=1, largest=size).marks
    return (*marks, *_beside_claim(view))


def _beside_claim(view: DavinciView) -> tuple[Mark, ...]:
    """The own row with the tile in hand in the last line of the body: players reason with them while they claim. Where they are
    too many, the tiles are narrow, then without those that lie open."""
    assert view.seat is not None, "only a seat deduces"
    if have_names(view, view.seat, BODY.width):
        return named_rows(view, (YOU,) * view.seats, [(view.seat, _BELOW)], news=False)[0].marks
    row = structs.replace(shown_row(view, view.seat), joined=None)
    named = text_width(YOU) + _NAME_GAP
    widest = structs.replace(_for_width(view, view.seat), joined=None)
    if _across(_items(widest), _STYLES[NARROW]) > _BELOW.width - named:
        named = 0
    area = Rect(_BELOW.x + named, _BELOW.y, _BELOW.width - named, ROW_HEIGHT)
    hidden = [shown_tile(tile) for tile in view.rows[view.seat] if not tile.exposed]
    fitting = (
        split
        for tiles in (row.tiles, hidden)
        if len(split := _lines(_items(structs.replace(row, tiles=tiles)), area.width, _STYLES[NARROW])) == 1
    )
    narrow = (_placed(area, split, NARROW, ROW_HEIGHT) for split in fitting)
    placed = next(narrow, place_row(area, row, lines=1))
    name = (TextMark(BODY.x, area.y + 2, YOU),) if named else ()
    return (*name, *veiled(view, view.seat, area, placed).marks)


def _whole_row(view: DavinciView, names: tuple[str, ...], entry: Entry, target: Seat) -> tuple[Mark, ...]:
    """The target's row, with the places of the tiles that can be chosen, above the own row."""
    assert view.seat is not None, "only a seat deduces"
    assert isinstance(entry.prompt, Dial), "a tile is chosen on a dial"
    left = [choice.value for choice in entry.group or entry.prompt.wheels[0].symbols if isinstance(choice, Symbol)]
    positions = [int(place) for place in left]
    area = Rect(BODY.x, BODY.y + _RULER, BODY.width, ROW_HEIGHT)
    row = DrawnRow(shown_row(view, target).tiles)
    if not all(have_names(view, seat, BODY.width) for seat in (target, view.seat)):
        theirs = _centred_row(area, row)
        return (*_ruler(positions, theirs), *theirs.marks, *_beside_claim(view))
    theirs, mine = named_rows(view, names, [(target, area), (view.seat, _BELOW)], news=False)
    name = theirs.marks[0]
    tiles = place_spread(Rect(theirs.area.x, area.y, area.right - theirs.area.x, area.height), row)
    if tiles is None:
        return (*_ruler(positions, theirs), *theirs.marks, *mine.marks)
    return (*_ruler(positions, tiles, ordinals=True), name, *tiles.marks, *mine.marks)


def _claim(view: DavinciView, names: tuple[str, ...], entry: Entry, target: Seat) -> tuple[Mark, ...]:
    """The claim as a sentence, the target's row with the value in the tile that is meant, and the own row."""
    position = int(entry.values[0])
    value = str(entry.values[1]) if len(entry.values) > 1 else _UNKNOWN
    rest = f"'s {ordinal(position)} tile is {value}"
    name = clipped(names[target], BODY.width - 1 - text_width(rest))
    row = shown_row(view, target)
    tiles = [
        DrawnTile(tile.white, _guessed(value) if place == position else tile.text)
        for place, tile in enumerate(row.tiles)
    ]
    area = Rect(BODY.x, BODY.y + _RULER + 1, BODY.width, ROW_HEIGHT)
    return (TextMark(BODY.x, BODY.y, name + rest), *_centred_row(area, DrawnRow(tiles)).marks, *_beside_claim(view))


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
    return tile_names(view.rows[view.seat])


def _drawn(tile: str) -> DrawnTile:
    return DrawnTile(tile_colour(tile) == "white", tile_front(tile))


_TILES_HEIGHT: Final = 23


def _legend() -> tuple[Mark, ...]:
    """What the shapes of tiles mean: hidden, open, joined last."""
    marks: list[Mark] = []
    for x, word, figure in ((0, "hidden", ""), (58, "open", "7")):
        tiles = [DrawnTile(False, figure), DrawnTile(True, figure)]
        area = Rect(BODY.x + x, BODY.y, 40, _TILES_HEIGHT)
        marks += [*place_row(area, DrawnRow(tiles)).marks, TextMark(area.x, BODY.bottom - 9, word)]
    return tuple(marks)


_RULES: Final[Book] = (
    topic(
        "The game",
        "There is a black and a white tile of each number from 0 to 11. Everybody has a secret row of them.",
        "Find out the tiles of the others. Who has the last hidden tile wins.",
    ),
    topic(
        "The screens",
        _legend(),
        "White is lit, black an outline. A line below your own: it is open.",
        "Others see the colours of your hidden tiles, not the numbers.",
        "The small arrow is beside the tile that joined a row last.",
    ),
    topic(
        "The deal",
        # D2
        "You take tiles one at a time, in turn, from the first player on.",
        "Each takes four, or three where four play.",
        "You choose the colour, luck the tile. A colour can run out.",
    ),
    topic(
        "Left, right",
        # D3
        "Low stands left. Of two equal tiles the black one stands left.",
        "Every row is shown as its owner sees it. The 1st tile is on the owner's left.",
        "Across the table that is the other way round: on your right.",
    ),
    topic(
        "A turn",
        "Draw a tile. All see its colour, you alone its number.",
        "Point at a hidden tile of another row and say what it is.",
    ),
    topic(
        "The claim",
        "Right, and it lies open: go on or stop.",
        "When you stop, your new tile joins your row hidden.",
        "Wrong, and your new tile joins your row open. Your turn ends.",
        "Who has no hidden tile left is out and takes no more turns.",
    ),
    topic(
        "Memory",
        # D16
        "Nothing may be written down. The screens forget a wrong claim when its turn is over.",
        "With the option Memory aid they keep it.",
    ),
    topic(
        "Dashes",
        # D13, D14
        "The option Dashes in play adds a black and a white dash. A dash may stand anywhere in a row and is never moved.",
        "Numbers go on either side of a dash, as their owner likes.",
        "You are asked even if there is one place. So nobody learns it.",
    ),
    topic(
        "No tiles left",
        # D15
        "When the centre is empty, play goes on without drawing. A wrong claim then costs nothing but the turn.",
        "An option can make it cost a tile of your own.",
    ),
    topic(
        "Points",
        # D17
        "A right claim brings 1 point, the last tile of a row 3 more.",
        "Who wins a round gets 5 and the own hidden tiles, a dash as 0.",
        # D18
        "Only the winner's own tiles count, not those in the centre.",
        "A tile that its owner opened by a wrong claim earns nobody a point.",
    ),
    topic(
        "Tournament",
        # D19
        "A tournament has three rounds. Then the most points win.",
        "Equal points are a shared win.",
        "Who sits left of the player who began a round begins the next.",
    ),
)


_STRIP: Final = Rect(BODY.x, BODY.y, BODY.width, 13)
"""Where the tiles stand, above two lines."""


def _tiles(*tiles: DrawnTile, hand: DrawnTile | None = None) -> tuple[Mark, ...]:
    return place_row(_STRIP, DrawnRow(tiles, hand), lines=1).marks


def _tile(word: str) -> DrawnTile:
    """A tile by its colour's letter and its number: "W7"; without a number nobody knows it."""
    return DrawnTile(word[0] == "W", word[1:])


_HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
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


_LINES: Final = 3
"""Lines of small letters on a page."""
_TOP: Final = BODY.y + 1
"""Where a first line with names begins: an accent may rise above its capitals."""
_ROWS_ON_PAGE: Final = 2
_NEWS: Final = 11
"""Rows of the news above the own row."""
_UPPER: Final = Rect(BODY.x, BODY.y, BODY.width, 15)
_LOWER: Final = Rect(BODY.x, BODY.y + 18, BODY.width, 15)
_HIDDEN: Final = "Hidden"
_PILE_WIDTH: Final = 15
_UNDER: Final = "Line under: open"
_OVER_UNDER: Final = "Over black, under open"
"""What lines under, or over and under, the own tiles mean."""
_HELD: Final = "The right one is drawn."
_HINT: Final = "Low numbers stand left."
_AS_TAKEN: Final = "In the order taken"
"""D14: until the rows are lined up."""
_SCORE_GAP: Final = 10
_NAMED_PITCH: Final = 12
"""Rows from a line with names to the next one: between a descender and an accent there are two."""


def render(options: Options, view: DavinciView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = [*_rows(view, names), *_claims(view, names), _centre(view)]
    if view.rounds > 1:
        pages.append(ScreenPage(f"Round {view.round} of {view.rounds}", partial(_scores, view, names), "Points"))
    return Rendering(status(view, names), tuple(pages), None if entry is None else tile_entry_body(view, names, entry))


def _rows(view: DavinciView, names: tuple[str, ...]) -> list[ScreenPage]:
    seats = other_seats(view)
    if not any(view.rows) and view.clue is None:
        return [ScreenPage("The rows", (TextMark(BODY.x, BODY.y + 2, "No tile is taken yet.", "label"),), "Rows")]
    if view.seat is None:
        return _stacked(view, names, seats, "The rows")
    if view.seats == _ROWS_ON_PAGE and all(have_names(view, seat, BODY.width) for seat in all_seats(2)):
        pages = _stacked(view, names, (seats[0], view.seat), "The rows")
    else:
        own = ScreenPage("Your row", partial(_own, view, view.seat, names), YOU)
        pages = [own, *_stacked(view, names, seats, "The others")]
    hidden = _hidden_and_open(view, view.seat)
    return [*pages, ScreenPage("Your tiles", hidden, "Tiles")] if hidden else pages


def _stacked(view: DavinciView, names: tuple[str, ...], seats: Sequence[Seat], title: str) -> list[ScreenPage]:
    """Rows with their names, two on a page; or one, with its name in the title, if rows and names are too long for that."""
    pages = []
    for start in range(0, len(seats), _ROWS_ON_PAGE):
        some = seats[start : start + _ROWS_ON_PAGE]
        if len(some) > 1 and all(have_names(view, seat, BODY.width) for seat in some):
            pages.append(ScreenPage(title, partial(_two_rows, view, names, some), "Rows"))
            continue
        pages += [
            ScreenPage(title_with_name(names[seat], "'s row"), partial(_one_row, view, seat), "Rows") for seat in some
        ]
    return pages


def _two_rows(view: DavinciView, names: tuple[str, ...], seats: Sequence[Seat]) -> tuple[Mark, ...]:
    placed = named_rows(view, names, list(zip(seats, (_UPPER, _LOWER), strict=True)))
    return tuple(mark for row in placed for mark in row.marks)


def _one_row(view: DavinciView, seat: Seat) -> tuple[Mark, ...]:
    return place_row(Rect(BODY.x, BODY.y + 4, BODY.width, BODY.height - 8), shown_row(view, seat)).marks


def _hidden_and_open(view: DavinciView, seat: Seat) -> tuple[Mark, ...]:
    """The own tiles that nobody else knows, and below them those that all see; nothing where none lies open."""
    row = view.rows[seat]
    if len({tile.exposed for tile in row}) < 2:
        return ()
    left = BODY.x + text_width(_HIDDEN) + 5
    marks: list[Mark] = []
    for word, area, exposed in ((_HIDDEN, _UPPER, False), ("Open", _LOWER, True)):
        tiles = [shown_tile(tile) for tile in row if tile.exposed == exposed]
        beside = Rect(left, area.y, area.right - left, area.height)
        placed = place_row(beside, DrawnRow(tiles), lines=1, largest=2)
        if len(placed.tiles) < len(tiles):
            return ()
        marks.append(TextMark(BODY.x, area.bottom - 10, word))
        marks += placed.marks if exposed or view.phase == "over" else (Veil(*beside, placed.marks),)
    return tuple(marks)


def _own(view: DavinciView, seat: Seat, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The own row, and the news above it."""
    named = have_names(view, seat, BODY.width)
    high = BODY.height - _NEWS - 2 * named
    area = Rect(BODY.x, BODY.bottom - high, BODY.width, high)
    if named:
        return (TextMark(BODY.x, _TOP, _news(view, names)), *named_rows(view, names, [(seat, area)])[0].marks)
    row = structs.replace(shown_row(view, seat), joined=None)
    placed = place_row(area, row)
    # What is explained depends on the width of the own numbers, so it is covered with them.
    placed = structs.replace(placed, marks=(*_explained(row, placed), *placed.marks))
    return (TextMark(BODY.x, BODY.y, "Your row"), *veiled(view, seat, area, placed).marks)


def _explained(row: DrawnRow, placed: PlacedRow) -> tuple[Mark, ...]:
    """What the lines at the tiles of a long row mean, or else which tile is in hand, above it where there is room."""
    top = BODY.y + cap("text") + 2  # "Your row" has no descender
    if not placed.tiles or placed.tiles[0].y <= top + height("text"):
        return ()
    if any(tile.lined for tile in row.tiles):
        # Without such lines there are two lines of tiles, with outlines, before any is narrow.
        return (TextMark(BODY.x, top, _OVER_UNDER if placed.style == NARROW else _UNDER),)
    held = row.hand is not None and len(placed.tiles) > len(row.tiles)
    said = any(isinstance(mark, TextMark) and mark.text == row.held for mark in placed.marks)
    return (TextMark(BODY.x, top, _HELD),) if held and not said else ()


def _news(view: DavinciView, names: tuple[str, ...]) -> str:
    """The last claim of this turn, or else where the last tile joined (D8)."""
    said = view.this_turn
    if view.seat in view.out and view.phase != "over":
        return "You are out."
    if said:
        last = said[-1]
        return _about(
            view, last.target, names, f" {ordinal(last.position)} is {last.value}: {verdict(last)}", BODY.width
        )
    if not view.rows[view.seat or 0] and view.seat is not None:
        return "You have no tile yet."
    if view.joined is not None:
        return _about(view, view.joined.seat, names, f" {ordinal(view.joined.position)} tile is new", BODY.width)
    return _AS_TAKEN if view.advanced and view.phase in ("deal", "arrange") else _HINT


def _about(view: DavinciView, seat: Seat, names: tuple[str, ...], rest: str, width: int) -> str:
    """A line about a tile of a seat; the name is as long as the line allows."""
    if seat == view.seat:
        return f"Your{rest}"
    return clipped(names[seat], width - 1 - text_width(f"'s{rest}")) + f"'s{rest}"


def _claims(view: DavinciView, names: tuple[str, ...]) -> list[ScreenPage]:
    """The claims of this turn, newest first; with the memory aid (D16) the wrong claims about each standing tile."""
    said = view.this_turn
    whose = title_with_name(names[view.turn_of], "'s claims") if view.turn_of != view.seat else "Your claims"
    pages = _listed(whose, "Claims", [_claimed(view, claim, names) for claim in said[::-1]])
    if len(view.turn_log) == len(said):
        return pages
    wrong: dict[tuple[Seat, int], list[str]] = {}
    for claim in view.turn_log:
        if not claim.correct and not view.rows[claim.target][claim.position].exposed:
            values = wrong.setdefault((claim.target, claim.position), [])
            if claim.value not in values:
                values.append(claim.value)
    found = [
        line
        for (seat, place), values in sorted(wrong.items())
        for line in wrap(f"{owned(view, seat, names)} {ordinal(place)} is not {', '.join(sorted(values, key=_order))}")
    ]
    return [*pages, *_listed("Wrong so far", "Wrong", [(TextMark(BODY.x, 0, line),) for line in found])]


def _order(value: str) -> int:
    return len(TILE_NUMBERS) if value == DASH else int(value)


def _claimed(view: DavinciView, claim: Deduction, names: tuple[str, ...]) -> tuple[TextMark, ...]:
    """A claim as a line: the tile, and at the right end the value and whether it was right."""
    said = right_aligned(f"{claim.value} {verdict(claim)}", BODY.right, 0)
    return (TextMark(BODY.x, 0, _about(view, claim.target, names, f" {ordinal(claim.position)}", said.x - 8)), said)


def _listed(name: str, label: str, lines: Sequence[tuple[TextMark, ...]]) -> list[ScreenPage]:
    return [
        ScreenPage(
            name,
            tuple(
                structs.replace(mark, y=_TOP + number * _NAMED_PITCH)
                for number, line in enumerate(lines[start : start + _LINES])
                for mark in line
            ),
            label,
        )
        for start in range(0, len(lines), _LINES)
    ]


def _centre(view: DavinciView) -> ScreenPage:
    """How many tiles of each colour are left to draw."""
    return ScreenPage("Tiles left", partial(_centre_piles, view), "Pile")


def _centre_piles(view: DavinciView) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for x, white, left in ((BODY.x, False, view.centre.black), (BODY.x + 64, True, view.centre.white)):
        marks += draw_tile(Rect(x, BODY.y + 1, _PILE_WIDTH, 21), DrawnTile(white, ""), "text")
        marks += [
            TextMark(x + _PILE_WIDTH + 5, BODY.y + 6, str(left), "value"),
            TextMark(x, BODY.bottom - 9, "white" if white else "black"),
        ]
    return tuple(marks)


def _scores(view: DavinciView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Each player's points in two columns, and how points win."""
    marks: list[Mark] = []
    width = (BODY.width - _SCORE_GAP) // 2
    for seat, score in enumerate(view.scores):
        x, y = BODY.x + seat % 2 * (width + _SCORE_GAP), _TOP + seat // 2 * _NAMED_PITCH
        points = right_aligned(str(score), x + width, y - 1, "title")
        who = YOU if seat == view.seat else names[seat]
        marks += [TextMark(x, y, clipped(who, points.x - x - 4, "text")), points]
    return (*marks, TextMark(BODY.x, BODY.bottom - 9, "Most points win."))


BOOK: Final[Book] = (topic(IN_PICTURES, *_HOW_TO_PLAY), *_RULES)
