"""Which players still read the recap of a finished round. Each of them sees it in front of the game until they press "go on".

Every player reads at their own pace while the game goes on behind the recap. Reading makes no move, so the journal has nothing
of it. After a power cut the recap is shown again to the players who have made no move since the round ended.
"""

from typing import Any

from msgspec import structs

from companion.core.game import AnyGame, Step, replay_states
from companion.core.keys import Gesture
from companion.core.recap import Recap
from companion.core.screen import Screen
from companion.core.seat import CHANCE, Actor, Place, Seat
from companion.table.open_game import game_of
from companion.table.screens import recap_pages
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState


def page_in_front(state: TableState, place: Place) -> int | None:
    """The page of the recap that a place shows now; None if it shows none. A notice comes before the recap."""
    return None if state.desks[place].notice else state.recap_page_at(place)


def recap_screen(setup: TableSetup, state: TableState, page: int) -> Screen:
    """A page of the recap as a screen."""
    return recap_pages.screen(*_last_round(setup, state), page)


def recap_json(setup: TableSetup, state: TableState) -> dict[str, Any] | None:
    """The recap for the web pages, as long as any player reads it."""
    if state.recap_pages.count(None) == len(state.recap_pages):
        return None
    recap, names, _ = _last_round(setup, state)
    return recap_pages.as_json(recap, names)


def with_page_turned(setup: TableSetup, state: TableState, place: Place, page: int, gesture: Gesture) -> TableState:
    """The state after a gesture of a player who reads the recap."""
    after = recap_pages.page_after(*_last_round(setup, state), page, gesture)
    if gesture in ("lift", "lower"):
        state = state.with_desk(place, structs.replace(state.desks[place], lifted=gesture == "lift"))
    return state.with_recap_page(place, after)


def after_move(setup: TableSetup, before: TableState, state: TableState, actor: Actor) -> TableState:
    """A move closes the recap for its maker. If it finished a round, all players get the recap of that round."""
    if actor != CHANCE:
        state = state.with_recap_page(state.opened.places[actor], None)
    game = game_of(setup, state)
    recap = game.recap(state.game_state)
    if recap is not None and recap != game.recap(before.game_state):
        state = state.with_recap_for(tuple(range(len(state.opened.names))))
    return state


def replayed_with_readers(
    game: AnyGame, options: object, seats: int, steps: tuple[Step, ...]
) -> tuple[Any, tuple[Seat, ...]]:
    """The state after `steps`, and the seats that have made no move since the last round ended. Raises RuleError as
    `replay_states` does."""
    waiting: tuple[Seat, ...] = ()
    states = replay_states(game, options, seats, steps)
    state = next(states)
    recap = game.recap(state)
    for (actor, _), after in zip(steps, states, strict=True):
        if actor in waiting:
            waiting = tuple(seat for seat in waiting if seat != actor)
        state, before = after, recap
        recap = game.recap(state)
        if recap != before:
            waiting = tuple(range(seats))
    return state, waiting


def _last_round(setup: TableSetup, state: TableState) -> tuple[Recap, tuple[str, ...], recap_pages.Pieces]:
    """The recap of the round that was finished last, and what is needed to draw it."""
    game = game_of(setup, state)
    recap = game.recap(state.game_state)
    assert recap is not None, "only a finished round is read"
    return recap, state.opened.names, game.pieces
