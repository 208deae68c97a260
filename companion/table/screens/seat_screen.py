"""What is on the screen of one place.

Invariant: a player's screen is made from the view of that player's seat, and a spectator's screen from the public view.
"""

from msgspec import structs

from companion.core.rules_book import Book
from companion.core.screen import Rendering, Screen, ScreenPage
from companion.core.seat import Place
from companion.table.agreement.menu import LOBBY_PAGE, PAGE
from companion.table.lobby.lobby_state import Lobby
from companion.table.machines.handed_over import is_handed_over
from companion.table.machines.seat_menu import HAND_OVER_PAGE, TAKE_BACK_PAGE
from companion.table.open_game import awaits_report, game_of, has_older_rules, in_lobby, is_over
from companion.table.physical_draws import draw_reports
from companion.table.screens import recap_reading
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState
from companion.ui import rules_pages as rulebook
from companion.ui.compose import ENTRY_LINES, PAGE_LINES, compose, pages
from companion.ui.seat_desk import Desk


def seat_screen(setup: TableSetup, state: TableState, place: Place) -> Screen:
    """The screen of a place: the overlay, else the recap, else the rules, else the game."""
    overlay, desk = state.overlays[place], state.desks[place]
    if overlay is not None:
        # While the player looks away from the overlay, the pages are those of the game.
        return compose(
            overlay.desk,
            lambda lines: overlay.face if lines == ENTRY_LINES else _face(setup, state, place, lines),
            setup.secrecy,
        )
    if (page := recap_reading.page_in_front(state, place)) is not None:
        return recap_reading.recap_screen(setup, state, page)
    if desk.bookmark is not None and not desk.notice:
        return rulebook.picture(desk.bookmark, rules_book(setup, state))
    extra = table_pages(setup, state, place)
    return compose(desk, lambda lines: _face(setup, state, place, lines), setup.secrecy, extra)


def table_pages(setup: TableSetup, state: TableState, place: Place) -> tuple[ScreenPage, ...]:
    """The pages of the table behind those of the game: the rules; during a game, for its players, the menu and the way to let the
    machine play; in the lobby, the menu that switches the machine off."""
    rules = (rulebook.PAGE,) if rules_book(setup, state) else ()
    if in_lobby(setup, state):
        return (*rules, LOBBY_PAGE) if setup.switchable else rules
    if is_over(setup, state) or has_older_rules(setup, state):
        return rules
    if state.seat_at(place) is not None:
        return (HAND_OVER_PAGE, *rules, PAGE) if len(state.opened.names) > 1 else (*rules, PAGE)
    return (*rules, TAKE_BACK_PAGE) if is_handed_over(state, place) else rules


def game_page_count(setup: TableSetup, state: TableState, place: Place, desk: Desk) -> int:
    """How many pages of the game, with the help on its question, a desk can look at."""
    return len(pages(_face(setup, state, place, PAGE_LINES), desk.draft.prompt if desk.draft else None))


def rules_book(setup: TableSetup, state: TableState) -> Book:
    """The rules of the open game, or of the game that is chosen in the lobby."""
    game_state = state.game_state
    return setup.newest(game_state.chosen).book if isinstance(game_state, Lobby) else game_of(setup, state).book


def _face(setup: TableSetup, state: TableState, place: Place, lines: int) -> Rendering:
    game = game_of(setup, state)
    view = game.view(state.game_state, state.seat_at(place))
    face: Rendering = game.render(state.options, view, state.opened.names, lines)
    if awaits_report(setup, state):
        status = draw_reports.status(game, state.game_state, state.repeated_reports, state.opened.names)
        return structs.replace(face, status=status)
    return face
