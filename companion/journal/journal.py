"""The journal: every move of every game, on disk before it is on any screen.

SQLite in WAL mode with synchronous=FULL: one transaction, one fsync, for each move. Pages of 512 bytes keep what a move writes
small. One connection in one process writes (SQLite before 3.51.3 can lose committed rows when two connections checkpoint one WAL
file), kept by a lock beside the file; others of the same process may read.
The law: what `append` returned from is there after a power cut. A file that is damaged or newer is named and left untouched, and
where the last entries cannot be read any more, that is told.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self, assert_never

from companion.core.errors import JournalError
from companion.core.game import Result, Step
from companion.journal.game_endings import ending_changes, ending_row, game_ending
from companion.journal.migrations import MAX_ENTRIES
from companion.journal.opening import (
    OpenFiles,
    connect_writer,
    mark_at,
    mark_opened,
    opening_error,
    write_inner_mark,
)
from companion.journal.queries import JournalExtent, entry_id, journal_extent, mark_of
from companion.journal.reader import Reader
from companion.journal.rows import (
    EntryKind,
    GameEnding,
    LoggedRoll,
    RollToLog,
    SavedGame,
    as_json,
    chain_digest,
    entry_digest,
    players_of,
)
from companion.table.effects import Abandoned, DrawsCorrected, JournalEntry, Moved, Opened, TakenBack

_Statements = list[tuple[str, tuple[Any, ...]]]
"""Statements and their values, which are written together or not at all."""

_INSERT_GAME = "INSERT INTO game (id, name, rules, options, players, at, chain, before) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_ENTRY = "INSERT INTO entry (id, actor, move, kind, at, chain) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_ROLL = "INSERT INTO roll (at, source, top, front) VALUES (?, ?, ?, ?)"


class Journal:
    """An open journal. Not for two threads at once: the daemon gives it a worker of its own."""

    def __init__(self, files: OpenFiles, extent: JournalExtent, name: bytes, clock: Callable[[], str]) -> None:
        self._files = files
        self._connection = files.connection
        self._extent = extent
        self._name = name
        self._clock = clock

    @classmethod
    def open(cls, path: Path, clock: Callable[[], str], *, accept: bool = False) -> Self:
        """The journal at `path`, made if there is none. `clock` gives the label of now, in UTC. `accept`: where its last entries
        cannot be read, its files are kept aside and it goes on without them.

        Raises JournalError when it is damaged, from a newer version, no journal at all, cannot be had, is in use by another
        process, or has lost its last entries.
        """
        with ExitStack() as stack:
            try:
                connection = connect_writer(path, stack, accept=accept)
                extent, name = journal_extent(connection), mark_of(connection)[1].journal
                files = mark_opened(path, connection, extent, name, stack)
            except (sqlite3.Error, ValueError, TypeError, OSError) as error:
                raise opening_error(path, error) from error
            return cls(files, extent, name, clock)

    @property
    def connection(self) -> sqlite3.Connection:
        """The one connection that writes, for what is read beside the open game."""
        return self._connection

    def close(self) -> None:
        """Fold the WAL into the file, and let both go. Nothing more is written to a file that somebody has cut short."""
        with self._files.stack:
            if self._files.presence.is_short:
                self._connection.interrupt()  # the folding, which SQLite would begin at once
                return
            with suppress(sqlite3.Error, OSError):  # then the next start finds it open, which loses nothing
                write_inner_mark(self._connection, self._extent, is_open=False)
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._files.mark.write(mark_at(self._name, self._extent))
                self._files.mark.sync()

    def append(self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None) -> None:
        """Write one entry, and return when it is safe. Raises JournalError, and then the journal holds nothing of it.

        `result`: how the game stands, where the entry ends it; `rolled`: what the log of the die notes. All of it is kept or
        nothing.
        """
        extent = self._extent
        match entry:
            case Opened():
                self._open_game(entry)
            case Moved() | TakenBack() | Abandoned() | DrawsCorrected() if (
                entry.number != extent.rows + 1 or entry.number > MAX_ENTRIES
            ):
                raise JournalError(
                    f"The journal cannot be written, so the move was not made: it holds {extent.rows} moves of this "
                    f"game, and the next cannot be number {entry.number}."
                )
            case Moved():
                self._add("move", str(entry.actor), as_json(entry.move), extent.moves + 1, result, rolled)
            case TakenBack():
                self._add("taken_back", "", as_json(extent.moves - 1), extent.moves - 1)
            case Abandoned():
                self._add("abandoned", "", "null", extent.moves, result)
            case DrawsCorrected(steps=steps):
                self._add("retold", "", as_json(steps), len(steps), result)
            case _:
                assert_never(entry)

    def newest_game(self) -> SavedGame | None:
        """The game that was opened last; None in an empty journal. Raises JournalError where it is damaged."""
        self._files.presence.check()
        return self.game(self._extent.game) if self._extent.game else None

    def game(self, number: int) -> SavedGame | None:
        """The game with that id, every row of it checked; None where there is none. Raises JournalError."""
        return Reader(self._connection).game(number)

    def add(self, opened: Opened, at: str, steps: Iterable[Step], ending: GameEnding) -> int:
        """Take in a whole game from elsewhere, with how it ended; its id. It never becomes the open one. Raises JournalError."""
        game = min(self._connection.execute("SELECT min(id) FROM game").fetchone()[0] or 0, 0) - 1
        rows, chain = _head(game, opened, at, b"")
        for number, (actor, move) in enumerate(steps, 1):
            row, chain = _row(chain, game, number, str(actor), as_json(move), "move", at)
            rows.append(row)
        rows.append(ending_row(game, chain, ending))
        self._commit(rows, "the game was not taken in")
        return game

    def save_endings(self, endings: Iterable[tuple[int, bytes, GameEnding]]) -> None:
        """Keep how some games ended that older versions played: the id and last chain of each. Raises JournalError."""
        rows = [ending_row(*each) for each in endings]
        if rows:
            self._commit(rows, "how a game ended was not kept")

    def save_open_ending(self, result: Result) -> None:
        """Keep how the open game ended, unless that is kept already. Raises JournalError."""
        extent = self._extent
        head = Reader(self._connection).head(extent.game)
        if head is not None and head.ending is None:
            self.save_endings([(extent.game, extent.chain, game_ending(result, extent.moves, abandoned=False))])

    def rolls(self) -> list[LoggedRoll]:
        """The log of the die, oldest first. Raises JournalError."""
        return Reader(self._connection).rolls()

    def _open_game(self, opened: Opened) -> None:
        game = self._extent.game + 1
        rows, chain = _head(game, opened, self._clock(), self._extent.chain)
        self._commit(rows, "the game was not opened", JournalExtent(game, 0, 0, chain))

    def _add(
        self,
        kind: EntryKind,
        actor: str,
        move: str,
        moves: int,
        result: Result | None = None,
        rolled: RollToLog | None = None,
    ) -> None:
        """Write one row of the open game, after which `moves` moves of it stand, and how it ended where it did."""
        extent, at = self._extent, self._clock()
        row, chain = _row(extent.chain, extent.game, extent.rows + 1, actor, move, kind, at)
        rolls: _Statements = [(_INSERT_ROLL, (at, rolled.source, rolled.top, rolled.front))] if rolled else []
        settled = ending_changes(kind, extent.game, chain, moves, result)
        self._commit(
            [row, *rolls, *settled], "the move was not made", JournalExtent(extent.game, extent.rows + 1, moves, chain)
        )

    def _commit(self, rows: _Statements, undone: str, extent: JournalExtent | None = None) -> None:
        """Write rows together; `come`: how far that brings the journal."""
        self._files.presence.check()
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for statement, values in rows:
                    self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"The journal cannot be written, so {undone}: {error}.") from error
        self._files.presence.check()
        if extent is not None:
            self._extent = extent
            with suppress(OSError):  # the entry is safe, and the mark of before says nothing wrong
                self._files.mark.write(mark_at(self._name, extent))


def _head(game: int, opened: Opened, at: str, before: bytes) -> tuple[_Statements, bytes]:
    """What opens a game, and the chain to go on from. `before`: the last chain of the game before it."""
    written = (game, opened.game, opened.rules, as_json(opened.options), as_json(players_of(opened)))
    chain = chain_digest(b"", *written)
    return [(_INSERT_GAME, (*written, at, chain, chain_digest(before, at)))], chain


def _row(
    chain: bytes, game: int, number: int, actor: str, move: str, kind: EntryKind, at: str
) -> tuple[tuple[str, tuple[Any, ...]], bytes]:
    """What adds an entry to a game whose chain is `chain`, and the chain after it."""
    after = entry_digest(chain, game, number, actor, move, kind)
    return (_INSERT_ENTRY, (entry_id(game, number), actor, move, kind, at, after)), after
