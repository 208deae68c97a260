"""Counts the sequences of legal moves to a depth."""

from typing import Any

from companion.core.game import AnyGame
from companion.core.prompt import every


def perft(game: AnyGame, options: Any, state: Any, depth: int) -> int:
    """How many sequences of `depth` moves are legal from this state on."""
    total = 0
    for actor in game.to_act(state):
        prompt = game.ask(options, state, actor)
        assert prompt is not None
        if depth == 1:
            total += sum(1 for _ in every(prompt))
        else:
            total += sum(perft(game, options, game.apply(state, actor, move), depth - 1) for move in every(prompt))
    return total


def counts(game: AnyGame, options: Any, state: Any, depth: int) -> list[int]:
    """The numbers of sequences of 1, 2 ... `depth` moves."""
    return [perft(game, options, state, moves) for moves in range(1, depth + 1)]
