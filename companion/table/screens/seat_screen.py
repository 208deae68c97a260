"""What is on the screen of one place.

Invariant: a player's screen is made from the view of that player's seat, and a spectator's screen from the public view.
"""

from typing import Final

from msgspec import structs

from companion.core.entry import Entry
from companion.core.game import book_with_pictures, to_act
from companion.core.prompt import Move
from companion.core.rules_book import Book
from companion.core.screen import BODY, Rendering, Screen, ScreenPage, Veil, paragraph, text_lines
from companion.core.seat import Place, seat_number
from companion.games.helps import Helps
from companion.table.clock.clock_page import clock_pages
from companion.table.clock.seat_clocks import time_at
from companion.table.lobby.lobby_state import Lobby
from companion.table.machine_seats.hand_over_state import is_handed_over
from companion.table.open_game import awaits_report, game_of, has_older_rules, in_lobby, is_over, own_options
from companion.table.physical_draws import draw_reports
from companion.table.roll_sequence import may_roll_rest
from companion.table.screens import recap_reading
from companion.table.table_setup import TableSetup
from companion.table.table_state import Advice, TableState
from companion.ui import rules_pages
from companion.ui.compose import compose, screen_pages
from companion.ui.editor import next_moves
from companion.ui.hold_menu import menu_entries
from companion.ui.seat_desk import Desk, MenuEntry, is_confirming

RULES_ENTRY: Final = MenuEntry(rules_pages.TITLE, "rules")
END_ENTRY: Final = MenuEntry("End this game", "abandon")
TAKE_BACK_ENTRY: Final = MenuEntry("Take back my move", "take_back")
HAND_OVER_ENTRY: Final = MenuEntry("Let machine play", "hand_over")
PROMISE_ENTRY: Final = MenuEntry("What is it worth?", "promise")
WORTH: Final = "Worth?"
"""The same in the box of a key."""
WEIGHING: Final = "One moment …"
HINT_ENTRY: Final = MenuEntry("Hint", "hint")
COUNT_ENTRY: Final = MenuEntry("How many left?", "hint")
"""The same for a player who has switched on that alone."""
ROLL_REST_ENTRY: Final = MenuEntry("Roll the rest", "roll_rest")
REVIEW_ENTRY: Final = MenuEntry("Review", "review")
CODES_ENTRY: Final = MenuEntry("Codes for phones", "phone_codes")
PLAY_AGAIN_ENTRY: Final = MenuEntry("Play again myself", "play_again")
OFF_ENTRY: Final = MenuEntry("Switch the Pi off", "switch_off")


def seat_screen(setup: TableSetup, state: TableState, place: Place) -> Screen:
    """The screen of a place: the overlay, else the recap, else the rules, else the game."""
    overlay, desk = state.overlays[place], state.desks[place]
    if overlay is not None:
        # While the player looks away from the overlay, the pages are those of the game.
        def render(entry: Entry | None) -> Rendering:
            return overlay.rendering if entry is not None else rendering(setup, state, place)

        menu = seat_menu(setup, state, place, overlay.desk) if overlay.desk.menu is not None else ()
        return compose(overlay.desk, render, setup.secrecy, menu)
    if (page := recap_reading.page_in_front(state, place)) is not None:
        return recap_reading.recap_screen(setup, state, page)
    if desk.bookmark is not None and not desk.notice:
        return rules_pages.picture(desk.bookmark, rules_book(setup, state))
    menu = seat_menu(setup, state, place, desk) if desk.menu is not None else ()
    worth = WORTH if offers_promise(setup, state, place) else ""
    if worth and is_weighed(setup, state, place):
        desk, worth = structs.replace(desk, hint=WEIGHING), ""
    time = time_at(setup, state, place)
    return compose(desk, lambda entry: rendering(setup, state, place, entry), setup.secrecy, menu, time, worth)


def seat_menu(setup: TableSetup, state: TableState, place: Place, desk: Desk) -> tuple[MenuEntry, ...]:
    """The entries of the menu that opens while ● is held. A desk of an overlay leads to the pages of the game alone."""
    _, menu = pages_and_menu(setup, state, place, desk)
    return menu


def pages_and_menu(setup: TableSetup, state: TableState, place: Place, desk: Desk) -> tuple[int, tuple[MenuEntry, ...]]:
    """How many pages a desk can look at, those of the game and the help on its question, and its menu. The game is drawn once
    for both."""
    shown = rendering(setup, state, place)
    pages = len(screen_pages(shown, desk.draft.prompt if desk.draft else None))
    more = table_entries(setup, state, place) if state.overlays[place] is None else ()
    return pages, menu_entries(desk, shown, pages - len(shown.pages), more)


