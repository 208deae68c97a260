"""The pages of a game of Passcode.

The first page has the seat's code board on the left and its hand on the right; below them the FAILs and the piles. Further pages
show all codebreakers with their codes, the codes of the other LEVELs, and the scores.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from companion.core.screen import ACROSS, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil, wrap
from companion.core.short_names import shortened
from companion.dice import attitude as die
from companion.games.passcode import drawing
from companion.games.passcode.drawing import CARD_SIZE, DIE_SIZE, SQUARE_SIZE
from companion.games.passcode.options import Options
from companion.games.passcode.text import cards_are_dealt, news, number_to_roll, status
from companion.games.passcode.view import PasscodeView, current_code, plays_round

_CARD_LEFTS: Final = (90, 109)
"""Pixels from the left edge to the two cards."""
_MIDDLE: Final = 62
"""Pixels from the left edge to the line between the two ways to turn the die."""
_LOWEST_WINS: Final = "The lowest score wins"
_ENTRY_LINES: Final = 4
"""Lines of a page beside an entry."""


def render(options: Options, view: PasscodeView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = [*_first(view, names, lines), *_table(view, names, lines), *_levels(view, names, lines)]
    if view.winners is not None:
        pages.insert(0, ScreenPage("The final scores", _final(view, names)))
    return Rendering(status(view, names), (*pages, *_scores(view, names, lines)))


def _first(view: PasscodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    if view.phase == "turning" and view.die is not None:
        return [ScreenPage("Turn the die", _turning(view, die.Attitude(view.die.top, view.die.front)))]
    if view.seat is None:
        return []
    if view.phase == "codes" or not plays_round(view, view.seat):
        return [ScreenPage("Your codes", _own_codes(view, view.seat, lines))]
    return [ScreenPage("Your board", _board(view, view.seat, names, lines))]


# The seat's own board


def _board(view: PasscodeView, seat: int, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    """Lines 1 to 4, and the news below them while nothing is entered."""
    title = "PLAYOFF" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
    if view.filled[seat] == len(current_code(view, seat)):
        title = "COMPLETE"
    marks: list[Mark] = [TextMark(0, LINE, title)]
    for place, number in enumerate(current_code(view, seat)):
        filled = place < view.filled[seat]
        x = place * (SQUARE_SIZE[0] + 2)
        marks += drawing.draw_square(x, 2 * LINE, number, filled=filled, following=place == view.filled[seat])
    marks += _cards(view, seat)
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        marks.append(TextMark(0, 4 * LINE + 1, f"A {lock_in.number} locks it in"))
    elif view.locked_out[seat]:
        number = number_to_roll(view, seat)
        marks.append(TextMark(0, 4 * LINE + 1, f"Out! A {number} lets in" if number else "Out! Roll to enter"))
    else:
        marks += _fails_and_piles(view, seat)
    return (*marks, *_news(view, names)) if lines > _ENTRY_LINES else tuple(marks)


def _cards(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The hand behind a veil, the LOCK IN card, or the die."""
    hand = view.hand or ()
    marks: list[Mark] = []
    if hand:
        cards = [mark for x, kind in zip(_CARD_LEFTS, hand, strict=False) for mark in drawing.draw_card(x, LINE, kind)]
        wide = _CARD_LEFTS[len(hand) - 1] + CARD_SIZE[0] - _CARD_LEFTS[0]
        marks.append(Veil(_CARD_LEFTS[0], LINE, wide, CARD_SIZE[1], tuple(cards)))
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        marks += drawing.draw_lock_in(_CARD_LEFTS[1], LINE, lock_in.number)
    elif view.phase == "first" and view.die is not None:
        marks += drawing.draw_die(_CARD_LEFTS[1] + 1, LINE + 4, view.die.top)
    return tuple(marks)


