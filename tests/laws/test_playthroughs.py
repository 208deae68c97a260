"""Golden playthroughs: one game of luck for each of a game's first option sets, move by move, as all at the table see it.

A change of the rules is reviewed as the diff of these files.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.game import Result
from companion.core.seat import PUBLIC
from companion.table.effects import Opened
from companion.table.table import Table
from companion.ui.raster import draw
from tests.golden import holds, strays
from tests.laws.play import CASES, Case, Moment, game
from tests.pictures import as_text

SETS = 3
"""So many option sets of a game have a file."""
STEPS = 60
"""So many moves of the game are told, then its end."""
SCREENS = 10
"""After so many moves the screens of all seats are drawn."""


def _chosen() -> Iterator[Any]:
    counts: dict[str, int] = {}
    for parameter in CASES:
        case: Case = parameter.values[0]
        number = counts[case.game.name] = counts.get(case.game.name, 0) + 1
        if number <= SETS:
            name = f"{case.game.name}-{number}.txt"
            yield pytest.param(case, name, id=name)


CHOSEN = list(_chosen())


@pytest.mark.parametrize(("case", "name"), CHOSEN)
def test_a_playthrough_is_what_it_was(case: Case, name: str) -> None:
    holds(f"playthroughs/{name}", "\n".join(told(case)) + "\n")


def test_no_playthrough_is_left_over() -> None:
    assert strays("playthroughs", {parameter.id for parameter in CHOSEN}) == []


def told(case: Case) -> Iterator[str]:
    """The whole file, line by line."""
    moments = list(game(case, seed=2))
    yield f"{case.game.title}, {case.seats} seats, options {json.dumps(case.given)}"
    for number, moment in enumerate(moments[: STEPS + 1]):
        if number:
            actor, move = moment.steps[-1]
            yield f"{number} {actor} {json.dumps(move)}"
        view = case.game.view(moment.state, PUBLIC)
        yield f"    {case.game.describe(case.options, view, case.names)}"
        if number % SCREENS == 0 or moment is moments[-1]:
            yield from screens(case, moment)
    left = len(moments) - 1 - STEPS
    if left > 0:
        yield f"... and {left} moves more"
    result: Result = case.game.result(moments[-1].state)
    yield f"The end: scores {list(result.scores)}, winners {list(result.winners or ())}"


def screens(case: Case, moment: Moment) -> Iterator[str]:
    """Every seat's screen, as after a power cut."""
    table = Table((case.game,), case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), moment.steps)
    for seat in range(case.seats):
        picture = as_text(draw(table.screen(seat)))
        yield f"  screen of seat {seat}"
        yield from (f"  |{line}" for line in picture.rstrip("\n").split("\n"))