def table_entries(setup: TableSetup, state: TableState, place: Place) -> tuple[MenuEntry, ...]:
    """The table's own entries of the menu: the rules; in a game, for its players, what all must agree on and the way to let the
    machine play; in the lobby of a machine that can be switched off, the switch; in a lobby with phones, a new code for one;
    in the lobby at a panel, codes for phones."""
    rules = (RULES_ENTRY,) if rules_book(setup, state) else ()
    if in_lobby(setup, state):
        phones = tuple(
            MenuEntry(f"New phone: seat {seat_number(other)}", "new_code", other)
            for other in other_phones(setup, place)
        )
        codes = () if place in setup.phones else (CODES_ENTRY,)
        return (*codes, *rules, *phones, OFF_ENTRY) if setup.switchable else (*codes, *rules, *phones)
    if is_over(setup, state):
        newest = state.opened.rules == setup.newest(state.opened.game).rules
        return (REVIEW_ENTRY, *rules) if newest and state.seat_at(place) is not None else rules
    if has_older_rules(setup, state):
        return rules
    if state.seat_at(place) is None:
        return (*rules, PLAY_AGAIN_ENTRY) if is_handed_over(state, place) else rules
    machine = (HAND_OVER_ENTRY,) if len(state.opened.names) > 1 else ()
    helps = helps_now(setup, state, place)
    hint = (HINT_ENTRY,) if "hint" in helps else (COUNT_ENTRY,) if "count" in helps else ()
    hint = (PROMISE_ENTRY, *hint) if move_in_making(setup, state, place) is not None else hint
    rolls = (ROLL_REST_ENTRY,) if may_roll_rest(setup, state, place) else ()
    return (*rolls, *hint, *machine, END_ENTRY, *rules, TAKE_BACK_ENTRY)


def helps_now(setup: TableSetup, state: TableState, place: Place) -> Helps:
    """What the player at a place may ask for now: what is switched on there, while a move is asked for."""
    seat = state.seat_at(place)
    helps = state.opened.helps_of(seat)
    asked = helps and seat in to_act(game_of(setup, state), state.game_state) and not awaits_report(setup, state)
    return helps if asked else ()


def move_in_making(setup: TableSetup, state: TableState, place: Place) -> Move | None:
    """The move that the next press at a place can make, if its player may ask what it promises, and it is the only such one."""
    draft = state.desks[place].draft
    if draft is None or "worth" not in helps_now(setup, state, place):
        return None
    moves = [move for move in next_moves(draft) if game_of(setup, state).weighs(move)]
    return moves[0] if len(moves) == 1 else None


def offers_promise(setup: TableSetup, state: TableState, place: Place) -> bool:
    """Whether a whole move waits to be confirmed at a place, and its player may ask there what it promises."""
    return is_confirming(state.desks[place]) and move_in_making(setup, state, place) is not None


def is_weighed(setup: TableSetup, state: TableState, place: Place) -> bool:
    """Whether the machine thinks about the move in the making at a place."""
    asked = state.promise_at(place)
    if asked is None or asked.words:
        return False
    return (asked.number, asked.move) == (state.number, move_in_making(setup, state, place))


def promise_page(setup: TableSetup, state: TableState, place: Place) -> int:
    """The first page that says what the move in the making promises, where that is known."""
    advice, every = state.advice_at(place), rendering(setup, state, place).pages
    after = 0 if advice is None else len(advice_pages(advice))
    return len(every) - after - len(promise_pages(setup, state, place))


def promise_pages(setup: TableSetup, state: TableState, place: Place) -> tuple[ScreenPage, ...]:
    """What the move in the making promises, as pages; none where that is not known. They are as private as a hint."""
    promise = state.promise_at(place)
    if promise is None or not promise.words or promise.number != state.number:
        return ()
    if promise.move != move_in_making(setup, state, place):
        return ()
    made = paragraph(promise.words)
    return tuple(
        ScreenPage("What it is worth", (Veil(*BODY, marks),), "More" if number else "Worth")
        for number, marks in enumerate(made)
    )


def hint_page(setup: TableSetup, state: TableState, place: Place) -> int | None:
    """The first page of the hint or review that holds at a place; None if there is none."""
    advice = state.advice_at(place)
    return None if advice is None else len(rendering(setup, state, place).pages) - len(advice_pages(advice))


def advice_pages(advice: Advice) -> tuple[ScreenPage, ...]:
    """A hint or a review as pages. A hint is as private as what it was made from, so the Secrecy screen covers it."""
    if advice.review:
        names = ("Your moves", "The game")
        return tuple(
            ScreenPage(name, text_lines(lines), "Review") for name, lines in zip(names, advice.review, strict=False)
        )
    made = paragraph(advice.words)
    return tuple(
        ScreenPage(f"Hint {number}/{len(made)}" if len(made) > 1 else "Hint", (Veil(*BODY, marks),), "Hint")
        for number, marks in enumerate(made, 1)
    )


def other_phones(setup: TableSetup, place: Place) -> tuple[Place, ...]:
    """The other places that are phones. A player gives the own seat back by taking another one."""
    return tuple(other for other in setup.phones if other != place)


def rules_book(setup: TableSetup, state: TableState) -> Book:
    """The rules of the open game, or of the game that is chosen in the lobby."""
    game_state = state.game_state
    game = setup.newest(game_state.chosen) if isinstance(game_state, Lobby) else game_of(setup, state)
    return book_with_pictures(game)


def rendering(setup: TableSetup, state: TableState, place: Place, entry: Entry | None = None) -> Rendering:
    """The game as one place sees it, with what that place has entered so far."""
    game, seat = game_of(setup, state), state.seat_at(place)
    options = own_options(setup, state, place)

    def draw() -> Rendering:
        found: Rendering = game.render(options, game.view(state.game_state, seat), state.opened.names, entry)
        return found

    drawn = setup.drawings.of(place, state.opened, state.game_state, seat, draw) if entry is None else draw()
    clock, advice = clock_pages(setup, state, place), state.advice_at(place)
    advised = () if advice is None else advice_pages(advice)
    drawn = structs.replace(drawn, pages=(*drawn.pages, *clock, *promise_pages(setup, state, place), *advised))
    if awaits_report(setup, state):
        status = draw_reports.report_title(game, state.game_state, state.repeated_reports, state.opened.names)
        return structs.replace(drawn, status=status)
    return drawn
