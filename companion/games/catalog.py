"""The one list of games. A game in this list is in the lobby, on the screens, in the engine, and in every test of tests/laws."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.games.breakthecode import BREAKTHECODE
from companion.games.davinci import DAVINCI
from companion.games.digitcode import DIGITCODE
from companion.games.mastermind import MASTERMIND
from companion.games.passcode import PASSCODE

CATALOG: Final[tuple[AnyGame, ...]] = (MASTERMIND, DAVINCI, DIGITCODE, PASSCODE, BREAKTHECODE)


def find_game(name: str, catalog: Sequence[AnyGame] = CATALOG) -> AnyGame:
    """The game of that name. Raises RuleError with a sentence that lists the names of the catalog."""
    for game in catalog:
        if game.name == name:
            return game
    known = [game.name for game in catalog]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the games are {', '.join(known)}."
    raise RuleError(f"There is no game {name[:40]!r}; {hint}")
