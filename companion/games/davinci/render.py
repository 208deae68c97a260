"""The pages of a game of Da Vinci Code: the rows of the seats that are still in.

A standing tile of another player shows the letter of its position instead of its number, so that it can be named. Two or three
rows are one below the other. Four rows are in two columns, clockwise, the seat's own at the bottom left.
"""

from typing import Final

from companion.core.picture import WIDTH
from companion.core.screen import CELL, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil, wrap
from companion.core.seat import Seat
from companion.core.short_names import shortened
from companion.games.davinci.drawing import GLYPH_HEIGHT, LOW_TILE, DrawnTile, draw_row, row_width
from companion.games.davinci.moves import DASH, TILE_NUMBERS
from companion.games.davinci.options import Options
from companion.games.davinci.prompts import rows_in_reach
from companion.games.davinci.state import Deduction
from companion.games.davinci.text import POSITION_LETTERS, claim_line, status, verdict_sign
from companion.games.davinci.view import DavinciView, ShownTile, this_turn

_FULL_PAGE: Final = 6
"""Lines of a page while nothing is entered; beside an entry there are fewer, all for the rows."""
_QUARTER_WIDTH: Final = 63
"""Pixels across one of four rows in two columns."""
_SECOND_COLUMN: Final = 65
"""Pixels from the left edge to the second column of rows."""


