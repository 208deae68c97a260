"""What a bot is: a player made of views. It never meets a state, so it cannot know more than its seat.

A bot keeps a memory, which is a fold: `start` makes it, `observe` is given every view of the seat in order, from the first
one on and whether the seat is asked or not. So a bot that is started again with the same views and the same luck gives the
same move. What a table says aloud and no view holds (a game's `remark`) is given to `hear`, which every seat may.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.game import Step
from companion.core.prompt import Move, Prompt, RandBelow, sample

OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")
MemoryT = TypeVar("MemoryT")


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the reason for it as one sentence that a player understands, made from what the seat may know. `tells_count`:
    the reason says how many secrets are still possible."""

    move: Move
    why: str
    tells_count: bool = False


def _ignored(options: Any, memory: Any, step: Step) -> Any:
    """Announcements change nothing."""
    return memory


@dataclass(frozen=True, slots=True)
class Bot(Generic[OptionsT, ViewT, MemoryT]):
    """A player of one game, as pure functions."""

    name: str
    """Small letters, unique in its game: what the engine and the lobby call it."""
    start: Callable[[OptionsT], MemoryT]
    """The memory before the first view."""
    observe: Callable[[OptionsT, MemoryT, ViewT], MemoryT]
    """The memory after one more view of the seat. It may be given an equal view again, which then changes nothing."""
    choose: Callable[[OptionsT, MemoryT, ViewT, Prompt, RandBelow], Choice]
    """A legal move. `view` is the last one that `observe` was given, `Prompt` what it is asked; `RandBelow` is its luck."""
    note_announcement: Callable[[OptionsT, MemoryT, Step], MemoryT] = _ignored
    """The memory after a move that the game announces to everybody (`Game.announce`), given between the views before and after
    that move."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a seat could work out from its memory and view.

    `worlds`: how many secrets are still possible, exactly; None where nobody can count them. `marginals`: Da Vinci Code
    only: for each seat's row a list, None for a tile that the seat sees, else {value: probability}.
    """

    worlds: int | None
    marginals: tuple[tuple[dict[str, float] | None, ...], ...] | None = None


def _nothing(options: Any) -> None:
    return None


def _unchanged(options: Any, memory: None, view: Any) -> None:
    return None


def _any_move(options: Any, memory: None, view: Any, prompt: Prompt, pick: RandBelow) -> Choice:
    return Choice(sample(prompt, pick), "Any legal move is as good as another to this player.")


RANDOM: Bot[Any, Any, None] = Bot("random", _nothing, _unchanged, _any_move)
"""Plays any legal move of any game."""
