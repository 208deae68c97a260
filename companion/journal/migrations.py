"""The journal's tables, as migrations: number n takes a file from user_version n to n + 1. Old ones are never edited."""

from typing import Final

APPLICATION_ID: Final = 0x434F4445
"""Tells a journal from any other SQLite file ("CODE")."""

MIGRATIONS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE game (
        id      INTEGER PRIMARY KEY,
        name    TEXT NOT NULL,
        rules   INTEGER NOT NULL,
        options TEXT NOT NULL,
        players TEXT NOT NULL,
        at      TEXT NOT NULL,
        chain   BLOB NOT NULL
    ) STRICT;
    CREATE TABLE move (
        game    INTEGER NOT NULL REFERENCES game (id),
        number  INTEGER NOT NULL,
        actor   TEXT NOT NULL,
        move    TEXT NOT NULL,
        at      TEXT NOT NULL,
        chain   BLOB NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE move ADD COLUMN kind TEXT NOT NULL DEFAULT 'move';
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
    """,
    """
    CREATE TABLE entry (
        id      INTEGER PRIMARY KEY,
        actor   TEXT NOT NULL,
        move    TEXT NOT NULL,
        kind    TEXT NOT NULL,
        at      TEXT NOT NULL,
        chain   BLOB NOT NULL
    ) STRICT;
    INSERT INTO entry SELECT (game << 20) + number, actor, move, kind, at, chain FROM move ORDER BY game, number;
    DROP TABLE move;
    CREATE VIEW move AS SELECT id >> 20 AS game, id & 1048575 AS number, actor, move, kind, at, chain FROM entry;
    ALTER TABLE game ADD COLUMN before BLOB;
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
)
"""`players` (a list of `{"name", "place"}`), `options` and `move` are JSON; `actor` is a seat's number or `chance`; `at` is a
label in UTC, never used to order anything; `chain` is a digest over the row and the chain before it, so that a flipped bit is
noticed.

A game of this table has an `id` above 0, and the highest is the open one; one that was read in from elsewhere has an id below
0, so it is never the open one.

`entry.id` is the game's id times 2^20 and the number of the entry in its game, from 1. A table in the order of its rowid grows by
whole pages, and one of any other key by pages that are divided, which costs twice the bytes. The view `move` tells the two
numbers apart; to find a game's entries, ask `entry` for a range of ids. An entry's `kind` is `move`, `taken_back` (its `move`
says how many moves still stand), `retold` (its `move` lists the moves that stand instead, each `[actor, move]`) or `abandoned`.

`game.before` is a digest over `at` and the last chain of the game of this table before it, so that the end of a game that was
lost is noticed (null in games of format 2; those from elsewhere follow none). `mark` has one row: the journal's own name, whether
it is `open` now or was closed, and how far it had come at that start or end. `ending` is derived from the replay and holds only
while its `chain` is that of the game's last row. `roll` is the log of the die.
"""

JOURNAL_FORMAT: Final = len(MIGRATIONS)

ENTRY_NUMBER_BITS: Final = 20
"""Bits of an entry's id that number it in its game."""
MAX_ENTRIES: Final = (1 << ENTRY_NUMBER_BITS) - 1
"""Entries of a game."""
FIRST_MARKED_FORMAT: Final = 3
"""The first format with entries that are found by their id, and with a mark."""
