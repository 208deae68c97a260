"""The bots of each game, weakest first. Every game has `random`."""

from typing import Any, Final

<<<<<<< HEAD
from companion.bots import mastermind
=======
from companion.bots import davinci
>>>>>>> h/dv
from companion.bots.bot import RANDOM, Bot
<<<<<<< HEAD
from companion.bots.passcode import PASSCODE
from companion.games.catalog import CATALOG

<<<<<<< HEAD
<<<<<<< HEAD
_LEVELS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {"mastermind": mastermind.LEVELS}

BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    game.name: (RANDOM, *_LEVELS.get(game.name, ())) for game in CATALOG
=======
BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    **{game.name: (RANDOM,) for game in CATALOG},
    "passcode": PASSCODE,
>>>>>>> h/pc
=======
BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    **{game.name: (RANDOM,) for game in CATALOG},
    "davinci": davinci.BOTS,
>>>>>>> h/dv
=======
from companion.bots.digitcode import DIGITCODE
from companion.games.catalog import CATALOG

OWN: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {"digitcode": DIGITCODE}
"""The bots that a game has beside `random`, weakest first."""

BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    game.name: (RANDOM, *OWN.get(game.name, ())) for game in CATALOG
>>>>>>> h/dc
}
