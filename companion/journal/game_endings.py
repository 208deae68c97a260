"""How a game ended, as the row that keeps it, so that a list of games needs no replay.

Law: an ending holds for one chain. It is written in the transaction of the entry that ends the game, and goes with an entry
that lets the game go on.
"""

from typing import Any, Final

import msgspec

from companion.core.game import Result
from companion.journal.rows import EntryKind, GameEnding

SqlStatement = tuple[str, tuple[Any, ...]]
"""A statement and its values."""

_SETTLE: Final = "INSERT OR REPLACE INTO ending (game, chain, how, moves, scores, winners) VALUES (?, ?, ?, ?, ?, ?)"
_UNSETTLE: Final = "DELETE FROM ending WHERE game = ?"


def ending_row(game: int, chain: bytes, ending: GameEnding) -> SqlStatement:
    """The row for a game whose last row has that chain."""
    return _SETTLE, (game, chain, ending.how, ending.moves, *map(_json, (ending.scores, ending.winners)))


def ending_changes(kind: EntryKind, game: int, chain: bytes, moves: int, result: Result | None) -> list[SqlStatement]:
    """What is written with an entry of that kind, after which `moves` moves stand. `result`: where it ends the game."""
    if result is not None:
        return [ending_row(game, chain, game_ending(result, moves, abandoned=kind == "abandoned"))]
    return [(_UNSETTLE, (game,))] if kind in ("taken_back", "retold") else []


def game_ending(result: Result, moves: int, *, abandoned: bool) -> GameEnding:
    """How a game ended. Nobody wins one that was abandoned."""
    return GameEnding("abandoned" if abandoned else "over", moves, result.scores, None if abandoned else result.winners)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
