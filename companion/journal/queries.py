"""How far a journal has come, read through any connection to it, the one that writes or one that only reads."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from companion.journal.migrations import ENTRY_NUMBER_BITS, FIRST_MARKED_FORMAT, MAX_ENTRIES
from companion.journal.recovery.progress_mark import ProgressMark
from companion.journal.rows import moves_after

_OLD_ENTRIES = (
    "CREATE TEMP VIEW entry AS SELECT (game << 20) + number AS id, actor, move, {kind} AS kind, at, chain FROM move"
)
"""What a table of formats 1 and 2 reads like in format 3."""


class JournalExtent(Struct, frozen=True):
    """How far a journal has come: its open game (0: none), that game's entries, the moves of it that stand, its last chain."""

    game: int = 0
    rows: int = 0
    moves: int = 0
    chain: bytes = b""


@contextmanager
def read_connection(path: Path, *, without_wal: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, not even when it is closed; what it reads looks like format 3. Raises sqlite3.Error.

    In the process that has the journal open for writing it sees each entry as soon as it is safe, and holds up none. Where nobody
    writes, SQLite makes a file for the index of the WAL, which is taken away again, and an empty WAL, which means nothing.
    """
    index = path.with_name(path.name + "-shm")
    was_there = without_wal or index.exists()
    how = "immutable=1" if without_wal else "vfs=unix-excl"
    name = path.absolute().as_uri()
    try:
        with closing(sqlite3.connect(f"{name}?mode=ro&{how}", uri=True, isolation_level=None)) as connection:
            connection.execute("PRAGMA temp_store = MEMORY")
            version = version_of(connection)
            if 0 < version < FIRST_MARKED_FORMAT:
                connection.execute(_OLD_ENTRIES.format(kind="kind" if version > 1 else "'move'"))
            yield connection
    finally:
        if not was_there:
            index.unlink(missing_ok=True)


def version_of(connection: sqlite3.Connection) -> int:
    """The format. Raises sqlite3.Error."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def journal_extent(connection: sqlite3.Connection) -> JournalExtent:
    """Raises sqlite3.Error, and ValueError where a row is not what was written."""
    game = connection.execute("SELECT id, chain FROM game WHERE id > 0 ORDER BY id DESC LIMIT 1").fetchone()
    if game is None:
        return JournalExtent()
    within = entry_id_range(game[0])
    last = "SELECT id & 1048575, chain FROM entry WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1"
    rows, chain = connection.execute(last, within).fetchone() or (0, game[1])
    back = (
        "SELECT id & 1048575, kind, move FROM entry WHERE id BETWEEN ? AND ? AND kind IN ('taken_back', 'retold') "
        "ORDER BY id DESC LIMIT 1"
    )
    since, kind, stood = connection.execute(back, within).fetchone() or (0, "taken_back", "0")
    return JournalExtent(game[0], rows, moves_after(kind, stood) + rows - since, chain)


def chain_at(connection: sqlite3.Connection, game: int, rows: int) -> bytes | None:
    """The chain after so many entries of a game; None where it has not got that far. Raises sqlite3.Error."""
    query, key = ("SELECT chain FROM entry WHERE id = ?", entry_id(game, rows))
    if not rows:
        query, key = ("SELECT chain FROM game WHERE id = ?", game)
    found: tuple[bytes] | None = connection.execute(query, (key,)).fetchone()
    return found and found[0]


def mark_of(connection: sqlite3.Connection) -> tuple[bool, ProgressMark]:
    """Whether the journal says that it is open, and how far it had come when it said so. Raises sqlite3.Error."""
    found = connection.execute("SELECT open, journal, game, rows, chain FROM mark").fetchone()
    if found is None:
        raise sqlite3.DatabaseError("its mark is missing")
    return bool(found[0]), ProgressMark(*found[1:])


def entry_id(game: int, number: int) -> int:
    """The id of a game's entry."""
    return (game << ENTRY_NUMBER_BITS) + number


def entry_id_range(game: int) -> tuple[int, int]:
    """The first and the last id that an entry of a game can have."""
    return entry_id(game, 1), entry_id(game, MAX_ENTRIES)


def damage_sentence(path: Path, reason: str) -> str:
    """The sentence about a file that will not do."""
    return f"The journal {path} is damaged ({reason}); it is left as it is."
