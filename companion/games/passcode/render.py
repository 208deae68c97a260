"""How a game of Passcode looks on a seat's screen.

On the left lies the own code board, on the right the hand, as at the table; below them the FAILs and the piles. Further
pages show all codebreakers with their codes, the codes of the other LEVELs, and the scores.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from companion.core.screen import ACROSS, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil, wrap
from companion.core.short_names import shortened
from companion.dice import attitude as die
from companion.games.passcode import drawing
from companion.games.passcode.drawing import CARD, DIE, SQUARE
from companion.games.passcode.options import Options
from companion.games.passcode.text import describe, is_dealing, news, status, wanted
from companion.games.passcode.view import TableView, code, playing

__all__ = ["describe", "render"]

SPOTS: Final = (90, 109)
"""Where the two cards lie."""
MIDDLE: Final = 62
"""The line between the two ways to turn the die."""
LOWEST: Final = "The lowest score wins"
ENTRY: Final = 4
"""Lines beside an entry."""


def render(options: Options, view: TableView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = [*_first(view, names, lines), *_table(view, names, lines), *_levels(view, names, lines)]
    if view.winners is not None:
        pages.insert(0, ScreenPage("The final scores", _final(view, names)))
    return Rendering(status(view, names), (*pages, *_scores(view, names, lines)))


def _first(view: TableView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    if view.phase == "turning" and view.die is not None:
        return [ScreenPage("Turn the die", _turning(view, die.Attitude(view.die.top, view.die.front)))]
    if view.seat is None:
        return []
    if view.phase == "codes" or not playing(view, view.seat):
        return [ScreenPage("Your codes", _own_codes(view, view.seat, lines))]
    return [ScreenPage("Your board", _board(view, view.seat, names, lines))]


# The own board


def _board(view: TableView, seat: int, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    """Lines 1 to 4, and the news below them where nothing is entered."""
    title = "PLAYOFF" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
    if view.filled[seat] == len(code(view, seat)):
        title = "COMPLETE"
    marks: list[Mark] = [TextMark(0, LINE, title)]
    for place, number in enumerate(code(view, seat)):
        filled = place < view.filled[seat]
        x = place * (SQUARE[0] + 2)
        marks += drawing.square(x, 2 * LINE, number, filled=filled, following=place == view.filled[seat])
    marks += _cards(view, seat)
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        marks.append(TextMark(0, 4 * LINE + 1, f"A {lock_in.number} locks it in"))
    elif view.locked_out[seat]:
        number = wanted(view, seat)
        marks.append(TextMark(0, 4 * LINE + 1, f"Out! A {number} lets in" if number else "Out! Roll to enter"))
    else:
        marks += _fails_and_piles(view, seat)
    return (*marks, *_news(view, names)) if lines > ENTRY else tuple(marks)


def _cards(view: TableView, seat: int) -> tuple[Mark, ...]:
    """The hand behind its veil, the LOCK IN card, or the die."""
    hand = view.hand or ()
    marks: list[Mark] = []
    if hand:
        cards = [mark for x, kind in zip(SPOTS, hand, strict=False) for mark in drawing.card(x, LINE, kind)]
        wide = SPOTS[len(hand) - 1] + CARD[0] - SPOTS[0]
        marks.append(Veil(SPOTS[0], LINE, wide, CARD[1], tuple(cards)))
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        marks += drawing.locked(SPOTS[1], LINE, lock_in.number)
    elif view.phase == "first" and view.die is not None:
        marks += drawing.die(SPOTS[1] + 1, LINE + 4, view.die.top)
    return tuple(marks)


def _fails_and_piles(view: TableView, seat: int) -> tuple[Mark, ...]:
    """Three places for FAILs, crossed as they come, and the piles."""
    y = 4 * LINE + 1
    marks: list[Mark] = [
        TextMark(place * 8, y, "✗") if place < view.fails[seat] else FilledBox(place * 8 + 1, y + 5, 4, 1)
        for place in range(3)
    ]
    top = view.discard_top or "-"
    return (*marks, TextMark(32, y, f"pile {view.draw_pile}"), TextMark(84, y, f"top {top}"))


def _news(view: TableView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Lines 5 and 6: what is going on, and the last roll where rolls matter."""
    rolls = view.phase in ("first", "roll") or any(view.locked_out) or any(lock is not None for lock in view.lock_in)
    last = view.die if rolls and not is_dealing(view) else None
    y = 5 * LINE + 1
    across = ACROSS if last is None else ACROSS - 3
    marks: list[Mark] = [
        TextMark(0, y + LINE * line, words) for line, words in enumerate(wrap(news(view, names), across)[:2])
    ]
    if last is not None:
        marks += drawing.die(128 - DIE, y - 1, last.top)
    return tuple(marks)


# The codes are rolled


