"""Whether the machine plays at a place for somebody who can take the seat back."""

from companion.core.seat import Place
from companion.table.table_state import TableState


def is_handed_over(state: TableState, place: Place) -> bool:
    """Whether the machine plays for somebody at this place."""
    if place not in state.opened.places or place not in state.machine_places:
        return False
    seat = state.opened.places.index(place)
    return all(machine.seat != seat for machine in state.opened.machines)
