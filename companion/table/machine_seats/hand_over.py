"""During a game a player lets the machine play the own seat, and takes it back. Everybody is told, and the journal keeps it.

Invariant: only the seat of a person is ever taken back, so nobody sees the secrets of a seat that the machine has had from the
start. One person always plays.
"""

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.seat import Place, Seat
from companion.table.effects import Append, HandedOver, MachineSeat
from companion.table.machine_seats.hand_over_state import is_handed_over
from companion.table.machine_seats.machine_effects import seated_machines, with_all_seen
from companion.table.open_game import game_of, is_over, with_questions
from companion.table.screens.screen_updates import refresh
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def hand_over(setup: TableSetup, state: TableState, place: Place, seat: Seat, level: str) -> Transition:
    """The machine plays a seat from now on. Raises RuleError where it cannot."""
    if len(state.machines) + 1 == len(state.opened.names):
        raise RuleError("All other seats are the machine's already, and one person has to play.")
    if setup.box and game_of(setup, state).box is not None:
        raise RuleError("The machine cannot draw from your own box, so it cannot play this seat.")
    machines = sorted((*state.machines, MachineSeat(seat, level, setup.new_seed())), key=lambda one: one.seat)
    said = f"The machine ({level}) plays for {state.opened.names[seat]} now."
    return _with_machines(setup, state, place, tuple(machines), said)


def take_seat(setup: TableSetup, state: TableState, place: Place) -> Transition:
    """Whoever has handed a seat over plays it again. Raises RuleError where the seat is nobody's."""
    if not is_handed_over(state, place):
        raise RuleError("The machine has played this seat from the start, so its secrets are its own.")
    seat = state.opened.places.index(place)
    machines = tuple(machine for machine in state.machines if machine.seat != seat)
    return _with_machines(setup, state, place, machines, f"{state.opened.names[seat]} plays again, not the machine.")


def _with_machines(
    setup: TableSetup, state: TableState, place: Place, machines: tuple[MachineSeat, ...], said: str
) -> Transition:
    if is_over(setup, state):
        raise RuleError("The game is over.")
    if state.proposal is not None:
        raise RuleError("Something is proposed, and not all have answered: answer that first.")
    number = state.number + 1
    state = state.with_overlay(place, None).with_recap_page(place, None)
    state = with_all_seen(setup, structs.replace(state, number=number, machines=machines))
    state = with_questions(setup, state)
    others = tuple(one for one in state.opened.places if one != place)
    state = state.with_notice(said, others)
    entry = Append(HandedOver(number, machines, state.steps))
    return state, [entry, *seated_machines(setup, state), *refresh(setup, state, place, said)]
