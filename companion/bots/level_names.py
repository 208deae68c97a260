"""What the levels of each game's bots are called, weakest first, and how each of them plays: for whoever offers them without
loading a bot.

Law: the names are those of `catalog.BOTS`, in its order, and each of them has its words.
"""

from typing import Final

RANDOM_WORDS: Final = "Plays any legal move, by luck."
LEVEL_WORDS: Final[dict[str, dict[str, str]]] = {
    "mastermind": {
        "random": RANDOM_WORDS,
        "novice": "Guesses codes that fit the last two rows, and forgets older ones.",
        "casual": "Guesses codes that fit the last three rows.",
        "steady": "Guesses codes that fit all rows.",
        "best": "Weighs what each guess would tell, and needs the fewest rows.",
    },
    "davinci": {
        "random": RANDOM_WORDS,
        "beginner": "Goes by the order of a row alone, and forgets wrong claims.",
        "casual": "Counts what is possible, and remembers the last two wrong claims.",
        "best": "Remembers all that was said, and weighs whether to go on.",
    },
    "digitcode": {
        "random": RANDOM_WORDS,
        "beginner": "Settles one digit after the other.",
        "steady": "Keeps a sheet of possible digits, and asks what narrows it most.",
        "best": "Counts every possible code, and looks further ahead.",
    },
    "passcode": {
        "random": RANDOM_WORDS,
        "hasty": "Looks at the next digit of its code only.",
        "greedy": "Looks at the whole rest of its code.",
        "steady": "Reckons with the chances of cards and die, not with the others.",
        "best": "Remembers every card that it has seen, and minds the others.",
    },
}
"""By game and level, how it plays, in a sentence."""
LEVEL_NAMES: Final[dict[str, tuple[str, ...]]] = {game: tuple(words) for game, words in LEVEL_WORDS.items()}


def levels_of(game: str) -> tuple[str, ...]:
    """The levels of a game; every game has one at least."""
    return tuple(level_words(game))


def level_words(game: str) -> dict[str, str]:
    """How each level of a game plays, in a sentence."""
    return LEVEL_WORDS.get(game, {"random": RANDOM_WORDS})


def levels_help(game: str) -> str:
    """The same for a page of help."""
    return " ".join(f"{level}: {words}" for level, words in level_words(game).items())


def middle_level(game: str) -> str:
    """The level of a machine that nobody chose one for: neither the weakest nor the strongest, where there are others."""
    levels = levels_of(game)
    return levels[len(levels) // 2]


def level_for(game: str, level: str, before: str) -> str:
    """The level of `game` for who played `before` at `level`: the same name, or else about the same rank."""
    levels, old = levels_of(game), levels_of(before)
    if level in levels or level not in old:
        return level if level in levels else middle_level(game)
    return levels[round(old.index(level) * (len(levels) - 1) / max(1, len(old) - 1))]
