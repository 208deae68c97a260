"""A solver as the laws and the bots know it: which secrets are still possible for a seat.

A world is one way in which all that a seat cannot see may be; each solver decides what it is made of.

The law: the true world is always among `worlds`, and replaying the history rewritten by `determinize` for any of them gives the
seat an equal view. So the view tells no more than the solver knows, and the solver knows no less than the view tells.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import Observer

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")
WorldT = TypeVar("WorldT")


@dataclass(frozen=True, slots=True)
class Solver(Generic[StateT, OptionsT, ViewT, WorldT]):
    """A solver for the game of that name, as pure functions."""

    game: str
    worlds: Callable[[OptionsT, ViewT], Iterator[WorldT]]
    """Every world that is possible by the view (and by nothing else), each once, in a fixed order, made as it is asked for."""
    guess: Callable[[OptionsT, ViewT, RandBelow], WorldT]
    """One possible world by luck, where there are too many to list; every possible world has some chance."""
    actual_world: Callable[[StateT, Observer], WorldT]
    """The true world, as this solver describes it to that observer."""
    determinize: Callable[[Sequence[Step], Observer, WorldT], list[Step]]
    """The history as it would have been in a world: the moves that the observer did not see are replaced, no other."""
