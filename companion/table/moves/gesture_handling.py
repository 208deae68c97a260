"""What a gesture with the keys of a place does: it goes to the overlay, the recap, the rules, a page, or the entry of a move.

The first of these that is on the screen takes the gesture, in the same order in which `screens.seat_screen` draws them.
"""

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import Place
from companion.table.agreement.consent import has_other_overlays, propose, put_to_all, refuse_proposal, with_key_pressed
from companion.table.agreement.proposal_question import ending_question, phone_question
from companion.table.effects import ShowPhoneCodes
from companion.table.lobby.lobby_state import LEARN, STAYS_IN_LIST, Lobby
from companion.table.machine_seats.hand_over import hand_over, take_seat
from companion.table.machine_seats.hand_over_menu import hand_over_menu, take_back_menu
from companion.table.moves.hints import ask_for_hint, ask_for_review
from companion.table.moves.move_dispatch import make_move
from companion.table.moves.promises import ask_with_keys
from companion.table.moves.roll_rest import roll_rest
from companion.table.open_game import confirm_question, game_of, in_lobby
from companion.table.screens import recap_reading
from companion.table.screens.key_hints import with_deadline
from companion.table.screens.screen_updates import show, show_all, show_refusal
from companion.table.screens.seat_screen import PROMISE_ENTRY, offers_promise, pages_and_menu, rules_book
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition
from companion.ui.kept_place import in_list_above
from companion.ui.rules_bookmark import Bookmark, turn_page
from companion.ui.seat_desk import Desk, Doubt, MenuEntry, needs_pages, touch


def take_gesture(setup: TableSetup, before: TableState, place: Place, gesture: Gesture, at: float) -> Transition:
    """What a gesture at a time does. A refused move leaves the game as it was, and the player reads the reason."""
    state = with_key_pressed(before, place, gesture, at)
    countdown_changed = has_other_overlays(before, state)
    if state.overlays[place] is not None:
        state, effects = _to_overlay(setup, state, place, gesture, at)
    else:
        state, effects = _to_game(setup, state, place, gesture, at)
        state = with_deadline(state, place, at)
    if countdown_changed and state.proposal is not None:
        effects = [*effects, *show_all(setup, state, None)]
    return state, effects


def _to_game(setup: TableSetup, state: TableState, place: Place, gesture: Gesture, at: float) -> Transition:
    desk = state.desks[place]
    if (page := recap_reading.page_in_front(state, place)) is not None:
        state = recap_reading.with_page_turned(setup, state, place, page, gesture)
        return state, [show(setup, state, place)]
    if desk.bookmark is not None and not desk.notice and gesture not in ("lift", "lower"):
        bookmark = turn_page(desk.bookmark, gesture, rules_book(setup, state))
        after = state.with_desk(place, structs.replace(desk, bookmark=bookmark))
        return after, [show(setup, after, place)] if bookmark != desk.bookmark else []
    if gesture == "right" and offers_promise(setup, state, place):
        return _open_entry(setup, state, place, PROMISE_ENTRY, at)
    desk, done = _touched(setup, state, place, desk, gesture)
    if isinstance(done, MenuEntry):
        return _open_entry(setup, state.with_desk(place, desk), place, done, at)
    return _to_desk(setup, state, place, desk, done)


def _touched(
    setup: TableSetup, state: TableState, place: Place, desk: Desk, gesture: Gesture
) -> tuple[Desk, Move | MenuEntry | None]:
    """The gesture on a desk. Pages and menu are made only where the gesture needs them."""
    if not needs_pages(desk, gesture):
        return touch(desk, gesture, 1)
    return touch(desk, gesture, *pages_and_menu(setup, state, place, desk))


