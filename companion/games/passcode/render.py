"""The pages of a game of Passcode: the own board, all players, all codes, the scores."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from companion.core.entry import Entry
from companion.core.fonts.faces import Face, text_width
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
from companion.games.passcode.board import board, last_roll, piles_and_hand
from companion.games.passcode.choosing import choosing, offered
from companion.games.passcode.drawing import draw_row_code, draw_small_fails
from companion.games.passcode.options import Options
from companion.games.passcode.rolling import rolling_codes, rolling_for_first, turning
from companion.games.passcode.text import status
from companion.games.passcode.view import PasscodeView, current_code, is_playoff, plays_round

LOWEST_WINS: Final = "Lowest score wins."
_ROWS: Final = 3
"""Players on a page."""
_ROW: Final = 12
_NAME: Final = 8
_CODE: Final = 56
_STATE: Final = 105
_TURN: Final = ("#   ", "##  ", "### ", "####", "### ", "##  ", "#   ")
_LOCK: Final = (" ### ", "#   #", "#####", "#####", "#####")


def render(options: Options, view: PasscodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (*_first(view, names), *_players(view, names), *_codes(view, names), *_scores(view, names))
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, entry))


def _entry_body(view: PasscodeView, entry: Entry) -> tuple[Mark, ...] | None:
    if isinstance(entry.prompt, Choose) and entry.prompt.options[0].move["move"] == "card":
        return offered(entry)
    if view.seat is None:
        return None
    if view.phase in ("play", "lay_down"):
        return choosing(view, view.seat, entry)
    return _own(view, view.seat)


def _first(view: PasscodeView, names: tuple[str, ...]) -> tuple[ScreenPage, ...]:
    """What a seat sees while it waits."""
    if view.winners is not None:
        return (ScreenPage("The end", _end(view, names), "End"),)
    if view.phase == "turning":
        return (ScreenPage("Turn the die", turning(view), "Die"),)
    if view.phase == "codes":
        return (ScreenPage("Your codes" if view.seat is not None else "Codes", rolling_codes(view, view.seat), "Die"),)
    if view.seat is None:
        return (ScreenPage("Piles and die", _table(view), "Piles"),)
    if not plays_round(view, view.seat):
        return ()
    return (ScreenPage("Your board", _own(view, view.seat), "Board"),)


def _own(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    match view.phase:
        case "codes":
            return rolling_codes(view, seat)
        case "turning":
            return turning(view)
        case "first":
            return rolling_for_first(view)
        case _:
            return board(view, seat)


def _table(view: PasscodeView) -> tuple[Mark, ...]:
    """For the public: the piles, and above them the last roll."""
    lower = last_roll(view)
    above = (TextMark(BODY.x, BODY.y, f"Round {view.round}", "label"),)
    return (*above, *piles_and_hand(view), *(() if view.discard_top is not None else lower))


# Everybody


def _players(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """A line for each codebreaker: the turn, the code with what is filled, FAILs or the LOCK IN number."""
    return _listed("Players", "Players", [_row(view, names, seat) for seat in range(view.seats)])


def _row(view: PasscodeView, names: tuple[str, ...], seat: int) -> tuple[Mark, ...]:
    marks: list[Mark] = [_name(view, names, seat, _CODE - _NAME - 5)]
    if seat == view.turn_of and view.winners is None:
        marks.append(Icon(BODY.x, 1, _TURN))
    if not plays_round(view, seat):
        return (*marks, TextMark(_CODE, 0, "looks on", "label"))
    return (*marks, *draw_row_code(_CODE, 0, current_code(view, seat), view.filled[seat]), *_row_end(view, seat))


def _name(view: PasscodeView, names: tuple[str, ...], seat: int, room: int, left: int = _NAME) -> TextMark:
    return TextMark(left, 0, "You" if seat == view.seat else clipped(names[seat], room, "label"), "label")


def _row_end(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The end of a row: the LOCK IN number beside a padlock, out, or the FAILs."""
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        return (Icon(_STATE + 3, 2, _LOCK), right_aligned(str(lock_in.number), BODY.right - 3, 0, "label"))
    if view.locked_out[seat]:
        return (right_aligned("out", BODY.right, 0, "label"),)
    return draw_small_fails(BODY.right, 0, view.fails[seat])


def _codes(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """P3: everybody knows all codes. In a playoff only the codes of one number matter, and they stand with the players."""
    if is_playoff(view):
        return
    for first in range(0, view.seats, 2):
        marks: list[Mark] = []
        for line, seat in enumerate(range(first, min(first + 2, view.seats))):
            y = BODY.y + 18 * line
            name = "Your codes" if seat == view.seat else names[seat]
            marks.append(TextMark(BODY.x, y, name))
            x = BODY.x
            for numbers in view.codes[seat]:
                code = "".join("·" if number is None else str(number) for number in numbers)
                marks.append(TextMark(x, y + 9, code))
                x += 6 * len(numbers) + 5
        yield ScreenPage("All codes", tuple(marks), "Codes")


def _scores(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """P17: the scores and the LEVELs. The lowest decides if several lock in the last LEVEL (P16)."""
    rows = []
    for seat, score in enumerate(view.scores):
        level = "Playoff" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
        marks = (_name(view, names, seat, 50, BODY.x), TextMark(_CODE, 1, level))
        rows.append((*marks, right_aligned(str(score), BODY.right, 0, "title")))
    return _listed("Low score wins", "Score", rows)


def _end(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """All scores, at most two beside each other, and which score wins."""
    marks: list[Mark] = []
    lines = 2 if view.seats == 2 else 3
    face: Face = "label" if lines == 2 else "text"
    wide = BODY.width if view.seats <= lines else 59
    for seat, score in enumerate(view.scores):
        x, y = BODY.x + (seat // lines) * (wide + 8), BODY.y + (seat % lines) * (_ROW if lines == 2 else 9)
        points = str(score)
        name = "You" if seat == view.seat else clipped(names[seat], wide - text_width(points, face) - 5, face)
        marks += [TextMark(x, y, name, face), right_aligned(points, x + wide, y, face)]
    return (*marks, TextMark(BODY.x, BODY.bottom - 8, LOWEST_WINS))


def _listed(name: str, label: str, rows: Sequence[tuple[Mark, ...]]) -> Iterator[ScreenPage]:
    """Rows one below the other, on as many pages as needed, as equally as they go."""
    count = -(-len(rows) // _ROWS)
    each = -(-len(rows) // count)
    for number in range(count):
        some = rows[number * each : (number + 1) * each]
        title = f"{name} {number + 1}/{count}" if count > 1 and name == label else name
        marks = [_moved(mark, BODY.y + 1 + _ROW * line) for line, row in enumerate(some) for mark in row]
        yield ScreenPage(title, tuple(marks), label)


def _moved(mark: Mark, down: int) -> Mark:
    assert not isinstance(mark, Veil), "lists hold nothing secret"
    return structs.replace(mark, y=mark.y + down)
