"""Tournaments in a database and at the tables of a club: orders, reports and results, however often the club is killed."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sql
from msgspec import structs

from companion.club.database import Database, GameResult, NewGame
from companion.club.results import Results
from companion.club.tournament import (
    Added,
    Assigned,
    ClockStarted,
    Closed,
    Created,
    Entered,
    Finished,
    OrderedAgain,
    Recalled,
    Released,
    Reopened,
    TableChanged,
    Tournament,
    next_round,
)
from companion.club.tournaments import Ordered, Tournaments, forget
from companion.core.errors import RequestError, RuleError
from tests.club.brokers import Broker, Peer, peer
from tests.club.games import line
from tests.club.running import RunningClub, club
from tests.club.site import site
from tests.club.test_club import game as sent_game
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.process]

CUP = Created("Cup", "swiss", "mastermind", minutes=20)


class Tables:
    """What a broker would have retained for the tables."""

    def __init__(self) -> None:
        self.orders: dict[str, bytes] = {}
        self.is_connected = True

    def publish(self, table: str, payload: bytes) -> bool:
        if self.is_connected:
            self.orders[table] = payload
        return self.is_connected

    def order(self, table: str) -> str:
        """The id of its order; empty for none."""
        return str(json.loads(self.orders[table])["order"]) if self.orders.get(table) else ""


async def begun(known: Tournaments, *names: str, tables: int = 2) -> Tournament:
    """A tournament whose first round is released."""
    uuid = (await known.create(CUP, "olga")).id
    await known.note(uuid, Added(names), "olga")
    await known.note(uuid, Assigned(tuple(f"table-{number + 1}" for number in range(tables))), "olga")
    await known.note(uuid, next_round(known.get(uuid)), "olga")
    return await known.note(uuid, Released(), "olga")


def played(table: str, order: str, winner: int = 0, seats: int = 2) -> NewGame:
    names = ("Ann", "Bob", "Cleo")[:seats]
    return NewGame(str(uuid4()), table, order, "{}", 1.0, names, (1.0, 0.0, 0.0)[:seats], (winner,), "mastermind")


async def test_events_are_kept_and_two_organisers_cannot_both_release(database: Database) -> None:
    known = Tournaments(database)
    one = await begun(known, "Ann", "Bob", "Cleo")
    await known.note(one.id, Entered(0, 0, (1, 2)), "olga")
    await known.note(one.id, Closed(), "otto")
    await known.note(one.id, next_round(known.get(one.id)), "otto")
    done = await asyncio.gather(
        *(known.note(one.id, Released(), who) for who in ("olga", "otto", "eve")), return_exceptions=True
    )
    assert sorted(isinstance(each, RuleError) for each in done) == [False, True, True]
    again = Tournaments(database)
    assert again.all() == known.all() == [known.get(one.id)]
    trail = again.trail(one.id)
    assert [each.number for each in trail] == list(range(len(trail)))
    assert [each.who for each in trail][:7] == ["olga"] * 6 + ["otto"]
    for wrong in (str(uuid4()), "x", "\0", one.id.upper()):
        with pytest.raises(RequestError, match="no such tournament"):
            again.get(wrong)


async def test_orders_follow_the_round_and_a_game_brings_its_result_once(database: Database) -> None:
    tables = Tables()
    known = Tournaments(database, tables.publish)
    one = await begun(known, "Ann", "Bob", "Cleo", "Dan")
    await known.settle()
    first, second = one.rounds[0].pairings
    assert (tables.order("table-1"), tables.order("table-2")) == (first.order, second.order)
    # Games of nobody's order, of another table, or of other players bring no result.
    database.store(
        [played("table-9", first.order), played("table-1", str(uuid4())), played("table-2", second.order, seats=3)]
    )
    await known.settle()
    assert known.get(one.id) == one
    brings = played("table-1", first.order, winner=1)
    database.store([brings, played("table-1", first.order)])
    for _ in range(2):
        await known.settle()
        seating = known.get(one.id).rounds[0].pairings[0]
        assert (seating.places, seating.game) == ((2, 1), brings.id)
        assert (tables.order("table-1"), tables.order("table-2")) == ("", second.order)
    assert [each.who for each in known.trail(one.id)][-1] == "table-1"
    # The other table is swapped for another box.
    moved = await known.note(one.id, TableChanged(1, "table-5"), "olga")
    await known.settle()
    assert (tables.orders["table-2"], tables.order("table-5")) == (b"", moved.rounds[0].pairings[1].order)
    database.store([played("table-2", second.order)])
    await known.settle()
    assert known.get(one.id) == moved, "that was the order before"
    await known.note(one.id, Entered(0, 1, (1, 1)), "olga")
    await known.note(one.id, Closed(), "olga")
    await known.settle()
    assert {*tables.orders.values()} == {b""}


async def test_a_correction_of_a_game_is_one_of_the_tournament_in_the_same_moment(database: Database) -> None:
    tables, results = Tables(), Results(database)
    known = Tournaments(database, tables.publish)
    one = await begun(known, "Ann", "Bob", "Cleo", "Dan")
    first, second = one.rounds[0].pairings
    by_order, by_hand = played("table-1", first.order), played("table-2", second.order)
    by_order, by_hand = (structs.replace(game, line=json.dumps(line(names=game.names))) for game in (by_order, by_hand))
    await known.note(one.id, Entered(0, 1, (1, 1)), "olga")
    database.store([by_order, by_hand])
    await known.settle()

    def change(game: NewGame, winners: tuple[int, ...], at: float, *, struck: bool = False) -> str | None:
        seen = results.game(game.id)
        assert seen is not None
        return results.change(game.id, seen.version, GameResult((0, 7), winners, struck), "otto", "why", at)

    assert change(by_order, (1,), 5.0) == one.id
    after = known.get(one.id)
    assert after.rounds[0].pairings[0].places == (2, 1)
    assert after.standings[0].player == first.players[1]
    last = known.trail(one.id)[-1]
    assert (last.who, last.at) == ("otto", 5.0)
    await known.settle()
    assert known.get(one.id) == after, "what is so already is not written down again"
    assert (known.ordered(first.order), known.ordered("x")) == (Ordered(after, 0, 0), None)
    # A result that was entered by hand is not the game's, and a change that says the same changes nothing.
    assert change(by_hand, (0,), 6.0) is None
    assert change(by_order, (0, 1), 7.0) == one.id
    assert change(by_order, (), 8.0) == one.id
    await known.note(one.id, Closed(), "olga")
    assert change(by_order, (), 9.0, struck=True) == one.id
    await known.settle()
    assert tables.order("table-1") == "", "the table is not asked to play it again"
    with pytest.raises(RuleError, match="waits for the result"):
        next_round(known.get(one.id))
    seen = results.game(by_order.id)
    assert seen is not None
    assert results.undo(by_order.id, seen.version, "otto", 10.0) == one.id
    assert known.get(one.id).rounds[0].pairings[0].places == (2, 1)
    assert Tournaments(database).get(one.id) == known.get(one.id)


async def test_a_tournament_that_is_deleted_while_it_is_read_is_not_there(database: Database) -> None:
    one = await begun(Tournaments(database), "Xenia", "Bob")
    known, other = Tournaments(database), Tournaments(database)
    deleting: list[str] = []

    def delete_first(*args: Any) -> None:
        if "FROM tournament_event" in args[2] and not deleting:
            deleting.append(one.id)
            other._delete(one.id, "olga")

    sql.event.listen(sql.Engine, "before_cursor_execute", delete_first)
    try:
        assert known.all() == []
    finally:
        sql.event.remove(sql.Engine, "before_cursor_execute", delete_first)
    assert deleting == [one.id]


async def test_a_tournament_that_is_deleted_is_nowhere_and_its_tables_are_free(database: Database) -> None:
    tables = Tables()
    known = Tournaments(database, tables.publish)
    one, other = await begun(known, "Xenia", "Bob"), await begun(known, "Ann", "Bob", tables=1)
    await known.settle()
    order = one.rounds[0].pairings[0].order
    assert tables.order("table-1") == order
    known.take_report("table-1", b'{"v": 1, "order": "%s", "is": "refused", "why": "Xenia?"}' % order.encode())
    await known.settle()
    # A game of it is stored, and it is deleted while the club looks for results.
    database.store([played("table-1", order)])
    turn = known.turn(one.id)
    await asyncio.gather(known.settle(), known.delete(one.id, "olga"))
    assert known.turn(one.id) > turn, "pages that follow hear of it"
    await known.settle()
    order = other.rounds[0].pairings[0].order
    assert tables.order("table-1") == order
    for why in ("before", "after"):
        report = b'{"v": 1, "order": "%s", "is": "refused", "why": "Xenia %s"}' % (order.encode(), why.encode())
        known.take_report("table-1", report)
        if why == "before":
            await known.delete(other.id, "olga")
    await known.settle()
    assert tables.order("table-1") == ""
    assert (known.all(), Tournaments(database).all()) == ([], [])
    with pytest.raises(RequestError, match="no such tournament"):
        known.get(one.id)
    with pytest.raises(RequestError, match="no such tournament"):
        await known.delete(one.id, "olga")
    with database.reading() as connection:
        for table in sql.inspect(connection).get_table_names():
            rows = connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()
            assert "Xenia" not in str(rows), table
    assert database.sweep()
    assert len([*database.games()]) == 1, "the games stay"


async def test_a_finished_tournament_that_is_opened_again_plays_on(database: Database) -> None:
    tables = Tables()
    known = Tournaments(database, tables.publish)
    one = await begun(known, "Ann", "Bob")
    for event in (Entered(0, 0, (1, 2)), Closed(), Finished(), Reopened(), Reopened(), OrderedAgain(0)):
        await known.note(one.id, event, "olga")
    again = Tournaments(database, tables.publish)
    await again.settle()
    assert tables.order("table-1") == known.get(one.id).rounds[0].pairings[0].order
    await again.note(one.id, Recalled(), "olga")
    await again.settle()
    assert tables.order("table-1") == ""


async def test_a_correction_of_a_game_that_was_ordered_again_changes_nothing(database: Database) -> None:
    known = Tournaments(database)
    one = await begun(known, "Ann", "Bob")
    game = played("table-1", one.rounds[0].pairings[0].order)
    database.store([structs.replace(game, line=json.dumps(line(names=game.names)))])
    await known.settle()
    before = await known.note(one.id, OrderedAgain(0), "olga")
    assert Results(database).change(game.id, 0, GameResult((0, 7), (1,)), "olga", "why", 5.0) is None
    assert known.get(one.id) == before


async def test_a_club_that_was_killed_misses_neither_orders_nor_results(database: Database) -> None:
    tables = Tables()
    known = Tournaments(database, tables.publish)
    one = await begun(known, "Ann", "Bob", "Cleo", "Dan")
    first, second = one.rounds[0].pairings
    database.store([played("table-1", first.order)])
    # It was killed before it looked, and the broker is away when it is back.
    tables.is_connected = False
    again = Tournaments(database, tables.publish)
    await again.settle()
    assert again.get(one.id).rounds[0].pairings[0].places == (1, 2)
    assert tables.orders == {}
    tables.is_connected = True
    again.connected()
    assert (tables.order("table-1"), tables.order("table-2")) == ("", second.order)
    await again.note(one.id, Entered(0, 1, (1, 2)), "olga")
    await again.note(one.id, Closed(), "olga")
    await again.note(one.id, Finished(), "olga")
    third = Tournaments(database, tables.publish)
    await third.settle()
    assert tables.orders == {"table-1": b"", "table-2": b""}, "it was killed before it cleared them"


async def test_what_a_table_says_of_its_order_is_kept(database: Database) -> None:
    known = Tournaments(database)
    one = await begun(known, "Ann", "Bob", "Cleo", "Dan")
    await known.settle()
    first, second = one.rounds[0].pairings
    text = '{"v": 1, "order": "%s", "is": "refused", "why": "No such <b>game\\n</b>."}'
    turn = known.turn(one.id)
    known.take_report("table-2", (text % first.order).encode())
    known.take_report("table-1", b"nonsense")
    known.take_report("table-1", (text % str(uuid4())).encode())
    assert (known.said(first), known.turn(one.id)) == (None, turn)
    waiting = asyncio.create_task(known.until_changed(one.id, turn, PATIENCE))
    await asyncio.sleep(0)
    known.take_report("table-1", (text % first.order).encode())
    assert await waiting == turn + 1
    for _ in range(100):
        known.take_report("table-1", (text % first.order).encode())
    assert known.turn(one.id) == turn + 1, "a table that says the same again changes nothing"
    await known.settle()
    again = Tournaments(database)
    await again.settle()
    found = again.said(first)
    assert found is not None
    assert (found.said, found.why) == ("refused", "No such <b>game</b>.")
    assert again.said(second) is None
    known.close()
    assert await known.until_changed(one.id, 0, PATIENCE) is None


async def test_the_deadline_goes_to_the_tables_and_an_older_tournament_comes_first(database: Database) -> None:
    tables = Tables()
    known = Tournaments(database, tables.publish)
    one = await begun(known, "Ann", "Bob", tables=1)
    other = await begun(known, "Cleo", "Dan", tables=1)
    running = await known.note(one.id, ClockStarted(), "olga")
    await known.settle()
    assert f'"deadline":{running.deadline}' in tables.orders["table-1"].decode()
    await known.note(one.id, Entered(0, 0, (1, 2)), "olga")
    await known.settle()
    assert tables.order("table-1") == other.rounds[0].pairings[0].order


async def test_somebody_who_is_forgotten_has_no_name_in_any_event(database: Database) -> None:
    known = Tournaments(database)
    one = await begun(known, "Ann", "Bob")
    await known.note(one.id, Added(("ANNA",)), "olga")
    with database.writing() as connection:
        assert forget(connection, "ann") == 1
        assert forget(connection, "Nobody") == 0
    names = ["Somebody 1", "Bob", "ANNA"]
    assert [player.name for player in known.get(one.id).players] == names
    assert all('"Ann"' not in str(each.event) for each in known.trail(one.id))


def test_drafts_are_for_organisers_and_released_rounds_for_everybody(tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    made.migrate()
    one = asyncio.run(_drafted(made))
    with site(made) as served:
        everybody, organiser = served.visitor(), served.organiser()
        seen, own = (json.loads(who.get(f"/api/tournaments/{one.id}").text) for who in (everybody, organiser))
        assert {table["table"] for table in own.pop("draft")} == {"table-1", "table-2"}
        assert seen == own
        assert "draft" not in seen
        assert (seen["state"], seen["round"], seen["rounds_planned"]) == ("between rounds", 1, None)
        assert [row["place"] for row in seen["standings"]] == [1, 1, 3, 3]
        assert {pairing["table"] for pairing in seen["rounds"][0]["pairings"]} == {"table-1", "table-2"}
        (head,) = json.loads(everybody.get("/api/tournaments").text)
        assert (head["id"], head["players"], head["game"]) == (one.id, 4, "mastermind")
        assert everybody.get("/api/tournaments/none").status == 404


async def _drafted(database: Database) -> Tournament:
    known = Tournaments(database)
    one = await begun(known, "Ann", "Bob", "Cleo", "Dan")
    for at in range(2):
        await known.note(one.id, Entered(0, at, (1, 2)), "olga")
    await known.note(one.id, Closed(), "olga")
    return await known.note(one.id, next_round(known.get(one.id)), "olga")


# A real broker and a real club


async def test_a_real_club_orders_and_takes_results_when_it_was_killed_between(at: Broker, tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    one = await begun(Tournaments(database), "Ann", "Bob", "Cleo", "Dan")
    first, second = one.rounds[0].pairings
    with club(at, f"sqlite:///{tmp_path}/club.sqlite3") as running:
        async with peer(at, "tables", "companion/#") as tables:
            await tables.until(partial(_has_order, tables, 2))
            order = tables.on("companion/table-1/order")[-1]
            assert order.json | {"order": ""} == {
                "v": 1, "order": "", "do": "play", "game": "mastermind", "options": {}, "deadline": None, "round": "Round 1",
                "players": list(one.names(first)), "text": f"Table 1: {' and '.join(one.names(first))}",
            }  # fmt: skip
            tables.say("companion/table-2/orders", {"v": 1, "order": second.order, "is": "shown"})
            await _until(running, one.id, lambda pairings: pairings[1]["order"] == "shown")
            uuid = str(uuid4())
            running.kill()
            # While it is away, one game is sent, and the other was stored before it was killed.
            database.store([structs.replace(played("table-2", second.order))])
            tables.say("companion/table-1/games", sent_game(uuid, order=first.order))
            running.start()
            await _until(running, one.id, lambda pairings: all(each["points"] for each in pairings))
            await tables.until(lambda: tables.on("companion/table-1/order")[-1].text == "")
            await tables.until(lambda: tables.on("companion/table-2/order")[-1].text == "")
            assert running.end()[0] == 0
            found = Tournaments(database).get(one.id)
            assert [each.game is not None for each in found.rounds[0].pairings] == [True, True]
            assert found.rounds[0].pairings[0].game == uuid
    database.close()


def _has_order(tables: Peer, count: int) -> bool:
    return sum(bool(tables.on(f"companion/table-{number}/order")) for number in (1, 2)) == count


async def _until(running: RunningClub, uuid: str, holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds((await asyncio.to_thread(running.json, f"/api/tournaments/{uuid}"))["rounds"][0]["pairings"]):
            await asyncio.sleep(0)
