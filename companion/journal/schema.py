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
)
"""`players` (a list of `{"name", "place"}`), `options` and `move` are JSON; `actor` is a seat's number or `chance`; `at` is a
label in UTC, never used to order anything; `chain` is a digest over the row and the chain before it, so that a flipped bit is
noticed.

A game of this table has an `id` above 0, and the highest is the open one; one that was read in from elsewhere has an id below
0, so it is never the open one. `move.number` counts the rows of a game; its `kind` is `move`, `taken_back` (its `move` says how
many moves still stand), `retold` (its `move` lists the moves that stand instead, each `[actor, move]`) or `abandoned`.
`ending` is derived from the replay and holds only while its `chain` is that of the game's last row. `roll` is the log of the
die.
"""

VERSION: Final = len(MIGRATIONS)
