"""What the levels of each game's bots are called, weakest first: for whoever offers them without loading a bot.

Law: the names are those of `catalog.BOTS`, in its order.
"""

from typing import Final

LEVEL_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "mastermind": ("random", "novice", "casual", "steady", "best"),
    "davinci": ("random", "beginner", "casual", "best"),
    "digitcode": ("random", "beginner", "steady", "best"),
    "passcode": ("random", "hasty", "greedy", "steady", "best"),
}


def levels_of(game: str) -> tuple[str, ...]:
    """The levels of a game; every game has one at least."""
    return LEVEL_NAMES.get(game, ("random",))


def middle_level(game: str) -> str:
    """The level that is offered first: neither the weakest nor the strongest, where there are others."""
    levels = levels_of(game)
    return levels[len(levels) // 2]


def level_for(game: str, level: str, before: str) -> str:
    """The level of `game` for who played `before` at `level`: the same name, or else about the same rank."""
    levels, old = levels_of(game), levels_of(before)
    if level in levels or level not in old:
        return level if level in levels else middle_level(game)
    return levels[round(old.index(level) * (len(levels) - 1) / max(1, len(old) - 1))]
