"""The bots of each game, weakest first. Every game has `random`."""

from typing import Any, Final

from companion.bots import davinci
from companion.bots.bot import RANDOM, Bot
from companion.games.catalog import CATALOG

BOTS: Final[dict[str, tuple[Bot[Any, Any, Any], ...]]] = {
    **{game.name: (RANDOM,) for game in CATALOG},
    "davinci": davinci.BOTS,
}
