"""What is read of a journal: its games and the log of its die, through a connection that cannot write.

Law: `reading` never writes, and never checkpoints, not even when it is closed (SQLite before 3.51.3 can lose committed rows
where two connections checkpoint one WAL file). The file is opened read-only, so the lock under which SQLite would checkpoint
cannot be had, and every statement but a SELECT is refused before it runs. A reader holds up no writer: in WAL mode neither
waits for the other.
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
from companion.journal.migrations import (
    APPLICATION_ID,
    ENTRY_NUMBER_BITS,
    FIRST_MARKED_FORMAT,
    JOURNAL_FORMAT,
    MAX_ENTRIES,
)
from companion.journal.queries import damage_sentence, entry_id
from companion.journal.rows import EndingKind, GameEnding, GameHead, LoggedRoll, SavedGame, opened_of, read_game_rows
from companion.table.effects import Opened

_GAME: Final = "g.id, g.name, g.rules, g.options, g.players, g.chain, g.at, coalesce(({last}), g.chain)"
_OPENED: Final = "id, name, rules, options, players, chain"
_SPAN: Final = f"(g.id << {ENTRY_NUMBER_BITS}) + 1 AND (g.id << {ENTRY_NUMBER_BITS}) + {MAX_ENTRIES}"
_LAST: Final = f"SELECT chain FROM entry WHERE id BETWEEN {_SPAN} ORDER BY id DESC LIMIT 1"
_OLD_LAST: Final = "SELECT chain FROM move WHERE game = g.id ORDER BY number DESC LIMIT 1"
_ENDED: Final = (
    f"SELECT {_GAME}, e.chain, e.how, e.moves, e.scores, e.winners FROM game g LEFT JOIN ending e ON e.game = g.id"
)
_UNENDED: Final = f"SELECT {_GAME}, NULL, NULL, NULL, NULL, NULL FROM game g"
_ALLOWED: Final = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION)

FoundGame = tuple[int, GameHead | None]
"""The id of a game and its head; None where the row is not what was written."""


class Reader:
    """What one connection reads of a journal of a `version`.

    Format 0 has no tables yet; format 1 has no endings, no entries but moves, and no rolls.
    """

    def __init__(self, connection: sqlite3.Connection, version: int = JOURNAL_FORMAT) -> None:
        self._connection = connection
        self._version = version
        last = _LAST if version >= FIRST_MARKED_FORMAT else _OLD_LAST
        self._heads = (_ENDED if version > 1 else _UNENDED).format(last=last)

    def games_before(self, game: int | None, most: int, *, own: bool, besides: str) -> list[FoundGame]:
        """At most `most` games that came before `game` (None: the newest), newest first, without those called `besides`.

        `own`: this table's, else those from elsewhere. The cost is that of the games asked for, however many there are.
        Raises JournalError where the file does not answer.
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
        return [_found(row) for row in self._rows(f"{self._heads} WHERE {where} LIMIT ?", (start, besides, most))]

    def every(self) -> Iterator[FoundGame]:
        """Every game, those from elsewhere first, each in the order in which it came. Raises JournalError."""
        for row in self._rows(f"{self._heads} WHERE g.id < 0 ORDER BY g.id DESC"):
            yield _found(row)
        for row in self._rows(f"{self._heads} WHERE g.id > 0 ORDER BY g.id"):
            yield _found(row)

    def head(self, number: int) -> GameHead | None:
        """The game with that id; None where there is none. Raises JournalError."""
        for row in self._rows(f"{self._heads} WHERE g.id = ?", (number,)):
            found = _found(row)[1]
            if found is None:
                raise JournalError(damaged_game_sentence(number))
            return found
        return None

    def newest(self) -> int:
        """The id of the game that was opened last, which is the one that is being played; 0 where there is none."""
        return next((int(row[0]) for row in self._rows("SELECT id FROM game WHERE id > 0 ORDER BY id DESC LIMIT 1")), 0)

    def entries(self, game: int, after: int = 0, most: int = -1) -> Iterator[tuple[Any, ...]]:
        """Its entries as `Fold` takes them, from the one after number `after` on; -1: all of them. Raises JournalError."""
        if self._version >= FIRST_MARKED_FORMAT:
            columns = f"id & {MAX_ENTRIES}, actor, move, kind, chain"
            query = f"SELECT {columns} FROM entry WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"
            return self._rows(query, (entry_id(game, after + 1), entry_id(game, MAX_ENTRIES), most))
        kind = "kind" if self._version > 1 else "'move'"
        columns = f"number, actor, move, {kind}, chain"
        query = f"SELECT {columns} FROM move WHERE game = ? AND number > ? ORDER BY number LIMIT ?"
        return self._rows(query, (game, after, most))

    def game(self, number: int) -> SavedGame | None:
        """The game with that id, every row of it checked; None where there is none. Raises JournalError."""
        try:
            for row in self._rows(f"SELECT {_OPENED}, at FROM game WHERE id = ?", (number,)):
                return read_game_rows(number, row[5], self.entries(number)).saved_game(opened_of(row[:6]), row[6])
        except (msgspec.DecodeError, ValueError, TypeError) as error:
            raise JournalError(f"The journal is damaged: {error}.") from error
        return None

    def holds(self, opened: Opened, at: str, steps: tuple[Step, ...]) -> bool:
        """Whether the journal has this very game: opened then, by these players, with these moves. Raises JournalError."""
        for (number,) in list(self._rows("SELECT id FROM game WHERE at = ? AND name = ?", (at, opened.game))):
            kept = self.game(number)
            if kept is not None and kept.steps == steps and _same_head(kept.opened, opened):
                return True
        return False

    def rolls(self) -> list[LoggedRoll]:
        """The log of the die, oldest first. Raises JournalError."""
        if self._version < 2:
            return []
        return [LoggedRoll(*row) for row in self._rows("SELECT at, source, top, front FROM roll ORDER BY id")]

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        if self._version == 0:
            # Its tables were never made.
            return
        try:
            for row in self._connection.execute(query, values):  # noqa: UP028 (a cursor is not to be closed after its connection)
                yield row
        except sqlite3.Error as error:
            raise JournalError(f"The journal is damaged: {error}.") from error


