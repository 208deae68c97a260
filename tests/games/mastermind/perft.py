"""Counts the sequences of legal moves to a depth."""

from typing import Any

from companion.core.game import ask, to_act
from companion.core.prompt import every
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import State


def perft(given: dict[str, Any], depth: int) -> int:
    """How many sequences of `depth` moves begin a series with these options."""
    options: Options = MASTERMIND.read_options(given, 2)
    return _count(options, MASTERMIND.setup(options, 2), depth)


def _count(options: Options, state: State, depth: int) -> int:
    total = 0
    for actor in to_act(MASTERMIND, state):
        prompt = ask(MASTERMIND, options, state, actor)
        assert prompt is not None
        if depth == 1:
            total += sum(1 for _ in every(prompt))
        else:
            total += sum(_count(options, MASTERMIND.apply(state, actor, move), depth - 1) for move in every(prompt))
    return total
