"""Which player has several rolls before it that need no decision."""

from typing import Final

from companion.core.prompt import Choose, Move
from companion.core.seat import Place
from companion.table.open_game import game_of, in_lobby, is_over
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState

ROLL: Final[Move] = {"move": "roll"}


def may_roll_rest(setup: TableSetup, state: TableState, place: Place) -> bool:
    """Whether the player at a place is asked for one of several rolls, and does not let them be made yet."""
    return place not in state.rolling and is_asked_to_roll(setup, state, place)


def is_asked_to_roll(setup: TableSetup, state: TableState, place: Place) -> bool:
    """Whether all that a place is asked is to make one of several rolls."""
    seat = state.seat_at(place)
    if seat is None or in_lobby(setup, state) or is_over(setup, state) or state.overlays[place] is not None:
        return False
    game, draft = game_of(setup, state), state.desks[place].draft
    asked = None if draft is None else draft.prompt
    sole = isinstance(asked, Choose) and [option.move for option in asked.options] == [ROLL]
    return sole and game.rolls_in_sequence(game.view(state.game_state, seat))
