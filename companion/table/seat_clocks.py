"""Whose think time passes at a table, and what the screens and pages show of it. Where none passes, the screens show what is
left of the round of a tournament.

Invariant: this follows from public things alone: who is asked for a move, who still reads the recap of a round, and whether
something is proposed. No half-entered move and no secret changes it. Everybody sees the same but for the word You.
"""

from typing import Final

from companion.core.fonts.faces import Face, text_width
from companion.core.screen import BODY, FilledBox, Mark, Rect, ScreenPage, clipped, right_aligned, text_lines
from companion.core.seat import CHANCE, Seat
from companion.table.clock import URGENT, shown
from companion.table.effects import ClockShown
from companion.table.state import At, TableState
from companion.ui.screens import TimeLeft

CLOCK_PAGE: Final = "Clock"
_COLUMN_GAP: Final = 6
_NAME_GAP: Final = 4


def asked_seats(state: TableState) -> tuple[Seat, ...]:
    """The people who are asked for a move. While luck decides, and while pieces are reported, it is who was asked before."""
    position = state.position
    if state.clock is None or position.over or position.is_older:
        return ()
    if CHANCE in position.acting or position.awaits_report:
        return state.clock.asked
    return tuple(actor for actor in position.acting if actor != CHANCE and actor not in position.machine_seats)


def running_seats(state: TableState) -> tuple[Seat, ...]:
    """Those of them whose time passes: not while luck decides, while something is proposed, or while they read a recap."""
    position = state.position
    if state.clock is None or state.proposal is not None or position.awaits_report or CHANCE in position.acting:
        return ()
    places = state.opened.places
    return tuple(seat for seat in asked_seats(state) if state.places[places[seat]].recap is None)


def time_at(at: At) -> TimeLeft | None:
    """What the screen of a place shows: its own time while it passes, else that of the tournament's round, if there is one."""
    clock, seat = at.state.clock, at.seat
    if clock is None or seat is None or seat not in running_seats(at.state):
        return at.state.round_left
    left = clock.left(seat)
    return TimeLeft(shown(left), urgent=left <= URGENT)


def public_clock(state: TableState) -> ClockShown:
    """What all may know of the think time."""
    time = state.clock
    if time is None or state.position.over or state.position.is_older:
        return ClockShown()
    setting, machines = time.setting, state.machine_seats
    left = tuple(None if seat in machines else setting.seconds - spent for seat, spent in enumerate(time.spent))
    return ClockShown(setting.kind, setting.seconds, left, time.asked, time.running, time.since)


def shown_times(state: TableState) -> tuple[tuple[Seat, str], ...]:
    """What the page of clocks shows of the times that pass."""
    time = state.clock
    return () if time is None else tuple((seat, shown(time.left(seat))) for seat in running_seats(state))


def clock_pages(at: At) -> tuple[ScreenPage, ...]:
    """The page on which any seat can look at the time that all players have left, where each has a time of the whole game; else
    nothing. A time that passes now stands on a plate."""
    state, time = at.state, at.state.clock
    if time is None or time.setting.kind == "turn" or state.position.over:
        return ()
    own, running, names_of = at.seat, running_seats(state), state.opened.names
    people = [seat for seat in state.position.seats if seat not in state.machine_seats]
    face: Face = "label" if len(people) <= BODY.lines("label") else "text"
    lines = BODY.lines(face)
    columns = [people[first : first + lines] for first in range(0, len(people), lines)]
    wide = (BODY.width - (len(columns) - 1) * _COLUMN_GAP) // len(columns)
    marks: list[Mark] = []
    for number, column in enumerate(columns):
        area = Rect(BODY.x + number * (wide + _COLUMN_GAP), BODY.y, wide, BODY.height)
        times = [shown(time.left(seat)) for seat in column]
        names = tuple(
            _fitted("You" if seat == own else names_of[seat], wide - text_width(left, face) - _NAME_GAP, face)
            for seat, left in zip(column, times, strict=True)
        )
        named = text_lines(names, area, face)
        marks += named
        for seat, left, name in zip(column, times, named, strict=True):
            marks += _time(left, area.right, name.y, face, seat in running)
    return (ScreenPage(CLOCK_PAGE, tuple(marks), CLOCK_PAGE),)


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
