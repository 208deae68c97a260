"""What passing time does at a table with a clock: screens count down, the pages are told of each change once, and at the end of a
think time there is a sound and a sentence in that player's title bar.

Invariant: no game, no question and no entry changes. A table without a clock gets here and does nothing.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from companion.core.seat import Place
from companion.table.clock.clock_page import shown_times
from companion.table.clock.seat_clocks import asked_seats, public_clock, running_seats, time_at
from companion.table.clock.think_time import ThinkTime, is_up
from companion.table.effects import Effect, Show, TimeUp
from companion.table.inputs import Answered, Gestured, Input, SeatAnswered, Ticked
from companion.table.screens.seat_screen import seat_screen
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition

TIME_IS_UP: Final = "Time is up"
SENTENCE_SECONDS: Final = 4
"""How long the title bar says so."""


def at_time_of(state: TableState, given: Input) -> TableState:
    """The state at the time of an input."""
    if state.clock is None or not isinstance(given, Gestured | Answered | SeatAnswered | Ticked):
        return state
    return structs.replace(state, clock=state.clock.at_time(given.at))


def after_input(setup: TableSetup, before: TableState, state: TableState, effects: Iterable[Effect]) -> Transition:
    """The clock after an input, and what it adds to the effects of that input."""
    if before.clock is None and state.clock is None:
        return state, []
    if state.clock is not None:
        state = structs.replace(
            state, clock=state.clock.with_asked(asked_seats(setup, state), running_seats(setup, state))
        )
    ended = _ended(before, state)
    state, told = _told(setup, state, ended)
    drawn = {effect.place for effect in effects if isinstance(effect, Show)} - {*told}
    others = shown_times(setup, before) != shown_times(setup, state)
    changed = [
        Show(place, seat_screen(setup, state, place), urgent=False)
        for place in setup.places
        if place in told
        or (
            place not in drawn
            and (
                time_at(setup, before, place) != time_at(setup, state, place)
                or (others and state.desks[place].page is not None)
            )
        )
    ]
    shown = public_clock(setup, state)
    news = [shown] if shown != public_clock(setup, before) else []
    return state, [*changed, *news, *map(TimeUp, ended)]


def with_clock_running(setup: TableSetup, before: TableState, at: float, *, runs: bool) -> Transition:
    """Time passes from now on, or stands still for everybody. It is `at`."""
    if before.clock is None or runs == (before.clock.since is not None):
        return before, []
    clock = before.clock.released(at) if runs else before.clock.at_time(at).held()
    return after_input(setup, before, structs.replace(before, clock=clock), ())


def _ended(before: TableState, state: TableState) -> list[Place]:
    """The places of the players whose time has come to its end, for each once."""
    was, now = before.clock, state.clock
    if was is None or now is None or before.opened != state.opened:
        return []
    then: ThinkTime = was.at_time(now.now)
    seats = (seat for seat in was.running if not is_up(was.left(seat)) and is_up(then.left(seat)))
    return [state.opened.places[seat] for seat in seats]


def _told(setup: TableSetup, state: TableState, ended: Iterable[Place]) -> tuple[TableState, list[Place]]:
    """With the sentence in the title bar of those who are still in overtime, and which places these are. Whoever has moved at the
    last moment reads nothing more of it."""
    time, running = state.clock, running_seats(setup, state)
    if time is None:
        return state, []
    late = {state.opened.places[seat] for seat in running if is_up(time.left(seat))}
    told = [place for place in ended if place in late]
    if not told:
        return state, []
    for place in told:
        state = state.with_desk(place, structs.replace(state.desks[place], hint=TIME_IS_UP))
    return structs.replace(state, hints_end=time.now + SENTENCE_SECONDS), told
