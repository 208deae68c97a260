"""A name that was entered on the bench page, as the lobby's own move of that place.

Law: the table judges it as it judges keys: it counts in the lobby only, for a place where somebody sits, in the letters of
the keys. Nothing of it is left out or replaced; a letter that cannot stand in it is named, and the name is refused.
"""

from typing import Final

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.prompt import check
from companion.core.seat import Seat
from companion.table.inputs import Answered
from companion.table.lobby.lobby_state import LETTERS, LONGEST, Lobby, entered
from companion.table.table import Table
from companion.ui.font import listed

RULE: Final = f"A name has 1 to {LONGEST} letters from A to Z, digits, and single blanks between them: choose another."


class NameEntered(Struct, frozen=True):
    """Somebody wants who sits at a place to be called `text`. `seat`: the place at the table."""

    seat: Seat
    text: str


def name_answer(table: Table, named: NameEntered) -> Answered:
    """The move that gives the name. Raises RuleError, with the sentence for everybody, where it cannot be given."""
    state = table.state.game_state
    if not isinstance(state, Lobby) or state.started:
        raise RuleError("Names are chosen in the lobby: end this game first, then choose them.")
    prompt = table.prompt(named.seat)
    if named.seat not in state.joined or prompt is None:
        raise RuleError(f"Nobody sits at place {named.seat + 1} yet: press ● there first, then choose the name.")
    # Only what has a key of its own: capitals of other letters would be taken for these, ß for SS.
    if others := [letter for letter in dict.fromkeys(named.text) if letter not in LETTERS + LETTERS.lower()]:
        raise RuleError(f"A name cannot have {listed(others)} in it. {RULE}")
    move = {"move": "new_name", "name": named.text.upper().strip()}
    try:
        check(prompt, move)
    except RuleError as refusal:
        raise RuleError(RULE) from refusal
    return Answered(named.seat, table.state.number + 1, move)


def name_event(named: NameEntered) -> str:
    """What to tell about a name that was taken: that it stands there otherwise than it was entered; empty where it does not."""
    text, shown = named.text.strip(), entered(named.text)
    return "" if text == shown else f"{text} is written {shown}: with a capital, and small letters after it."
