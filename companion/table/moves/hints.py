"""Hints during a game: a player who has switched them on asks for one, everybody is told that, and the hint comes as a page.
Reviews after a game: any player asks for one, and it comes as pages.

Invariant: a hint is made from what the player's own seat has seen, and only that player's screen shows it. A review is made only
when the game is over.
"""

from typing import Final

from msgspec import structs

from companion.core.seat import Place, Seat
from companion.table.effects import AskHint, AskReview, EventLine
from companion.table.inputs import HintGiven, ReviewGiven
from companion.table.open_game import is_over
from companion.table.screens.screen_updates import show
from companion.table.screens.seat_screen import hint_page
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition

THINKING: Final = "The machine thinks about a hint: one moment."
COUNTING: Final = "The machine counts what is possible: one moment."
REVIEWING: Final = "The machine goes through the game: one moment."
NO_HINT: Final = "The machine found no answer: ask once more. If that does not help, play on without it."
NO_REVIEW: Final = "The machine could not review this game: the page Finished games may have it."


def ask_for_hint(setup: TableSetup, state: TableState, place: Place, seat: Seat) -> Transition:
    """The player at a place asks for a hint. One that still holds is shown again."""
    if state.advice_at(place) is not None:
        return _at_advice(setup, state, place)
    helps, name = state.opened.helps_of(seat), state.opened.names[seat]
    hinted = "hint" in helps
    state = state.with_notice(THINKING if hinted else COUNTING, (place,))
    said = EventLine(f"{name} asks for a hint." if hinted else f"{name} asks how much is still possible.")
    return state, [show(setup, state, place), said, AskHint(place, state.number, seat, helps)]


def take_hint(setup: TableSetup, state: TableState, given: HintGiven) -> Transition:
    """The hint is there. It is dropped where the game went on meanwhile."""
    place = given.place
    if given.number != state.number or not state.opened.helps_of(state.seat_at(place)):
        return state, []
    if not given.words:
        state = state.with_notice(NO_HINT, (place,))
        return state, [show(setup, state, place)]
    return _at_advice(setup, state.with_hint(place, given.words), place)


def ask_for_review(setup: TableSetup, state: TableState, place: Place, seat: Seat) -> Transition:
    """The player at a place asks for the review of the game that is over."""
    if state.advice_at(place) is not None:
        return _at_advice(setup, state, place)
    state = state.with_notice(REVIEWING, (place,))
    return state, [show(setup, state, place), AskReview(place, state.number, seat, state.opened, state.steps)]


def take_review(setup: TableSetup, state: TableState, given: ReviewGiven) -> Transition:
    """The review is there. It is dropped where another game was opened meanwhile."""
    place = given.place
    if given.number != state.number or not is_over(setup, state) or state.seat_at(place) is None:
        return state, []
    if not given.pages:
        state = state.with_notice(NO_REVIEW, (place,))
        return state, [show(setup, state, place)]
    return _at_advice(setup, state.with_review(place, given.pages, given.words), place)


def _at_advice(setup: TableSetup, state: TableState, place: Place) -> Transition:
    desk = state.desks[place]
    notice = "" if desk.notice in (THINKING, COUNTING, REVIEWING) else desk.notice
    state = state.with_desk(place, structs.replace(desk, page=hint_page(setup, state, place), notice=notice, menu=None))
    return state, [show(setup, state, place)]
