"""What an answer with a whole move does, as a touch interface gives it: it goes to the question in front of that place.

Invariant: the answer counts only for the question and the position that its player saw. The same checks judge it as judge keys,
and what refuses it stands on that seat's screen.
"""

from typing import Final

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.prompt import Move, allows, check
from companion.core.seat import Place
from companion.table import seat_data as data
from companion.table.agreement.consent import has_other_overlays, propose, with_key_pressed
from companion.table.inputs import SeatAnswered
from companion.table.lobby.lobby_state import LEARN
from companion.table.machine_seats.hand_over_menu import hand_over_menu, take_back_menu
from companion.table.moves.gesture_handling import answer_overlay
from companion.table.moves.hints import ask_for_hint, ask_for_review
from companion.table.moves.move_dispatch import make_move
from companion.table.moves.promises import ask_by_touch
from companion.table.moves.roll_rest import roll_rest
from companion.table.open_game import confirm_question, game_of, prompt
from companion.table.roll_sequence import ROLL
from companion.table.screens.screen_updates import show, show_all, show_refusal
from companion.table.screens.touch_interface import possible_proposals, question_in_front
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition
from companion.ui.seat_desk import Doubt

LEARN_ELSEWHERE: Final = "How to play is on the seat's own screen: tap Screen, then press Learn."
STALE: Final = "The table has gone on meanwhile. Look again, then answer."


def take_answer(setup: TableSetup, before: TableState, given: SeatAnswered) -> Transition:
    """What an answer does. Like a key, it says that its player is there."""
    state = with_key_pressed(before, given.place, "middle", given.at)
    countdown_changed = has_other_overlays(before, state)
    try:
        state, effects = _answered(setup, state, given)
    except RuleError as refusal:
        state, effects = show_refusal(setup, state, given.place, refusal)
    if countdown_changed and state.proposal is not None:
        effects = [*effects, *show_all(setup, state, None)]
    return state, effects


def _answered(setup: TableSetup, state: TableState, given: SeatAnswered) -> Transition:
    place, move = given.place, given.move
    asked, proposals = question_in_front(setup, state, place), possible_proposals(setup, state, place)
    if given.to == data.NOTICE:
        check(data.READ, move)
        state = without_notice(state, place)
        return state, [show(setup, state, place)]
    if given.number != state.number + 1:
        raise RuleError(STALE)
    if given.to == data.MENU and proposals is not None:
        check(proposals, move)
        return _from_menu(setup, state, given)
    if given.to == data.PROMISE and asked.to.startswith(data.GAME):
        seat = state.seat_at(place)
        assert seat is not None, "a spectator makes no moves"
        return ask_by_touch(setup, state, place, seat, move)
    if given.to != asked.to or asked.prompt is None:
        raise RuleError(STALE)
    state = without_notice(state, place)
    if asked.to == data.ENDING and move == {"move": "back"}:
        state = state.with_overlay(place, None)
        return state, [show(setup, state, place)]
    if state.overlays[place] is not None:
        check(asked.prompt, move)
        doubt = (overlay := state.overlays[place]) and overlay.desk.doubt
        move = doubt.move if doubt else move
        return answer_overlay(setup, state, place, move, given.at)
    match asked.to:
        case data.ROUND:
            check(asked.prompt, move)
            state = state.with_recap_page(place, None)
            return state, [show(setup, state, place)]
        case data.DOUBT:
            check(asked.prompt, move)
            return _after_doubt(setup, state, place, move)
        case _:
            return _to_game(setup, state, place, move)


def _from_menu(setup: TableSetup, state: TableState, given: SeatAnswered) -> Transition:
    """What an entry of the menu does. What is put to all was asked back on the page."""
    place, move, at = given.place, given.move, given.at
    if move["move"] == "play_again":
        state = state.with_overlay(place, take_back_menu(lifted=False))
        return state, [show(setup, state, place)]
    seat = state.seat_at(place)
    assert seat is not None, "a spectator proposes nothing"
    match move["move"]:
        case "hint":
            return ask_for_hint(setup, state, place, seat)
        case "review":
            return ask_for_review(setup, state, place, seat)
        case "roll_rest":
            state = roll_rest(state, place)
        case "own_throw":
            return make_move(setup, state, seat, ROLL, urgent=place)
        case "hand_over":
            state = state.with_overlay(place, hand_over_menu(game_of(setup, state), lifted=False))
        case "new_code":
            return propose(setup, state, place, seat, "new_code", at, move["place"])
        case kind:
            return propose(setup, state, place, seat, kind, at)
    return state, [show(setup, state, place)]


def without_notice(state: TableState, place: Place) -> TableState:
    """With nothing to be read in front of the game at a place: neither a sentence nor a hint."""
    state = state.with_notice("", (place,))
    return (
        state.with_desk(place, structs.replace(state.desks[place], page=None))
        if state.advice_at(place) is not None
        else state
    )


def _after_doubt(setup: TableSetup, state: TableState, place: Place, answer: Move) -> Transition:
    """A move that was asked back is made, or dropped."""
    desk, seat = state.desks[place], state.seat_at(place)
    assert desk.doubt is not None, "this question is a doubt"
    assert seat is not None, "a spectator is asked nothing"
    state = state.with_desk(place, structs.replace(desk, doubt=None))
    if answer["move"] == "back":
        return state, [show(setup, state, place)]
    return make_move(setup, state, seat, desk.doubt.move, urgent=place)


def _to_game(setup: TableSetup, state: TableState, place: Place, move: Move) -> Transition:
    seat, asked = state.seat_at(place), prompt(setup, state, place)
    assert seat is not None, "a spectator is asked nothing"
    assert asked is not None, "a question was answered"
    if move["move"] == LEARN:
        raise RuleError(LEARN_ELSEWHERE)
    question = confirm_question(setup, state, place, move) if allows(asked, move) else None
    if question is None:
        # Who taps "Roll the die" has asked for the throw.
        state = structs.replace(state, throwing=place) if move == ROLL else state
        return make_move(setup, state, seat, move, urgent=place)
    desk = structs.replace(state.desks[place], doubt=Doubt(question, move), page=None)
    state = state.with_desk(place, desk)
    return state, [show(setup, state, place)]
