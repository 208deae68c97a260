"""A law of reviews: a move is weighed by what its seat knew, so games that look alike to the seat weigh it alike."""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from companion.bots.learn_from_move import announced_step
from companion.core.game import Step, submit
from companion.core.seat import CHANCE, Seat
from companion.core.small_steps import finished
from companion.hints.catalog import first_memory, next_memory
from companion.review.catalog import REVIEWERS
from companion.review.review import Judgement, Moment
from companion.solvers.catalog import SOLVERS
from tests.laws.play import Case, every_case, game

JUDGED = frozenset(
    {"guess", "deduce", "stop", "ask_line", "ask_parity", "ask_larger", "ask_space", "propose", "draw", "discard"}
)
MOVES = 8
"""So many deciding moves of a game are judged in other worlds too."""
WORLDS = 4
"""In so many worlds each."""


@every_case
def test_a_move_promised_the_same_in_all_worlds_that_its_seat_could_not_tell_apart(case: Case) -> None:
    solver, pick = SOLVERS[case.game.name], random.Random(1).randrange
    games = (list(game(case, seed)) for seed in count(31))
    # Choices to go on or to stop in Da Vinci Code are few, and some random games have none.
    played = next(one for one in games if case.game.name != "davinci" or any(has_choice(each.state) for each in one))
    deciding = [
        number for number, (actor, move) in enumerate(played[-1].steps) if actor != CHANCE and move["move"] in JUDGED
    ]
    chosen = [number for number in deciding if has_choice(played[number].state)][:MOVES]
    compared, choices = 0, 0
    for number in sorted({*deciding[:: max(1, len(deciding) // MOVES)], *chosen}):
        steps = played[-1].steps[: number + 1]
        seat = steps[-1][0]
        assert isinstance(seat, int)
        view, memory = case.game.view(played[number].state, seat), remembered(case, steps[:-1], seat)
        truth = judged(case, played[number].state, steps, memory)
        if truth is None:
            continue
        for _ in range(WORLDS):
            told = solver.determinize(steps[:-1], seat, solver.guess(case.options, view, pick))
            if remembered(case, told, seat) != memory:
                continue  # The seat remembers something that its view no longer holds, and knows that it is not this world.
            other = judged(case, states(case, told)[-1], [*told, steps[-1]], memory)
            assert other is not None
            assert promised(other) == promised(truth)
            compared += 1
            choices += truth.choice is not None
    assert compared
    assert choices or case.game.name != "davinci"


def has_choice(state: Any) -> bool:
    """Whether going on or stopping is weighed, whatever the options of Da Vinci Code are."""
    return getattr(state, "phase", "") == "go_on" and state.clue is not None


def promised(found: Judgement) -> tuple[Any, ...]:
    """All but the outcome."""
    choice = found.choice
    weighed = None if choice is None else (choice.going_on, choice.stopping, choice.expected, choice.best, choice.skill)
    return found.expected, found.best, found.before, found.contradiction, weighed


def judged(case: Case, state: Any, steps: Sequence[Step], memory: Any) -> Judgement | None:
    """The judgement of the last of the steps, made in `state`."""
    seat, move = steps[-1]
    assert isinstance(seat, int)
    view = case.game.view(state, seat)
    moment = Moment(case.options, state, view, memory, seat, move, None, case.names)
    return finished(REVIEWERS[case.game.name].judge(moment))


def states(case: Case, steps: Sequence[Step]) -> list[Any]:
    found = [case.game.setup(case.options, case.seats)]
    for step in steps:
        found.append(submit(case.game, case.options, found[-1], *step))
    return found


def remembered(case: Case, steps: Sequence[Step], seat: Seat) -> Any:
    """What the seat remembers after these steps."""
    passed = states(case, steps)
    memory = next_memory(
        case.game, case.options, first_memory(case.game, case.options), None, case.game.view(passed[0], seat)
    )
    for step, before, after in zip(steps, passed, passed[1:], strict=False):
        announced = announced_step(case.game, case.options, before, step, after, case.seats)
        memory = next_memory(case.game, case.options, memory, announced, case.game.view(after, seat))
    return memory
