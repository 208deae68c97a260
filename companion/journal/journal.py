"""The journal: every move of every game, on disk before it is on any screen.

SQLite in WAL mode with synchronous=FULL: one transaction, one fsync, for each move. Pages of 1,024 bytes keep what a move
writes small. There is one connection in one process (SQLite before 3.51.3 can lose committed rows when two connections
checkpoint one WAL file), kept by a lock on the folder.
The law: what `append` returned from is there after a power cut. A file that is damaged or newer is named and left untouched.
"""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import msgspec

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.core.seat import CHANCE, Actor
from companion.journal.schema import APPLICATION_ID, MIGRATIONS, VERSION
from companion.table.effects import Entry, Moved, Opened


class Journal:
    """An open journal. Not for two threads at once: the daemon gives it a worker of its own."""

    def __init__(self, connection: sqlite3.Connection, lock: int, clock: Callable[[], str]) -> None:
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._game, self._chain = self._last_game()

    @classmethod
    def open(cls, path: Path, clock: Callable[[], str]) -> Self:
        """The journal at `path`, made if there is none. `clock` gives the label of now, in UTC.

        Raises JournalError when it is damaged, from a newer version, no journal at all, or in use by another process.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = _locked(path)
        try:
            _look(path)
            return cls(_connected(path), lock, clock)
        except sqlite3.Error as error:
            os.close(lock)
            raise JournalError(_damaged(path, str(error))) from error
        except JournalError:
            os.close(lock)
            raise

    def close(self) -> None:
        """Fold the WAL into the file and let both go."""
        self._connection.close()
        os.close(self._lock)

    def append(self, entry: Entry) -> None:
        """Write one entry, and return when it is safe. Raises JournalError, and then the journal holds nothing of it."""
        match entry:
            case Opened():
                self._open_game(entry)
            case Moved():
                self._add(entry)

    def open_game(self) -> tuple[Opened, list[Step]] | None:
        """The game that was opened last, with its moves; None in an empty journal. Raises JournalError where it is damaged."""
        try:
            columns = "id, name, rules, options, players, chain"
            row = self._connection.execute(f"SELECT {columns} FROM game ORDER BY id DESC LIMIT 1").fetchone()
            if row is None:
                return None
            game, name, rules, options, players, chain = row
            if chain != _link(b"", game, name, rules, options, players):
                raise JournalError(f"The journal is damaged: game {game} is not what was written.")
            opened = Opened(name, rules, msgspec.json.decode(options), tuple(msgspec.json.decode(players)))
            return opened, self._steps(game, chain)
        except (sqlite3.Error, msgspec.DecodeError, ValueError) as error:
            raise JournalError(f"The journal is damaged: {error}.") from error

    def _steps(self, game: int, chain: bytes) -> list[Step]:
        steps: list[Step] = []
        query = "SELECT number, actor, move, chain FROM move WHERE game = ? ORDER BY number"
        for number, actor, move, kept in self._connection.execute(query, (game,)):
            chain = _link(chain, game, number, actor, move)
            if chain != kept or number != len(steps) + 1:
                raise JournalError(f"The journal is damaged: move {number} of game {game} is not what was written.")
            steps.append((_actor(actor), msgspec.json.decode(move)))
        return steps

    def _last_game(self) -> tuple[int, bytes]:
        """The number of the open game and the chain to go on from."""
        game = self._connection.execute("SELECT id, chain FROM game ORDER BY id DESC LIMIT 1").fetchone()
        if game is None:
            return 0, b""
        query = "SELECT chain FROM move WHERE game = ? ORDER BY number DESC LIMIT 1"
        last = self._connection.execute(query, (game[0],)).fetchone()
        return game[0], (last or game[1:])[0]

    def _open_game(self, opened: Opened) -> None:
        game = self._game + 1
        written = (game, opened.game, opened.rules, _json(opened.options), _json(opened.names))
        chain = _link(b"", *written)
        self._commit("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", (*written, self._clock(), chain))
        self._game, self._chain = game, chain

    def _add(self, moved: Moved) -> None:
        written = (self._game, moved.number, str(moved.actor), _json(moved.move))
        chain = _link(self._chain, *written)
        self._commit("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", (*written, self._clock(), chain))
        self._chain = chain

    def _commit(self, statement: str, values: tuple[Any, ...]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"The journal cannot be written, so the move was not made: {error}.") from error


def _locked(path: Path) -> int:
    lock = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise JournalError(
            f"The journal {path} is in use by another process: stop the other table, or give this one another journal."
        ) from error
    return lock


def _look(path: Path) -> None:
    """Judge a file by its header alone, before anything could write to it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        raise JournalError(_damaged(path, "it is not a SQLite file"))
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION_ID:
        raise JournalError(
            f"The file {path} is a database, but no journal of a table: name another file for the journal."
        )


def _judge(path: Path) -> None:
    """Judge what is inside, through a connection that cannot write: a file that will not do is left byte for byte."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise JournalError(
                f"The journal {path} was written by a newer version of the companion (format {version}, and this one "
                f"knows {VERSION}): install that version, or start a new journal."
            )
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise JournalError(_damaged(path, fault))
    finally:
        connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    fresh = not path.exists() or path.stat().st_size == 0
    if not fresh:
        _judge(path)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # the journal holds secrets: nobody else may read it
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        if fresh:
            connection.execute("PRAGMA page_size = 1024")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 400"):
            connection.execute(f"PRAGMA {setting}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number in range(version, VERSION):
            migration = f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;"
            connection.executescript(migration)
    except BaseException:
        connection.close()
        raise
    return connection


def _damaged(path: Path, reason: str) -> str:
    return f"The journal {path} is damaged ({reason}); it is left as it is."


def _link(chain: bytes, *written: object) -> bytes:
    """The digest of a row and of the chain before it."""
    return hashlib.sha256(chain + "\0".join(map(str, written)).encode()).digest()[:16]


def _actor(text: str) -> Actor:
    return CHANCE if text == CHANCE else int(text)


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
