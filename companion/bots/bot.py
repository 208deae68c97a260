"""A bot: a player made of a view and what it is asked. It never meets a state, so it cannot know more than its seat."""

from collections.abc import Callable
from typing import Any

from companion.core.prompt import Move, Pick, Prompt, sample

Bot = Callable[[Any, Any, Prompt, Pick], Move]
"""Takes options, the seat's view, its prompt, and luck; gives a legal move."""


def random(options: Any, view: Any, prompt: Prompt, pick: Pick) -> Move:
    """Any legal move."""
    return sample(prompt, pick)


BOTS: dict[str, Bot] = {"random": random}
