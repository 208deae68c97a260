"""Random finished games for the tests of the journal and the history."""

import random
import sqlite3
from pathlib import Path
from typing import Any

from companion.core.game import Result, Step
from companion.core.prompt import Move, Prompt, RandBelow, sample
from companion.journal.journal import Journal
from companion.table.effects import Moved, Opened
from tests.laws.play import CASES, Case

AT = "2026-03-01T18:00:00+00:00"
EVERY: tuple[Case, ...] = tuple(parameter.values[0] for parameter in CASES)
LOBBY = Opened("lobby", 1, {}, ("Ann", "Bob"))


def case_of(name: str) -> Case:
    """The first case of a game in the property tests."""
    return next(case for case in EVERY if case.game.name == name)


def opened(case: Case) -> Opened:
    return Opened(case.game.name, case.game.rules, case.given, case.names)


def steps(case: Case, seed: int, most: int | None = None) -> tuple[Step, ...]:
    """The moves of a random game, at most `most`. Manual arm pulls are always right: a wrong one restarts the game."""
    pick = random.Random(seed).randrange
    state: Any = case.game.setup(case.options, case.seats)
    made: list[Step] = []
    while (acting := case.game.to_act(state)) and len(made) != most:
        actor = acting[pick(len(acting))]
        prompt = case.game.ask(case.options, state, actor)
        assert prompt is not None
        move = sensible(case, state, actor, prompt, pick)
        state = case.game.apply(state, actor, move)
        made.append((actor, move))
    return tuple(made)


def sensible(case: Case, state: Any, actor: Any, prompt: Prompt, pick: RandBelow) -> Move:
    move = sample(prompt, pick)
    while move["move"] == "pull_arms" and any(
        past.void for past in case.game.view(case.game.apply(state, actor, move), None).past
    ):
        move = sample(prompt, pick)
    return move


def keep(journal: Journal, case: Case, made: tuple[Step, ...]) -> None:
    """Append a game after its lobby, as a table does."""
    journal.append(LOBBY)
    journal.append(Moved(1, 0, {"move": "start"}))
    journal.append(opened(case))
    for number, (actor, move) in enumerate(made, 1):
        journal.append(Moved(number, actor, move), result=result_of(case, made) if number == len(made) else None)


def result_of(case: Case, made: tuple[Step, ...]) -> Result | None:
    """The result of a game; None if it is not over."""
    state = case.game.replay(case.options, case.seats, made)
    return None if case.game.to_act(state) else case.game.result(state)


def unsettled(path: Path) -> Path:
    """A journal that has lost its endings."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM ending")
    connection.close()
    return path


def written(path: Path, *games: tuple[Case, tuple[Step, ...]]) -> Path:
    """A journal with some games."""
    journal = Journal.open(path, lambda: AT)
    for case, made in games:
        keep(journal, case, made)
    journal.close()
    return path
