"""The database of a club, the same on SQLite and on PostgreSQL."""

from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from msgspec import structs

from companion.club import migrations
from companion.club.database import Database, DatabaseError, NewGame, Stored
from companion.core.errors import ConfigError

pytestmark = pytest.mark.process
LINE = '{"format": 1, "what": "as it was sent, é and all"}'


def game(table: str = "table-1", names: tuple[str, ...] = ("Ann", "Bob"), winners: tuple[int, ...] = (0,)) -> NewGame:
    return NewGame(str(uuid4()), table, None, LINE, 1_800_000_000.25, names, (2.0, 1.0), winners, "mastermind")


def alembic(connection: sql.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    return config


def test_a_game_is_stored_once_as_it_was_sent(database: Database) -> None:
    one, other = game(), structs.replace(game("table-2"), order="round-2")
    stored = database.store([one, other])
    assert stored == Stored(frozenset((one.id, other.id)), frozenset(), frozenset())
    changed = structs.replace(one, line='{"another": "line"}', names=("Eve", "Bob"))
    stored = database.store([changed])
    assert stored == Stored(frozenset(), frozenset((one.id,)), frozenset())
    found = list(database.games())
    assert [(each.id, each.table, each.order, each.received) for each in found] == [
        (one.id, "table-1", None, 1_800_000_000.25),
        (other.id, "table-2", "round-2", 1_800_000_000.25),
    ]
    assert bytes(found[0].line).decode() == LINE


def test_an_id_that_another_table_used_is_told(database: Database) -> None:
    one = game()
    database.store([one])
    assert database.store([structs.replace(one, table="table-2"), game("table-2")]).taken == {one.id}
    assert [each.table for each in database.games()] == ["table-1", "table-2"]


def test_games_are_read_in_the_order_of_arrival_from_any_on(database: Database) -> None:
    games = [game() for _ in range(450)]
    for start in range(0, 450, 90):
        database.store(games[start : start + 90])
    ids = [each.id for each in games]
    assert [each.id for each in database.games()] == ids
    assert [each.id for each in database.games(after=ids[9], limit=3)] == ids[10:13]
    assert [each.id for each in database.games(limit=0)] == []
    assert [each.id for each in database.games(after=ids[-1])] == []


def test_the_tables_are_made_once_and_those_of_a_later_version_are_refused(
    database: Database, database_url: str
) -> None:
    database.store([game()])
    database.migrate()
    assert len(list(database.games())) == 1
    engine = sql.create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(DatabaseError, match="of another version"):
        database.migrate()


def test_a_copy_is_whole_while_the_club_writes_and_one_is_made_before_a_migration(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    database.store([game()])
    copy = tmp_path / "copy.sqlite3"
    if not database_url.startswith("sqlite"):
        with pytest.raises(DatabaseError, match=r"pg_dump --format=custom --file=\S+copy.sqlite3 .*postgresql://club@"):
            database.backup(copy)
        return
    with database.writing():
        database.backup(copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert len(list(Database(f"sqlite:///{copy}", must_exist=True).games())) == 1
    with pytest.raises(DatabaseError, match="cannot be written"):
        database.backup(tmp_path / "nowhere" / "copy.sqlite3")
    assert not [*tmp_path.glob("*.before-*")], "nothing was older"
    older = sql.create_engine(f"sqlite:///{tmp_path}/older.sqlite3")
    with older.begin() as connection:
        config = alembic(connection)
        command.upgrade(config, "0001")
    older.dispose()
    Database(f"sqlite:///{tmp_path}/older.sqlite3").migrate()
    (kept,) = tmp_path.glob("older.sqlite3.before-*")
    engine = sql.create_engine(f"sqlite:///{kept}")
    with engine.connect() as connection:
        assert connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar() == "0001"
    engine.dispose()


def test_a_transaction_that_fails_stores_nothing(database: Database, database_url: str) -> None:
    first, broken = game(), structs.replace(game(), scores=(float("nan"), None))
    with pytest.raises(DatabaseError):
        database.store([first, broken])
    assert list(database.games()) == []
    assert database.store([first]).new == {first.id}


@pytest.mark.parametrize(
    "url", ["club.sqlite3", "sqlite://", "mysql://club", "postgresql://club@host/club", "sqlite:///"]
)
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="this is none"):
        Database(url)


def test_a_database_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no file"):
        Database(f"sqlite:///{tmp_path}/none.sqlite3", must_exist=True)
    made = Database(f"postgresql+psycopg://club:secret@/club?host={tmp_path}")
    with pytest.raises(DatabaseError, match="cannot be used") as raised:
        made.migrate()
    assert "secret" not in str(raised.value)
