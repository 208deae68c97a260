"""Why a key did nothing: a hint in the title bar, which goes away by itself after HINT_SECONDS, or with the next key."""

from typing import Final

from msgspec import structs

from companion.core.seat import Place
from companion.table.screens.screen_updates import show_all
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition

HINT_SECONDS: Final = 1.5


def with_deadline(state: TableState, place: Place, at: float) -> TableState:
    """The state after a gesture of a place at a time: if it left a hint there, the hint ends HINT_SECONDS later."""
    if state.desks[place].hint:
        return structs.replace(state, hints_end=at + HINT_SECONDS)
    if state.hints_end is not None and not any(desk.hint for desk in state.desks):
        return structs.replace(state, hints_end=None)
    return state


def clear_old_hints(setup: TableSetup, state: TableState, at: float) -> Transition:
    """Without hints if it is time."""
    if state.hints_end is None or at < state.hints_end:
        return state, []
    places = {place for place, desk in enumerate(state.desks) if desk.hint}
    desks = tuple(structs.replace(desk, hint="") for desk in state.desks)
    state = structs.replace(state, desks=desks, hints_end=None)
    return state, [show for show in show_all(setup, state, None) if show.place in places]
