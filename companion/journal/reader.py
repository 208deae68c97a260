"""Reads the games and the log of the die of a journal through a connection that cannot write.

Invariant: `open_reader` never writes and never checkpoints, not even on close (SQLite before 3.51.3 can lose committed rows when
two connections checkpoint one WAL file). The file is opened read-only, so SQLite cannot take the lock for a checkpoint, and an
authorizer refuses every statement but SELECT. In WAL mode readers and writers do not wait for each other.
"""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.core.seat import Seat
from companion.journal.rows import (
    EndingKind,
    GameEnding,
    GameHead,
    GameToSend,
    LoggedRoll,
    OrderedGame,
    SavedGame,
    is_ending_of,
    opened_of,
    read_game_rows,
)
from companion.journal.tables import (
    APPLICATION_ID,
    ENTRY_NUMBER_BITS,
    MAX_ENTRIES,
    JournalExtent,
    check_format,
    damage_sentence,
    entry_id,
    readable_reason,
)
from companion.table.effects import Opened

_OPENED: Final = "id, name, rules, options, players, chain"
_SPAN: Final = f"(g.id << {ENTRY_NUMBER_BITS}) + 1 AND (g.id << {ENTRY_NUMBER_BITS}) + {MAX_ENTRIES}"
_LAST: Final = f"SELECT chain FROM entry WHERE id BETWEEN {_SPAN} ORDER BY id DESC LIMIT 1"
_HEADS: Final = (
    f"SELECT g.id, g.name, g.rules, g.options, g.players, g.chain, g.at, coalesce(({_LAST}), g.chain), "
    "e.chain, e.how, e.moves, e.scores, e.winners FROM game g LEFT JOIN ending e ON e.game = g.id"
)
_ALLOWED: Final = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION)

FoundGame = tuple[int, GameHead | None]
"""The id of a game and its head; None if the row is damaged."""


