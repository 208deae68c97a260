"""What a bot's seat learns from a move: the announcement that everybody gets, then the seat's new view."""

from typing import Any

from companion.bots.bot import Bot
from companion.core.game import AnyGame, Step
from companion.core.seat import PUBLIC


def is_announced(game: AnyGame, options: object, before: object, step: Step, after: object, seats: int) -> bool:
    """Whether the game announces that move to everybody. `before`, `after`: the states around it."""
    views = game.view(before, PUBLIC), game.view(after, PUBLIC)
    return (
        game.announce(options, views[0], step, views[1], tuple(f"Player {seat + 1}" for seat in range(seats)))
        is not None
    )


def followed(
    bot: Bot[Any, Any, Any], options: object, memory: Any, step: Step | None, view: Any, *, announced: bool
) -> Any:
    """The bot's memory after one more move; `step` None: before the first one. `view`: its seat's view then."""
    if announced and step is not None:
        memory = bot.note_announcement(options, memory, step)
    return bot.observe(options, memory, view)
