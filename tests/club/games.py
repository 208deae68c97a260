"""Finished games as tables send them, and as a club keeps them."""

import json
from typing import Any
from uuid import uuid4

from msgspec import structs

from companion.club.database import Database, NewGame
from companion.club.intake import Arrived, checked
from companion.history.json_lines import finished_game_line
from companion.history.replay import replay_game, replayed_ending
from companion.journal.rows import SavedGame
from tests.history.games import AT, case_of, opened, steps


def line(seed: int = 1, names: tuple[str, ...] = (), kind: str = "mastermind") -> Any:
    """A game as `companion export` writes it. `names`: of the first seats, if they are to have others."""
    case = case_of(kind)
    kept = SavedGame(opened(case), AT, b"", steps(case, seed), abandoned=False)
    return _named(json.loads(finished_game_line(kept, replayed_ending(replay_game(kept)))), names)


def _named(one: Any, names: tuple[str, ...]) -> Any:
    return one | {"players": [*names, *one["players"][len(names) :]]}


def arrived(table: str = "table-1", order: str | None = None, at: float = 1_800_000_000.0, **more: Any) -> Arrived:
    """A game as it comes from a table; `more` is that of `line`."""
    game = {"v": 1, "id": str(uuid4()), "table": table, "order": order, "line": line(**more)}
    return Arrived(table, json.dumps(game).encode(), at, 0.0)


def stored(database: Database, names: tuple[str, ...] = (), **more: Any) -> str:
    """Store a game; its id. `names`: any, also those that the club would refuse. `more` is that of `arrived`."""
    game = checked(arrived(**more))
    assert isinstance(game, NewGame)
    named = _named(json.loads(game.line), names)
    game = structs.replace(game, line=json.dumps(named), names=tuple(named["players"]))
    assert database.store([game]).new == {game.id}
    return game.id