class Reader:
    """Reads a journal through one connection. `has_tables`: false for a file that its first start has not filled yet."""

    def __init__(self, connection: sqlite3.Connection, *, has_tables: bool = True) -> None:
        self._connection = connection
        self._has_tables = has_tables

    def games_before(self, game: int | None, limit: int, *, own: bool, excluded: str) -> list[FoundGame]:
        """At most `limit` games before `game` (None: from the newest on), newest first, without games named `excluded`.

        `own`: the games of this table, else the imported ones. The cost depends on `limit` only, not on the size of the
        journal. Raises JournalError if the file cannot be read.
        """
        if own:
            start, where = (
                game if game is not None else 1 << 62,
                "g.id > 0 AND g.id < ? AND g.name <> ? ORDER BY g.id DESC",
            )
        else:
            start, where = (
                game if game is not None else -(1 << 62),
                "g.id < 0 AND g.id > ? AND g.name <> ? ORDER BY g.id",
            )
        return [_found(row) for row in self._rows(f"{_HEADS} WHERE {where} LIMIT ?", (start, excluded, limit))]

    def every(self) -> Iterator[FoundGame]:
        """Every game: the imported ones first, then those of this table, each oldest first. Raises JournalError."""
        for row in self._rows(f"{_HEADS} WHERE g.id < 0 ORDER BY g.id DESC"):
            yield _found(row)
        for row in self._rows(f"{_HEADS} WHERE g.id > 0 ORDER BY g.id"):
            yield _found(row)

    def count(self, *, excluded: str) -> int:
        """How many games the journal has without those named `excluded`. Raises JournalError."""
        return next((int(row[0]) for row in self._rows("SELECT count(*) FROM game WHERE name <> ?", (excluded,))), 0)

    def head(self, number: int) -> GameHead | None:
        """The head of the game with that id; None if there is none. Raises JournalError."""
        for row in self._rows(f"{_HEADS} WHERE g.id = ?", (number,)):
            found = _found(row)[1]
            if found is None:
                raise JournalError(damaged_game_sentence(number))
            return found
        return None

    def newest(self) -> int:
        """The id of the open game; 0 if there is none. Raises JournalError."""
        return next((int(row[0]) for row in self._rows("SELECT id FROM game WHERE id > 0 ORDER BY id DESC LIMIT 1")), 0)

    def entries(self, game: int, after: int = 0, limit: int = -1) -> Iterator[tuple[Any, ...]]:
        """The entries of a game as `GameRows.add` takes them: at most `limit` (-1: all) after number `after`. Raises
        JournalError."""
        columns = f"id & {MAX_ENTRIES}, actor, move, kind, chain"
        query = f"SELECT {columns} FROM entry WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"
        return self._rows(query, (entry_id(game, after + 1), entry_id(game, MAX_ENTRIES), limit))

    def game(self, number: int) -> SavedGame | None:
        """The game with that id, with every row checked; None if there is none. Raises JournalError."""
        try:
            for row in self._rows(f"SELECT {_OPENED}, at FROM game WHERE id = ?", (number,)):
                return read_game_rows(number, row[5], self.entries(number)).saved_game(opened_of(row[:6]), row[6])
        except (msgspec.DecodeError, ValueError, TypeError) as error:
            raise JournalError(f"The journal is damaged: {readable_reason(error)}.") from error
        return None

    def open_game(self, extent: JournalExtent) -> SavedGame | None:
        """The open game of a journal of this extent, with every row checked; None in an empty journal. Raises JournalError, also
        if rows that the extent counts are not found: a flipped bit in an id hides them."""
        if not extent.game:
            return None
        kept = self.game(extent.game)
        if kept is None or (kept.rows, len(kept.steps), kept.chain) != (extent.rows, extent.moves, extent.chain):
            raise JournalError(f"The journal is damaged: moves of game {extent.game} are missing.")
        return kept

    def holds(self, opened: Opened, at: str, steps: tuple[Step, ...]) -> bool:
        """Whether the journal has this game: opened at that time, with these players and moves. Raises JournalError."""
        for (number,) in list(self._rows("SELECT id FROM game WHERE at = ? AND name = ?", (at, opened.game))):
            kept = self.game(number)
            if kept is not None and kept.steps == steps and _same_head(kept.opened, opened):
                return True
        return False

    def outbox(self, after: int, limit: int) -> list[GameToSend]:
        """At most `limit` finished games behind the game `after` that the club has not acknowledged, from the oldest on. Raises
        JournalError."""
        query = "SELECT game, uuid FROM outbox WHERE game > ? ORDER BY game LIMIT ?"
        return [self._to_send(*row) for row in list(self._rows(query, (after, limit)))]

    def ordered(self, order: str) -> OrderedGame | None:
        """The game that was begun by an order of the club; None if there is none. Raises JournalError."""
        written = f'"order":{msgspec.json.encode(order).decode()}'
        query = "SELECT id FROM game WHERE id > 0 AND instr(players, ?) > 0 ORDER BY id DESC LIMIT 1"
        for (number,) in list(self._rows(query, (written,))):
            head = self.head(number)
            if head is not None and head.opened.order == order:
                is_open = head.ending is None and number == self.newest()
                over = head.ending is not None and head.ending.how == "over"
                return OrderedGame(head.opened.id, "started" if is_open else "finished" if over else "left")
        return None

    def _to_send(self, number: int, uuid: str) -> GameToSend:
        try:
            head, kept = self.head(number), self.game(number)
        except JournalError as error:
            return GameToSend(number, uuid, None, None, str(error))
        if head is None or kept is None or head.ending is None:
            return GameToSend(number, uuid, None, None, damaged_game_sentence(number))
        return GameToSend(number, kept.opened.id or uuid, kept, head.ending)

    def rolls(self) -> list[LoggedRoll]:
        """The log of the die, oldest first. Raises JournalError."""
        # A roll of format 3 has a number of its own, which is no entry's, and a time of its own.
        query = (
            "SELECT coalesce(e.at, r.at), r.source, r.top, r.front FROM roll r LEFT JOIN entry e ON e.id = r.id "
            "ORDER BY r.id"
        )
        return [LoggedRoll(*row) for row in self._rows(query)]

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        if not self._has_tables:
            return
        try:
            for row in self._connection.execute(query, values):  # noqa: UP028 (the cursor must not close after its connection)
                yield row
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError(f"The journal is damaged: {readable_reason(error)}.") from error


