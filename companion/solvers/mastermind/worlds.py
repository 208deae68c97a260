"""Mastermind: which codes are still possible. A world is the code of the game being played, or None before there is one."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer
from companion.games.mastermind.moves import PEGS_IN_CODE
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import State, phase, right_arms
from companion.games.mastermind.view import MastermindView
from companion.solvers.solver import Solver

World = tuple[str, ...]


def worlds(options: Options, view: MastermindView) -> Iterator[World | None]:
    """Every code that all arms so far agree with. A wrong arm ends its game, so those that stand are right (M14)."""
    if view.phase == "code":
        yield None
    elif view.code is not None:
        yield view.code
    else:
        answered = [row for row in view.rows if row.red is not None]
        for code in permutations(view.colours, PEGS_IN_CODE):  # M4
            if all(right_arms(code, row.pegs) == (row.red, row.white) for row in answered):
                yield code


def guess(options: Options, view: MastermindView, pick: RandBelow) -> World | None:
    """One of the possible codes, each with equal chance."""
    possible = list(worlds(options, view))
    return possible[pick(len(possible))]


def actual_world(state: State, observer: Observer) -> World | None:
    """The code of the game being played."""
    return None if phase(state) == "code" else state.code


def determinize(steps: Sequence[Step], observer: Observer, world: World | None) -> list[Step]:
    """The last code set is another; its maker, who saw it, is not told otherwise."""
    told = list(steps)
    if world is None:
        return told
    for index in range(len(told) - 1, -1, -1):
        actor, move = told[index]
        if move["move"] == "set_code":
            if actor == CHANCE or actor != observer:
                told[index] = (actor, {"move": "set_code", "pegs": list(world)})
            break
    return told


SOLVER = Solver("mastermind", worlds, guess, actual_world, determinize)
