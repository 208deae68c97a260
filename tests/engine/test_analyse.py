"""The engine's analysis: what a seat could work out from its own views, and what the strongest bot would play there."""

import json
import random
from typing import Any

import pytest
from msgspec import to_builtins

from companion.core.prompt import check
from companion.engine import Session
from companion.games.catalog import CATALOG, find_game
from tests.laws.play import solver_of


def ask(session: Session, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(to_builtins(session.answer(json.dumps(request).encode()))))
    assert answer["ok"], answer
    return answer


def begun(game: str, seats: int, seed: int, moves: int, **options: Any) -> Session:
    """A game after some random moves of its seats."""
    session, luck = Session(random.Random(seed).randrange), random.Random(seed)
    ask(session, do="new", game=game, seats=seats, options=options)
    for _ in range(moves):
        acting = ask(session, do="to_act")["to_act"]
        if acting == ["chance"]:
            ask(session, do="chance", seed=luck.randrange(1 << 30))
            continue
        if not acting:
            break
        seat = luck.choice(acting)
        ask(session, do="move", seat=seat, move=ask(session, do="bot", seat=seat, bot="random")["move"])
    return session


@pytest.mark.parametrize("game", [game.name for game in CATALOG])
def test_the_move_is_legal_and_only_who_is_to_act_gets_one(game: str) -> None:
    for seed in range(2):
        session = begun(game, 2, seed, 7)
        acting = ask(session, do="to_act")["to_act"]
        for seat in (0, 1):
            found = ask(session, do="analyse", seat=seat)
            assert found == ask(session, do="analyse", seat=seat), "the same position gives the same answer"
            assert found["worlds"] is None or found["worlds"] >= 1
            assert (found["move"] is None) == (found["why"] is None) == (seat not in acting)
            if found["move"] is not None:
                ask(session, do="check", seat=seat, move=found["move"])


def test_the_number_of_codes_is_that_of_the_solver_move_by_move() -> None:
    session = begun("mastermind", 2, 5, 0, codemaker="table", colours=6)
    ask(session, do="chance", seed=3)
    record, solver = find_game("mastermind"), solver_of(find_game("mastermind"))
    for _ in range(4):
        acting = ask(session, do="to_act")["to_act"]
        if acting != [1]:
            break
        view, options = record.view(session._state, 1), session._options
        found = ask(session, do="analyse", seat=1)
        assert found["worlds"] == len(list(solver.worlds(options, view)))
        prompt = record.prompt(options, view)
        assert prompt is not None
        check(prompt, found["move"])
        ask(session, do="move", seat=1, move=found["move"])


def test_a_move_that_is_taken_back_is_forgotten() -> None:
    session = begun("mastermind", 2, 5, 0, codemaker="table", colours=6)
    ask(session, do="chance", seed=3)
    before = ask(session, do="analyse", seat=1)
    ask(session, do="move", seat=1, move=before["move"])
    assert ask(session, do="analyse", seat=1)["worlds"] < before["worlds"]
    ask(session, do="undo")
    assert ask(session, do="analyse", seat=1) == before


@pytest.mark.parametrize("game", [game.name for game in CATALOG])
def test_what_others_hide_changes_nothing(game: str) -> None:
    """Two games that a seat cannot tell apart get the same answer."""
    record, solver = find_game(game), solver_of(find_game(game))
    compared = 0
    for seed in range(4):
        session = begun(game, 2, seed, 9)
        options, state = session._options, session._state
        view = record.view(state, 0)
        if record.result(state).winners is not None:
            continue
        world = solver.guess(options, view, random.Random(seed).randrange)
        steps = [step for step, _ in session._states if step is not None]
        other = Session(random.Random(0).randrange)
        ask(other, do="new", game=game, seats=2, options={})
        for actor, move in solver.determinize(steps, 0, world):
            if actor == "chance":
                other._states.append(((actor, move), record.apply(other._state, actor, move)))
            else:
                ask(other, do="move", seat=actor, move=move)
        assert ask(other, do="view", seat=0)["view"] == ask(session, do="view", seat=0)["view"]
        if [record.view(one, 0) for _, one in other._states] == [record.view(one, 0) for _, one in session._states]:
            assert ask(other, do="analyse", seat=0) == ask(session, do="analyse", seat=0)
            compared += 1
    assert compared


def test_who_sets_a_code_gets_one_too() -> None:
    """A bot that draws a code by luck gets different numbers, so it finds one."""
    for game in ("mastermind", "digitcode"):
        session = begun(game, 2, 1, 0)
        found = ask(session, do="analyse", seat=0)
        assert found["move"]["move"] == "set_code"
        assert found == ask(session, do="analyse", seat=0)
        ask(session, do="move", seat=0, move=found["move"])
