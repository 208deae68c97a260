"""Random games of every option set end as an independent tally of their moves says."""

import os
import random
from typing import Any

import pytest
from msgspec import to_builtins

from companion.core.game import Step, ask, replay, to_act
from companion.core.prompt import check, sample
from companion.core.seat import CHANCE
from companion.games.digitcode.game import DIGITCODE
from companion.games.digitcode.state import State, hidden_code
from tests.games.digitcode.option_sets import OPTION_SETS
from tests.games.digitcode.tally import answer_by_picture, winners_by_moves
from tests.laws.play import one_round

GAMES = int(os.environ.get("COMPANION_GAMES", "60"))


def random_game(seats: int, given: dict[str, Any], seed: int) -> tuple[list[Step], State]:
    """Legal moves by luck; who may propose sometimes has luck, since no game would be won by it else."""
    luck = random.Random(seed)
    options = DIGITCODE.read_options(given, seats)
    state = DIGITCODE.setup(options, seats)
    steps: list[Step] = []
    while acting := to_act(DIGITCODE, state):
        actor = acting[luck.randrange(len(acting))]
        prompt = ask(DIGITCODE, options, state, actor)
        assert prompt is not None
        move = sample(prompt, luck.randrange)
        if move["move"] in ("propose", "pass") and actor != CHANCE and luck.random() < 0.5:
            move = {"move": "propose", "digits": list(hidden_code(state, actor))}
        check(prompt, move)
        state = DIGITCODE.apply(state, actor, move)
        steps.append((actor, move))
    return steps, state


@pytest.mark.rule("C4", "C5", "C6", "C7", "C12", "C13", "C15")
@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS), ids=str)
def test_games_end_as_the_tally_says(seats: int, given: dict[str, Any]) -> None:
    master = given.get("master", 0)
    master = None if seats == 2 and master != "table" else master
    first = given.get("first_seat") or 0
    draws = 0
    for seed in range(GAMES):
        steps, state = random_game(seats, given, seed)
        view = DIGITCODE.view(state, None)
        winners = winners_by_moves(seats, master, first, steps)
        assert view.winners is not None
        assert set(view.winners) == winners
        assert view.scores == tuple(int(seat in winners) for seat in range(seats))
        for asked in view.asked:
            code = view.table_code if asked.of == "table" else view.codes[asked.of]
            assert code is not None
            move = next(m for _, m in steps if m["move"].startswith("ask") and same_question(m, asked.question))
            assert asked.answer == answer_by_picture(code, move)
        draws += view.replays
        if seed % 10 == 0:
            assert replay(DIGITCODE, state.options, seats, steps) == state
    assert draws > 0 or master is not None or GAMES < 60


def same_question(move: dict[str, Any], question: object) -> bool:
    """Whether a question of a view is this move."""
    plain = {key: tuple(value) if isinstance(value, list) else value for key, value in move.items()}
    return bool(plain == to_builtins(question))
