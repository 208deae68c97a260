"""A phone has taken a place and says who sits there, or was put out: in the lobby, the moves by which a player joins and is
named, or leaves."""

from collections.abc import Iterator

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.seat import Place
from companion.table.inputs import Answered
from companion.table.lobby.lobby_state import Lobby
from companion.table.lobby.name_entry import NameEntered, name_answer, name_move
from companion.table.table import Table


class SeatTaken(Struct, frozen=True):
    """A player called `name` sits down at `place`."""

    place: Place
    name: str


class SeatLeft(Struct, frozen=True):
    """The phone of `place` was put out, so nobody is there any more."""

    place: Place


def is_naming(table: Table) -> bool:
    """Whether names are chosen now."""
    state = table.state.game_state
    return isinstance(state, Lobby) and not state.started


def has_name(table: Table, place: Place) -> bool:
    """Whether a player with a name of their own has joined at that place of the lobby."""
    state = table.state.game_state
    return isinstance(state, Lobby) and place in state.joined and state.names[place] is not None


def name_refusal(table: Table, taken: SeatTaken, leaving: Place | None = None) -> str | None:
    """Why this player cannot have that name, in a sentence; None where they can. It is for the lobby. `leaving`: the place that
    the player gives up for it."""
    try:
        name: str = name_move(taken.name)["name"]
    except RuleError as refusal:
        return str(refusal)
    state = table.state.game_state
    if isinstance(state, Lobby) and name in (
        state.names[place] for place in state.joined if place not in (taken.place, leaving)
    ):
        return f"{name} sits at this table already: choose another name."
    return None


def seat_answers(table: Table, given: SeatTaken | SeatLeft) -> Iterator[Answered]:
    """The moves, one after the other; each takes the table as it is when it is asked for. Raises RuleError, with the sentence for
    everybody, where the name cannot be given any more."""
    state = table.state.game_state
    if not isinstance(state, Lobby) or state.started:
        return
    place, number = given.place, table.state.number + 1
    if isinstance(given, SeatLeft):
        if place in state.people:
            yield Answered(place, number, {"move": "leave"})
        return
    if place not in state.joined:
        yield Answered(place, number, {"move": "join"})
    yield name_answer(table, NameEntered(place, given.name))
