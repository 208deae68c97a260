"""The journal: every move of every game, on disk before it is on any screen.

SQLite in WAL mode with synchronous=FULL: one transaction, one fsync, for each move. Pages of 512 bytes keep what a move writes
small. One connection in one process writes (SQLite before 3.51.3 can lose committed rows when two connections checkpoint one WAL
file); a lock file beside the journal enforces that. Other connections of the same process may read.
Invariants: once `append` has returned, the entry survives a power cut. An error names a file that cannot be used and leaves it
unchanged, and reports last entries that can no longer be read. A stored ending, from which the list of games needs no replay, is
valid for one chain only: the transaction of the last entry of a game writes it, and that of an entry that continues the game
deletes it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self, assert_never
from uuid import uuid4

from companion.core.errors import JournalError
from companion.core.game import Result, Step
from companion.journal.opening import (
    BUSY_SECONDS,
    OpenFiles,
    connect_writer,
    mark_at,
    mark_opened,
    opening_error,
    write_inner_mark,
)
from companion.journal.reader import Reader
from companion.journal.rows import (
    EntryKind,
    GameEnding,
    GameToSend,
    LoggedRoll,
    RollToLog,
    SavedGame,
    actor_column,
    chain_digest,
    ending_digest,
    entry_digest,
    full_digest,
    players_of,
    sorted_json,
)
from companion.journal.tables import MAX_ENTRIES, JournalExtent, entry_id, inner_mark_of, journal_extent
from companion.table.effects import Abandoned, DrawsCorrected, HandedOver, JournalEntry, Moved, Opened, TakenBack

_Statement = tuple[str, tuple[Any, ...]]
"""An SQL statement and its values."""

_INSERT_GAME = "INSERT INTO game (id, name, rules, options, players, at, chain, before) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_ENTRY = "INSERT INTO entry (id, actor, move, kind, at, chain) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_ENDING = "INSERT OR REPLACE INTO ending (game, chain, how, moves, scores, winners) VALUES (?, ?, ?, ?, ?, ?)"
_DELETE_ENDING = "DELETE FROM ending WHERE game = ?"
_INSERT_TO_SEND = "INSERT OR REPLACE INTO outbox (game, uuid) VALUES (?, ?)"
_DELETE_TO_SEND = "DELETE FROM outbox WHERE game = ?"
_INSERT_ROLL = "INSERT INTO roll (id, at, source, top, front) VALUES (?, '', ?, ?, ?)"


class Journal:
    """An open journal. Not thread-safe: the daemon runs it on its own worker."""

    def __init__(self, files: OpenFiles, extent: JournalExtent, name: bytes, clock: Callable[[], str]) -> None:
        self._files = files
        self._connection = files.connection
        self._extent = extent
        self._name = name
        self._clock = clock

    @classmethod
    def open(
        cls, path: Path, clock: Callable[[], str], *, accept: bool = False, busy_seconds: float = BUSY_SECONDS
    ) -> Self:
        """Open the journal at `path`, or create it. `clock` returns the current UTC time as text. `accept`: if the last entries
        cannot be read, copy the damaged files and continue without those entries. `busy_seconds`: how long to wait for another
        program that has the file open.

        Raises JournalError when the file is damaged, is of a format that this version does not read, is not a journal, cannot
        be opened, is in use by another process, or has lost its last entries.
        """
        with ExitStack() as stack:
            try:
                connection = connect_writer(path, stack, accept=accept, busy_seconds=busy_seconds)
                extent, name = journal_extent(connection), inner_mark_of(connection)[1].journal
                files = mark_opened(path, connection, extent, name, stack)
            except (sqlite3.Error, ValueError, TypeError, OSError) as error:
                raise opening_error(path, error) from error
            return cls(files, extent, name, clock)

    @property
    def connection(self) -> sqlite3.Connection:
        """The only writing connection, for reading other data than the open game."""
        return self._connection

    def close(self) -> None:
        """Checkpoint the WAL and close the files. Nothing is written to a truncated file."""
        with self._files.stack:
            if self._files.presence.is_short:
                self._connection.interrupt()  # the checkpoint, which SQLite would start on close
                return
            with suppress(
                sqlite3.Error, OSError
            ):  # the next start then finds the journal marked open, which loses nothing
                write_inner_mark(self._connection, self._extent, is_open=False)
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._files.mark.write(mark_at(self._name, self._extent))
                self._files.mark.sync()

    def append(
        self,
        entry: JournalEntry,
        rolled: RollToLog | None = None,
        *,
        result: Result | None = None,
        for_club: bool = False,
    ) -> None:
        """Write one entry, and return when it is on the disk. Raises JournalError; the journal is then unchanged.

        `result`: the result of the game if the entry ends it; `rolled`: the roll for the log of the die; `for_club`: a game that
        ends is put into the outbox. One transaction writes all of it.
        """
        extent = self._extent
        match entry:
            case Opened():
                self._open_game(entry)
            case Moved() | TakenBack() | Abandoned() | DrawsCorrected() | HandedOver() if (
                entry.number != extent.rows + 1 or entry.number > MAX_ENTRIES
            ):
                raise JournalError(
                    f"The journal cannot be written, so the move was not made: it holds {extent.rows} moves of this "
                    f"game, and the next cannot be number {entry.number}."
                )
            case Moved():
                self._add(
                    "move",
                    actor_column(entry.actor, entry.spent_ms),
                    sorted_json(entry.move),
                    extent.moves + 1,
                    result,
                    rolled,
                    for_club=for_club,
                )
            case TakenBack():
                self._add("taken_back", "", sorted_json(extent.moves - 1), extent.moves - 1)
            case Abandoned():
                self._add("abandoned", "", "null", extent.moves, result)
            case DrawsCorrected(steps=steps):
                self._add("retold", "", sorted_json(steps), len(steps), result, for_club=for_club)
            case HandedOver(machines=machines, steps=steps):
                self._add("retold", sorted_json(machines), sorted_json(steps), len(steps))
            case _:
                assert_never(entry)

    def newest_game(self) -> SavedGame | None:
        """The game that was opened last; None in an empty journal. Raises JournalError if it is damaged."""
        self._files.presence.check()
        return Reader(self._connection).open_game(self._extent)

    def game(self, number: int) -> SavedGame | None:
        """The game with that id, with every row checked; None if there is none. Raises JournalError."""
        return Reader(self._connection).game(number)

    def add(self, opened: Opened, at: str, steps: Iterable[Step], ending: GameEnding) -> int:
        """Import a finished game and its ending; returns its id. It never becomes the open game. Raises JournalError."""
        game = min(self._connection.execute("SELECT min(id) FROM game").fetchone()[0] or 0, 0) - 1
        rows, chain = _head(game, opened, at, b"")
        for number, (actor, move) in enumerate(steps, 1):
            row, chain = _row(chain, game, number, str(actor), sorted_json(move), "move", at)
            rows.append(row)
        rows.append(_ending_row(game, chain, ending))
        self._commit(rows, "the game was not imported")
        return game

    def outbox(self, after: int, limit: int) -> list[GameToSend]:
        """At most `limit` games of the outbox, from the oldest on, behind the game `after`. Raises JournalError."""
        return Reader(self._connection).outbox(after, limit)

    def acknowledge(self, games: Sequence[int]) -> None:
        """Take games out of the outbox: the club has them. Raises JournalError."""
        self._commit([(_DELETE_TO_SEND, (game,)) for game in games], "games are sent to the club again")

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
        *,
        for_club: bool = False,
    ) -> None:
        """Write one entry of the open game and the changes to its ending. `moves`: the moves that count after the entry."""
        extent, at = self._extent, self._clock()
        roll = (rolled.source, rolled.top, rolled.front) if rolled else ()
        row, chain = _row(extent.chain, extent.game, extent.rows + 1, actor, move, kind, at, roll)
        rolls: list[_Statement] = [(_INSERT_ROLL, (entry_id(extent.game, extent.rows + 1), *roll))] if roll else []
        settled = _ending_changes(kind, extent.game, chain, moves, result)
        if for_club and result is not None:
            settled.append((_INSERT_TO_SEND, (extent.game, str(uuid4()))))
        self._commit(
            [row, *rolls, *settled], "the move was not made", JournalExtent(extent.game, extent.rows + 1, moves, chain)
        )

    def _commit(self, rows: list[_Statement], consequence: str, extent: JournalExtent | None = None) -> None:
        """Write rows in one transaction. `consequence`: what did not happen if that fails; `extent`: the extent of the journal
        after it."""
        self._files.presence.check()
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for statement, values in rows:
                    self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"The journal cannot be written, so {consequence}: {error}.") from error
        self._files.presence.check()
        if extent is not None:
            self._extent = extent
            with suppress(OSError):  # the entry is on the disk, and the older mark is still true
                self._files.mark.write(mark_at(self._name, extent))


def _head(game: int, opened: Opened, at: str, before: bytes) -> tuple[list[_Statement], bytes]:
    """The statement that opens a game, and the first digest of its chain. `before`: the last digest of the game before it."""
    written = (game, opened.game, opened.rules, sorted_json(opened.options), sorted_json(players_of(opened)))
    chain = chain_digest(b"", *written)
    return [(_INSERT_GAME, (*written, at, chain, chain_digest(before, at)))], chain


def _row(
    chain: bytes,
    game: int,
    number: int,
    actor: str,
    move: str,
    kind: EntryKind,
    at: str,
    roll: tuple[object, ...] = (),
) -> tuple[_Statement, bytes]:
    """The statement that adds an entry after the digest `chain`, and the digest of the entry."""
    after = full_digest(entry_digest(chain, game, number, actor, move, kind), at, roll)
    return (_INSERT_ENTRY, (entry_id(game, number), actor, move, kind, at, after)), after


def _ending_row(game: int, chain: bytes, ending: GameEnding) -> _Statement:
    """The statement that stores how a game ended; `chain`: the digest of its last row."""
    columns = ending.how, ending.moves, sorted_json(ending.scores), sorted_json(ending.winners)
    return _INSERT_ENDING, (game, ending_digest(chain, *columns), *columns)


def _ending_changes(kind: EntryKind, game: int, chain: bytes, moves: int, result: Result | None) -> list[_Statement]:
    """What an entry changes in the stored ending. `moves`: the moves that count after it; `result`: set if it ends the game. An
    abandoned game has no winner."""
    if result is not None:
        if kind == "abandoned":
            return [_ending_row(game, chain, GameEnding("abandoned", moves, result.scores, None))]
        return [_ending_row(game, chain, GameEnding("over", moves, result.scores, result.winners))]
    return [(_DELETE_ENDING, (game,)), (_DELETE_TO_SEND, (game,))] if kind in ("taken_back", "retold") else []
