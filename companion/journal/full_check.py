"""Checks the whole journal, a few rows at a time, through a read-only connection, so that no move waits.

The check skips the open game: that game was checked when the journal was opened, and it is still being written. No statement
stays open between two slices, because an open statement would block a checkpoint of the WAL.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Final

from companion.core.errors import JournalError
from companion.journal.migrations import MAX_ENTRIES
from companion.journal.queries import entry_id, entry_id_range, read_connection, readable_reason
from companion.journal.rows import chain_digest, entry_digest, full_digest, is_content, is_ending_of, opened_of

ENTRIES_PER_CHECK: Final = 32
"""Most entries that one slice checks."""
_DAMAGED: Final = "The journal is damaged"


class FullCheck:
    """Checks the journal at `path`; each call checks the next `slices` slices. Use it from one thread, which may differ from the
    writing thread."""

    def __init__(self, path: Path, slices: int = 8) -> None:
        self._path = path
        self._count = slices
        self._stack = ExitStack()
        self._slices: Iterator[list[str]] | None = None

    def next_faults(self) -> list[str] | None:
        """Check the next slices. Returns one sentence for each damage found in them, or None at the end of the journal."""
        found: list[list[str]] = []
        try:
            if self._slices is None:
                self._slices = _slices(self._stack.enter_context(read_connection(self._path)))
            found.extend(islice(self._slices, self._count))  # those before an error stay
        except (sqlite3.Error, OSError) as error:
            found.append([str(JournalError(f"The journal cannot be read to its end: {readable_reason(error)}."))])
            self._slices = iter(())
        if not found:
            self.close()
            return None
        return [fault for faults in found for fault in faults]

    def close(self) -> None:
        """Close the connection. An unfinished check stops here."""
        self._slices = iter(())
        self._stack.close()


def _slices(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """The damage found in each slice; a slice is the head of a game or some of its entries. Raises sqlite3.Error."""
    yield from _derived(connection)
    first, last = connection.execute("SELECT min(id), max(id) FROM game").fetchone()
    before, chain = min(first or 1, 1) - 1, b""
    query = "SELECT id, name, rules, options, players, chain, before, at FROM game WHERE id > ? ORDER BY id LIMIT 1"
    while (head := connection.execute(query, (before,)).fetchone()) is not None:
        game = head[0]
        yield _head_faults(head, before, chain)
        if game == last > 0:
            return  # the open one
        chain, number = head[5] or b"", 0
        while rows := _entries(connection, game, number):
            faults: list[str] = []
            for row in rows:
                number += 1
                content = entry_digest(chain, game, *row[:4])
                if not (is_content(row[4], content) and number == row[0]) and not faults:
                    faults.append(f"{_DAMAGED}: move {number} of game {game} is not what was written.")
                elif not faults and row[4] not in (
                    content,
                    full_digest(content, row[5], row[6:] if row[6] is not None else ()),
                ):
                    faults.append(
                        f"{_DAMAGED}: the time or the roll of move {number} of game {game} is not what was written."
                    )
                chain = row[4] or b""
            yield faults
            number = rows[-1][0]
        yield _ending_faults(connection, game, chain)
        before = game


def _ending_faults(connection: sqlite3.Connection, game: int, chain: bytes) -> list[str]:
    """Faults of the stored ending of a finished game whose last digest is `chain`. Nothing else shows that an imported game lost
    its end, because no game follows it."""
    found = connection.execute(
        "SELECT chain, how, moves, scores, winners FROM ending WHERE game = ?", (game,)
    ).fetchone()
    if found is None:
        return [] if game > 0 else [f"{_DAMAGED}: the result of game {game} is missing."]
    if is_ending_of(chain, *found):
        return []
    return [f"{_DAMAGED}: the end or the result of game {game} is not what was written."]


def _derived(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """Check that every row of the other tables can be read, and that no roll of format 3 is missing."""
    for table, key in (("ending", "game"), ("roll", "id")):
        count, after = 0, -(1 << 62)
        last = MAX_ENTRIES if table == "roll" else 1 << 62
        query = (
            f"SELECT {key}, * FROM {table} WHERE {key} > ? AND {key} <= {last} ORDER BY {key} LIMIT {ENTRIES_PER_CHECK}"
        )
        while rows := connection.execute(query, (after,)).fetchall():
            count, after = count + len(rows), rows[-1][0]
            is_short = table == "roll" and after != count
            yield [f"{_DAMAGED}: rolls are missing from the log of the die."] if is_short else []
            count = after if is_short else count


def _entries(connection: sqlite3.Connection, game: int, after: int) -> list[tuple[Any, ...]]:
    query = (
        "SELECT e.id & 1048575, e.actor, e.move, e.kind, e.chain, e.at, r.source, r.top, r.front "
        "FROM entry e LEFT JOIN roll r ON r.id = e.id WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?"
    )
    return connection.execute(query, (entry_id(game, after), entry_id_range(game)[1], ENTRIES_PER_CHECK)).fetchall()


def _head_faults(head: tuple[Any, ...], before: int, chain: bytes) -> list[str]:
    """Faults in the head of a game, or between it and the game `before` it, whose last digest was `chain`."""
    game = head[0]
    faults: list[str] = []
    if game != before + 1 and (game, before) != (1, -1):
        faults.append(f"{_DAMAGED}: games are missing before game {game}.")
    elif head[6] != chain_digest(chain if game > 1 else b"", head[7]):
        end = f"the end of game {before} or " if game > 1 else ""
        faults.append(f"{_DAMAGED}: {end}the date of game {game} is not what was written.")
    try:
        opened_of(head[:6])
    except (JournalError, ValueError, TypeError, KeyError):
        faults.append(f"{_DAMAGED}: game {game} is not what was written.")
    return faults