def _fails_and_piles(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """Three places for FAILs, each crossed when a FAIL comes, and the piles."""
    y = 4 * LINE + 1
    marks: list[Mark] = [
        TextMark(place * 8, y, "✗") if place < view.fails[seat] else FilledBox(place * 8 + 1, y + 5, 4, 1)
        for place in range(3)
    ]
    top = view.discard_top or "-"
    return (*marks, TextMark(32, y, f"pile {view.draw_pile}"), TextMark(84, y, f"top {top}"))


def _news(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Lines 5 and 6: the news, and the last roll where rolls matter."""
    rolls = view.phase in ("first", "roll") or any(view.locked_out) or any(lock is not None for lock in view.lock_in)
    last = view.die if rolls and not cards_are_dealt(view) else None
    y = 5 * LINE + 1
    across = ACROSS if last is None else ACROSS - 3
    marks: list[Mark] = [
        TextMark(0, y + LINE * line, words) for line, words in enumerate(wrap(news(view, names), across)[:2])
    ]
    if last is not None:
        marks += drawing.draw_die(128 - DIE_SIZE, y - 1, last.top)
    return tuple(marks)


# The codes are rolled


def _own_codes(view: PasscodeView, seat: int, lines: int) -> tuple[Mark, ...]:
    """A line for each LEVEL, and the last roll of the die."""
    marks: list[Mark] = []
    codes = view.codes[seat][:lines]
    for line, numbers in enumerate(codes, 1):
        for place, number in enumerate(numbers):
            marks += drawing.draw_small_square(12 * place, LINE * line, number, filled=False)
    if view.die is not None:
        marks += [TextMark(73, LINE, "last roll"), *drawing.draw_die(92, 2 * LINE + 1, view.die.top)]
    return tuple(marks)


def _turning(view: PasscodeView, lies: die.Attitude) -> tuple[Mark, ...]:
    """Both attitudes that the die can be turned to, seen from above, and the digit that each gives the observer."""
    writers = [seat for seat in range(view.seats) if plays_round(view, seat)]
    own = writers.index(view.seat) if view.seat is not None and view.seat in writers else None
    marks: list[Mark] = [
        TextMark(0, LINE, "left"),
        TextMark(_MIDDLE + 4, LINE, "right"),
        FilledBox(_MIDDLE, LINE, 1, 4 * LINE - 1),
    ]
    for x, attitude in ((26, lies), (95, die.turned(lies))):
        marks += drawing.draw_die_and_sides(x, LINE, attitude)
        if own is not None:
            number = die.towards(attitude, len(writers))[own]
            edge = 0 if x < _MIDDLE else _MIDDLE + 4
            marks += [TextMark(edge, 2 * LINE + 1, "you"), TextMark(edge + 3, 3 * LINE + 1, str(number), 2)]
    return tuple(marks)


# Everybody


def _table(view: PasscodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """A line for each codebreaker: the turn, the code with what is filled, FAILs or the LOCK IN number."""
    rows = [_row(view, names, seat) for seat in range(view.seats)]
    if view.seat is None:
        rows.append((TextMark(0, 0, _piles(view)),))
    return _listed("All codebreakers", rows, lines)


def _row(view: PasscodeView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    marks: list[Mark] = [TextMark(6, 0, names[seat])]
    if seat == view.turn_of and view.winners is None:
        marks.append(TextMark(0, 0, "▶"))
    if not plays_round(view, seat):
        return tuple(marks)
    for place, number in enumerate(current_code(view, seat)):
        marks += drawing.draw_small_square(57 + 9 * place, 0, number, filled=place < view.filled[seat])
    return (*marks, *_row_end(view, seat))


def _row_end(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The end of a row: the LOCK IN number, out, or the FAILs."""
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        return (Outline(114, 0, 7, 4), FilledBox(112, 3, 11, 4), TextMark(123, 0, str(lock_in.number)))
    if view.locked_out[seat]:
        return (TextMark(111, 0, "out"),)
    return (TextMark(115, 0, "✗" * view.fails[seat]),) if view.fails[seat] else ()


def _piles(view: PasscodeView) -> str:
    return f"pile {view.draw_pile} top {view.discard_top or '-'} die {view.die.top if view.die else '-'}"


def _levels(view: PasscodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """P3: everybody knows all codes."""
    pages: list[ScreenPage] = []
    for index, level in enumerate(view.levels):
        rows: list[tuple[Mark, ...]] = []
        for seat in range(view.seats):
            marks: list[Mark] = [TextMark(0, 0, names[seat])]
            for place, number in enumerate(view.codes[seat][index]):
                marks += drawing.draw_small_square(57 + 11 * place, 0, number, filled=False)
            rows.append(tuple(marks))
        pages += _listed("Playoff codes" if level == 1 else f"LEVEL {level} codes", rows, lines)
    return pages


def _scores(view: PasscodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """P17: the scores. The lowest decides if several lock in the last LEVEL (P16)."""
    rows = [
        (TextMark(0, 0, f"{names[seat]:<9}{view.scores[seat]:>3} LEVEL {view.level[seat]}"),)
        for seat in range(view.seats)
    ]
    rows.append((TextMark(0, 0, _LOWEST_WINS),))
    return _listed(f"Score, round {view.round}", rows, lines)


def _final(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """All scores in three lines, two in each, and which score wins."""
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        line, column = seat % 3, seat // 3
        marks.append(TextMark(column * 66, LINE * (1 + line), f"{shortened(names[seat], 6):<6}{score:>4}"))
    return (*marks, TextMark(0, LINE * 4, _LOWEST_WINS))


def _listed(name: str, rows: Sequence[tuple[Mark, ...]], lines: int) -> list[ScreenPage]:
    """Rows one below the other, on as many pages as needed."""
    pages = []
    for start in range(0, len(rows), lines):
        marks: list[Mark] = []
        for line, row in enumerate(rows[start : start + lines], 1):
            marks += [_moved(mark, LINE * line) for mark in row]
        pages.append(ScreenPage(name, tuple(marks)))
    return pages


def _moved(mark: Mark, down: int) -> Mark:
    assert not isinstance(mark, Veil), "lists hold nothing secret"
    return structs.replace(mark, y=mark.y + down)
