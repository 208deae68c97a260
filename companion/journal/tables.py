"""The tables of a journal, and how far it goes, through any connection to it.

The tables are made by migrations: number n takes a file to format n, which is its user_version. The first one makes the tables of
a new file. They are never edited after a release.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.journal.files import ProgressMark
from companion.journal.rows import moves_after

APPLICATION_ID: Final = 0x434F4445
"""Marks a SQLite file as a journal ("CODE")."""

MIGRATIONS: Final[dict[int, str]] = {
    3: """
    CREATE TABLE game (
        id      INTEGER PRIMARY KEY,
        name    TEXT NOT NULL,
        rules   INTEGER NOT NULL,
        options TEXT NOT NULL,
        players TEXT NOT NULL,
        at      TEXT NOT NULL,
        chain   BLOB NOT NULL,
        before  BLOB NOT NULL
    ) STRICT;
    CREATE TABLE entry (
        id      INTEGER PRIMARY KEY,
        actor   TEXT NOT NULL,
        move    TEXT NOT NULL,
        kind    TEXT NOT NULL,
        at      TEXT NOT NULL,
        chain   BLOB NOT NULL
    ) STRICT;
    CREATE VIEW move AS SELECT id >> 20 AS game, id & 1048575 AS number, actor, move, kind, at, chain FROM entry;
    CREATE TABLE ending (
        game    INTEGER PRIMARY KEY REFERENCES game (id),
        chain   BLOB NOT NULL,
        how     TEXT NOT NULL,
        moves   INTEGER NOT NULL,
        scores  TEXT NOT NULL,
        winners TEXT NOT NULL
    ) STRICT;
    CREATE TABLE roll (
        id      INTEGER PRIMARY KEY,
        at      TEXT NOT NULL,
        source  TEXT NOT NULL,
        top     INTEGER NOT NULL,
        front   INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE mark (
        id      INTEGER PRIMARY KEY CHECK (id = 0),
        journal BLOB NOT NULL,
        open    INTEGER NOT NULL,
        game    INTEGER NOT NULL,
        rows    INTEGER NOT NULL,
        chain   BLOB NOT NULL
    ) STRICT;
    INSERT INTO mark VALUES (0, randomblob(16), 0, 0, 0, x'');
    """,
    4: "",
    5: """
    CREATE TABLE outbox (
        game    INTEGER PRIMARY KEY REFERENCES game (id),
        uuid    TEXT NOT NULL
    ) STRICT;
    """,
}
"""`players` (a list of `{"name", "place"}`), `options` and `move` are JSON; `actor` is a seat's number or `chance`; `at` is a
UTC time as text and is never used for sorting; `chain` is a digest over the row and the digest before it, which reveals a flipped
bit. From format 4 on, the last 4 of the 16 bytes of an entry's `chain` cover its `at` and its roll, and the others the rest: a
damaged time is told, and the game goes on.

A game of this table has an `id` above 0, and the highest id is the open game. An imported game has an id below 0, so it is never
the open game.

`entry.id` is the game's id times 2^20, plus the number of the entry in its game, counted from 1. A table in rowid order appends
whole pages; any other key splits pages, which writes twice the bytes. The view `move` separates the two numbers; to find the
entries of a game, query `entry` for a range of ids. An entry's `kind` is `move`, `taken_back` (its `move` is the number of moves
that remain), `retold` (its `move` is the corrected list of moves, each `[actor, move]`) or `abandoned`. A `retold` entry with an
`actor` corrects nothing: a seat was handed to the machine or taken back, and `actor` is the list of the seats that the machine
plays from then on. A player in `players` that is the machine also has `machine`, its level, and `seed`, from which its luck
comes. Where the game has a clock, each player has it as `clock`. Where each player has a time of the whole game, the `actor` of a
move has, after a blank, the milliseconds that the player has used of it so far. The first player has the `id` of the game, a
random UUID, and the `order` of a club by which it was begun, if any; games of versions before format 5 have no id.

