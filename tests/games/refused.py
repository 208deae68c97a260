"""Moments of a game and moves that are illegal there, for the tables of refusals."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.errors import RuleError
from companion.core.game import AnyGame, submit
from companion.core.seat import Actor

HUGE = "x" * 1000
CONTROL = "\x1b[2J\n\x00\u202e"
"""What would clear a terminal, break a line, end a text and turn what follows round."""


@dataclass(frozen=True)
class Position:
    """`words`: how the game stands; `moves`: all illegal there for `actor`."""

    words: str
    game: AnyGame
    options: Any
    state: Any
    actor: Actor
    moves: tuple[Any, ...]

    def refusal(self, move: Any) -> str:
        """The sentence of a refusal."""
        try:
            submit(self.game, self.options, self.state, self.actor, move)
        except RuleError as error:
            return str(error)
        raise AssertionError(f"{move} is legal: {self.words}")


def without(move: dict[str, Any], key: str) -> dict[str, Any]:
    """A move that lacks a key."""
    return {name: value for name, value in move.items() if name != key}


def shapes(right: dict[str, Any]) -> Iterable[Any]:
    """A legal move spoiled in its shape: no object, no name, a name of no move, a key too many, each key missing."""
    yield from (None, [right], {**right, "move": None}, {**right, "move": HUGE}, {**right, "move": CONTROL})
    yield from ({**right, "seat_": 0}, {**right, HUGE: 1}, {**right, CONTROL: 1})
    yield from (without(right, key) for key in right)


def fields(right: dict[str, Any], key: str, *more: Any) -> Iterable[Any]:
    """A legal move with values of the wrong type for a key, and with some more that are wrong there."""
    for value in (None, True, 1.5, [[]], {}, HUGE, CONTROL, 10**30, *more):
        yield {**right, key: value}
