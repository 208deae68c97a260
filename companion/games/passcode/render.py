"""The pages of a game of Passcode: the own board, all players, all codes, the scores."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec import structs

from companion.core.entry import Entry
from companion.core.prompt import Choose
from companion.core.screen import (
    BODY,
    Icon,
    Mark,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    clipped,
    right_aligned,
)
from companion.games.passcode.marks import draw_row_code, draw_small_fails
from companion.games.passcode.options import Options
from companion.games.passcode.screens.board import CAPTION_LINE, board, hand_and_discards
from companion.games.passcode.screens.choosing import choosing, offered
from companion.games.passcode.screens.rolling import awaiting_turn, last_roll, rolling_codes, rolling_for_first, turning
from companion.games.passcode.text import status
from companion.games.passcode.view import PasscodeView, current_code, is_playoff, plays_round

_SIGNS: Final = "Lit: played. x: a FAIL."
_LOWEST_WINS: Final = "Lowest score wins."
_ROWS: Final = 3
"""Players on a page."""
_ROW: Final = 12
_NAME: Final = 8
_CODE: Final = 56
_STATE: Final = 105
_CODES_WIDTH: Final = 80
"""Pixels of a line of the own codes."""
_TURN: Final = ("#   ", "##  ", "### ", "####", "### ", "##  ", "#   ")
_LOCK: Final = (
    "  ###  ",
    " #   # ",
    " #   # ",
    "#######",
    "#######",
    "### ###",
    "### ###",
    "#######",
    "#######",
)


def render(options: Options, view: PasscodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (*_first(view, names), *_players(view, names), *_own_codes(view), *_scores(view, names))
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, names, entry))


def _entry_body(view: PasscodeView, names: tuple[str, ...], entry: Entry) -> tuple[Mark, ...] | None:
    if isinstance(entry.prompt, Choose) and entry.prompt.options[0].move["move"] == "card":
        return offered(entry)
    if view.seat is None:
        return None
    if view.phase in ("play", "lay_down"):
        return choosing(view, view.seat, entry)
    return _own(view, names, view.seat)


def _first(view: PasscodeView, names: tuple[str, ...]) -> tuple[ScreenPage, ...]:
    """What a seat sees while it waits."""
    if view.winners is not None:
        return (ScreenPage("The end", partial(_end, view, names), "End"),)
    if view.phase == "turning":
        return (ScreenPage("The die", partial(awaiting_turn, view), "Die"),)
    if view.phase == "codes":
        name = "Your codes" if view.seat is not None else "Codes"
        codes = ScreenPage(name, partial(rolling_codes, view, names, view.seat), "Code")
        return (
            (codes, ScreenPage("The die", partial(last_roll, view, names), "Die")) if view.die is not None else (codes,)
        )
    if view.seat is None:
        return (ScreenPage("The piles", partial(_table, view), "Piles"),)
    if not plays_round(view, view.seat):
        return ()
    own = ScreenPage("Your board", partial(board, view, view.seat), "Board")
    if view.phase == "first":
        return (ScreenPage("Who begins?", partial(rolling_for_first, view, names), "Roll"), own)
    return (own,)


def _own(view: PasscodeView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    match view.phase:
        case "codes":
            return rolling_codes(view, names, seat)
        case "turning":
            return turning(view)
        case "first":
            return rolling_for_first(view, names)
        case _:
            return board(view, seat)


def _table(view: PasscodeView) -> tuple[Mark, ...]:
    """For the public: the round, and the cards to draw."""
    above = (TextMark(BODY.x, BODY.y, f"Round {view.round}", "label"),)
    return (*above, TextMark(BODY.x, CAPTION_LINE, f"Pile: {view.draw_pile}"), *hand_and_discards(view))


# Everybody


def _players(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """A line for each codebreaker: the turn, the code with what is filled, FAILs or the LOCK IN number."""
    return _listed("Players", "Players", view.seats, partial(_row, view, names), _SIGNS)


def _row(view: PasscodeView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    marks: list[Mark] = [_name(view, names, seat, _CODE - _NAME - 5)]
    if seat == view.turn_of and view.winners is None:
        marks.append(Icon(BODY.x, 1, _TURN))
    if not plays_round(view, seat):
        return (*marks, TextMark(_CODE, 1, "watching"))
    if not any(current_code(view, seat)):
        return (*marks, TextMark(_CODE, 1, "not rolled"))
    return (*marks, *draw_row_code(_CODE, 1, current_code(view, seat), view.filled[seat]), *_row_end(view, seat))


def _name(view: PasscodeView, names: tuple[str, ...], seat: int, room: int, left: int = _NAME) -> TextMark:
    return TextMark(left, 1, "You" if seat == view.seat else clipped(names[seat], room))


def _row_end(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The end of a row: the LOCK IN number beside a padlock, out, or the FAILs."""
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        return (Icon(_STATE + 2, 0, _LOCK), right_aligned(str(lock_in.number), BODY.right - 3, 0, "label"))
    if view.locked_out[seat]:
        return (right_aligned("out", BODY.right, 0, "label"),)
    return draw_small_fails(BODY.right, 0, view.fails[seat])


