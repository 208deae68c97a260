"""What a gesture with the keys of a place does: it goes to the overlay, the recap, the rules, a page, or the entry of a move.

The first of these that is on the screen takes the gesture, in the same order in which `screens.seat_screen` draws them.
"""

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.screen import ScreenPage
from companion.core.seat import Place
from companion.table.agreement.consent import overlay_lines, propose, put_to_all, refuse_proposal, with_key_pressed
from companion.table.agreement.menu import LOBBY_PAGE, lobby_menu, menu
from companion.table.machines.hand_over import hand_over, take_seat
from companion.table.machines.seat_menu import HAND_OVER_PAGE, TAKE_BACK_PAGE, hand_over_menu, take_back_menu
from companion.table.moves.move_dispatch import make_move
from companion.table.open_game import confirm_question
from companion.table.screens import recap_reading
from companion.table.screens.screen_updates import refuse, show, show_all
from companion.table.screens.seat_screen import game_page_count, rules_book, table_pages
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition
from companion.ui import rules_pages as rulebook
from companion.ui.rules_bookmark import Bookmark, turn_page
from companion.ui.seat_desk import Desk, Doubt, is_leafing, touch


def take_gesture(setup: TableSetup, before: TableState, place: Place, gesture: Gesture, at: float) -> Transition:
    """What a gesture at a time does. A refused move leaves the game as it was, and the player reads the reason."""
    state = with_key_pressed(before, place, gesture, at)
    countdown_changed = overlay_lines(state) != overlay_lines(before)
    if state.overlays[place] is not None:
        state, effects = _to_overlay(setup, state, place, gesture, at)
    else:
        state, effects = _to_game(setup, state, place, gesture)
    if countdown_changed and state.proposal is not None:
        effects = [*effects, *show_all(setup, state, None)]
    return state, effects


def _to_game(setup: TableSetup, state: TableState, place: Place, gesture: Gesture) -> Transition:
    desk = state.desks[place]
    if (page := recap_reading.page_in_front(state, place)) is not None:
        state = recap_reading.with_page_turned(setup, state, place, page, gesture)
        return state, [show(setup, state, place)]
    if desk.bookmark is not None and not desk.notice and gesture not in ("lift", "lower"):
        bookmark = turn_page(desk.bookmark, gesture, rules_book(setup, state))
        after = state.with_desk(place, structs.replace(desk, bookmark=bookmark))
        return after, [show(setup, after, place)] if bookmark != desk.bookmark else []
    count = 1
    if is_leafing(desk, gesture):
        extra = table_pages(setup, state, place)
        count = game_page_count(setup, state, place, desk) + len(extra)
        opened = (desk.page or 0) % count - (count - len(extra))
        if gesture == "middle" and opened >= 0:
            state = _with_page_opened(state, place, extra[opened])
            return state, [show(setup, state, place)]
    return _to_desk(setup, state, place, desk, touch(desk, gesture, count))


def _to_desk(
    setup: TableSetup, state: TableState, place: Place, before: Desk, after: tuple[Desk, Move | None]
) -> Transition:
    """The gesture changed a page or an entry, or it completed a move. Some games ask whether such a move is meant."""
    desk, move = after
    if desk == before and move is None:
        return state, []
    question = None
    if move is not None and before.doubt is None:
        question = confirm_question(setup, state, place, move)
    if move is not None and question is not None:
        desk, move = structs.replace(desk, doubt=Doubt(question, move)), None
    state = state.with_desk(place, desk)
    if move is None:
        return state, [show(setup, state, place)]
    seat = state.seat_at(place)
    assert seat is not None, "a spectator is asked nothing"
    try:
        return make_move(setup, state, seat, move, urgent=place)
    except RuleError as refusal:
        return refuse(setup, state, place, refusal)


def _with_page_opened(state: TableState, place: Place, page: ScreenPage) -> TableState:
    """With the rules or the menu that a page of the table opens."""
    desk = structs.replace(state.desks[place], page=None)
    if page is rulebook.PAGE:
        return state.with_desk(place, structs.replace(desk, bookmark=Bookmark()))
    if page is LOBBY_PAGE:
        opened = lobby_menu(desk.lifted)
    elif page is HAND_OVER_PAGE:
        opened = hand_over_menu(state.opened.game, desk.lifted)
    elif page is TAKE_BACK_PAGE:
        opened = take_back_menu(desk.lifted)
    else:
        opened = menu(desk.lifted)
    return state.with_desk(place, desk).with_overlay(place, opened)


def _to_overlay(setup: TableSetup, state: TableState, place: Place, gesture: Gesture, at: float) -> Transition:
    overlay = state.overlays[place]
    assert overlay is not None, "only an overlay is answered here"
    count = 1
    if is_leafing(overlay.desk, gesture):
        count = game_page_count(setup, state, place, overlay.desk)
    desk, move = touch(overlay.desk, gesture, count)
    if desk == overlay.desk and move is None:
        return state, []
    state = state.with_overlay(place, structs.replace(overlay, desk=desk))
    state = state.with_desk(place, structs.replace(state.desks[place], lifted=desk.lifted))
    if move is None:
        return state, [show(setup, state, place)]
    try:
        return _answer_overlay(setup, state, place, move, at)
    except RuleError as refusal:
        return refuse(setup, state.with_overlay(place, None), place, refusal)


def _answer_overlay(setup: TableSetup, state: TableState, place: Place, move: Move, at: float) -> Transition:
    """What a player chose in a menu, or answered to a proposal."""
    if move["move"] == "back":
        state = state.with_overlay(place, None)
        return state, [show(setup, state, place)]
    if move["move"] == "take_seat":
        return take_seat(setup, state, place)
    seat = state.seat_at(place)
    assert seat is not None, "a spectator is asked nothing"
    match move["move"]:
        case "hand_over":
            return hand_over(setup, state, place, seat, move["level"])
        case "take_back" | "abandon" | "switch_off" as kind:
            return propose(setup, state, place, seat, kind, at)
        case "yes" if state.proposal is not None:
            return put_to_all(setup, state, state.proposal.with_yes(seat), place)
        case answer:
            return refuse_proposal(setup, state, place, seat, answer)
