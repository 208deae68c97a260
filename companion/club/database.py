"""What a club keeps: finished games, and who played them. SQLite in a file, or PostgreSQL.

The tables are made and changed by Alembic, in `migrations/`; a migration is never edited after a release. Other modules keep
tables of their own here, through `reading` and `writing`. Games come in on one thread at a time; pages and commands have
connections of their own.

Invariant: a game is stored once for its id, whoever sends it and however often, and `store` returns only when it is committed.
"""

import os
import shlex
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sql
from msgspec import UNSET, Raw, Struct, UnsetType
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from companion.core.errors import CompanionError, ConfigError

METADATA: Final = sql.MetaData()
GAME: Final = sql.Table(
    "game",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("id", sql.String(36), nullable=False, unique=True),
    sql.Column("club_table", sql.String(32), nullable=False),
    sql.Column("order_id", sql.String(64)),
    sql.Column("received", sql.Float, nullable=False),
    sql.Column("corrected", sql.Boolean, nullable=False),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("kind", sql.String(32), nullable=False, index=True),
    sql.Column("struck", sql.Boolean, nullable=False),
    sqlite_autoincrement=True,
)
"""`number` rises in the order of arrival. `line` is the JSON text that the table sent, with the result that its moves give; only
names of people who were forgotten are changed in it. `kind`: the game's name in the catalog. `corrected`: the club's result is
another one. `struck`: it does not count."""
SEAT: Final = sql.Table(
    "seat",
    METADATA,
    sql.Column("game", sql.Integer, sql.ForeignKey("game.number"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(64), nullable=False, index=True),
    sql.Column("score", sql.Float, nullable=False),
    sql.Column("won", sql.Boolean, nullable=False),
)
"""Who played a game, with the club's result."""
CORRECTION: Final = sql.Table(
    "correction",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("game", sql.Integer, sql.ForeignKey("game.number"), nullable=False, index=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("organiser", sql.String(64), nullable=False),
    sql.Column("reason", sql.String(300), nullable=False),
    sql.Column("before", sql.Text, nullable=False),
    sql.Column("after", sql.Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Who changed a game's result, in the order of the changes. `before` and `after`: a GameResult in JSON. No row is removed."""

FORGOTTEN: Final = sql.Table(
    "forgotten",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("organiser", sql.String(64), nullable=False),
    sql.Column("swept", sql.Boolean, nullable=False),
    sqlite_autoincrement=True,
)
"""That a player was forgotten, or a tournament deleted, and who did it. `swept`: the old bytes are gone from the database's
files, too."""

FETCHED: Final = 200
"""Games that are read at a time."""
BUSY_SECONDS: Final = 5
_WRITING_LOCK: Final = 0x636C7562
"""Any number: those who hold it write one after the other."""
_POSTGRESQL: Final = {
    "connect_timeout": BUSY_SECONDS,
    "options": "-c statement_timeout=30000",
    "tcp_user_timeout": 10_000,
}


class DatabaseError(CompanionError):
    """The database cannot be used; a sentence."""


class DatabaseAwayError(DatabaseError):
    """It cannot be reached now."""


class DatabaseRefusesError(DatabaseError):
    """It does not take this value, now and later; the reason as the database says it, without its name."""


class NewGame(Struct, frozen=True):
    """A game that was checked by its replay."""

    id: str
    table: str
    order: str | None
    line: str
    received: float
    names: tuple[str, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    kind: str


class GameResult(Struct, frozen=True):
    """A result, by the seats of the game. `struck`: the game does not count."""

    scores: tuple[int | float, ...]
    winners: tuple[int, ...]
    struck: bool = False


class Corrected(Struct, frozen=True):
    """The club's result of a game, where it is another one than its moves give: the fields of GameResult, when and by whom it was
    set, and why."""

    scores: tuple[int | float, ...]
    winners: tuple[int, ...]
    struck: bool
    at: float
    by: str
    reason: str


class StoredGame(Struct, frozen=True):
    """A game as programs get it. `line` has the result that the game's moves give, `correction` the club's, if it is another."""

    id: str
    table: str
    order: str | None
    received: float
    corrected: bool
    line: Raw
    correction: Corrected | UnsetType = UNSET


class Stored(Struct, frozen=True):
    """What became of some games. `duplicates`: ids that stood there already, from the same table; `taken`: ids that another table
    used."""

    new: frozenset[str] = frozenset()
    duplicates: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()


class Database:
    """The database at `url`: sqlite:///club.sqlite3, or postgresql+psycopg://club@/club. `must_exist`: a file is not created.
    `patience`: seconds for which an SQLite file may be in use by others.
    Raises ConfigError for another URL."""

    def __init__(self, url: str, *, must_exist: bool = False, patience: float = BUSY_SECONDS) -> None:
        try:
            made = sql.make_url(url)
        except ArgumentError:
            made = None
        if made is None or made.drivername not in ("sqlite", "postgresql+psycopg") or not made.database:
            raise ConfigError(
                (
                    "The database is a URL like sqlite:///club.sqlite3 or postgresql+psycopg://user@host/club, and this is none.",
                )
            )
        self._name = made.render_as_string(hide_password=True)
        self._is_sqlite = made.drivername == "sqlite"
        self._file = made.database
        if must_exist and self._is_sqlite and not os.path.exists(made.database):
            raise ConfigError((f"There is no file {made.database}.",))
        # A thread has its own connection while it uses one: nothing breaks when the database was away in between.
        connecting = {"timeout": patience} if self._is_sqlite else _POSTGRESQL
        try:
            self._engine = sql.create_engine(made, poolclass=NullPool, connect_args=connecting)
        except ModuleNotFoundError as error:
            raise ConfigError(
                (f"A club needs {error.name}: pip install 'codebreakers-companion[club]' brings it.",)
            ) from error
        if self._is_sqlite:
            sql.event.listen(self._engine, "connect", _prepare_sqlite)

    def __str__(self) -> str:
        return self._name

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """A connection to read by. Raises DatabaseError."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise self._fault(error) from error

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A transaction, which is committed at the end of the block, or undone where an error leaves it. What it reads stays so
        until then: no two of these run at once, whatever process they are in. Raises DatabaseError."""
        try:
            with self._engine.begin() as connection:
                if self._is_sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                else:
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_WRITING_LOCK)))
                yield connection
        except SQLAlchemyError as error:
            raise self._fault(error) from error

    def migrate(self) -> None:
        """Make the tables, or bring them to this version; an SQLite file is copied before. Raises DatabaseError."""
        from alembic import command
        from alembic.config import Config
        from alembic.script import ScriptDirectory
        from alembic.util import CommandError

        config = Config()
        config.set_main_option(
            "script_location", str(files("companion.club").joinpath("migrations")).replace("%", "%%")
        )
        try:
            self._keep_before(str(ScriptDirectory.from_config(config).get_current_head()))
            with self._engine.begin() as connection:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except CommandError as error:
            raise DatabaseError(f"The database {self} is of another version of the companion: {error}.") from error
        except SQLAlchemyError as error:
            raise self._fault(error) from error

    def _keep_before(self, head: str) -> None:
        """Copy an SQLite file of an older version, once."""
        from alembic.runtime.migration import MigrationContext

        if not self._is_sqlite or not os.path.exists(self._file):
            return
        with self.reading() as connection:
            version = MigrationContext.configure(connection).get_current_revision()
        kept = Path(f"{self._file}.before-{head}")
        if version is not None and version < head and not kept.exists():
            self.backup(kept)

    def backup(self, path: Path) -> None:
        """Copy an SQLite file as it is now, also while it is in use. Raises DatabaseError for other databases, and where `path`
        cannot be written; there is no half copy then."""
        if not self._is_sqlite:
            url = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=True)
            raise DatabaseError(
                f"PostgreSQL makes copies of its own: pg_dump --format=custom --file={shlex.quote(str(path))} {shlex.quote(url)}"
            )
        part = path.with_name(f"{path.name}.part")
        try:
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with self.reading() as connection, closing(sqlite3.connect(part)) as copy:
                made: Any = connection.connection.dbapi_connection
                made.backup(copy)
            part.replace(path)
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise DatabaseError(f"{path} cannot be written: {reason}.") from error

    def store(self, games: Sequence[NewGame]) -> Stored:
        """Store games in one transaction, and return when it is committed. Raises DatabaseError; nothing is stored then.
        DatabaseRefusesError: at least one of them can never be stored."""
        insert = sqlite.insert if self._is_sqlite else postgresql.insert
        new: set[str] = set()
        try:
            with self._engine.begin() as connection:
                for one in games:
                    row = {
                        "id": one.id,
                        "club_table": one.table,
                        "order_id": one.order,
                        "received": one.received,
                        "corrected": False,
                        "line": one.line,
                        "kind": one.kind,
                        "struck": False,
                    }
                    statement: Any = insert(GAME).values(row).on_conflict_do_nothing(index_elements=["id"])
                    number = connection.execute(statement.returning(GAME.c.number)).scalar()
                    if number is not None:
                        new.add(one.id)
                        connection.execute(sql.insert(SEAT), _seats(number, one))
                asked = [one.id for one in games]
                owners = sql.select(GAME.c.id, GAME.c.club_table).where(GAME.c.id.in_(asked))
                owner = {row.id: row.club_table for row in connection.execute(owners)}
        except SQLAlchemyError as error:
            raise self._fault(error) from error
        taken = frozenset(one.id for one in games if owner[one.id] != one.table)
        return Stored(frozenset(new), frozenset(asked) - new, taken)

    def games(self, after: str | None = None, limit: int | None = None) -> Iterator[StoredGame]:
        """The stored games in the order of arrival: all, or at most `limit` behind the one with the id `after`. Raises
        DatabaseError."""
        with self.reading() as connection:
            last = 0
            if after is not None:
                last = connection.execute(sql.select(GAME.c.number).where(GAME.c.id == after)).scalar() or 0
            left = limit
            while left is None or left > 0:
                count = FETCHED if left is None else min(left, FETCHED)
                query = sql.select(GAME).where(GAME.c.number > last).order_by(GAME.c.number).limit(count)
                rows = connection.execute(query).all()
                corrected = _corrections(connection, [row.number for row in rows if row.corrected])
                for row in rows:
                    last = row.number
                    line, correction = Raw(row.line.encode()), corrected.get(row.number, UNSET)
                    yield StoredGame(
                        row.id, row.club_table, row.order_id, row.received, row.corrected, line, correction
                    )
                if len(rows) < count:
                    return
                left = None if left is None else left - len(rows)

    def sweep(self) -> bool:
        """Remove what was forgotten or deleted from the files; whether there was anything to do. Raises DatabaseError where that
        is not possible now: the next call does it."""
        query = sql.select(FORGOTTEN.c.number).where(sql.not_(FORGOTTEN.c.swept))
        with self.reading() as connection:
            numbers = connection.execute(query).scalars().all()
        if not numbers:
            return False
        self._rewrite()
        with self.writing() as connection:
            connection.execute(sql.update(FORGOTTEN).where(FORGOTTEN.c.number.in_(numbers)).values(swept=True))
        return True

    def _rewrite(self) -> None:
        """Write all tables anew, so that nothing that was changed or removed stays in the files. It takes as long as to copy
        them, and nobody writes meanwhile. Raises DatabaseError, also where others read for so long that it cannot be done."""
        try:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                if self._is_sqlite:
                    # What stands in the log is of before; at the end the log is emptied.
                    connection.exec_driver_sql("VACUUM")
                    if connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar():
                        raise DatabaseError(f"The database {self} is read by others, and cannot be rewritten now.")
                else:
                    connection.exec_driver_sql("SET statement_timeout = 0")
                    kept = [name for name in sql.inspect(connection).get_table_names() if name in METADATA.tables]
                    connection.exec_driver_sql(f"VACUUM (FULL, ANALYZE) {', '.join(kept)}")
        except SQLAlchemyError as error:
            raise self._fault(error) from error

    def close(self) -> None:
        """Close what is open."""
        self._engine.dispose()

    def _fault(self, error: SQLAlchemyError) -> DatabaseError:
        # What the driver says, without the statement and its values: they hold names.
        reason = str(error.orig if isinstance(error, DBAPIError) else error).strip().split("\n")[0]
        if isinstance(error, DataError | IntegrityError):
            return DatabaseRefusesError(reason)
        away = isinstance(error, OperationalError) and not self._is_sqlite
        return (DatabaseAwayError if away else DatabaseError)(f"The database {self} cannot be used: {reason}.")


def game_json(game: StoredGame) -> bytes:
    """A game as one line of JSON, without its line feed."""
    return msgspec.json.encode(game)


def _corrections(connection: sql.Connection, games: Sequence[int]) -> dict[int, Corrected]:
    """The last correction of each of these games."""
    if not games:
        return {}
    query = sql.select(CORRECTION).where(CORRECTION.c.game.in_(games)).order_by(CORRECTION.c.number)
    found = {}
    for row in connection.execute(query):
        after = msgspec.json.decode(row.after, type=GameResult)
        found[row.game] = Corrected(after.scores, after.winners, after.struck, row.at, row.organiser, row.reason)
    return found


def _seats(number: int, game: NewGame) -> list[dict[str, Any]]:
    return [
        {"game": number, "seat": seat, "name": name, "score": score, "won": seat in game.winners}
        for seat, (name, score) in enumerate(zip(game.names, game.scores, strict=True))
    ]


def _prepare_sqlite(connection: Any, _record: object) -> None:
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")