def _own_codes(view: PasscodeView) -> Iterator[ScreenPage]:
    """P3: the codes of all LEVELs; those of 3 and 4 digits share a line. In a playoff only the code of one number matters."""
    if view.seat is None or is_playoff(view) or len(view.levels) == 1:
        return
    yield ScreenPage("Your codes", partial(_codes_of, view, view.seat), "Codes")


def _codes_of(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    x, line = BODY.x + 1, 0
    for level, code in zip(view.levels, view.codes[seat], strict=True):
        filled = view.filled[seat] if level == view.level[seat] else 0
        wide = 8 * len(code)
        if x > BODY.x + 1 and x + wide > _CODES_WIDTH:
            x, line = BODY.x + 1, line + 1
        marks += draw_row_code(x, BODY.y + 1 + _ROW * line, code, filled)
        x += wide + 8
    return tuple(marks)


def _scores(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """P17: the scores and the LEVELs. The lowest decides if several lock in the last LEVEL (P16)."""
    return _listed("Low score wins", "Points", view.seats, partial(_score, view, names))


def _score(view: PasscodeView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    level = "Playoff" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
    marks = (_name(view, names, seat, 50, BODY.x), TextMark(_CODE, 1, level))
    return (*marks, right_aligned(str(view.scores[seat]), BODY.right, 0, "title"))


def _end(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The score of the winner, then that of the seat that looks or of the best of the others; the others have their page."""
    winners = view.winners or ()
    order = sorted(range(view.seats), key=lambda seat: (seat not in winners, seat != view.seat, view.scores[seat]))
    marks: list[Mark] = []
    for line, seat in enumerate(order[:2]):
        y = BODY.y + 13 * line
        marks += [_name(view, names, seat, 100, BODY.x), right_aligned(str(view.scores[seat]), BODY.right, 0, "title")]
        marks[-2:] = [_moved(mark, y) for mark in marks[-2:]]
    return (*marks, TextMark(BODY.x, BODY.bottom - 8, _LOWEST_WINS))


def _listed(
    name: str, label: str, seats: int, row: Callable[[int], tuple[Mark, ...]], legend: str = ""
) -> Iterator[ScreenPage]:
    """A row for each seat, one below the other, on as many pages as needed, as equally as they go; below them the `legend`, where
    there is room."""
    count = -(-seats // _ROWS)
    each = -(-seats // count)
    for number in range(count):
        title = f"{name} {number + 1}/{count}" if count > 1 and name == label else name
        some = range(number * each, min((number + 1) * each, seats))
        yield ScreenPage(title, partial(_stacked, some, row, legend), label)


def _stacked(seats: range, row: Callable[[int], tuple[Mark, ...]], legend: str) -> tuple[Mark, ...]:
    marks = [_moved(mark, BODY.y + _ROW * line) for line, seat in enumerate(seats) for mark in row(seat)]
    if legend and len(seats) < _ROWS:
        marks.append(TextMark(BODY.x, BODY.bottom - 9, legend))
    return tuple(marks)


def _moved(mark: Mark, down: int) -> Mark:
    assert not isinstance(mark, Veil), "lists hold nothing secret"
    return structs.replace(mark, y=mark.y + down)
