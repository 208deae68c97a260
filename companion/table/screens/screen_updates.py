"""The effects that bring screens, web pages and chance up to date with a state of the table."""

from msgspec import structs, to_builtins

from companion.core.errors import RuleError
from companion.core.seat import Place
from companion.table.effects import AskChance, Effect, Publish, Show, Throw
from companion.table.machine_seats.machine_effects import asked_machine
from companion.table.open_game import announced, awaits_report, game_of, has_older_rules, last_event, public_view
from companion.table.screens.seat_screen import seat_screen
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def show(setup: TableSetup, state: TableState, place: Place) -> Show:
    """The screen of the place whose key was pressed."""
    return Show(place, seat_screen(setup, state, place), urgent=True)


def show_all(setup: TableSetup, state: TableState, urgent: Place | None) -> list[Show]:
    """Every screen. `urgent`: the place whose key was pressed; its screen comes first."""
    places = sorted(setup.places, key=lambda place: place != urgent)
    return [Show(place, seat_screen(setup, state, place), urgent=place == urgent) for place in places]


def refresh(setup: TableSetup, state: TableState, urgent: Place | None, event: str = "") -> list[Effect]:
    """Every screen, the public view, and the question to chance or to the machine if it is to act.

    `event`: what the event line says; if empty, what happened last in the game.
    """
    prompt = game_of(setup, state).chance(state.game_state)
    if prompt is None or awaits_report(setup, state) or has_older_rules(setup, state):
        chance = []
    else:
        chance = [AskChance(state.number + 1, prompt, _throw(setup, state))]
    return [*show_all(setup, state, urgent), publish(setup, state, event), *chance, *asked_machine(setup, state)]


def publish(setup: TableSetup, state: TableState, event: str = "") -> Publish:
    """What all may know. `event`: as in `refresh`."""
    view = to_builtins(public_view(setup, state))
    opened = state.opened
    return Publish(
        state.number,
        view,
        event or last_event(setup, state),
        opened.names,
        opened.places,
        state.machine_seats,
        said_once=bool(event) and state.announced,
    )


def show_refusal(setup: TableSetup, state: TableState, place: Place, refusal: RuleError) -> Transition:
    """Show a player why the move was refused."""
    state = state.with_notice(str(refusal), (place,))
    return state, [show(setup, state, place)]


def notify_all(
    setup: TableSetup, state: TableState, text: str, urgent: Place | None = None
) -> tuple[TableState, list[Show]]:
    """Show a sentence on every screen until the next key there."""
    state = state.with_notice(text, setup.places)
    return state, show_all(setup, state, urgent)


def with_announcement(setup: TableSetup, before: TableState, state: TableState) -> tuple[TableState, str]:
    """The state in which every screen says what the game announces about its last move, and that sentence; mostly empty."""
    sentence = announced(setup, before, state)
    if sentence is None:
        return state, ""
    return structs.replace(state.with_notice(sentence, setup.places), announced=True), sentence


def _throw(setup: TableSetup, state: TableState) -> Throw:
    """Who throws the die that chance is asked for: anybody, where it is the machine's turn and the die needs a hand."""
    opened = state.opened
    first, name = opened.places[0], opened.names[0]
    seat = game_of(setup, state).thrower(public_view(setup, state))
    if seat is None:
        return Throw(None, first, name)
    if seat in state.machine_seats:
        return Throw(None, first, name, opened.names[seat], unasked=True)
    place = opened.places[seat]
    return Throw(place, first, name, unasked=place in state.rolling or place == state.throwing)
