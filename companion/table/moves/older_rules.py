"""A game in progress that was begun by older rules: it does not go on, and any of its players can abandon it."""

from companion.core.game import AnyGame
from companion.core.prompt import Choose, Option

OLDER_RULES_HELP = (
    "This version of the companion plays this game by newer rules, and the moves made so far may not fit them. Abandoned, the "
    "game stays in the list of finished games as far as it was played, and a new one can begin."
)


def older_rules_sentence(game: AnyGame) -> str:
    """Why the game does not go on, and what to do."""
    return f"This game of {game.title} was begun by older rules and cannot go on: abandon it, then begin a new one."


def older_rules_prompt(game: AnyGame) -> Choose:
    """What each player is asked."""
    return Choose(
        "Older rules",
        f"{older_rules_sentence(game)} {OLDER_RULES_HELP}",
        (Option({"move": "abandon"}, "End", "Abandon game"),),
        confirm=True,
    )
