"""The law of the clock: it changes nothing but itself.

A table with a clock and one without are given the same moves, and whatever time passes, states and questions are the same.
"""

from collections.abc import Sequence
from itertools import islice

from companion.core.game import Step
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Effect, Opened, Ticked, TimeUp
from companion.table.table import Table
from tests.laws.play import Case, every_case, game

STEPS = 40


def at_table(case: Case, clock: str, steps: Sequence[Step] = ()) -> Table:
    """A game with a clock, after `steps`, whose time passes from 0 on."""
    table = Table(CATALOG, case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names, clock=clock), steps)
    table.run_clock(0.0, runs=True)
    return table


@every_case
def test_the_clock_changes_nothing_but_itself(case: Case) -> None:
    """The same game with and without it: the same states and questions, whatever time passes."""
    steps = list(islice(game(case, seed=41), STEPS + 1))[-1].steps
    timed, plain = at_table(case, "turn 30"), Table(CATALOG, case.names)
    plain.resume(Opened(case.game.name, case.game.rules, case.given, case.names), ())
    ended: list[Effect] = []
    for number, (actor, move) in enumerate(steps, 1):
        ended += [effect for effect in timed.handle(Ticked(number * 100.0)) if isinstance(effect, TimeUp)]
        timed.handle(Answered(actor, number, move, number * 100.0 + 1))
        plain.handle(Answered(actor, number, move))
        assert timed.state.game_state == plain.state.game_state
        assert [timed.prompt(place) for place in range(case.seats)] == [
            plain.prompt(place) for place in range(case.seats)
        ]
    assert timed.state.steps == plain.state.steps
    assert ended, "somebody's time was up"
