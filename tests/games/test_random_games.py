"""Random games of every option set end as an independent tally of their moves says.

`make test` plays a few games of each game's first option set, `make test-all` COMPANION_GAMES of every one.
"""

import os
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from companion.core.game import AnyGame, Step
from companion.core.prompt import Move, RandBelow, check, sample
from companion.core.seat import CHANCE, Actor
from companion.games.catalog import CATALOG
from tests.games.breakthecode.option_sets import steer as lucky_guesser
from tests.games.mastermind.option_sets import steer

FEW = 20
MANY = int(os.environ.get("COMPANION_GAMES", "60"))
LIMIT = 50_000
"""Moves, far beyond what the longest of 2,000 random games took."""
RULES = {
    "mastermind": pytest.mark.rule("M8", "M10", "M11", "M12", "M13", "M14", "M15"),
    "davinci": pytest.mark.rule("D7", "D9", "D12", "D15", "D17", "D18", "D19"),
    "digitcode": pytest.mark.rule("C4", "C5", "C6", "C7", "C12", "C13", "C15"),
    "passcode": pytest.mark.rule("P13", "P14", "P15", "P16", "P17", "P18"),
    "breakthecode": pytest.mark.rule("B10", "B11", "B12", "B13"),
}
"""The lines that no other test holds as well as the tally."""


def lucky_decoder(state: Any, _actor: Actor, move: Move, pick: RandBelow) -> Move:
    """Few codes would be cracked by luck alone."""
    if move["move"] == "guess" and not pick(5):
        return {"move": "guess", "pegs": list(state.code or ())}
    return steer(state, move, pick)


def lucky_solver(state: Any, actor: Actor, move: Move, pick: RandBelow) -> Move:
    """No proposal would be right by luck alone."""
    if move["move"] in ("propose", "pass") and actor != CHANCE and pick(2):
        return {"move": "propose", "digits": list(state.hidden_code(actor))}
    return move


BETTER: dict[str, Callable[[Any, Actor, Move, RandBelow], Move]] = {
    "mastermind": lucky_decoder,
    "digitcode": lucky_solver,
    "breakthecode": lambda state, _actor, move, pick: lucky_guesser(state, move, pick),
}
"""What replaces a move by luck in games that luck alone would hardly end."""
ENDS: dict[str, Callable[[Any], set[str]]] = {
    "mastermind": lambda state: {"void" if past.void else "cracked" if past.rows < 9 else "nine rows" for past in state.past},
    "digitcode": lambda state: {"draw"} if state.replays else set(),
}  # fmt: skip
"""What a game has come to, of the kinds that must be among the random games."""
MET = {"mastermind": {"cracked", "nine rows"}, "digitcode": {"draw"}}


def cases() -> Iterator[Any]:
    for game in CATALOG:
        sets = import_module(f"tests.games.{game.name}.option_sets").OPTION_SETS
        yield pytest.param(game, *sets[0], FEW, id=f"{game.name}-few", marks=RULES.get(game.name, ()))
        for number, (seats, given) in enumerate(sets):
            yield pytest.param(game, seats, given, MANY, id=f"{game.name}-{number}", marks=pytest.mark.slow)


@pytest.mark.parametrize(("game", "seats", "given", "games"), list(cases()))
def test_random_games_end_as_the_tally_says(game: AnyGame, seats: int, given: dict[str, Any], games: int) -> None:
    tally = import_module(f"tests.games.{game.name}.tally").tally
    met: set[str] = set()
    for seed in range(games):
        state, steps = random_game(game, seats, given, random.Random(f"{seats} {given} {seed}").randrange)
        scores, winners = tally(seats, given, steps)
        result = game.result(state)
        assert tuple(result.scores) == tuple(scores)
        assert result.winners is not None
        assert set(result.winners) == set(winners)
        met |= ENDS.get(game.name, lambda _state: set())(state)
    if seats == 2 and not given:
        assert MET.get(game.name, set()) <= met


def random_game(game: AnyGame, seats: int, given: dict[str, Any], pick: RandBelow) -> tuple[Any, list[Step]]:
    """The last state, and all steps."""
    options = game.read_options(given, seats)
    state, steps = game.setup(options, seats), list[Step]()
    while acting := game.to_act(state):
        assert len(steps) < LIMIT
        actor = acting[pick(len(acting))]
        prompt = game.ask(options, state, actor)
        assert prompt is not None
        move = sample(prompt, pick)
        if game.name in BETTER:
            move = BETTER[game.name](state, actor, move, pick)
        check(prompt, move)
        state = game.apply(state, actor, move)
        steps.append((actor, move))
    return state, steps
