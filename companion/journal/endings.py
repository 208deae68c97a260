"""What a journal derives of its games: how each of them ended, so that a list of them needs no replay.

Law: an ending holds for one chain, so whatever is appended to a game unsettles it; it is rebuilt from the replay when it is
missing, and nothing but lists is ever made of it.
"""

import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.journal.journal import Journal
from companion.journal.rows import Ending, Head, How, opened_of
from companion.table.effects import Opened

_LAST = """coalesce((SELECT m.chain FROM entry m
    WHERE m.id BETWEEN (g.id << 20) + 1 AND (g.id << 20) + 1048575 ORDER BY m.id DESC LIMIT 1), g.chain)"""
_HEADS = f"""
    SELECT g.id, g.name, g.rules, g.options, g.players, g.chain, g.at, {_LAST}, e.chain, e.how, e.moves, e.scores, e.winners
    FROM game g LEFT JOIN ending e ON e.game = g.id
"""


def heads(journal: Journal) -> tuple[list[Head], list[str]]:
    """Every game, those from elsewhere first, each in the order in which it came; and what is damaged, in sentences.

    Raises JournalError where the file does not answer.
    """
    found: list[Head] = []
    faults: list[str] = []
    try:
        for row in journal.connection.execute(f"{_HEADS} ORDER BY g.id > 0, abs(g.id)"):
            try:
                found.append(_head(row))
            except (JournalError, msgspec.DecodeError, ValueError, TypeError):
                faults.append(f"The journal is damaged: game {row[0]} is not what was written.")
    except sqlite3.Error as error:
        raise JournalError(f"The journal is damaged: {error}.") from error
    return found, faults


def head(journal: Journal, number: int) -> Head | None:
    """The game with that id; None where there is none. Raises JournalError."""
    try:
        row = journal.connection.execute(f"{_HEADS} WHERE g.id = ?", (number,)).fetchone()
        return None if row is None else _head(row)
    except (sqlite3.Error, msgspec.DecodeError, ValueError, TypeError) as error:
        raise JournalError(f"The journal is damaged: {error}.") from error


def settle(journal: Journal, endings: Iterable[tuple[int, bytes, Ending]]) -> None:
    """Keep how some games stand: the id and the last chain of each. Raises JournalError."""
    statement = "INSERT OR REPLACE INTO ending (game, chain, how, moves, scores, winners) VALUES (?, ?, ?, ?, ?, ?)"
    rows = [
        (game, chain, ending.how, ending.moves, *map(_json, (ending.scores, ending.winners)))
        for game, chain, ending in endings
    ]
    try:
        with journal.connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement, rows)
    except sqlite3.Error as error:
        raise JournalError(f"The journal cannot be written, so how a game ended was not kept: {error}.") from error


def holds(journal: Journal, opened: Opened, at: str, steps: tuple[Step, ...]) -> bool:
    """Whether the journal has this very game: opened then, by these players, with these moves. Raises JournalError."""
    query = "SELECT id FROM game WHERE at = ? AND name = ?"
    for (number,) in journal.connection.execute(query, (at, opened.game)).fetchall():
        kept = journal.game(number)
        if kept is not None and kept.steps == steps and _same_head(kept.opened, opened):
            return True
    return False


def _same_head(one: Opened, other: Opened) -> bool:
    """Whether they open the same game of the same people, wherever at a table they sat."""
    return (one.game, one.rules, one.options, one.names) == (other.game, other.rules, other.options, other.names)


def _head(row: tuple[Any, ...]) -> Head:
    settled, *told = row[8:]
    return Head(row[0], opened_of(row[:6]), row[6], row[7], _ending(*told) if settled == row[7] else None)


def _ending(how: str, moves: int, scores: str, winners: str) -> Ending | None:
    """What was settled; None where it cannot be read, since it can be derived again."""
    try:
        return Ending(
            msgspec.convert(how, How),
            moves,
            msgspec.json.decode(scores, type=tuple[int, ...]),
            msgspec.json.decode(winners, type=tuple[int, ...] | None),
        )
    except msgspec.DecodeError:
        return None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
