"""What an organiser changes in results, what follows for players, and how somebody is forgotten; the same on both databases."""

import asyncio
import json
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from companion.club.database import Database, DatabaseError, GameResult, NewGame, game_json
from companion.club.intake import checked
from companion.club.organisers import Organisers
from companion.club.players import Players, Rated, forget
from companion.club.results import ChangedMeanwhileError, Filter, OneGame, Results
from companion.club.tournament import Added, Created
from companion.club.tournaments import Tournaments
from companion.core.errors import RequestError
from tests.club.games import arrived, stored
from tests.club.running import COMPANION

pytestmark = pytest.mark.process
AT = 1_800_000_000.0


def seen(database: Database, uuid: str) -> OneGame:
    found = Results(database).game(uuid)
    assert found is not None
    return found


def written(database: Database) -> list[Any]:
    """What `companion club games` writes."""
    return [json.loads(game_json(one)) for one in database.games()]


def test_a_result_is_changed_changed_again_and_undone_with_a_trail(database: Database) -> None:
    uuid, results = stored(database), Results(database)
    sent = seen(database, uuid).sent
    before = written(database)
    first = GameResult((1.5, 2), (0,))
    results.change(uuid, 0, first, "Olga", "  Read\twrong ", AT)
    game = seen(database, uuid)
    assert (game.result, game.sent, game.listed.corrected) == (first, sent, True)
    (export,) = written(database)
    assert export == before[0] | {
        "corrected": True,
        "correction": {
            "scores": [1.5, 2], "winners": [0], "struck": False, "at": AT, "by": "Olga", "reason": "Read wrong",
        },
    }  # fmt: skip
    second = GameResult((1.5, 2), (0, 1), struck=True)
    results.change(uuid, game.version, second, "Petra", "A draw, and void", AT + 1)
    results.undo(uuid, seen(database, uuid).version, "Olga", AT + 2)
    results.undo(uuid, seen(database, uuid).version, "Olga", AT + 3)
    results.change(uuid, seen(database, uuid).version, sent, "Olga", "It was right", AT + 4)
    game = seen(database, uuid)
    assert [(one.by, one.before, one.after) for one in game.changes] == [
        ("Olga", sent, first),
        ("Petra", first, second),
        ("Olga", second, first),
        ("Olga", first, second),
        ("Olga", second, sent),
    ]
    assert game.changes[2].reason == "Undone: A draw, and void"
    assert written(database) == before, "it is as the table sent it again"


def test_a_change_of_what_somebody_else_has_changed_is_refused(database: Database) -> None:
    uuid, results = stored(database), Results(database)
    results.change(uuid, 0, GameResult((1, 2), (0,)), "Olga", "why", AT)
    with pytest.raises(ChangedMeanwhileError):
        results.change(uuid, 0, GameResult((3, 2), (0,)), "Petra", "why", AT)
    with pytest.raises(ChangedMeanwhileError):
        results.undo(uuid, 0, "Petra", AT)
    assert len(seen(database, uuid).changes) == 1


def test_of_two_changes_at_once_one_is_refused(database: Database) -> None:
    uuid, results = stored(database), Results(database)

    def change(score: int) -> bool:
        try:
            results.change(uuid, 0, GameResult((score, 2), (0,)), "Olga", "why", AT)
        except ChangedMeanwhileError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(change, range(100, 104))) == [False, False, False, True]
    game = seen(database, uuid)
    assert [one.after for one in game.changes] == [game.result]


