"""The club as others see it: a table of a test says things at a real broker, and the club's commands and addresses answer."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from companion.club.wire import WINDOW
from tests.club.brokers import Broker, Peer, broker, peer
from tests.club.databases import Cluster
from tests.club.games import line
from tests.club.running import club, simulated_table, until_paid
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.process]

ALL = ("companion/#",)


def game(uuid: str, table: str = "table-1", **more: Any) -> dict[str, Any]:
    return {"v": 1, "id": uuid, "table": table, "order": None, "line": line(), "unknown": True} | more


async def acked(table: Peer, count: int, name: str = "table-1") -> list[Any]:
    """So many acks of a table, once they have come."""
    await table.until(lambda: len(table.on(f"companion/{name}/ack")) >= count)
    return [one.json for one in table.on(f"companion/{name}/ack")]


async def test_a_game_is_stored_once_and_acknowledged_always(at: Broker, database_url: str) -> None:
    with club(at, database_url) as running:
        async with peer(at, "table-1", *ALL) as table:
            await table.until(lambda: [one.text for one in table.on("companion/club/availability")] == ["online"])
            one, other = str(uuid4()), str(uuid4())
            table.say("companion/table-1/games", game(one))
            assert (await acked(table, 1))[0] == {"v": 1, "ids": [one], "refused": {}, "again": False}
            assert [each["id"] for each in running.games()] == [one], "it was committed before"
            table.say("companion/table-1/games", game(one))
            assert (await acked(table, 2))[1]["ids"] == [one]
            table.say("companion/table-1/games", game(other, order="round 2"))
            await acked(table, 3)
            stored = running.games()
            assert [(each["id"], each["table"], each["order"], each["corrected"]) for each in stored] == [
                (one, "table-1", None, False),
                (other, "table-1", "round 2", False),
            ]
            assert stored[0]["line"] == line()
            assert running.json("/api/games") == stored
            assert [each["id"] for each in running.json(f"/api/games?after={one}&limit=5")] == [other]
            names = {player["name"]: player["games"] for player in running.json("/api/players")}
            assert names == dict.fromkeys(line()["players"], 2)
            counts = running.get("/metrics")
            assert "\ncompanion_club_games_received_total 2\n" in counts
            assert "\ncompanion_club_games_duplicate_total 1\n" in counts
            status, seconds = running.end()
            assert (status, seconds < 5.0) == (0, True)
            await table.until(lambda: table.on("companion/club/availability")[-1].text == "offline")


async def test_what_is_no_game_is_refused_or_dropped_and_the_club_goes_on(at: Broker, tmp_path: Path) -> None:
    with club(at, f"sqlite:///{tmp_path}/club.sqlite3") as running:
        async with peer(at, "tables", *ALL) as tables:
            await tables.until(lambda: bool(tables.on("companion/club/availability")))
            uuids = [str(uuid4()) for _ in range(4)]
            topic = "companion/table-1/games"
            wrong = line() | {"result": {"scores": [9, 9], "winners": [0]}}
            for dropped in ("nonsense", "[]", {"v": 1, "id": "no-uuid", "table": "table-1", "order": None, "line": {}}):
                tables.say(topic, dropped)
            tables.say(topic, game(uuids[0], v=2))
            tables.say(topic, game(uuids[0], line=wrong))
            tables.say(topic, game(uuids[1], table="table-2"))
            tables.say(topic, game(uuids[2], order="\0"))
            tables.say(topic, game(uuids[3]))
            tables.say("companion/table-2/games", game(uuids[3], table="table-2"))
            tables.say("companion/club/games", game(str(uuid4()), table="club"))
            tables.say("companion/Table/games", game(str(uuid4()), table="Table"))
            await tables.until(
                lambda: (
                    any(uuids[3] in one.json["ids"] for one in tables.on("companion/table-1/ack"))
                    and bool(tables.on("companion/table-2/ack"))
                )
            )
            refused: dict[str, str] = {}
            for ack in tables.on("companion/table-1/ack"):
                refused |= ack.json["refused"]
            assert {*refused} == {*uuids[:3]}
            assert "does not agree" in refused[uuids[0]]
            assert {*tables.on("companion/table-2/ack")[-1].json["refused"]} == {uuids[3]}
            assert [each["id"] for each in running.games()] == [uuids[3]]
            assert running.status("/api/games?limit=many") == 400


async def test_the_hall_knows_every_table_also_after_a_restart(at: Broker, tmp_path: Path) -> None:
    state = {
        "v": 1, "at": 1.0, "software": "0", "phase": "game", "game": "mastermind", "edition": None, "title": "Mastermind",
        "order": None, "round": None, "places": [{"place": 0, "name": "Ann", "kind": "person", "score": 2}],
        "to_act": [0], "since": 1.0, "moves": 3, "said": "Ann <b>guesses</b>.", "fault": None,
    }  # fmt: skip
    with club(at, f"sqlite:///{tmp_path}/club.sqlite3") as running:
        async with peer(at, "tables", *ALL) as tables:
            tables.say("companion/table-2/state", state, qos=0, retain=True)
            tables.say("companion/table-1/availability", "online", retain=True)
            tables.say("companion/table-2/availability", "online", retain=True)
            tables.say("companion/table-1/state", {"v": 1, "phase": "asleep"}, retain=True)
            for _ in range(2):
                async with asyncio.timeout(PATIENCE):
                    while "online 2\n" not in running.get("/metrics"):
                        await asyncio.sleep(0)
                first, second = running.json("/api/tables")
                assert first == {"table": "table-1", "online": True, "state": None}
                assert (second["table"], second["state"]) == ("table-2", state)
                running.kill()
                running.start()


@pytest.mark.parametrize(
    ("kept", "tables", "games"),
    [
        ("max_queued_messages 10", 2, 30),
        # Mosquitto keeps 1,000 messages where it is not told otherwise; it has acknowledged 1,500 then.
        pytest.param("", 75, 20, marks=pytest.mark.slow),
    ],
)
async def test_more_games_than_the_broker_keeps_for_a_club_that_is_away(
    tmp_path: Path, kept: str, tables: int, games: int
) -> None:
    """The broker acknowledges more than it keeps. Every game arrives nevertheless, once."""
    folder = tmp_path / "broker"
    folder.mkdir()
    database = f"sqlite:///{tmp_path}/club.sqlite3"
    async with AsyncExitStack() as stack:
        at = stack.enter_context(broker(folder, f"allow_anonymous true\n{kept}"))
        running = stack.enter_context(club(at, database))
        others = await stack.enter_async_context(peer(at, "others", *ALL))
        await others.until(lambda: [each.text for each in others.on("companion/club/availability")] == ["online"])
        running.kill()
        await others.until(lambda: others.on("companion/club/availability")[-1].text == "offline")
        playing = [
            await stack.enter_async_context(simulated_table(tmp_path, f"table-{number}", at))
            for number in range(tables)
        ]
        for number, table in enumerate(playing):
            for seed in range(games):
                await table.play(100 * number + seed)
        # The whole windows went to the broker, which has answered them all.
        sent = tables * min(games, WINDOW)
        await others.until(lambda: len({one.payload for one in others.heard if one.topic.endswith("/games")}) == sent)
        running.start()
        await until_paid(playing)
        found = [(each["id"], each["table"]) for each in running.games()]
    assert len(found) == tables * games
    assert sorted(found) == sorted((uuid, table.name) for table in playing for uuid in table.played)


async def test_a_club_without_its_database_acknowledges_nothing_until_it_is_back(
    at: Broker, postgresql: Cluster
) -> None:
    with club(at, postgresql.new()) as running:
        async with peer(at, "table-1", *ALL) as table:
            await table.until(lambda: bool(table.on("companion/club/availability")))
            postgresql.kill()
            try:
                uuid = str(uuid4())
                table.say("companion/table-1/games", game(uuid))
                assert running.status("/api/games") == 503
                assert table.on("companion/table-1/ack") == []
                assert running.end()[1] < 5.0
                # A club that starts before its database waits for it.
                starting = asyncio.create_task(asyncio.to_thread(running.start))
            finally:
                postgresql.start()
            await starting
            table.say("companion/table-1/games", game(uuid))
            assert (await acked(table, 1))[0]["ids"] == [uuid]
            assert [each["id"] for each in running.games()] == [uuid]


async def test_games_wait_for_a_club_whose_disk_is_full(at: Broker, tmp_path: Path) -> None:
    with club(at, f"sqlite:///{tmp_path}/club.sqlite3") as running:
        async with simulated_table(tmp_path, "table-1", at) as table, peer(at, "others", *ALL) as others:
            await table.play(1)
            await until_paid([table])
            running.fill_disk(full=True)
            for seed in range(2, 6):
                await table.play(seed)
            await others.until(lambda: others.on("companion/table-1/games")[-1].json["id"] == table.played[-1])
            assert running.status("/metrics") == 200, "it goes on"
            assert [each["id"] for each in running.games()] == table.played[:1]
            assert len(others.on("companion/table-1/ack")) == 1
            running.fill_disk(full=False)
            await until_paid([table])
            assert [each["id"] for each in running.games()] == table.played


async def test_broker_and_club_are_killed_and_every_game_is_there_once(
    at: Broker, database_url: str, tmp_path: Path
) -> None:
    """Small: the long trial stands among the slow tests."""
    with club(at, database_url) as running:
        async with simulated_table(tmp_path, "table-1", at) as one, simulated_table(tmp_path, "table-2", at) as other:
            for seed in range(6):
                await one.play(seed)
                await other.play(100 + seed)
                if seed in (1, 3):
                    at.kill()
                    at.start()
                if seed in (2, 3):
                    running.kill()
                    running.start()
            await until_paid([one, other])
            lines = {each["id"]: each["table"] for each in running.games()}
            assert lines == dict.fromkeys(one.played, "table-1") | dict.fromkeys(other.played, "table-2")
            assert len(running.games()) == 12
