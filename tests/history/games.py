"""Finished games of luck for the tests of what is kept of them."""

import random
import sqlite3
from pathlib import Path
from typing import Any

from companion.core.game import Result, Step, ask, replay, to_act
from companion.core.prompt import Move, Prompt, RandBelow, sample
from companion.journal.journal import Journal
from companion.table.effects import Moved, Opened
from tests.laws.play import CASES, Case

AT = "2026-03-01T18:00:00+00:00"
EVERY: tuple[Case, ...] = tuple(parameter.values[0] for parameter in CASES)
LOBBY = Opened("lobby", 1, {}, ("Ann", "Bob"))


def case_of(name: str) -> Case:
    """The first way in which a game is put under the laws."""
    return next(case for case in EVERY if case.game.name == name)


def opened(case: Case) -> Opened:
    return Opened(case.game.name, case.game.rules, case.given, case.names)


def steps(case: Case, seed: int, most: int | None = None) -> tuple[Step, ...]:
    """A random game to its end, or `most` moves of it. Arms pulled by hand are pulled right: wrong ones begin it anew."""
    pick = random.Random(seed).randrange
    state: Any = case.game.setup(case.options, case.seats)
    made: list[Step] = []
    while (acting := to_act(case.game, state)) and len(made) != most:
        actor = acting[pick(len(acting))]
        prompt = ask(case.game, case.options, state, actor)
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
    """Append a game as a table does, its lobby before it."""
    journal.append(LOBBY)
    journal.append(Moved(1, 0, {"move": "start"}))
    journal.append(opened(case))
    for number, (actor, move) in enumerate(made, 1):
        journal.append(Moved(number, actor, move), result=result_of(case, made) if number == len(made) else None)


def result_of(case: Case, made: tuple[Step, ...]) -> Result | None:
    """How a game ended; None where it is not over."""
    state = replay(case.game, case.options, case.seats, made)
    return None if to_act(case.game, state) else case.game.result(state)


def unsettled(path: Path) -> Path:
    """A journal as an older version left it, which did not keep how games ended."""
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
