"""Games into the database, where the database takes some of them alone."""

import asyncio
import json

import pytest
import sqlalchemy as sql

from companion.club.database import Database
from companion.club.intake import Intake
from companion.club.wire import Ack
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
