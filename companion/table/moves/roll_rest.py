"""Rolls that a player lets be made one after the other: the table makes the move "roll" for that place whenever it is asked for.

Invariant: only the move that the prompt leaves no choice about is made. A decision between two rolls is asked as always.
"""

from msgspec import structs

from companion.core.seat import Place
from companion.table.moves.move_dispatch import make_move
from companion.table.roll_sequence import ROLL, is_asked_to_roll
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def roll_rest(state: TableState, place: Place) -> TableState:
    """From now on the rolls of a place are made without asking."""
    return structs.replace(state, rolling=(*state.rolling, place))


def next_roll(setup: TableSetup, state: TableState) -> Transition | None:
    """The next roll that need not be asked for; None if there is none. A proposal ends all that: everything is asked again."""
    if state.proposal is not None:
        return structs.replace(state, rolling=()), []
    place = next((place for place in state.rolling if is_asked_to_roll(setup, state, place)), None)
    if place is None:
        return None
    seat = state.seat_at(place)
    assert seat is not None, "a spectator is asked nothing"
    return make_move(setup, state, seat, ROLL, urgent=place)
