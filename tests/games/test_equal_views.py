"""A law of reviews: a move is weighed by what its seat knew, so games that look alike to the seat weigh it alike."""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from companion.core.game import Step
from companion.core.seat import CHANCE, Seat
from companion.games.hints import remembered
from companion.games.mind import Judgement, Moment, mind_of
from tests.games.test_hints import sightings
from tests.laws.play import Case, every_reviewed_case, game, solver_of

JUDGED = frozenset(
    {"guess", "deduce", "stop", "ask_line", "ask_parity", "ask_larger", "ask_space", "propose", "draw", "discard"}
)
MOVES = 6
"""So many deciding moves of a game are judged in other worlds too."""
WORLDS = 3
"""In so many worlds each."""


@every_reviewed_case
def test_a_move_promised_the_same_in_all_worlds_that_its_seat_could_not_tell_apart(case: Case) -> None:
    solver, pick = solver_of(case.game), random.Random(1).randrange
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
        view, memory = case.game.view(played[number].state, seat), knowledge(case, steps[:-1], seat)
        truth = judged(case, played[number].state, steps, memory)
        if truth is None:
            continue
        for _ in range(WORLDS):
            told = solver.determinize(steps[:-1], seat, solver.guess(case.options, view, pick))
            if knowledge(case, told, seat) != memory:
                continue  # The seat remembers something that its view no longer holds, and knows that it is not this world.
            other = judged(case, case.game.replay(case.options, case.seats, told), [*told, steps[-1]], memory)
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
    weighed = None if choice is None else (choice.going_on, choice.stopping, choice.expected, choice.deviation)
    return found.expected, found.best, found.before, found.contradiction, weighed


def judged(case: Case, state: Any, steps: Sequence[Step], memory: Any) -> Judgement | None:
    """The judgement of the last of the steps, made in `state`."""
    seat, move = steps[-1]
    assert isinstance(seat, int)
    view = case.game.view(state, seat)
    moment = Moment(case.options, state, view, memory, seat, move, None, case.names)
    reviewer = mind_of(case.game).reviewer
    assert reviewer is not None
    return reviewer.judge(moment)


def knowledge(case: Case, steps: Sequence[Step], seat: Seat) -> Any:
    """What the seat remembers after these steps."""
    return remembered(case.game, case.options, sightings(case.game, case.options, tuple(steps), seat, case.seats))
