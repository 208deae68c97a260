"""Random series of every option set end as an independent tally of their moves says."""

import os
import random
from typing import Any

import pytest

from companion.core.game import Step, ask, submit, to_act
from companion.core.prompt import Move, sample
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.state import State
from tests.games.mastermind.option_sets import OPTION_SETS, steer
from tests.games.mastermind.tally import tally
from tests.laws.play import one_round

GAMES = int(os.environ.get("COMPANION_GAMES", "60"))


def random_series(seats: int, given: dict[str, Any], seed: int) -> tuple[list[Step], State]:
    """Legal moves by luck; now and then luck knows the code, since few games would be cracked else."""
    luck = random.Random(seed)
    options = MASTERMIND.read_options(given, seats)
    state = MASTERMIND.setup(options, seats)
    steps: list[Step] = []
    while acting := to_act(MASTERMIND, state):
        (actor,) = acting
        prompt = ask(MASTERMIND, options, state, actor)
        assert prompt is not None
        move = lucky(state, sample(prompt, luck.randrange), luck)
        after = submit(MASTERMIND, options, state, actor, move)
        assert isinstance(after, State)
        state = after
        steps.append((actor, move))
    return steps, state


def lucky(state: State, move: Move, luck: random.Random) -> Move:
    if move["move"] == "guess" and luck.random() < 0.2:
        return {"move": "guess", "pegs": list(state.code or ())}
    return steer(state, move, luck.randrange)


@pytest.mark.rule("M8", "M10", "M11", "M12", "M13", "M14", "M15")
@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS), ids=str)
def test_series_end_as_the_tally_says(seats: int, given: dict[str, Any]) -> None:
    cracked = exhausted = voided = 0
    for seed in range(GAMES):
        steps, state = random_series(seats, given, seed)
        totals, winners = tally(given, steps, seats)
        result = MASTERMIND.result(state)
        assert result.scores == totals
        assert result.winners is not None
        assert set(result.winners) == winners
        voided += sum(past.void for past in state.past)
        cracked += sum(past.rows < 9 and not past.void for past in state.past)
        exhausted += sum(past.rows == 9 and not past.void for past in state.past)
    if GAMES >= 60:
        assert cracked
        assert exhausted
        by_hand = given.get("indication") == "manual" and given.get("codemaker") != "table" and seats == 2
        assert bool(voided) == by_hand
