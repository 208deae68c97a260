"""The machine knows what its seat has seen: in worlds that its seat cannot tell apart, it is told the same and moves alike."""

import random
from itertools import islice
from typing import Any

import pytest

from companion.bots.level_names import levels_of
from companion.core.game import Step, announcement, to_act
from companion.games.catalog import CATALOG
from companion.solvers.catalog import SOLVERS
from companion.table.effects import MachineSeat, Opened
from companion.table.table import Table
from tests.laws.play import CASES, Case, Moment, game, one_round, spread
from tests.machine_players.thinker import Thinker

SEED = "0123456789abcdef0123456789abcdef"
GUESSED = 12
"""So many worlds are drawn at a moment. The solvers go by one view, so earlier views rule some of them out."""
every_case_for_people = pytest.mark.parametrize("case", [case for case in CASES if case.values[0].seats > 1])
"""The machine never plays alone."""
one_case_for_people = pytest.mark.parametrize(
    "case", one_round(case.values[0] for case in CASES if case.values[0].seats > 1)
)
PLACES = tuple(f"Seat {place}" for place in range(6))


def told(case: Case, steps: tuple[Step, ...], machine: MachineSeat) -> tuple[list[bytes], Any]:
    """Every line that the machine's process gets when the game is taken up after these steps, and its move."""
    opened = Opened(case.game.name, case.game.rules, case.given, case.names, machines=(machine,))
    thinker = Thinker()
    answer = thinker.take(Table(CATALOG, PLACES).resume(opened, steps))
    return thinker.lines, answer


def witnessed(case: Case, steps: tuple[Step, ...], seat: int) -> list[str]:
    """All that a person at that seat has seen and heard: every view, and every announcement."""
    state = case.game.setup(case.options, case.seats)
    seen = [repr(case.game.view(state, seat))]
    for actor, move in steps:
        before, state = state, case.game.apply(state, actor, move)
        said = announcement(case.game, case.options, before, (actor, move), state, case.names)
        seen.append(f"{said} {case.game.view(state, seat)!r}")
    return seen


@one_case_for_people
def test_it_is_told_the_same_and_moves_alike_in_worlds_that_its_seat_cannot_tell_apart(case: Case) -> None:
    solver, pick, compared = SOLVERS[case.game.name], random.Random(5).randrange, 0
    asked = [
        moment
        for moment in game(case, seed=31)
        if any(isinstance(seat, int) for seat in to_act(case.game, moment.state))
    ]
    for number, moment in enumerate(spread(asked[:80], 8)):
        seat = next(seat for seat in to_act(case.game, moment.state) if isinstance(seat, int))
        levels = levels_of(case.game.name)
        machine = MachineSeat(seat, levels[number % len(levels)], SEED)
        compared += compare(case, solver, moment, machine, pick)
    assert compared > 0


def compare(case: Case, solver: Any, moment: Moment, machine: MachineSeat, pick: Any) -> int:
    view = case.game.view(moment.state, machine.seat)
    seen, here = witnessed(case, moment.steps, machine.seat), told(case, moment.steps, machine)
    few = list(islice(solver.worlds(case.options, view), 3))
    compared = 0
    for world in (*few, *(solver.guess(case.options, view, pick) for _ in range(GUESSED))):
        steps = tuple(solver.determinize(moment.steps, machine.seat, world))
        if steps != moment.steps and witnessed(case, steps, machine.seat) == seen:
            assert told(case, steps, machine) == here
            compared += 1
    return compared


@pytest.mark.parametrize("count", one_round((1, 4)))
@every_case_for_people
def test_a_position_taken_up_again_gives_the_same_move(case: Case, count: int) -> None:
    """The seed is in the journal: after a restart the machine does what it was about to do."""
    asked = [moment for moment in game(case, seed=32) if 0 in to_act(case.game, moment.state)]
    for moment in asked[:1] if count == 1 else spread(asked, count):
        for level in levels_of(case.game.name):
            assert told(case, moment.steps, MachineSeat(0, level, SEED)) == told(
                case, moment.steps, MachineSeat(0, level, SEED)
            )


def test_another_seed_is_another_choice() -> None:
    """What the machine draws by luck follows from the seed, which nobody at the table knows."""
    mastermind = CATALOG[0]
    case = Case(mastermind, 2, {}, mastermind.read_options({}, 2))
    made = {repr(told(case, (), MachineSeat(0, "best", f"{seed:032x}"))[1]) for seed in range(12)}
    assert len(made) > 9
