"""The bots of each game, weakest first. Every game has `random`, and its last one is the strongest."""

from collections.abc import Callable
from typing import Any, Final

from companion.bots.bot import RANDOM, Analysis, Bot
from companion.bots.davinci import levels as davinci
from companion.bots.digitcode import levels as digitcode
from companion.bots.mastermind import levels as mastermind
from companion.bots.passcode import levels as passcode
from companion.games.catalog import CATALOG

_LEVELS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    "mastermind": mastermind.LEVELS,
    "davinci": davinci.LEVELS,
    "digitcode": digitcode.LEVELS,
    "passcode": passcode.LEVELS,
}

BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    game.name: (RANDOM, *_LEVELS.get(game.name, ())) for game in CATALOG
}

TABLE_BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    **BOTS,
    "mastermind": (mastermind.TRUE_RANDOM, *mastermind.LEVELS),
}
"""The same as the machine plays them at a table: no level of it makes a game void by luck."""

ANALYSES: Final[dict[str, Callable[[Any, Any, Any], Analysis]]] = {
    "mastermind": mastermind.analyse,
    "davinci": davinci.analyse,
    "digitcode": digitcode.analyse,
    "passcode": passcode.analyse,
}
"""By game: what a seat could work out, from the options, the memory of the game's strongest bot and the seat's view."""
