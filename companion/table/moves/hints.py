"""Hints during a game: a player who plays with hints asks for one, everybody is told that, and the hint comes as a page.

Invariant: a hint is made from what the player's own seat has seen, and only that player's screen shows it.
"""

from typing import Final

from msgspec import structs

from companion.core.seat import Place, Seat
from companion.table.effects import EventLine
from companion.table.inputs import HintGiven
from companion.table.machine_seats.machine_effects import asked_hint
from companion.table.screens.screen_updates import show
from companion.table.screens.seat_screen import hint_page
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition

THINKING: Final = "The machine thinks about a hint: one moment."


def ask_for_hint(setup: TableSetup, state: TableState, place: Place, seat: Seat) -> Transition:
    """The player at a place asks for a hint. One that still holds is shown again."""
    if state.advice_at(place):
        return _at_hint(setup, state, place)
    state = state.with_notice(THINKING, (place,))
    said = EventLine(f"{state.opened.names[seat]} asks for a hint.")
    return state, [show(setup, state, place), said, asked_hint(setup, state, place, seat)]


def take_hint(setup: TableSetup, state: TableState, given: HintGiven) -> Transition:
    """The hint is there. It is dropped where the game went on meanwhile."""
    place = given.place
    if given.number != state.number or state.seat_at(place) not in state.opened.hints:
        return state, []
    return _at_hint(setup, state.with_advice(place, given.words), place)


def _at_hint(setup: TableSetup, state: TableState, place: Place) -> Transition:
    desk = state.desks[place]
    notice = "" if desk.notice == THINKING else desk.notice
    state = state.with_desk(place, structs.replace(desk, page=hint_page(setup, state, place), notice=notice, menu=None))
    return state, [show(setup, state, place)]