`game.before` is a digest over `at` and the last digest of the game of this table before it, which reveals a lost end of that game
(an imported game follows no other). `mark` has one row: the identifier of the journal, whether it is
`open`, and its extent when it was last opened or closed. `ending` is derived from the replay and is valid only while its `chain`
is a digest over it and the digest of the game's last row (in format 3, the latter itself). `roll` is the log of the die: its
`id` is that of the entry of the roll, whose `at` counts. In format 3 rolls were numbered from 1 and had an `at` of their own.
`outbox` has a row for each finished game that the club of the table has not acknowledged, in the order in which they ended; a
table without a club never writes one. Its `uuid` counts for games without an id of their own.
"""

OLDEST_FORMAT: Final = min(MIGRATIONS)
JOURNAL_FORMAT: Final = max(MIGRATIONS)

ENTRY_NUMBER_BITS: Final = 20
"""Low bits of an entry's id: its number in its game."""
MAX_ENTRIES: Final = (1 << ENTRY_NUMBER_BITS) - 1
"""Most entries of a game."""


class JournalExtent(Struct, frozen=True):
    """The extent of a journal: the id of its open game (0: none), the number of its entries, the moves that count, and the last
    digest."""

    game: int = 0
    rows: int = 0
    moves: int = 0
    chain: bytes = b""


@contextmanager
def read_connection(path: Path, *, without_wal: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a connection that never writes, not even on close. Raises sqlite3.Error.

    In the process that writes the journal it sees each committed entry and blocks none. If nobody has the journal open, SQLite
    creates a file for the index of the WAL, which this function deletes, and an empty WAL, which does no harm.
    """
    index = path.with_name(path.name + "-shm")
    was_there = without_wal or index.exists()
    how = "immutable=1" if without_wal else "vfs=unix-excl"
    name = path.absolute().as_uri()
    try:
        with closing(sqlite3.connect(f"{name}?mode=ro&{how}", uri=True, isolation_level=None)) as connection:
            yield connection
    finally:
        if not was_there:
            index.unlink(missing_ok=True)


def version_of(connection: sqlite3.Connection) -> int:
    """The format number of a journal; 0: it has no tables yet. Raises sqlite3.Error."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_format(path: Path, version: int) -> None:
    """Raises JournalError if this version does not read the format of a journal."""
    if version > JOURNAL_FORMAT:
        raise JournalError(
            f"The journal {path} was written by a newer version of the companion (format {version}, and this one knows "
            f"{JOURNAL_FORMAT}): install that version, or start a new journal."
        )
    if version and version < OLDEST_FORMAT:
        raise JournalError(
            f"The journal {path} was written by an early version of the companion (format {version}, and this one knows "
            f"{OLDEST_FORMAT} to {JOURNAL_FORMAT}) and is left as it is: start a new journal."
        )


def journal_extent(connection: sqlite3.Connection) -> JournalExtent:
    """The extent of a journal. Raises sqlite3.Error, and ValueError for a damaged row."""
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
    """The digest of entry number `rows` of a game (0: of its head); None if there is no such entry. Raises sqlite3.Error."""
    query, key = ("SELECT chain FROM entry WHERE id = ?", entry_id(game, rows))
    if not rows:
        query, key = ("SELECT chain FROM game WHERE id = ?", game)
    found: tuple[bytes] | None = connection.execute(query, (key,)).fetchone()
    return found and found[0]


def inner_mark_of(connection: sqlite3.Connection) -> tuple[bool, ProgressMark]:
    """The mark inside the journal: whether it is open, and its extent when the mark was written. Raises sqlite3.Error."""
    found = connection.execute("SELECT open, journal, game, rows, chain FROM mark").fetchone()
    if found is None:
        raise sqlite3.DatabaseError("its mark is missing")
    return bool(found[0]), ProgressMark(*found[1:])


def entry_id(game: int, number: int) -> int:
    """The id of entry `number` of a game."""
    return (game << ENTRY_NUMBER_BITS) + number


def entry_id_range(game: int) -> tuple[int, int]:
    """The lowest and the highest id that an entry of a game can have."""
    return entry_id(game, 1), entry_id(game, MAX_ENTRIES)


def damage_sentence(path: Path, reason: str) -> str:
    """The error sentence about a damaged file."""
    return f"The journal {path} is damaged ({reason}); it is left as it is."


def readable_reason(error: Exception) -> str:
    """What an error says, without what is in the file: it may be a secret, and everybody at the table reads the sentence."""
    if isinstance(error, UnicodeDecodeError):
        # SQLite quotes a damaged schema, which Python then cannot decode.
        return "the description of its tables is no text"
    # sqlite3 quotes the text that it cannot decode.
    return "a text in it cannot be decoded" if "Could not decode" in str(error) else str(error)