def render(options: Options, view: DavinciView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    order = _clockwise(view)
    alive = [seat for seat in order if seat not in view.out or view.phase == "over"]
    pages = [ScreenPage("The table", marks) for marks in _tables(view, names, alive, lines)]
    lying = [seat for seat in order if seat not in alive]
    pages += [ScreenPage("Out of this round", marks) for marks in _tables(view, names, lying, lines)]
    pages += _claims(view, names, lines)
    if view.rounds > 1:
        pages.append(ScreenPage(f"Round {view.round} of {view.rounds}", _scores(view, names)))
    return Rendering(status(view, names), tuple(pages))


def _clockwise(view: DavinciView) -> list[Seat]:
    """All seats, from the left neighbour on, so that the seat's own row comes last."""
    first = 0 if view.seat is None else view.seat + 1
    return [(first + step) % view.seats for step in range(view.seats)]


def _tables(view: DavinciView, names: tuple[str, ...], seats: list[Seat], lines: int) -> list[tuple[Mark, ...]]:
    """Pages with the rows of some seats."""
    if not seats:
        return []
    below = _news(view, names) if lines == _FULL_PAGE else ()
    if len(seats) == 4 and all(_across(view, seat) <= _QUARTER_WIDTH for seat in seats):
        return [(*_round_table(view, names, seats), *below)]
    pages = []
    for start in range(0, len(seats), 3):
        some = seats[start : start + 3]
        pages.append((*_stack(view, names, some, lines), *below))
    return pages


def _stack(view: DavinciView, names: tuple[str, ...], seats: list[Seat], lines: int) -> tuple[Mark, ...]:
    """Rows one below the other. The lowest is the seat's own and gets the spare pixels, to show which tiles are exposed."""
    room = 4 * LINE
    pitch = min(room // len(seats), 16)
    heads = [_sign(view, seat) + ("you" if seat == view.seat else names[seat]) for seat in seats]
    widest = max(_across(view, seat) for seat in seats)
    letters = min(max(map(len, heads)), (WIDTH - widest - 2) // CELL)
    marks: list[Mark] = []
    y = LINE
    for seat, head in zip(seats, heads, strict=True):
        spare = room % len(seats) if seat == seats[-1] else 0
        height = max(LOW_TILE, min(13, pitch + spare - 1))
        marks.append(TextMark(0, y + (height - GLYPH_HEIGHT) // 2, head[:letters]))
        marks += _row(view, seat, letters * CELL + 2, y, height)
        y += pitch
    return tuple(marks)


def _round_table(view: DavinciView, names: tuple[str, ...], seats: list[Seat]) -> tuple[Mark, ...]:
    """Four rows in two columns, clockwise: left, across, right, and the seat's own at the bottom left."""
    corners = ((0, LINE), (_SECOND_COLUMN, LINE), (_SECOND_COLUMN, 3 * LINE), (0, 3 * LINE))
    marks: list[Mark] = []
    for seat, (x, y) in zip(seats, corners, strict=True):
        if seat == view.seat:
            marks += _row(view, seat, x, y + 2, 13)
        else:
            marks.append(TextMark(x, y, _sign(view, seat) + names[seat]))
            marks += _row(view, seat, x, y + LINE - 1, LOW_TILE)
    return tuple(marks)


def _sign(view: DavinciView, seat: Seat) -> str:
    """The sign of the key that chooses a row, while a row is asked for."""
    if view.seat not in view.to_act or view.phase not in ("deduce", "go_on") or seat == view.seat or seat in view.out:
        return ""
    reached = rows_in_reach(view)
    if len(reached) == 1:
        return ""
    return (("◀", "▶") if len(reached) == 2 else ("◀", "●", "▶"))[reached.index(seat)]


def _row(view: DavinciView, seat: Seat, x: int, y: int, height: int) -> tuple[Mark, ...]:
    pieces, clue, joined = _pieces(view, seat), _clue(view, seat), _joined(view, seat)
    marks = draw_row(x, y, height, pieces, clue, joined)
    if seat != view.seat or view.phase == "over" or not marks:
        return marks
    return (Veil(x, y, row_width(pieces, clue, joined), height, marks),)


def _across(view: DavinciView, seat: Seat) -> int:
    return row_width(_pieces(view, seat), _clue(view, seat), _joined(view, seat))


def _joined(view: DavinciView, seat: Seat) -> int | None:
    """D8: the position of the tile that joined last, if it is in this row."""
    return view.joined.position if view.joined is not None and view.joined.seat == seat else None


def _pieces(view: DavinciView, seat: Seat) -> list[DrawnTile]:
    return [_piece(place, tile) for place, tile in enumerate(view.rows[seat])]


def _piece(place: int, tile: ShownTile) -> DrawnTile:
    return DrawnTile(
        tile.colour == "white", POSITION_LETTERS[place] if tile.value is None else tile.value, tile.exposed
    )


def _clue(view: DavinciView, seat: Seat) -> DrawnTile | None:
    clue = view.clue
    return DrawnTile(clue.colour == "white", clue.value or "?") if clue is not None and clue.owner == seat else None


def _news(view: DavinciView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The two lowest lines of a page: the last claim of this turn, or else where the last tile joined (D8); and the counts of the
    centre."""
    y = LINE * _FULL_PAGE
    marks: list[Mark] = [
        TextMark(0, y, "Centre"),
        Outline(44, y, 5, 7),
        TextMark(52, y, str(view.centre.black)),
        FilledBox(74, y, 5, 7),
        TextMark(82, y, str(view.centre.white)),
    ]
    if view.rounds > 1:
        marks.append(TextMark(WIDTH - 3 * CELL, y, f"{view.round}/{view.rounds}"))
    said = this_turn(view)
    if said:
        marks.append(TextMark(0, y - LINE, claim_line(said[-1], names)))
    elif view.joined is not None:
        marks.append(
            TextMark(0, y - LINE, f"{names[view.joined.seat]}'s new tile {POSITION_LETTERS[view.joined.position]}")
        )
    return tuple(marks)


def _claims(view: DavinciView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """The claims of this turn, newest first; with the memory aid (D16) the wrong claims about each standing tile."""
    pages = _listed("This turn", [_short(said, names) for said in this_turn(view)[::-1]], lines)
    if len(view.turn_log) == len(this_turn(view)):
        return pages
    wrong: dict[tuple[Seat, int], list[str]] = {}
    for said in view.turn_log:
        if not said.correct and not view.rows[said.target][said.position].exposed:
            values = wrong.setdefault((said.target, said.position), [])
            if said.value not in values:
                values.append(said.value)
    found = [
        line
        for (seat, place), values in sorted(wrong.items())
        for line in wrap(f"{names[seat]} {POSITION_LETTERS[place]} not {' '.join(sorted(values, key=_order))}")
    ]
    return [*pages, *_listed("Wrong so far", found, lines)]


def _order(value: str) -> int:
    return len(TILE_NUMBERS) if value == DASH else int(value)


def _listed(name: str, words: list[str], lines: int) -> list[ScreenPage]:
    return [
        ScreenPage(
            name, tuple(TextMark(0, LINE * (line + 1), text) for line, text in enumerate(words[start : start + lines]))
        )
        for start in range(0, len(words), lines)
    ]


def _short(said: Deduction, names: tuple[str, ...]) -> str:
    who, whom = shortened(names[said.seat], 7), shortened(names[said.target], 7)
    return f"{who}→{whom} {POSITION_LETTERS[said.position]}={said.value:>2}{verdict_sign(said)}"


def _scores(view: DavinciView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    return tuple(
        TextMark(
            0, LINE * (1 + seat), f"{names[seat]:<9}{score:>3}" + (" wins" if seat in (view.winners or ()) else "")
        )
        for seat, score in enumerate(view.scores)
    )