@contextmanager
def open_reader(path: Path, *, live: bool) -> Iterator[Reader]:
    """What the journal at `path` says at one moment, to be used in the thread that opened it.

    `live`: this process writes it. Otherwise nobody may: its lock is held, or no table writes it any more. No file is made or
    changed, but for an index of the log while it lasts. Raises JournalError.
    """
    index = path.with_name(path.name + "-shm")
    is_left = live or index.exists()
    connection = _connection(path, live=live)
    try:
        yield Reader(connection, _begun(path, connection))
    finally:
        connection.close()
        if not is_left:
            # SQLite makes an index of a log that nobody has open, and leaves it where it may not write.
            index.unlink(missing_ok=True)


def damaged_game_sentence(number: int) -> str:
    """The sentence about a game whose head is not what was written."""
    return f"The journal is damaged: game {number} is not what was written."


def _connection(path: Path, *, live: bool) -> sqlite3.Connection:
    """Raises JournalError."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise JournalError(f"The journal {path} cannot be read: it is no regular file.")
        # This looks at sizes alone: closing the file of a running journal would drop the locks of this process on it.
        logged = live or _size(path.with_name(path.name + "-wal")) > 0
        if not logged and found.st_size == 0:
            return sqlite3.connect(":memory:", isolation_level=None)
        # Where there is no log, nothing is hidden from `immutable`, which makes no files beside the journal.
        # `unix-excl` shares the index of the log with the connection that writes, wherever that keeps it.
        how = "mode=ro&vfs=unix-excl" if logged else "mode=ro&immutable=1"
        return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=1)
    except (sqlite3.Error, OSError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise JournalError(f"The journal {path} cannot be read: {reason}.") from error


def _begun(path: Path, connection: sqlite3.Connection) -> int:
    """Begin the one look, in which nothing changes; the format of the file. Raises JournalError."""
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        tables, version, application = (
            int(connection.execute(query).fetchone()[0])
            for query in ("SELECT count(*) FROM sqlite_master", "PRAGMA user_version", "PRAGMA application_id")
        )
    except sqlite3.Error as error:
        raise JournalError(damage_sentence(path, str(error))) from error
    if tables == 0:
        return 0
    if application != APPLICATION_ID:
        raise JournalError(
            f"The file {path} is a database, but no journal of a table: name another file for the journal."
        )
    if version > JOURNAL_FORMAT:
        raise JournalError(
            f"The journal {path} was written by a newer version of the companion (format {version}, and this one knows "
            f"{JOURNAL_FORMAT}): install that version to read it."
        )
    connection.set_authorizer(_reading_only)
    return version


def _reading_only(action: int, *_more: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _found(row: tuple[Any, ...]) -> FoundGame:
    settled, *told = row[8:]
    try:
        ending = _ending(*told) if settled is not None and settled == row[7] else None
        return row[0], GameHead(row[0], opened_of(row[:6]), row[6], row[5], row[7], ending)
    except (JournalError, msgspec.DecodeError, ValueError, TypeError):
        return row[0], None


def _ending(how: str, moves: int, scores: str, winners: str) -> GameEnding | None:
    """What was settled; None where it cannot be read, since it can be derived again."""
    try:
        return GameEnding(
            msgspec.convert(how, EndingKind),
            moves,
            msgspec.json.decode(scores, type=tuple[int, ...]),
            msgspec.json.decode(winners, type=tuple[int, ...] | None),
        )
    except msgspec.DecodeError:
        return None


def _same_head(one: Opened, other: Opened) -> bool:
    """Whether they open the same game of the same people, wherever at a table they sat."""
    return (one.game, one.rules, one.options, one.names) == (other.game, other.rules, other.options, other.names)
