"""The pages of a game of Da Vinci Code: the rows, the claims, the centre and the scores.

Two rows stand on one page. With more players the first page is the own row alone, large, below the last news; the others' rows
follow, up to two a page. A page of its own says which own tiles are hidden, and which lie open. A hidden tile of another player
is blank; screens call it by its place: "Bob's 2nd tile".
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import structs

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.screen import (
    BODY,
    Mark,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    clipped,
    right_aligned,
    title_with_name,
    wrap,
)
from companion.core.seat import Seat
from companion.games.davinci.marks import DrawnRow, DrawnTile, draw_tile, place_row
from companion.games.davinci.moves import DASH, TILE_NUMBERS
from companion.games.davinci.options import Options
from companion.games.davinci.screens.entering import tile_entry_body
from companion.games.davinci.screens.named_rows import (
    YOU,
    have_names,
    named_rows,
    other_seats,
    shown_row,
    shown_tile,
    veiled,
)
from companion.games.davinci.state import Deduction
from companion.games.davinci.text import ordinal, owned, status, verdict
from companion.games.davinci.view import DavinciView, this_turn

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
    if view.seats == _ROWS_ON_PAGE and all(have_names(view, seat, BODY.width) for seat in range(2)):
        pages = _stacked(view, names, (seats[0], view.seat), "The rows")
    else:
        own = ScreenPage("Your row", partial(_own, view, view.seat, names), YOU)
        pages = [own, *_stacked(view, names, seats, "The others")]
    hidden = _hidden_and_open(view, view.seat)
    return [*pages, ScreenPage("Your tiles", hidden, "Yours")] if hidden else pages


def _stacked(view: DavinciView, names: tuple[str, ...], seats: Sequence[Seat], title: str) -> list[ScreenPage]:
    """Rows with their names, two on a page; or one, with its name in the title, if rows and names are too long for that."""
    label = "Others" if view.seat is not None else "Rows"
    pages = []
    for start in range(0, len(seats), _ROWS_ON_PAGE):
        some = seats[start : start + _ROWS_ON_PAGE]
        if len(some) > 1 and all(have_names(view, seat, BODY.width) for seat in some):
            pages.append(ScreenPage(title, partial(_two_rows, view, names, some), label))
            continue
        pages += [
            ScreenPage(title_with_name(names[seat], "'s row"), partial(_one_row, view, seat), label) for seat in some
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
    placed = (
        named_rows(view, names, [(seat, area)])[0]
        if named
        else veiled(view, seat, area, place_row(area, structs.replace(shown_row(view, seat), joined=None)))
    )
    return (TextMark(BODY.x, _TOP, _news(view, names) if named else "Your row"), *placed.marks)


def _news(view: DavinciView, names: tuple[str, ...]) -> str:
    """The last claim of this turn, or else where the last tile joined (D8)."""
    said = this_turn(view)
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
    said = this_turn(view)
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
    return ScreenPage("Tiles left", partial(_piles, view), "Pile")


def _piles(view: DavinciView) -> tuple[Mark, ...]:
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
