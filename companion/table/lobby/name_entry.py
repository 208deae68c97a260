"""A name that was entered on the bench page becomes the lobby's move of that place.

Invariant: such a name is judged like one entered with keys. It counts only in the lobby, for a place that has joined, and in the
letters of the keys. No letter is dropped or replaced: a name with any other letter is refused, and the refusal names that letter.
"""

from typing import Final

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.fonts.faces import listed
from companion.core.prompt import check
from companion.core.seat import Place
from companion.table.inputs import Answered
from companion.table.lobby.lobby_state import MAX_NAME_LETTERS, NAME_LETTERS, Lobby, capitalized
from companion.table.table import Table

RULE: Final = (
    f"A name has 1 to {MAX_NAME_LETTERS} letters from A to Z, digits, and single blanks between them: choose another."
)


class NameEntered(Struct, frozen=True):
    """Somebody entered `text` on the page as the name of the player at a place."""

    place: Place
    text: str


def name_answer(table: Table, named: NameEntered) -> Answered:
    """The move that sets the name. Raises RuleError, with a sentence for everybody, if the name cannot be set."""
    state = table.state.game_state
    if not isinstance(state, Lobby) or state.started:
        raise RuleError("Names are chosen in the lobby: end this game first, then choose them.")
    prompt = table.prompt(named.place)
    if named.place not in state.joined or prompt is None:
        raise RuleError(f"Nobody sits at place {named.place + 1} yet: press ● there first, then choose the name.")
    # Only letters that the keys have. `upper` would turn others into these: ß into SS.
    if others := [letter for letter in dict.fromkeys(named.text) if letter not in NAME_LETTERS + NAME_LETTERS.lower()]:
        raise RuleError(f"A name cannot have {listed(others)} in it. {RULE}")
    move = {"move": "new_name", "name": named.text.upper().strip()}
    try:
        check(prompt, move)
    except RuleError as refusal:
        raise RuleError(RULE) from refusal
    return Answered(named.place, table.state.number + 1, move)


def name_event(named: NameEntered) -> str:
    """A sentence if the screens write the name in another way than it was entered; else empty."""
    text, shown = named.text.strip(), capitalized(named.text)
    return "" if text == shown else f"{text} is written {shown}: with a capital, and small letters after it."
