"""What a table tells on its own account holds no secret: what was done since somebody's turn, the log, announcements, the
finished round, the celebration, and the place at which a player points before a move.

The worlds are those of `test_secrecy`. A whole table plays each of them from the step on after which an observer sees and hears
the same in both, and what it shows that observer on the way is compared byte by byte, input by input.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import structs

from companion.core.game import Step
from companion.core.seat import CHANCE, PUBLIC, Observer, Place
from companion.games.catalog import CATALOG
from companion.table.data import POINT, screen_text
from companion.table.effects import (
    Answered,
    Effect,
    EventLine,
    Opened,
    PointedShown,
    Publish,
    RecapShown,
    SeatAnswered,
    Show,
    Ticked,
    WaitShown,
)
from companion.table.table import Table
from companion.ui.raster import draw
from tests.laws.play import Case, Moment, every_case, game, observers, solver_of, spread
from tests.laws.test_secrecy import COUNTS, WORLDS

MOMENTS = 6
"""At so many moments of a game each observer asks which worlds are possible."""
COMPARED = 3
"""So many of the worlds are played for each of them."""
STEPS = 30
"""The last steps before such a moment that a table plays."""


def shown(case: Case, steps: tuple[Step, ...], since: int, observer: Observer) -> list[tuple[Any, ...]]:
    """What an observer is shown when a table goes on with a game after `since` of its steps, after each further step, and after
    each change that time brings."""
    table = Table(CATALOG, case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), steps[:since])
    # What was done before may differ, so nobody is told of it.
    nothing_missed = tuple(structs.replace(own, missed=(), since="") for own in table.state.places)
    table.state = structs.replace(table.state, places=nothing_missed)
    told = [_told(table, table.refresh(), observer)]
    for number, (actor, move) in enumerate(steps[since:], since + 1):
        if actor != CHANCE:
            told.append(_told(table, table.handle(SeatAnswered(Place(actor), POINT, number, move)), observer))
        told.append(_told(table, table.handle(Answered(actor, number, move)), observer))
        while (deadline := table.deadline) is not None:
            told.append(_told(table, table.handle(Ticked(deadline)), observer))
    return told


def _told(table: Table, effects: Iterable[Effect], observer: Observer) -> tuple[Any, ...]:
    """The news for everybody; and where the observer's screen changes, its picture, its text, and the data for touch."""
    effects = tuple(effects)
    news = tuple(one for one in effects if isinstance(one, Publish | EventLine | RecapShown | PointedShown | WaitShown))
    place = Place(0 if observer is PUBLIC else observer)
    if observer is PUBLIC or not any(isinstance(one, Show) and one.place == place for one in effects):
        return news
    screen = table.screen(place)
    return (*news, draw(screen), screen_text(screen), table.data(place))


def worlds(case: Case, moment: Moment, observer: Observer) -> list[Any]:
    """Some of the worlds that are possible for an observer."""
    pick, solver = random.Random(len(moment.steps)).randrange, solver_of(case.game)
    view = case.game.view(moment.state, observer)
    if (COUNTS.get(case.game.name, lambda _options, _view: None)(case.options, view) or 0) > WORLDS:
        return [solver.guess(case.options, view, pick) for _ in range(COMPARED)]
    listed = list(islice(solver.worlds(case.options, view), WORLDS))
    return [listed[pick(len(listed))] for _ in range(COMPARED)]


def alike_since(case: Case, one: tuple[Step, ...], other: tuple[Step, ...], observer: Observer) -> int:
    """The number of steps from which on the observer sees the same in both games, and is announced the same. A view may forget:
    before, another card may have been drawn, or another claim made aloud."""
    known = [list(_known(case, steps, observer)) for steps in (one, other)]
    differ = [number for number, (here, there) in enumerate(zip(*known, strict=True)) if here != there]
    return differ[-1] + 1 if differ else 0


def _known(case: Case, steps: tuple[Step, ...], observer: Observer) -> Iterator[tuple[Any, str | None]]:
    """What an observer sees at the beginning and after each step, and what was announced of that step."""
    states = case.game.replay_states(case.options, case.seats, steps)
    before = next(states)
    yield case.game.view(before, observer), None
    for step, after in zip(steps, states, strict=True):
        yield (
            case.game.view(after, observer),
            case.game.announcement(case.options, before, step, after, case.names),
        )
        before = after


@every_case
def test_a_table_tells_the_same_in_worlds_that_an_observer_cannot_tell_apart(case: Case) -> None:
    others = 0
    for moment in spread(list(game(case, seed=37)), MOMENTS):
        for observer in observers(case):
            for world in worlds(case, moment, observer):
                steps = tuple(solver_of(case.game).determinize(moment.steps, observer, world))
                if steps == moment.steps:
                    continue
                since = max(alike_since(case, moment.steps, steps, observer), len(steps) - STEPS)
                here, there = (shown(case, told, since, observer) for told in (moment.steps, steps))
                assert here == there, f"{observer} is told that it is not {world}"
                others += 1
    assert others, "some of these worlds differ"
