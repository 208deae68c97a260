"""The solver of Digit Code holds the truth, and every world of it looks the same to its observer."""

import random
from itertools import islice
from typing import Any

import pytest

from companion.core.game import Step, ask, replay, to_act
from companion.core.prompt import every, sample
from companion.core.seat import PUBLIC, Observer
from companion.games.digitcode import possible
from companion.games.digitcode.game import DIGITCODE
from companion.games.digitcode.moves import ALL_SPACES, DIGIT_SEGMENTS, is_legal
from companion.games.digitcode.prompts import CODE_PROMPT
from companion.games.digitcode.rules import true_answer
from companion.games.digitcode.state import State, hidden_code
from companion.solvers.digitcode.worlds import SOLVER, accepts
from tests.games.digitcode.option_sets import OPTION_SETS
from tests.games.digitcode.play import ONE, OTHER, duel
from tests.laws.play import one_round

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")


def moments(seats: int, given: dict[str, Any], seed: int) -> list[tuple[list[Step], State]]:
    """The moments of a random game in which luck finds the code now and then."""
    luck = random.Random(seed)
    options = DIGITCODE.read_options(given, seats)
    state = DIGITCODE.setup(options, seats)
    steps: list[Step] = []
    found = [(list(steps), state)]
    while (acting := to_act(DIGITCODE, state)) and len(steps) < 60:
        actor = luck.choice(acting)
        prompt = ask(DIGITCODE, options, state, actor)
        assert prompt is not None
        move = sample(prompt, luck.randrange)
        if move["move"] == "propose" and luck.random() < 0.5:
            move = {"move": "propose", "digits": list(hidden_code(state, state.turn_of))}
        state = DIGITCODE.apply(state, actor, move)
        steps.append((actor, move))
        found.append((list(steps), state))
    return found


@pytest.mark.rule("C18")
@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS), ids=str)
@pytest.mark.parametrize("seed", one_round(range(3)))
def test_every_world_looks_the_same_and_the_truth_is_one(seats: int, given: dict[str, Any], seed: int) -> None:
    luck = random.Random(seed)
    options = DIGITCODE.read_options(given, seats)
    game = moments(seats, given, seed)
    for steps, state in luck.sample(game, min(8, len(game))):
        for observer in (PUBLIC, *range(seats)):
            assert_worlds(options, seats, steps, state, observer, luck)


def assert_worlds(options: Any, seats: int, steps: list[Step], state: State, observer: Observer, luck: Any) -> None:
    view = DIGITCODE.view(state, observer)
    truth = SOLVER.actual_world(state, observer)
    assert accepts(options, view, truth)
    listed = list(islice(SOLVER.worlds(options, view), 300))
    assert len(listed) == 300 or truth in listed
    assert len(set(listed)) == len(listed)
    for world in [SOLVER.guess(options, view, luck.randrange) for _ in range(2)] + luck.sample(listed, 1):
        assert accepts(options, view, world)
        other = replay(DIGITCODE, options, seats, SOLVER.determinize(steps, observer, world))
        same = DIGITCODE.view(other, observer)  # type: ignore[arg-type]
        assert same == view
        assert DIGITCODE.prompt(options, same) == DIGITCODE.prompt(options, view)
        assert DIGITCODE.render(options, same, NAMES[:seats], None) == DIGITCODE.render(
            options, view, NAMES[:seats], None
        )


@pytest.mark.slow
def test_worlds_are_exactly_the_codes_that_agree() -> None:
    """Against the slow way: every legal code, asked every question again."""
    play = duel(opening="one")
    for question in (
        {"move": "ask_line", "line": "K"},
        {"move": "ask_line", "line": "E"},
        {"move": "ask_larger", "places": ["U", "X"]},
        {"move": "ask_larger", "places": ["W", "X"]},
        {"move": "ask_parity", "place": "Y"},
        {"move": "ask_space", "column": "B", "row": "L"},
    ):
        play.move(0, question).move(1, {"move": "ask_line", "line": "A"})
    wrong = next(world[1] for world in SOLVER.worlds(play.options, play.view(0)) if world[1] != OTHER)
    assert wrong is not None
    play.propose(0, wrong)
    view = play.view(0)
    asked = [one for one in view.asked if one.seat == 0]
    slow = [
        code
        for code in (tuple(move["digits"]) for move in every(CODE_PROMPT))
        if code != wrong and all(true_answer(code, one.question) == one.answer for one in asked)
    ]
    assert [world[1] for world in SOLVER.worlds(play.options, view)] == slow
    assert all(world[0] == ONE and world[2] is None for world in islice(SOLVER.worlds(play.options, view), 5))
    # The sheet is exact: what stands in it is in some code, from the answers alone.
    found = possible.helping_sheet(tuple(asked))
    codes = [*slow, wrong]
    assert found.count == len(codes)
    assert found.digits == tuple(tuple(sorted({code[place] for code in codes})) for place in range(6))
    for space, known in zip(ALL_SPACES, found.spaces, strict=True):
        fills = {space.segment in DIGIT_SEGMENTS[code[space.place]] for code in codes}
        assert known == (fills.pop() if len(fills) == 1 else None)


@pytest.mark.slow
def test_nothing_known_leaves_465120_codes() -> None:
    play = duel(opening="one")
    assert sum(1 for _ in SOLVER.worlds(play.options, play.view(0))) == 465_120
    pick = random.Random(5).randrange
    drawn = {SOLVER.guess(play.options, play.view(PUBLIC), pick) for _ in range(50)}
    assert len(drawn) == 50
    assert all(is_legal(code) for world in drawn for code in world if code is not None)


def test_each_possible_code_is_guessed_alike() -> None:
    """The codes are numbered without a gap, in their own order, and luck draws a number."""
    order = iter(range(100))
    drawn = [possible.draw_code((), (), lambda count: next(order)) for _ in range(100)]
    assert drawn == list(islice(possible.possible_codes(()), 100))
    assert possible.draw_code((), (), lambda count: count - 1) == (9, 8, 9, 8, 7, 6)
