"""What a bot's seat learns from a move: the announcement that everybody gets, then the seat's new view."""

from typing import Any

from companion.bots.bot import Bot
from companion.core.game import AnyGame, Step, announcement


def announced_step(
    game: AnyGame, options: object, before: object, step: Step, after: object, seats: int
) -> Step | None:
    """`step` if the game announces it to everybody, else None. `before`, `after`: the states around it."""
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    return None if announcement(game, options, before, step, after, names) is None else step


def followed(bot: Bot[Any, Any, Any], options: object, memory: Any, announced: Step | None, view: Any) -> Any:
    """The bot's memory after one more view of its seat. `announced`: the move before that view, if it was announced."""
    if announced is not None:
        memory = bot.note_announcement(options, memory, announced)
    return bot.observe(options, memory, view)
