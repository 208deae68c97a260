"""A name that was entered on the bench page becomes the lobby's move of that place.

Invariant: such a name counts only in the lobby, for a place that has joined. It stands as it was entered, blanks at its ends
apart. A name that the screens cannot draw is refused, and the refusal says which letters those are.
"""

from unicodedata import normalize

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.prompt import Move
from companion.core.seat import Place
from companion.core.words import name_fault, typed_fault
from companion.table.inputs import Answered
from companion.table.lobby.lobby_state import Lobby
from companion.table.table import Table


class NameEntered(Struct, frozen=True):
    """Somebody entered `text` on the page as the name of the player at a place."""

    place: Place
    text: str


def name_answer(table: Table, named: NameEntered) -> Answered:
    """The move that sets the name. Raises RuleError, with a sentence for everybody, if the name cannot be set."""
    state = table.state.game_state
    if not isinstance(state, Lobby) or state.started:
        raise RuleError("Names are chosen in the lobby: end this game first, then choose them.")
    if named.place not in state.joined:
        raise RuleError(f"Nobody sits at place {named.place + 1} yet: press Sit there first, then choose the name.")
    return Answered(named.place, table.state.number + 1, name_move(named.text))


def name_move(text: str) -> Move:
    """The move by which a player takes a name. Raises RuleError, with a sentence, where it cannot be a name."""
    name = normalize("NFC", text).strip()
    if fault := name_fault(name) or typed_fault(name):
        raise RuleError(f"A name that {fault}")
    return {"move": "new_name", "name": name}
