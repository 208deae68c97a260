"""The stored ending of a game, so that the list of games needs no replay.

Invariant: an ending is valid for one chain only. The transaction that writes the last entry of a game also writes its ending;
an entry that continues the game deletes it.
"""

from typing import Any, Final

import msgspec

from companion.core.game import Result
from companion.journal.rows import EntryKind, GameEnding, ending_digest

SqlStatement = tuple[str, tuple[Any, ...]]
"""An SQL statement and its values."""

_INSERT_ENDING: Final = (
    "INSERT OR REPLACE INTO ending (game, chain, how, moves, scores, winners) VALUES (?, ?, ?, ?, ?, ?)"
)
_DELETE_ENDING: Final = "DELETE FROM ending WHERE game = ?"


def ending_row(game: int, chain: bytes, ending: GameEnding) -> SqlStatement:
    """The ending row of a game; `chain` is the digest of the last row of the game."""
    columns = ending.how, ending.moves, _json(ending.scores), _json(ending.winners)
    return _INSERT_ENDING, (game, ending_digest(chain, *columns), *columns)


def ending_changes(kind: EntryKind, game: int, chain: bytes, moves: int, result: Result | None) -> list[SqlStatement]:
    """The changes to the ending that belong to an entry. `moves`: the moves that count after the entry; `result`: set if the
    entry ends the game."""
    if result is not None:
        return [ending_row(game, chain, game_ending(result, moves, abandoned=kind == "abandoned"))]
    return [(_DELETE_ENDING, (game,))] if kind in ("taken_back", "retold") else []


def game_ending(result: Result, moves: int, *, abandoned: bool) -> GameEnding:
    """The ending of a game. An abandoned game has no winner."""
    return GameEnding("abandoned" if abandoned else "over", moves, result.scores, None if abandoned else result.winners)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
