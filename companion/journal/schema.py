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
)
"""`players`, `options` and `move` are JSON; `actor` is a seat's number or `chance`; `at` is a label in UTC, never used to
order anything; `chain` is a digest over the row and the chain before it, so that a flipped bit is noticed."""

VERSION: Final = len(MIGRATIONS)
