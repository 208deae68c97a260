"""Random legal play of every game of the catalog, in every one of its option sets."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

import pytest

from companion.core.game import AnyGame, Step
from companion.core.prompt import check, sample
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.games.mind import Solver, mind_of
from companion.ui.editor import Draft

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options."""

    game: AnyGame
    seats: int
    given: dict[str, Any]
    options: Any = field(compare=False)
    players: tuple[str, ...] = field(default=NAMES, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        return self.players[: self.seats]


CORNERS: Final = {"mastermind": 1, "davinci": 4, "digitcode": 4, "passcode": 3, "breakthecode": 2}
"""Of each game the number of the option set that differs most from the defaults. `make test` plays it beside the first one."""


def one_round(given: Iterable[Any]) -> list[Any]:
    """What a test is given, for `parametrize`: all but the first of it, such as a game's further option sets, is marked slow."""
    first, *more = [pytest.param(*one) if type(one) is tuple else pytest.param(one) for one in given]
    return [first, *(pytest.param(*one.values, marks=pytest.mark.slow) for one in more)]


def _cases() -> Iterator[Any]:
    for game in CATALOG:
        sets = import_module(f"tests.games.{game.name}.option_sets").OPTION_SETS
        for number, (seats, given) in enumerate(sets):
            told = ",".join(f"{name}={value}" for name, value in given.items()) or "defaults"
            yield pytest.param(
                Case(game, seats, given, game.read_options(given, seats)),
                id=f"{game.name}-{seats}-{told}",
                marks=_marks(game.name, number),
            )


def _marks(game: str, number: int) -> list[pytest.MarkDecorator]:
    """`make quick` plays the first option set of every game, `make test` the corner as well, `make test-all` every one."""
    if number == 0:
        return []
    return [pytest.mark.corner if number == CORNERS[game] else pytest.mark.slow]


CASES = list(_cases())
every_case = pytest.mark.parametrize("case", CASES)
every_reviewed_case = pytest.mark.parametrize("case", [case for case in CASES if case.values[0].game.reviews])
one_case = pytest.mark.parametrize(
    "case", [CASES[0], *(pytest.param(*case.values, id=case.id, marks=pytest.mark.slow) for case in CASES[1:])]
)
"""As `every_case`, but one round is one game."""


@dataclass(frozen=True)
class Moment:
    """One state of a game, and the steps that led to it."""

    steps: tuple[Step, ...]
    state: Any


def game(case: Case, seed: int, limit: int = 100_000) -> Iterator[Moment]:
    """Every moment of one random game, the last one with nobody to act.

    Where luck alone would play for ever, a game's option_sets has a function `steer`, which may better a move.
    """
    pick = random.Random(seed).randrange
    steer = getattr(import_module(f"tests.games.{case.game.name}.option_sets"), "steer", None)
    state = case.game.setup(case.options, case.seats)
    steps: list[Step] = []
    yield Moment((), state)
    while acting := case.game.to_act(state):
        assert len(steps) < limit, "a random game ends"
        actor = acting[pick(len(acting))]
        prompt = case.game.ask(case.options, state, actor)
        assert prompt is not None, f"{actor} is to act and is asked nothing"
        move = sample(prompt, pick)
        if steer is not None:
            move = steer(state, move, pick)
            check(prompt, move)
        state = case.game.apply(state, actor, move)
        steps.append((actor, move))
        yield Moment(tuple(steps), state)


def moments(case: Case, seed: int, count: int) -> list[Moment]:
    """Some moments of one random game, spread over it, the first and the last among them."""
    return spread(list(game(case, seed)), count)


def spread(found: list[Moment], count: int) -> list[Moment]:
    """At most `count` of these, the first and the last among them."""
    if len(found) <= count:
        return found
    return [found[index * (len(found) - 1) // (count - 1)] for index in range(count)]


def observers(case: Case) -> list[int | None]:
    """All who look: every seat, and the public."""
    return [*range(case.seats), None]


def everything_seen(case: Case, state: Any, observer: int | None) -> tuple[Any, ...]:
    """All that an observer gets of a state: view, prompt, the rendering while it waits and while it begins an entry, and the
    round that was finished last."""
    view = case.game.view(state, observer)
    prompt = case.game.prompt(case.options, view)
    entries = [None] if prompt is None else [None, Draft(prompt).entry]
    drawn = [case.game.render(case.options, view, case.names, entered) for entered in entries]
    told = case.game.describe(case.options, case.game.view(state, None), case.names)
    return (view, prompt, *drawn, told, case.game.recap(state))


def is_chance(step: Step) -> bool:
    return step[0] == CHANCE


def solver_of(game: AnyGame) -> Solver[Any, Any, Any, Any]:
    """The solver of a game of the catalog; each has one, since the laws of secrecy look for a leak with it."""
    solver = mind_of(game).solver
    assert solver is not None
    return solver
