"""The journal's tables, as migrations: number n takes a file to format n, which is its user_version. The first one makes the
tables of a new file. They are never edited after a release."""

from typing import Final

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
move has, after a blank, the milliseconds that the player has used of it so far.

`game.before` is a digest over `at` and the last digest of the game of this table before it, which reveals a lost end of that game
(an imported game follows no other). `mark` has one row: the identifier of the journal, whether it is
`open`, and its extent when it was last opened or closed. `ending` is derived from the replay and is valid only while its `chain`
is a digest over it and the digest of the game's last row (in format 3, the latter itself). `roll` is the log of the die: its
`id` is that of the entry of the roll, whose `at` counts. In format 3 rolls were numbered from 1 and had an `at` of their own.
"""

OLDEST_FORMAT: Final = min(MIGRATIONS)
JOURNAL_FORMAT: Final = max(MIGRATIONS)

ENTRY_NUMBER_BITS: Final = 20
"""Low bits of an entry's id: its number in its game."""
MAX_ENTRIES: Final = (1 << ENTRY_NUMBER_BITS) - 1
"""Most entries of a game."""
