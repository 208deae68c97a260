"""The law of taking back: a move may be taken back only where nobody, its maker included, learned anything by it but itself."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import check, sample
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.agreement import before_last_move
from tests.laws.play import CASES, Case, Moment, every_case, moments, observers, solver_of

MOVES = 3
"""So many moves of each seat are tried at a moment."""
TRIED = 2
"""In so many possible worlds each of them is made, for each observer."""


def allowed(case: Case, moment: Moment, actor: int, move: Any) -> bool:
    """Whether the table lets the move be taken back right after it."""
    after = case.game.apply(moment.state, actor, move)
    steps = (*moment.steps, (actor, move))
    try:
        left, before = before_last_move(case.game, case.options, after, steps, case.names, actor)
    except RuleError:
        return False
    assert (left, before) == (moment.steps, moment.state), "taken back, all is as it was"
    return True


def is_legal(case: Case, state: Any, actor: int, move: Any) -> bool:
    prompt = case.game.ask(case.options, state, actor)
    if prompt is None:
        return False
    try:
        check(prompt, move)
    except RuleError:
        return False
    return True


def tried(case: Case, moment: Moment, pick: Any) -> Iterator[tuple[int, Any]]:
    for actor in case.game.to_act(moment.state):
        if actor != CHANCE:
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            yield from ((actor, sample(prompt, pick)) for _ in range(MOVES))


@every_case
def test_what_may_be_taken_back_looks_the_same_in_every_world_that_was_possible(case: Case) -> None:
    """So an answer, a verdict, a tile or a card, which differ from world to world, are never seen and then taken back."""
    pick = random.Random(41).randrange
    solver = solver_of(case.game)
    for moment in moments(case, seed=42, count=8):
        for actor, move in tried(case, moment, pick):
            if not allowed(case, moment, actor, move):
                continue
            after = case.game.apply(moment.state, actor, move)
            for observer in observers(case):
                view = case.game.view(moment.state, observer)
                seen = case.game.view(after, observer)
                for _ in range(TRIED):
                    world = solver.guess(case.options, view, pick)
                    state = case.game.replay(
                        case.options, case.seats, solver.determinize(moment.steps, observer, world)
                    )
                    if is_legal(case, state, actor, move):
                        then = case.game.view(case.game.apply(state, actor, move), observer)
                        assert then == seen, f"{observer} learned something by {move} of seat {actor}"


VERDICTS: dict[str, dict[str, set[bool]]] = {
    "mastermind": {"set_code": {True}, "guess": {True, False}, "pull_arms": {False}},
    "davinci": {
        "take": {False}, "deduce": {False}, "reveal": {False}, "place": {True, False}, "arrange": {False}, "stop": {True, False},
    },
    "digitcode": {
        "set_code": {True}, "ask_line": {False}, "ask_parity": {False}, "ask_larger": {False}, "ask_space": {False},
        "propose": {False}, "pass": {False},
    },
    "passcode": {
        "roll": {False}, "turn": {True, False}, "draw": {False}, "play": {True, False},
        "discard": {True, False}, "keep": {True, False},
        "lay_down": {True, False}, "decline": {True, False},
    },
}  # fmt: skip
"""Of each kind of move: whether it may be taken back, ever (True) and not always (False)."""


@pytest.mark.parametrize(
    "name",
    ["davinci", *(pytest.param(name, marks=pytest.mark.slow) for name in ("mastermind", "digitcode", "passcode"))],
)
def test_of_every_kind_of_move_it_is_known_whether_it_stays(name: str) -> None:
    found: dict[str, set[bool]] = {}
    pick = random.Random(43).randrange
    for parameter in CASES:
        case: Case = parameter.values[0]
        if case.game.name == name:
            for moment in moments(case, seed=44, count=24):
                for actor, move in tried(case, moment, pick):
                    found.setdefault(move["move"], set()).add(allowed(case, moment, actor, move))
    assert found.keys() <= VERDICTS[name].keys()
    for kind, verdicts in found.items():
        assert verdicts <= VERDICTS[name][kind], kind
    common = {"set_code", "guess", "deduce", "stop", "ask_line", "propose", "roll", "play", "discard", "draw", "take"}
    assert common & VERDICTS[name].keys() <= found.keys(), "and the common kinds were met"


def test_a_game_that_says_nothing_of_its_moves_takes_none_back() -> None:
    silent = replace(CATALOG[0], why_irreversible=None)
    options = silent.read_options({}, 2)
    step = (0, {"move": "set_code", "pegs": ["red", "yellow", "green", "blue"]})
    with pytest.raises(RuleError, match="no taking back"):
        before_last_move(silent, options, silent.replay(options, 2, (step,)), (step,), ("Ann", "Bob"), 0)
