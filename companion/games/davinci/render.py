"""How a game of Da Vinci Code looks on a seat's screen: the rows that are still in, as they stand round the table.

A standing tile of another player shows the letter of its place instead of its number, so that one can point at it. Two or
three rows stand one below the other; four stand round the table, clockwise, one's own at the bottom left.
"""

from typing import Final

from companion.core.picture import WIDTH
from companion.core.screen import CELL, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil, wrap
from companion.core.seat import Seat
from companion.core.short_names import shortened
from companion.games.davinci import drawing
from companion.games.davinci.drawing import LOW, Piece
from companion.games.davinci.prompts import PLACES, targets
from companion.games.davinci.rules import Deduction, Options
from companion.games.davinci.text import claim, describe, mark_of, status
from companion.games.davinci.tiles import DASH, NUMBERS
from companion.games.davinci.view import Shown, TableView, this_turn

__all__ = ["describe", "render"]

FULL: Final = 6
"""Lines of a page that is looked at; beside an entry there are fewer, all for the rows."""
CELL_WIDE: Final = 63
"""Pixels across one of four rows that stand round the table."""
COLUMN: Final = 65


def render(options: Options, view: TableView, names: tuple[str, ...], lines: int) -> Rendering:
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


def _clockwise(view: TableView) -> list[Seat]:
    """All seats, from the left neighbour on, so that one's own row comes last."""
    first = 0 if view.seat is None else view.seat + 1
    return [(first + step) % view.seats for step in range(view.seats)]


def _tables(view: TableView, names: tuple[str, ...], seats: list[Seat], lines: int) -> list[tuple[Mark, ...]]:
    """Pages with the rows of some seats."""
    if not seats:
        return []
    below = _news(view, names) if lines == FULL else ()
    if len(seats) == 4 and all(_across(view, seat) <= CELL_WIDE for seat in seats):
        return [(*_round_table(view, names, seats), *below)]
    pages = []
    for start in range(0, len(seats), 3):
        some = seats[start : start + 3]
        pages.append((*_stack(view, names, some, lines), *below))
    return pages


def _stack(view: TableView, names: tuple[str, ...], seats: list[Seat], lines: int) -> tuple[Mark, ...]:
    """Rows one below the other. The lowest is one's own, and has more room where it is scarce, to show what lies open."""
    room = 4 * LINE
    pitch = min(room // len(seats), 16)
    heads = [_sign(view, seat) + ("you" if seat == view.seat else names[seat]) for seat in seats]
    widest = max(_across(view, seat) for seat in seats)
    letters = min(max(map(len, heads)), (WIDTH - widest - 2) // CELL)
    marks: list[Mark] = []
    y = LINE
    for seat, head in zip(seats, heads, strict=True):
        spare = room % len(seats) if seat == seats[-1] else 0
        height = max(LOW, min(13, pitch + spare - 1))
        marks.append(TextMark(0, y + (height - drawing.GLYPH) // 2, head[:letters]))
        marks += _row(view, seat, letters * CELL + 2, y, height)
        y += pitch
    return tuple(marks)


def _round_table(view: TableView, names: tuple[str, ...], seats: list[Seat]) -> tuple[Mark, ...]:
    """Four rows in two columns, clockwise: left, across, right, and one's own at the bottom left."""
    corners = ((0, LINE), (COLUMN, LINE), (COLUMN, 3 * LINE), (0, 3 * LINE))
    marks: list[Mark] = []
    for seat, (x, y) in zip(seats, corners, strict=True):
        if seat == view.seat:
            marks += _row(view, seat, x, y + 2, 13)
        else:
            marks.append(TextMark(x, y, _sign(view, seat) + names[seat]))
            marks += _row(view, seat, x, y + LINE - 1, LOW)
    return tuple(marks)


def _sign(view: TableView, seat: Seat) -> str:
    """The key that points at a row, while it is asked for."""
    if view.seat not in view.to_act or view.phase not in ("deduce", "go_on") or seat == view.seat or seat in view.out:
        return ""
    reached = targets(view)
    if len(reached) == 1:
        return ""
    return (("◀", "▶") if len(reached) == 2 else ("◀", "●", "▶"))[reached.index(seat)]


def _row(view: TableView, seat: Seat, x: int, y: int, height: int) -> tuple[Mark, ...]:
    pieces, clue, joined = _pieces(view, seat), _clue(view, seat), _joined(view, seat)
    marks = drawing.row(x, y, height, pieces, clue, joined)
    if seat != view.seat or view.phase == "over" or not marks:
        return marks
    return (Veil(x, y, drawing.across(pieces, clue, joined), height, marks),)


def _across(view: TableView, seat: Seat) -> int:
    return drawing.across(_pieces(view, seat), _clue(view, seat), _joined(view, seat))


def _joined(view: TableView, seat: Seat) -> int | None:
    """D8: the place of the tile that joined last, where it is in this row."""
    return view.joined.position if view.joined is not None and view.joined.seat == seat else None


def _pieces(view: TableView, seat: Seat) -> list[Piece]:
    return [_piece(place, tile) for place, tile in enumerate(view.rows[seat])]


def _piece(place: int, tile: Shown) -> Piece:
    return Piece(tile.colour == "white", PLACES[place] if tile.value is None else tile.value, tile.exposed)


def _clue(view: TableView, seat: Seat) -> Piece | None:
    clue = view.clue
    return Piece(clue.colour == "white", clue.value or "?") if clue is not None and clue.owner == seat else None


def _news(view: TableView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The two lowest lines of a page: the last claim of this turn or else where the last tile joined (D8), and what is left
    in the centre."""
    y = LINE * FULL
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
        marks.append(TextMark(0, y - LINE, claim(said[-1], names)))
    elif view.joined is not None:
        marks.append(TextMark(0, y - LINE, f"{names[view.joined.seat]}'s new tile {PLACES[view.joined.position]}"))
    return tuple(marks)


def _claims(view: TableView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """The claims of this turn, newest first; with the memory aid (D16) what each standing tile was wrongly said to be."""
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
        for line in wrap(f"{names[seat]} {PLACES[place]} not {' '.join(sorted(values, key=_order))}")
    ]
    return [*pages, *_listed("Wrong so far", found, lines)]


def _order(value: str) -> int:
    return len(NUMBERS) if value == DASH else int(value)


def _listed(name: str, words: list[str], lines: int) -> list[ScreenPage]:
    return [
        ScreenPage(
            name, tuple(TextMark(0, LINE * (line + 1), text) for line, text in enumerate(words[start : start + lines]))
        )
        for start in range(0, len(words), lines)
    ]


def _short(said: Deduction, names: tuple[str, ...]) -> str:
    who, whom = shortened(names[said.seat], 7), shortened(names[said.target], 7)
    return f"{who}→{whom} {PLACES[said.position]}={said.value:>2}{mark_of(said)}"


def _scores(view: TableView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    return tuple(
        TextMark(
            0, LINE * (1 + seat), f"{names[seat]:<9}{score:>3}" + (" wins" if seat in (view.winners or ()) else "")
        )
        for seat, score in enumerate(view.scores)
    )