def _to_desk(setup: TableSetup, state: TableState, place: Place, desk: Desk, move: Move | None) -> Transition:
    """The gesture changed a page or an entry, or it completed a move. Some games ask whether such a move is meant."""
    before = state.desks[place]
    if desk == before and move is None:
        return state, []
    question = None
    if in_lobby(setup, state) and move is not None:
        if move["move"] == LEARN:
            state = state.with_desk(place, structs.replace(desk, bookmark=Bookmark(0, 0)))
            if not _is_known_there(state, place):
                return make_move(setup, state, place, move, urgent=place)
            return state, [show(setup, state, place)]
        if move["move"] in STAYS_IN_LIST and before.draft is not None:
            desk = structs.replace(desk, draft=in_list_above(before.draft))
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
        return show_refusal(setup, state, place, refusal)


def _is_known_there(state: TableState, place: Place) -> bool:
    """Whether the lobby knows that somebody is at a place."""
    return isinstance(state.game_state, Lobby) and place in state.game_state.present


def _open_entry(setup: TableSetup, state: TableState, place: Place, entry: MenuEntry, at: float) -> Transition:
    """What an entry of the seat's menu does: it opens the rules, asks before a proposal, or proposes to take a move back."""
    desk, seat = state.desks[place], state.seat_at(place)
    match entry.action:
        case "abandon" | "switch_off" as kind:
            state = state.with_overlay(place, ending_question(kind, desk.lifted))
        case "new_code":
            state = state.with_overlay(place, phone_question(entry.page, desk.lifted))
        case "phone_codes":
            return state, [ShowPhoneCodes(place)]
        case "hand_over":
            state = state.with_overlay(place, hand_over_menu(game_of(setup, state), desk.lifted))
        case "play_again":
            state = state.with_overlay(place, take_back_menu(desk.lifted))
        case "hint":
            assert seat is not None, "a spectator is asked nothing"
            return ask_for_hint(setup, state, place, seat)
        case "promise":
            assert seat is not None, "a spectator makes no moves"
            return ask_with_keys(setup, state, place, seat)
        case "roll_rest":
            state = roll_rest(state, place)
        case "review":
            assert seat is not None, "a spectator has no moves to be reviewed"
            return ask_for_review(setup, state, place, seat)
        case "take_back":
            assert seat is not None, "a spectator has no move to take back"
            try:
                return propose(setup, state, place, seat, "take_back", at)
            except RuleError as refusal:
                return show_refusal(setup, state, place, refusal)
        case _:
            state = state.with_desk(place, structs.replace(desk, bookmark=Bookmark()))
    return state, [show(setup, state, place)]


def _to_overlay(setup: TableSetup, state: TableState, place: Place, gesture: Gesture, at: float) -> Transition:
    overlay = state.overlays[place]
    assert overlay is not None, "only an overlay is answered here"
    desk, move = _touched(setup, state, place, overlay.desk, gesture)
    assert not isinstance(move, MenuEntry), "the menu of an overlay has no entry of the table"
    if desk == overlay.desk and move is None:
        return state, []
    answered_no = overlay.desk.doubt is not None and desk.doubt is None and move is None and desk.draft is None
    state = state.with_overlay(place, None if answered_no else structs.replace(overlay, desk=desk))
    state = state.with_desk(place, structs.replace(state.desks[place], lifted=desk.lifted))
    if move is None:
        return state, [show(setup, state, place)]
    try:
        return answer_overlay(setup, state, place, move, at)
    except RuleError as refusal:
        return show_refusal(setup, state.with_overlay(place, None), place, refusal)


def answer_overlay(setup: TableSetup, state: TableState, place: Place, move: Move, at: float) -> Transition:
    """What a player answered to a question before a proposal, to a proposal, or to the question who plays the seat."""
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
        case "abandon" | "switch_off" as kind:
            return propose(setup, state, place, seat, kind, at)
        case "new_code":
            return propose(setup, state, place, seat, "new_code", at, move["place"])
        case "yes" if state.proposal is not None:
            return put_to_all(setup, state, state.proposal.with_yes(seat), place)
        case answer:
            return refuse_proposal(setup, state, place, seat, answer)
