"""The bots of each game, weakest first. Every game has `random`."""

from typing import Any, Final

from companion.bots.bot import RANDOM, Bot
from companion.bots.digitcode import DIGITCODE
from companion.games.catalog import CATALOG

OWN: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {"digitcode": DIGITCODE}
"""The bots that a game has beside `random`, weakest first."""

BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    game.name: (RANDOM, *OWN.get(game.name, ())) for game in CATALOG
}
