"""The page on which any seat can look at the time that all players have left of a game.

Invariant: what it shows is public, and everybody sees the same but for the word You.
"""

from typing import Final

from companion.core.fonts.faces import Face, text_width
from companion.core.screen import BODY, FilledBox, Mark, Rect, ScreenPage, clipped, lines_in, right_aligned, text_lines
from companion.core.seat import Place, Seat
from companion.table.clock.seat_clocks import running_seats
from companion.table.clock.think_time import shown
from companion.table.open_game import is_over
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState

CLOCK_PAGE: Final = "Clock"
_COLUMN_GAP: Final = 6
_NAME_GAP: Final = 4


def clock_pages(setup: TableSetup, state: TableState, place: Place) -> tuple[ScreenPage, ...]:
    """The page, where each player has a time of the whole game; else nothing. A time that passes now stands on a plate."""
    time = state.clock
    if time is None or time.setting.kind == "turn" or is_over(setup, state):
        return ()
    own, running = state.seat_at(place), running_seats(setup, state)
    people = [seat for seat in range(len(state.opened.names)) if seat not in state.machine_seats]
    face: Face = "label" if len(people) <= lines_in(BODY, "label") else "text"
    lines = lines_in(BODY, face)
    columns = [people[at : at + lines] for at in range(0, len(people), lines)]
    wide = (BODY.width - (len(columns) - 1) * _COLUMN_GAP) // len(columns)
    marks: list[Mark] = []
    for number, column in enumerate(columns):
        area = Rect(BODY.x + number * (wide + _COLUMN_GAP), BODY.y, wide, BODY.height)
        times = [shown(time.left(seat)) for seat in column]
        names = tuple(
            _fitted("You" if seat == own else state.opened.names[seat], wide - text_width(left, face) - _NAME_GAP, face)
            for seat, left in zip(column, times, strict=True)
        )
        named = text_lines(names, area, face)
        marks += named
        for seat, left, name in zip(column, times, named, strict=True):
            marks += _time(left, area.right, name.y, face, seat in running)
    return (ScreenPage(CLOCK_PAGE, tuple(marks), CLOCK_PAGE),)


def shown_times(setup: TableSetup, state: TableState) -> tuple[tuple[Seat, str], ...]:
    """What such a page shows of the times that pass."""
    time = state.clock
    if time is None:
        return ()
    return tuple((seat, shown(time.left(seat))) for seat in running_seats(setup, state))


def _fitted(name: str, room: int, face: Face) -> str:
    """As many letters of a name as there is room for; a number at its end stays: "Player 5" becomes "Play5"."""
    called, _, number = name.rpartition(" ")
    if text_width(name, face) <= room or not called or not number.isdigit():
        return clipped(name, room, face)
    return clipped(called, room - text_width(number, face) - 1, face) + number


def _time(text: str, right: int, y: int, face: Face, runs: bool) -> tuple[Mark, ...]:
    mark = right_aligned(text, right - 1, y, face, inverse=runs)
    if not runs:
        return (mark,)
    high = 11 if face == "label" else 9
    return (FilledBox(mark.x - 1, y - 1, text_width(text, face) + 2, high), mark)
