"""Whose think time passes at a table, and what a screen shows of it.

Invariant: this follows from public things alone: who is asked for a move, who still reads the recap of a round, and whether
something is proposed. No half-entered move and no secret changes it.
"""

from companion.core.game import to_act
from companion.core.seat import CHANCE, Place, Seat
from companion.table.clock.think_time import URGENT, shown
from companion.table.effects import ClockShown
from companion.table.open_game import awaits_report, game_of, has_older_rules, is_over
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState
from companion.ui.layout import TimeLeft


def asked_seats(setup: TableSetup, state: TableState) -> tuple[Seat, ...]:
    """The people who are asked for a move. While luck decides, and while pieces are reported, it is who was asked before."""
    if state.clock is None or is_over(setup, state) or has_older_rules(setup, state):
        return ()
    acting = to_act(game_of(setup, state), state.game_state)
    if CHANCE in acting or awaits_report(setup, state):
        return state.clock.asked
    return tuple(actor for actor in acting if actor != CHANCE and actor not in state.machine_seats)


def running_seats(setup: TableSetup, state: TableState) -> tuple[Seat, ...]:
    """Those of them whose time passes: not while luck decides, while something is proposed, or while they read a recap."""
    if state.clock is None or state.proposal is not None or awaits_report(setup, state):
        return ()
    if CHANCE in to_act(game_of(setup, state), state.game_state):
        return ()
    asked, places = asked_seats(setup, state), state.opened.places
    return tuple(seat for seat in asked if state.recap_page_at(places[seat]) is None)


def time_at(setup: TableSetup, state: TableState, place: Place) -> TimeLeft | None:
    """What the screen of a place shows: the own time while it passes; else nothing."""
    seat = state.seat_at(place)
    if state.clock is None or seat is None or seat not in running_seats(setup, state):
        return None
    left = state.clock.left(seat)
    return TimeLeft(shown(left), urgent=left <= URGENT)


def public_clock(setup: TableSetup, state: TableState) -> ClockShown:
    """What all may know of the think time."""
    time = state.clock
    if time is None or is_over(setup, state) or has_older_rules(setup, state):
        return ClockShown()
    setting, machines = time.setting, state.machine_seats
    left = tuple(None if seat in machines else setting.seconds - spent for seat, spent in enumerate(time.spent))
    return ClockShown(setting.kind, setting.seconds, left, time.asked, time.running, time.since)
