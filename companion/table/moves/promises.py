"""What a move in the making promises: a player who has switched that help on asks before the move is made, with keys or by touch.

Invariant: the words stand only beside the move for which they were asked, and only in the position in which they were asked.
They are made from what the player's own seat has seen, and only that player's screen shows them.
"""

from typing import Final

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.prompt import Move, check
from companion.core.seat import Place, Seat
from companion.table.effects import AskPromise, DropPromise, Effect
from companion.table.inputs import PromiseGiven
from companion.table.moves.hints import NO_HINT
from companion.table.open_game import game_of, prompt
from companion.table.screens.screen_updates import show
from companion.table.screens.seat_screen import helps_now, move_in_making, promise_page
from companion.table.table_setup import TableSetup
from companion.table.table_state import AskedPromise, TableState, Transition

NO_PROMISE: Final = "You did not switch on Worth of a move, or the machine cannot weigh this move."


def ask_with_keys(setup: TableSetup, state: TableState, place: Place, seat: Seat) -> Transition:
    """The player at a place asks what the move promises that is about to be made. What is known is shown at once."""
    move = move_in_making(setup, state, place)
    assert move is not None, "it is offered only beside a whole move"
    asked = AskedPromise(state.number, move)
    known = state.promise_at(place)
    if known is not None and known.words and structs.replace(known, words="", by_keys=True) == asked:
        return _at_promise(setup, state.with_promise(place, structs.replace(known, by_keys=True)), place)
    state = state.with_promise(place, asked)
    return state, [show(setup, state, place), AskPromise(place, state.number, seat, move)]


def ask_by_touch(setup: TableSetup, state: TableState, place: Place, seat: Seat, move: Move) -> Transition:
    """The same of a move that a touch interface names. Raises RuleError where it cannot be asked about."""
    asked = prompt(setup, state, place)
    weighs = "worth" in helps_now(setup, state, place)
    if asked is None or not weighs or not game_of(setup, state).weighs(move):
        raise RuleError(NO_PROMISE)
    check(asked, move)
    wanted, known = AskedPromise(state.number, move, by_keys=False), state.promise_at(place)
    if known is not None and structs.replace(known, words="", by_keys=False) == wanted:
        return state.with_promise(place, structs.replace(known, by_keys=False)), []  # it is known, or under way
    state = state.with_promise(place, wanted)
    return state, [show(setup, state, place), AskPromise(place, state.number, seat, move)]


def take_promise(setup: TableSetup, state: TableState, given: PromiseGiven) -> Transition:
    """The words are there. They are dropped where nobody waits for them any more."""
    place, asked = given.place, state.promise_at(given.place)
    if asked is None or asked.words or (asked.number, asked.move) != (given.number, given.move):
        return state, []
    if not given.words:
        state = state.with_promise(place, None).with_notice(NO_HINT, (place,))
        return state, [show(setup, state, place)]
    state = state.with_promise(place, structs.replace(asked, words=given.words))
    return _at_promise(setup, state, place) if asked.by_keys else (state, [show(setup, state, place)])


def without_stale(setup: TableSetup, state: TableState) -> tuple[TableState, list[Effect]]:
    """Without the promises of another position, and of a move that is not in the making any more."""
    effects: list[Effect] = []
    for place, promise in enumerate(state.promises):
        if promise is None or (
            promise.number == state.number
            and (not promise.by_keys or promise.move == move_in_making(setup, state, place))
        ):
            continue
        state = state.with_promise(place, None)
        if not promise.words:
            effects.append(DropPromise(place))
    return state, effects


def _at_promise(setup: TableSetup, state: TableState, place: Place) -> Transition:
    page = promise_page(setup, state, place)
    state = state.with_desk(place, structs.replace(state.desks[place], page=page, menu=None))
    return state, [show(setup, state, place)]
