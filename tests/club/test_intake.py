"""Games into the database, where the database takes some of them alone."""

import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sql

from companion.club.database import Database
from companion.club.intake import QUEUED, QUEUED_OF_A_TABLE, Intake
from companion.club.wire import MAX_PAYLOAD_BYTES, Ack
from tests.club.games import arrived
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.process]

REFUSING = {
    "sqlite": """CREATE TRIGGER refusing BEFORE INSERT ON seat WHEN NEW.name = 'Eve'
                 BEGIN SELECT RAISE(ABORT, 'not her'); END""",
    "postgresql": "ALTER TABLE seat ADD CONSTRAINT not_her CHECK (name <> 'Eve')",
}


async def test_a_game_that_the_database_never_takes_does_not_stop_the_others(database_url: str) -> None:
    database = Database(database_url)
    database.migrate()
    with database.writing() as connection:
        connection.execute(sql.text(REFUSING[connection.dialect.name]))
    acks: list[tuple[str, Ack]] = []
    came = asyncio.Event()

    def send(table: str, ack: Ack) -> None:
        acks.append((table, ack))
        came.set()

    intake = Intake(database, send)
    games = [arrived(), arrived(names=("Eve",)), arrived("table-2"), arrived("table-2", names=("Eve",)), arrived()]
    for one in (*games, games[0]):
        intake.take(one.table, one.payload)
    running = asyncio.create_task(intake.run())
    async with asyncio.timeout(PATIENCE):
        while len(acks) < 2:
            await came.wait()
            came.clear()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    ids = [json.loads(one.payload)["id"] for one in games]
    found = dict(acks)
    assert found["table-1"].ids == (ids[0], ids[4])
    assert {*found["table-1"].refused} == {ids[1]}
    assert found["table-2"].ids == (ids[2],)
    (reason,) = found["table-2"].refused.values()
    assert "database does not take it" in reason
    assert [each.id for each in database.games()] == [ids[0], ids[2], ids[4]]
    assert (intake.counts.received, intake.counts.duplicates, intake.counts.refused) == (3, 1, 2)


def test_a_table_that_floods_keeps_no_other_from_being_heard(tmp_path: Path) -> None:
    intake = Intake(Database(f"sqlite:///{tmp_path}/club.sqlite3"), lambda _table, _ack: None)
    for _ in range(QUEUED):
        intake.take("flood", b"{}")
    for _ in range(20):
        intake.take("large", b"x" * MAX_PAYLOAD_BYTES)
    game = arrived()
    intake.take(game.table, game.payload)
    waiting = [one.table for one in intake.waiting]
    assert waiting == ["flood"] * QUEUED_OF_A_TABLE + ["large"] * 4 + [game.table]


async def test_what_a_table_sent_is_heard_again_once_it_is_stored(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    acks: list[str] = []
    came = asyncio.Event()

    def send(_table: str, ack: Ack) -> None:
        acks.extend(ack.ids)
        came.set()

    intake = Intake(database, send)
    running = asyncio.create_task(intake.run())
    for _ in range(2):
        games = [arrived(seed=seed) for seed in range(QUEUED_OF_A_TABLE + 1)]
        for one in games:
            intake.take(one.table, one.payload)
        async with asyncio.timeout(PATIENCE):
            while len(acks) < QUEUED_OF_A_TABLE:
                await came.wait()
                came.clear()
        assert acks == [json.loads(one.payload)["id"] for one in games[:-1]]
        acks.clear()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
