"""The journal: every move of every game, on disk before it is on any screen.

SQLite in WAL mode with synchronous=FULL: one transaction, one fsync, for each move. Pages of 1,024 bytes keep what a move
writes small. There is one connection in one process (SQLite before 3.51.3 can lose committed rows when two connections
checkpoint one WAL file), kept by a lock beside the file.
The law: what `append` returned from is there after a power cut. A file that is damaged or newer is named and left untouched.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self, assert_never

from companion.core.errors import JournalError
from companion.core.game import Result, Step
from companion.journal.opening import connected, damaged, locked, look
from companion.journal.reader import Reader
from companion.journal.rows import Ending, Kept, Kind, Thrown, as_json, link, players_of, row_link, standing
from companion.journal.settling import beside, ended, settling
from companion.table.effects import Abandoned, Entry, Moved, Opened, Retold, TakenBack

Rows = list[tuple[str, tuple[Any, ...]]]
"""Statements and their values, which are written together or not at all."""

HEAD = "INSERT INTO game (id, name, rules, options, players, at, chain) VALUES (?, ?, ?, ?, ?, ?, ?)"
ROW = "INSERT INTO move (game, number, actor, move, kind, at, chain) VALUES (?, ?, ?, ?, ?, ?, ?)"


class Journal:
    """An open journal. Not for two threads at once: the daemon gives it a worker of its own."""

    def __init__(self, connection: sqlite3.Connection, lock: int, clock: Callable[[], str]) -> None:
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._game, self._rows, self._moves, self._chain = self._last()

    @classmethod
    def open(cls, path: Path, clock: Callable[[], str]) -> Self:
        """The journal at `path`, made if there is none. `clock` gives the label of now, in UTC.

        Raises JournalError when it is damaged, from a newer version, no journal at all, or in use by another process.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = locked(path)
        try:
            look(path)
            connection = connected(path)
            try:
                return cls(connection, lock, clock)
            except BaseException:
                connection.close()
                raise
        except (sqlite3.Error, ValueError) as error:
            os.close(lock)
            raise JournalError(damaged(path, str(error))) from error
        except JournalError:
            os.close(lock)
            raise

    @property
    def connection(self) -> sqlite3.Connection:
        """The one connection there is, for what is read beside the open game."""
        return self._connection

    def close(self) -> None:
        """Fold the WAL into the file and let both go."""
        self._connection.close()
        os.close(self._lock)

    def append(self, entry: Entry, *, result: Result | None = None) -> None:
        """Write one entry, and return when it is safe. Raises JournalError, and then the journal holds nothing of it.

        `result`: how the game stands, where the entry ends it; it is kept with the entry or not at all.
        """
        match entry:
            case Opened():
                self._open_game(entry)
            case Moved() | TakenBack() | Abandoned() | Retold() if entry.number != self._rows + 1:
                raise JournalError(
                    f"The journal cannot be written, so the move was not made: it holds {self._rows} moves of this "
                    f"game, and the next cannot be number {entry.number}."
                )
            case Moved():
                self._add("move", str(entry.actor), as_json(entry.move), self._moves + 1, result)
            case TakenBack():
                self._add("taken_back", "", as_json(self._moves - 1), self._moves - 1)
            case Abandoned():
                self._add("abandoned", "", "null", self._moves, result)
            case Retold(steps=steps):
                self._add("retold", "", as_json(steps), len(steps), result)
            case _:
                assert_never(entry)

    def open_game(self) -> tuple[Opened, list[Step]] | None:
        """The game that was opened last, with its moves; None in an empty journal. Raises JournalError where it is damaged."""
        kept = self.last()
        return None if kept is None else (kept.opened, list(kept.steps))

    def last(self) -> Kept | None:
        """The game that was opened last; None in an empty journal. Raises JournalError where it is damaged."""
        return self.game(self._game) if self._game else None

    def game(self, number: int) -> Kept | None:
        """The game with that id, every row of it checked; None where there is none. Raises JournalError."""
        return Reader(self._connection).game(number)

    def add(self, opened: Opened, at: str, steps: Iterable[Step], ending: Ending) -> int:
        """Take in a whole game from elsewhere, with how it ended; its id. It never becomes the open one. Raises JournalError."""
        game = min(self._connection.execute("SELECT min(id) FROM game").fetchone()[0] or 0, 0) - 1
        rows, chain = _head(game, opened, at)
        for number, (actor, move) in enumerate(steps, 1):
            written = (game, number, str(actor), as_json(move), "move")
            chain = row_link(chain, *written)
            rows.append((ROW, (*written, at, chain)))
        rows.append(settling(game, chain, ending))
        self._commit(rows, "the game was not taken in")
        return game

    def settle(self, endings: Iterable[tuple[int, bytes, Ending]]) -> None:
        """Keep how some games ended that older versions played: the id and last chain of each. Raises JournalError."""
        rows = [settling(*each) for each in endings]
        if rows:
            self._commit(rows, "how a game ended was not kept")

    def settle_open(self, result: Result) -> None:
        """Keep how the open game ended, unless that is kept already. Raises JournalError."""
        head = Reader(self._connection).head(self._game)
        if head is not None and head.ending is None:
            self.settle([(self._game, self._chain, ended(result, self._moves, abandoned=False))])

    def roll(self, source: str, top: int, front: int) -> None:
        """Note in the log of the die what `source` read. Raises JournalError."""
        statement = "INSERT INTO roll (at, source, top, front) VALUES (?, ?, ?, ?)"
        self._commit([(statement, (self._clock(), source, top, front))], "the roll was not noted")

    def rolls(self) -> list[Thrown]:
        """The log of the die, oldest first. Raises JournalError."""
        return Reader(self._connection).rolls()

    def _last(self) -> tuple[int, int, int, bytes]:
        """The number of the open game, its rows, the moves that stand of it, and the chain to go on from."""
        game = self._connection.execute("SELECT id, chain FROM game WHERE id > 0 ORDER BY id DESC LIMIT 1").fetchone()
        if game is None:
            return 0, 0, 0, b""
        last = "SELECT number, chain FROM move WHERE game = ? ORDER BY number DESC LIMIT 1"
        rows, chain = self._connection.execute(last, game[:1]).fetchone() or (0, game[1])
        back = (
            "SELECT number, kind, move FROM move WHERE game = ? AND kind IN ('taken_back', 'retold') "
            "ORDER BY number DESC LIMIT 1"
        )
        since, kind, stood = self._connection.execute(back, game[:1]).fetchone() or (0, "taken_back", "0")
        return game[0], rows, standing(kind, stood) + rows - since, chain

    def _open_game(self, opened: Opened) -> None:
        rows, chain = _head(self._game + 1, opened, self._clock())
        self._commit(rows, "the game was not opened")
        self._game, self._rows, self._moves, self._chain = self._game + 1, 0, 0, chain

    def _add(self, kind: Kind, actor: str, move: str, moves: int, result: Result | None = None) -> None:
        """Write one row of the open game, after which `moves` moves of it stand, and how it ended where it did."""
        written = (self._game, self._rows + 1, actor, move, kind)
        chain = row_link(self._chain, *written)
        settling = beside(kind, self._game, chain, moves, result)
        self._commit([(ROW, (*written, self._clock(), chain)), *settling], "the move was not made")
        self._rows, self._moves, self._chain = self._rows + 1, moves, chain

    def _commit(self, rows: Rows, undone: str) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for statement, values in rows:
                    self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"The journal cannot be written, so {undone}: {error}.") from error


def _head(game: int, opened: Opened, at: str) -> tuple[Rows, bytes]:
    """What opens a game, and the chain to go on from."""
    written = (game, opened.game, opened.rules, as_json(opened.options), as_json(players_of(opened)))
    chain = link(b"", *written)
    return [(HEAD, (*written, at, chain))], chain
