"""Which player is asked for a roll that needs no decision, and who has several of them in a row."""

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
    game, seat = game_of(setup, state), state.seat_at(place)
    return is_asked_for_roll(setup, state, place) and game.rolls_in_sequence(game.view(state.game_state, seat))


def is_asked_for_roll(setup: TableSetup, state: TableState, place: Place) -> bool:
    """Whether all that a place is asked is to make a roll."""
    if (
        state.seat_at(place) is None
        or in_lobby(setup, state)
        or is_over(setup, state)
        or state.overlays[place] is not None
    ):
        return False
    draft = state.desks[place].draft
    asked = None if draft is None else draft.prompt
    return isinstance(asked, Choose) and [option.move for option in asked.options] == [ROLL]
