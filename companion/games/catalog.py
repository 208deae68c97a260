"""The one list of games. A game that stands here is on the screens, in the engine, and under every law of tests/laws."""

from difflib import get_close_matches
from typing import Final

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.games.davinci.game import DAVINCI
from companion.games.digitcode.game import DIGITCODE
from companion.games.mastermind.game import MASTERMIND
from companion.games.passcode.game import PASSCODE

CATALOG: Final[tuple[AnyGame, ...]] = (MASTERMIND, DAVINCI, DIGITCODE, PASSCODE)


def find(name: str) -> AnyGame:
    """The game of that name. Raises RuleError with the names there are."""
    for game in CATALOG:
        if game.name == name:
            return game
    known = [game.name for game in CATALOG]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the games are {', '.join(known)}."
    raise RuleError(f"There is no game {name[:40]!r}; {hint}")