def _own_codes(view: TableView, seat: int, lines: int) -> tuple[Mark, ...]:
    """A line for each LEVEL, and the die as it was rolled last."""
    marks: list[Mark] = []
    codes = view.codes[seat][:lines]
    for line, numbers in enumerate(codes, 1):
        for place, number in enumerate(numbers):
            marks += drawing.small_square(12 * place, LINE * line, number, filled=False)
    if view.die is not None:
        marks += [TextMark(73, LINE, "last roll"), *drawing.die(92, 2 * LINE + 1, view.die.top)]
    return tuple(marks)


def _turning(view: TableView, lies: die.Attitude) -> tuple[Mark, ...]:
    """Both ways in which the die can lie, from above, and what each gives to who looks."""
    writers = [seat for seat in range(view.seats) if playing(view, seat)]
    own = writers.index(view.seat) if view.seat is not None and view.seat in writers else None
    marks: list[Mark] = [
        TextMark(0, LINE, "left"),
        TextMark(MIDDLE + 4, LINE, "right"),
        FilledBox(MIDDLE, LINE, 1, 4 * LINE - 1),
    ]
    for x, attitude in ((26, lies), (95, die.turned(lies))):
        marks += drawing.plan(x, LINE, attitude)
        if own is not None:
            number = die.towards(attitude, len(writers))[own]
            edge = 0 if x < MIDDLE else MIDDLE + 4
            marks += [TextMark(edge, 2 * LINE + 1, "you"), TextMark(edge + 3, 3 * LINE + 1, str(number), 2)]
    return tuple(marks)


# Everybody


def _table(view: TableView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """A line for each codebreaker: the turn, the code with what is filled, FAILs or the LOCK IN number."""
    rows = [_row(view, names, seat) for seat in range(view.seats)]
    if view.seat is None:
        rows.append((TextMark(0, 0, _piles(view)),))
    return _listed("All codebreakers", rows, lines)


def _row(view: TableView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    marks: list[Mark] = [TextMark(6, 0, names[seat])]
    if seat == view.turn_of and view.winners is None:
        marks.append(TextMark(0, 0, "▶"))
    if not playing(view, seat):
        return tuple(marks)
    for place, number in enumerate(code(view, seat)):
        marks += drawing.small_square(57 + 9 * place, 0, number, filled=place < view.filled[seat])
    return (*marks, *_standing(view, seat))


def _standing(view: TableView, seat: int) -> tuple[Mark, ...]:
    """The end of a line: a padlock's number, out, or the FAILs."""
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        return (Outline(114, 0, 7, 4), FilledBox(112, 3, 11, 4), TextMark(123, 0, str(lock_in.number)))
    if view.locked_out[seat]:
        return (TextMark(111, 0, "out"),)
    return (TextMark(115, 0, "✗" * view.fails[seat]),) if view.fails[seat] else ()


def _piles(view: TableView) -> str:
    return f"pile {view.draw_pile} top {view.discard_top or '-'} die {view.die.top if view.die else '-'}"


def _levels(view: TableView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """P3: all codes are known to all."""
    pages: list[ScreenPage] = []
    for index, level in enumerate(view.levels):
        rows: list[tuple[Mark, ...]] = []
        for seat in range(view.seats):
            marks: list[Mark] = [TextMark(0, 0, names[seat])]
            for place, number in enumerate(view.codes[seat][index]):
                marks += drawing.small_square(57 + 11 * place, 0, number, filled=False)
            rows.append(tuple(marks))
        pages += _listed("Playoff codes" if level == 1 else f"LEVEL {level} codes", rows, lines)
    return pages


def _scores(view: TableView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """P17: low is good, and decides where several lock in the last LEVEL (P16)."""
    rows = [
        (TextMark(0, 0, f"{names[seat]:<9}{view.scores[seat]:>3} LEVEL {view.level[seat]}"),)
        for seat in range(view.seats)
    ]
    rows.append((TextMark(0, 0, LOWEST),))
    return _listed(f"Score, round {view.round}", rows, lines)


def _final(view: TableView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """All scores in three lines, two in each, and how they win."""
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        line, column = seat % 3, seat // 3
        marks.append(TextMark(column * 66, LINE * (1 + line), f"{shortened(names[seat], 6):<6}{score:>4}"))
    return (*marks, TextMark(0, LINE * 4, LOWEST))


def _listed(name: str, rows: Sequence[tuple[Mark, ...]], lines: int) -> list[ScreenPage]:
    """Rows one below the other, on as many pages as they need."""
    pages = []
    for start in range(0, len(rows), lines):
        marks: list[Mark] = []
        for line, row in enumerate(rows[start : start + lines], 1):
            marks += [_moved(mark, LINE * line) for mark in row]
        pages.append(ScreenPage(name, tuple(marks)))
    return pages


def _moved(mark: Mark, down: int) -> Mark:
    assert not isinstance(mark, Veil), "a list holds nothing that is secret"
    return structs.replace(mark, y=mark.y + down)
