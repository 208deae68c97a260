"""The law of the clock: what it shows, to the pages and on the screens, follows from public things and from time alone.

In every world that the public takes for possible the same moves at the same times give the same clock, and a secret move gives
the same clock whatever it is.
"""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.core.game import Step, ask, to_act
from companion.games.catalog import CATALOG
from companion.solvers.catalog import SOLVERS
from companion.table.clock.seat_clocks import time_at
from companion.table.effects import ClockShown, Effect, Opened, Publish, TimeUp
from companion.table.inputs import Answered, Ticked
from companion.table.table import Table
from tests.laws.play import Case, Moment, every_case, everything_seen, game, moments
from tests.laws.test_secrecy import secret_moves

STEPS = 40
TRIED = 3
CLOCKS = ("turn 30", "player 300")
PACE = 7.5
"""Seconds between two moves."""

Told = tuple[list[Publish], list[Any]]
"""What was published, and all that the clock told and showed."""


def at_table(case: Case, clock: str, steps: Sequence[Step] = ()) -> Table:
    """A game with a clock, after `steps`, whose time passes from 0 on."""
    table = Table(CATALOG, case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names, clock=clock), steps)
    table.run_clock(0.0, runs=True)
    return table


def clock_of(table: Table, effects: Sequence[Effect]) -> list[Any]:
    """What the clock tells after an input, and what it shows at every place."""
    told = [effect for effect in effects if isinstance(effect, ClockShown | TimeUp)]
    return [*told, *(time_at(table.setup, table.state, place) for place in table.setup.places), table.deadline]


def told(case: Case, clock: str, steps: Sequence[Step]) -> Told:
    """A game at the pace of PACE."""
    table = at_table(case, clock)
    published: list[Publish] = []
    shown: list[Any] = []
    now = 0.0
    for actor, move in steps:
        now += PACE
        for given in (Ticked(now), Answered(actor, table.state.number + 1, move, now)):
            effects = table.handle(given)
            published += [effect for effect in effects if isinstance(effect, Publish)]
            shown += clock_of(table, effects)
    return published, shown


@every_case
def test_a_secret_move_gives_the_same_clock_whatever_it_is(case: Case) -> None:
    pick = random.Random(2).randrange
    compared = 0
    for moment in moments(case, seed=13, count=24):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            assert prompt is not None
            alike: dict[str, set[str]] = {}
            for move in secret_moves(prompt, pick)[:6]:
                after = case.game.apply(moment.state, actor, move)
                table = at_table(case, "turn 30", moment.steps)
                effects = table.handle(Answered(actor, table.state.number + 1, move, 4.0))
                seen = repr(everything_seen(case, after, None))
                alike.setdefault(seen, set()).add(repr(clock_of(table, effects)))
                compared += 1
            assert all(len(clocks) == 1 for clocks in alike.values()), f"the clock tells what {actor} did"
    secret = any(flag for flag in ("set_code", "draw", "card") if flag in repr(moments(case, 13, 24)[-1].steps))
    assert compared or not secret


@every_case
def test_in_every_world_that_the_public_takes_for_possible_the_clock_is_the_same(case: Case) -> None:
    solver, pick = SOLVERS[case.game.name], random.Random(5).randrange
    short = list(islice(game(case, seed=31), STEPS + 1))
    moment: Moment = short[-1]
    view = case.game.view(moment.state, None)
    for clock in CLOCKS:
        truly = told(case, clock, moment.steps)
        listed = list(islice(solver.worlds(case.options, view), TRIED))
        for world in [*listed[:1], *(solver.guess(case.options, view, pick) for _ in range(TRIED - 1))]:
            otherwise = told(case, clock, solver.determinize(moment.steps, None, world))
            # Not every game keeps what was public once, as in test_sounds.
            if otherwise[0] == truly[0]:
                assert otherwise[1] == truly[1], f"the clock tells that it is not {world}"


@every_case
def test_the_clock_changes_nothing_but_itself(case: Case) -> None:
    """The same game with and without it: the same views, questions and results, whatever time passes."""
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
    assert timed.result == plain.result