@contextmanager
def open_reader(path: Path, *, live: bool) -> Iterator[Reader]:
    """Open a snapshot of the journal at `path`, for use in the opening thread.

    `live`: this process writes the journal. Otherwise nobody may write it: the caller has its lock, or no table uses it any more.
    Creates and changes no file, except a temporary index of the WAL. Raises JournalError.
    """
    index = path.with_name(path.name + "-shm")
    is_left = live or index.exists()
    connection = _connection(path, live=live)
    try:
        yield Reader(connection, has_tables=_begin_snapshot(path, connection))
    finally:
        connection.close()
        if not is_left:
            # SQLite creates an index for a WAL that nobody has open, and a read-only connection does not delete it.
            index.unlink(missing_ok=True)


def damaged_game_sentence(number: int) -> str:
    """The error sentence about a game with a damaged head."""
    return f"The journal is damaged: game {number} is not what was written."


def _connection(path: Path, *, live: bool) -> sqlite3.Connection:
    """Raises JournalError."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise JournalError(f"The journal {path} cannot be read: it is not a regular file.")
        # Only sizes are read: opening and closing the file of a live journal would drop the locks of this process on it.
        logged = live or _size(path.with_name(path.name + "-wal")) > 0
        if not logged and found.st_size == 0:
            return sqlite3.connect(":memory:", isolation_level=None)
        # Without a WAL, `immutable` misses nothing, and it creates no files beside the journal.
        # `unix-excl` shares the index of the WAL with the writing connection.
        how = "mode=ro&vfs=unix-excl" if logged else "mode=ro&immutable=1"
        return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=1)
    except (sqlite3.Error, OSError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise JournalError(f"The journal {path} cannot be read: {reason}.") from error


def _begin_snapshot(path: Path, connection: sqlite3.Connection) -> bool:
    """Begin the read transaction of a snapshot; returns whether there are tables. Raises JournalError."""
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        tables, version, application = (
            int(connection.execute(query).fetchone()[0])
            for query in ("SELECT count(*) FROM sqlite_master", "PRAGMA user_version", "PRAGMA application_id")
        )
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(damage_sentence(path, readable_reason(error))) from error
    if tables == 0:
        return False
    if application != APPLICATION_ID:
        raise JournalError(
            f"The file {path} is a database, but not a journal of a table: name another file for the journal."
        )
    check_format(path, version)
    connection.set_authorizer(_authorize)
    return True


def _authorize(action: int, *_more: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _found(row: tuple[Any, ...]) -> FoundGame:
    ending_chain, *columns = row[8:]
    try:
        is_valid = ending_chain is not None and is_ending_of(row[7], ending_chain, *columns)
        ending = _ending(*columns) if is_valid else None
        return row[0], GameHead(row[0], opened_of(row[:6]), row[6], row[5], row[7], ending)
    except (JournalError, msgspec.DecodeError, ValueError, TypeError):
        return row[0], None


def _ending(how: str, moves: int, scores: str, winners: str) -> GameEnding | None:
    """A stored ending; None if it is damaged, since a replay can derive it again."""
    try:
        return GameEnding(
            msgspec.convert(how, EndingKind),
            moves,
            msgspec.json.decode(scores, type=tuple[int, ...]),
            msgspec.json.decode(winners, type=tuple[Seat, ...] | None),
        )
    except msgspec.DecodeError:
        return None


def _same_head(one: Opened, other: Opened) -> bool:
    """Whether both open the same game with the same players, regardless of their places at the table."""
    return (one.game, one.rules, one.options, one.names) == (other.game, other.rules, other.options, other.names)