@pytest.mark.parametrize(
    ("result", "reason", "sentence"),
    [
        (GameResult((1, 2), (0,)), " ", "Say why"),
        (GameResult((1, 2), (0,)), "x" * 301, "at most 300"),
        (GameResult((1,), (0,)), "why", "other seats"),
        (GameResult((1, 2), (2,)), "why", "other seats"),
        (GameResult((float("nan"), 2), ()), "why", "score of seat 1"),
        (GameResult((1, 1e9), ()), "why", "score of seat 2"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, result: GameResult, reason: str, sentence: str) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    uuid = stored(database)
    with pytest.raises(RequestError, match=sentence):
        Results(database).change(uuid, 0, result, "Olga", reason, AT)
    with pytest.raises(RequestError, match="already"):
        Results(database).change(uuid, 0, seen(database, uuid).result, "Olga", "why", AT)
    with pytest.raises(RequestError, match="Nothing was changed"):
        Results(database).undo(uuid, 0, "Olga", AT)


def test_games_are_found_by_player_table_and_kind(database: Database) -> None:
    one = stored(database, names=("Ann", "Bob"))
    two = stored(database, table="table-2", names=("Cleo", "Ann"))
    three = stored(database, table="table-2", names=("Bob", "Cleo"), kind="davinci")
    results = Results(database)

    def found(**wanted: str) -> list[str]:
        return [game.id for game in results.page(Filter(**wanted))[0]]

    assert found() == [three, two, one]
    assert found(player="Ann") == [two, one]
    assert found(table="table-2", player="Ann") == [two]
    assert found(game="davinci") == [three]
    assert found(player="ann' OR 1=1 --") == []
    first, _ = results.page(Filter())
    assert [game.id for game in results.page(Filter(), first[0].number)[0]] == [two, one]
    assert results.kinds_and_tables() == (["davinci", "mastermind"], ["table-1", "table-2"])


def test_wins_and_ratings_follow_the_results(database: Database) -> None:
    players, results = Players(database), Results(database)
    first = stored(database, names=("Ann", "Bob"))
    results.change(first, 0, GameResult((1, 0), (0,)), "Olga", "so that it is known", AT)
    for machine in ("Machine", "Machine2", "Somebody"):
        stored(database, names=("Ann", machine))

    def known() -> dict[str, tuple[int, int, dict[str, Rated]]]:
        return {one.name: (one.games, one.wins, one.ratings) for one in players.all()}

    assert {*known()} == {"Ann", "Bob"}, "the machine is no player"
    ann, bob = known()["Ann"], known()["Bob"]
    assert ann[2].keys() == {"mastermind"}
    assert ann[2]["mastermind"].games == 1, "games against the machine are not rated"
    assert ann[2]["mastermind"].rating > bob[2]["mastermind"].rating
    results.change(first, seen(database, first).version, GameResult((0, 1), (1,)), "Olga", "the other way", AT)
    assert known()["Bob"][1:] == (1, ann[2]), "as if it had been so from the first"
    assert known()["Ann"][2] == bob[2]
    results.change(first, seen(database, first).version, GameResult((0, 1), (1,), struck=True), "Olga", "void", AT)
    assert known()["Bob"] == (0, 0, {})
    results.undo(first, seen(database, first).version, "Olga", AT)
    second = stored(database, names=("Ann", "Bob"))
    results.change(second, 0, GameResult((2, 2), (0, 1)), "Olga", "a draw", AT)
    assert known() == {one.name: (one.games, one.wins, one.ratings) for one in Players(database).all()}
    assert known()["Bob"][2]["mastermind"].games == 2


NAME = "O'Neil"


async def in_a_tournament(database: Database, name: str) -> None:
    """Who plays one, and has led it."""
    tournaments = Tournaments(database)
    uuid = (await tournaments.create(Created("Cup", "swiss", "mastermind"), name)).id
    await tournaments.note(uuid, Added(("Ann", name)), "Olga")


def test_a_name_that_is_forgotten_is_nowhere_and_does_not_come_back(database: Database) -> None:
    games = [arrived(names=(NAME, "Bob")), arrived(names=("Bob", NAME)), arrived(names=("Bob", "Ann"))]
    made = [one for game in games if isinstance(one := checked(game), NewGame)]
    database.store(made)
    asyncio.run(in_a_tournament(database, NAME))
    results, players = Results(database), Players(database)
    results.change(made[0].id, 0, GameResult((7, 7), (0,)), "Olga", f"so says {NAME.upper()}", AT)
    results.change(made[2].id, 0, GameResult((7, 7), (0,)), NAME, f"{NAME}'s game", AT)
    assert NAME in {one.name for one in players.all()}
    before = [json.loads(one.line) for one in made]
    assert forget(database, NAME, "Olga") == 2
    assert database.sweep()
    assert not database.sweep()
    assert {one.name for one in players.all()} == {"Ann", "Bob"}
    lines = [one["line"] for one in written(database)]
    assert [one["players"] for one in lines] == [["Somebody", "Bob"], ["Bob", "Somebody"], ["Bob", "Ann"]]
    assert [one | {"players": ()} for one in lines] == [one | {"players": ()} for one in before]
    assert seen(database, made[0].id).changes[0].reason == "so says Somebody"
    assert seen(database, made[2].id).changes[0].by == "Somebody"
    assert seen(database, made[0].id).result == GameResult((7, 7), (0,)), "the games stay for the others"
    assert database.store(made).duplicates == {one.id for one in made}
    with database.reading() as connection:
        for table in sql.inspect(connection).get_table_names():
            for row in connection.execute(sql.text(f'SELECT * FROM "{table}"')):
                assert NAME.casefold() not in str(tuple(row)).casefold(), table
    with pytest.raises(RequestError, match="knows nobody"):
        forget(database, NAME, "Olga")


def test_no_byte_of_a_forgotten_name_stays_in_the_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    database = Database(url, patience=0)
    database.migrate()
    for seed in range(40):
        stored(database, names=("Bob", "Wilhelmina") if seed % 3 else ("Wilhelmina", "Bob"), seed=seed)

    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as raw:
        # Many SQLites wipe what is deleted, and others leave it in the page.
        raw.execute("PRAGMA secure_delete = OFF")
        raw.execute("INSERT INTO organiser (name, password) VALUES ('Wilhelmina', '')")
        raw.commit()
        raw.execute("DELETE FROM organiser")
        raw.commit()

    def is_there() -> bool:
        return b"Wilhelmina" in b"".join(one.read_bytes() for one in tmp_path.iterdir())

    with database.reading() as others:
        others.exec_driver_sql("BEGIN")
        assert others.exec_driver_sql("SELECT count(*) FROM seat").scalar() == 80
        assert forget(database, "Wilhelmina", "Olga") == 40
        with pytest.raises(DatabaseError, match="read by others"):
            database.sweep()
        assert is_there()
        others.rollback()
        # It stays open, as a club's does that runs.
        assert database.sweep()
        assert not is_there()


def test_somebody_is_forgotten_on_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    database = Database(url)
    database.migrate()
    stored(database, names=("Wilhelmina", "Bob"))
    words = [*COMPANION, "club", "forget", "Wilhelmina", "--database", url]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "Wilhelmina is forgotten, and called Somebody in 1 games.\n"
    assert not database.sweep(), "the file is clean already"
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "The club knows nobody called Wilhelmina.\n")


def test_who_is_no_player_or_an_organiser_is_not_forgotten(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    stored(database, names=("Olga", "Machine"))
    Organisers(database).set_password("Olga", "correct horse")
    with pytest.raises(RequestError, match="organiser"):
        forget(database, "Olga", "Petra")
    for name in ("Machine", "Somebody", "Nobody"):
        with pytest.raises(RequestError):
            forget(database, name, "Olga")


def test_games_of_a_club_that_was_there_before_have_their_kind(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    url = f"sqlite:///{tmp_path}/club.sqlite3"
    config, engine = Config(), sql.create_engine(url)
    config.set_main_option("script_location", "companion/club/migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        game = checked(arrived())
        assert isinstance(game, NewGame)
        row = {"id": game.id, "club_table": game.table, "received": AT, "corrected": False, "line": game.line}
        connection.execute(sql.insert(sql.table("game", *(sql.column(name) for name in row))).values(row))
    engine.dispose()
    database = Database(url)
    database.migrate()
    assert [one.kind for one in Results(database).page(Filter())[0]] == ["mastermind"]
