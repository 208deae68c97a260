"""The orders of a club, from the broker to the keys of a seat and back."""

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.club.orders import Orders
from companion.club.wire import Order
from companion.games.catalog import CATALOG
from companion.table.state import table_setup
from companion.ui.screens import TimeLeft
from companion.web.messages import Club
from tests.club.brokers import Broker, Peer, peer
from tests.club.test_table_link import ALL, play, table
from tests.room import Room
from tests.series import SERIES
from tests.until import until

pytestmark = [pytest.mark.anyio, pytest.mark.process]

TOPIC = "companion/table-1/order"


def order(uuid: str, **more: Any) -> dict[str, Any]:
    return {
        "v": 1, "order": uuid, "do": "play", "game": "mastermind", "options": {}, "players": ["Cleo", "Dan"], "round": "Round 2",
        "text": "Table 4: Cleo and Dan", "deadline": None,
    } | more  # fmt: skip


async def reports(club: Peer, count: int) -> list[tuple[str, str]]:
    """The first reports, as pairs of an order and what became of it."""
    await club.until(lambda: len(club.on("companion/table-1/orders")) >= count)
    return [(one.json["order"], one.json["is"]) for one in club.on("companion/table-1/orders")]


def state(club: Peer) -> Any:
    return club.on("companion/table-1/state")[-1].json


async def begin(made: Room) -> None:
    """Start what is ordered, by one key."""
    await made.press(1, "middle", True)
    await made.press(1, "middle", False)
    await until(lambda: made.table.state.opened.order != "", made.news)
    await until(lambda: made.view["game"] == "mastermind", made.news)


async def test_an_order_is_shown_at_every_seat_started_by_one_key_and_its_result_goes_back(
    at: Broker, tmp_path: Path
) -> None:
    async with peer(at, "club", *ALL) as club:
        club.say(TOPIC, order("first"), retain=True)
        async with table(tmp_path, at) as made:
            assert await reports(club, 1) == [("first", "shown")]
            for place in made.table.setup.places:
                assert made.table.front(place) == "order"
                assert "Cleo" in repr(made.table.screen(place).marks)
            await club.until(lambda: state(club)["order"] == "first")
            assert (state(club)["phase"], state(club)["round"]) == ("lobby", "Round 2")
            await begin(made)
            assert made.table.state.player_names == ("Cleo", "Dan")
            assert (await reports(club, 2))[1] == ("first", "started")
            await play(made, SERIES[1:])
            await club.until(lambda: bool(club.on("companion/table-1/games")))
            sent = club.on("companion/table-1/games")[0].json
            assert (sent["order"], sent["line"]["players"]) == ("first", ["Cleo", "Dan"])
            assert (await reports(club, 3))[2] == ("first", "finished")
            assert {one.json["id"] for one in club.on("companion/table-1/orders")[1:]} == {sent["id"]}
            await play(made, [(0, {"move": "lobby"})])
        # The broker keeps the order; the journal knows that it was played.
        async with table(tmp_path, at) as made:
            assert (await reports(club, 4))[3] == ("first", "finished")
            assert {made.table.front(place) for place in made.table.setup.places} == {"game"}


async def test_what_is_left_of_the_round_is_shown_in_place_of_the_think_time(at: Broker, tmp_path: Path) -> None:
    told: list[str | None] = []
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        made.hub.listen(lambda record: told.append(record.text) if isinstance(record, Club) else None)
        club.say(TOPIC, order("first"), retain=True)
        assert await reports(club, 1) == [("first", "shown")]
        await made.press(0, "left", True)
        await made.press(0, "left", False)
        while made.table.front(0) != "game":
            await made.news()
        # The clock is started: who has put the order aside is not asked again.
        club.say(TOPIC, order("first", deadline=time.time() + 3000), retain=True)
        while "minutes left." not in repr(told[-1:]):
            await asyncio.sleep(0)
        assert (made.table.front(0), made.table.front(1)) == ("game", "order")
        await begin(made)
        while "Round 2: " not in repr(told[-1:]):
            await asyncio.sleep(0)
        for place in made.table.setup.places:
            assert re.search(r"\b(50|49)m", repr(made.table.screen(place).marks))
            assert made.table.seat_moment(place).round_left in ("50m", "49m")
        club.say(TOPIC, order("first", deadline=time.time() - 1), retain=True)
        while told[-1] != "Round 2: time is over.":
            await asyncio.sleep(0)
        assert made.table.state.round_left == TimeLeft("0m", urgent=True)
        club.say(TOPIC, order("first"), retain=True)
        while made.table.state.round_left is not None:
            await asyncio.sleep(0)
        assert told[-1] is None
        said = b"".join(one.payload for one in club.heard if one.topic != TOPIC)
        assert b"minute" not in said, "what the broker is told does not depend on the time"


def test_a_table_looks_at_the_time_of_a_round_once_a_minute() -> None:
    now = [1_800_000_000.0]
    setup = table_setup(CATALOG, ("Ann", "Bob"), "open", "screens", switchable=False, new_seed=str)
    orders = Orders(lambda _: None, lambda: now[0])
    end = now[0] + 200
    sent = Order("first", "mastermind", players=("Cleo", "Dan"), round="Round 2", text="Table 4", deadline=end)
    orders.take(sent, None, setup)

    def shown() -> tuple[TimeLeft | None, float | None]:
        return orders.time_left, orders.until_next

    assert orders.sentence == "Next here: Table 4, Mastermind, Round 2. 4 minutes left."
    seen = []
    while (wait := orders.until_next) is not None:
        assert 0 < wait <= 60
        seen.append((orders.time_left, wait))
        now[0] += wait
    assert [(one.text, one.urgent, wait) for one, wait in seen if one] == [
        ("4m", False, 20.0), ("3m", False, 60.0), ("2m", False, 60.0), ("1m", True, 60.0),
    ]  # fmt: skip
    assert shown() == (TimeLeft("0m", urgent=True), None)
    assert str(orders.sentence).endswith("Round 2. Time is over.")
    now[0] = 1000.0
    assert shown() == (None, None), "a clock that was never set tells no time"
    now[0] = end - 30
    for far in (now[0] + 100_000, 1e300):
        orders.take(structs.replace(sent, deadline=far), None, setup)
        assert shown() == (None, None)
    orders.take(structs.replace(sent, deadline=-1e300), None, setup)
    assert shown() == (TimeLeft("0m", urgent=True), None)
    orders.withdraw()
    assert shown() == (None, None)


async def test_a_game_in_progress_goes_on_and_another_order_replaces_one_that_waits(at: Broker, tmp_path: Path) -> None:
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        await until(lambda: made.number is not None, made.news)
        await play(made, SERIES[:3])
        club.say(TOPIC, order("first"), retain=True)
        shown = asyncio.Event()
        made.hub.listen(lambda record: shown.set() if isinstance(record, Club) and "Eve" in str(record.text) else None)
        club.say(TOPIC, order("second", players=["Eve", "Finn"], text="Eve and Finn"), retain=True)
        await shown.wait()
        await play(made, SERIES[3:])
        assert club.on("companion/table-1/orders") == []
        await play(made, [(0, {"move": "lobby"})])
        assert await reports(club, 1) == [("second", "shown")]
        await begin(made)
        assert made.table.state.player_names == ("Eve", "Finn")
        await made.session._abandon()
        assert await reports(club, 3) == [("second", "shown"), ("second", "started"), ("second", "left")]


async def test_a_seat_can_put_the_order_aside_and_the_club_can_take_it_back(at: Broker, tmp_path: Path) -> None:
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        club.say(TOPIC, order("first"), retain=True)
        await reports(club, 1)
        await made.press(0, "left", True)
        await made.press(0, "left", False)
        while made.table.front(0) != "game":
            await made.news()
        assert made.table.front(1) == "order"
        club.say(TOPIC, "", retain=True)
        while made.table.front(1) != "game":
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "chess"}, "no game"),
        ({"game": "lobby"}, "no game"),
        ({"options": {"colours": 99, "nonsense": 1}}, ""),
        ({"players": ["Cleo"] * 2}, "one name"),
        ({"players": ["Cleo", "Dan", "Eve", "Finn"]}, "players"),
        ({"players": ["Cleo", "李\n"]}, "name"),
        ({"players": []}, "players"),
    ],
)
async def test_an_order_that_the_table_cannot_play_is_refused(
    at: Broker, tmp_path: Path, wrong: dict[str, Any], why: str
) -> None:
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        club.say(TOPIC, order("wrong", **wrong), retain=True)
        assert await reports(club, 1) == [("wrong", "refused")]
        said = club.on("companion/table-1/orders")[0].json["why"]
        assert why in said
        assert said.endswith(".")
        assert made.table.front(0) == "game"


async def test_what_is_no_order_changes_nothing(at: Broker, tmp_path: Path) -> None:
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        # It has subscribed before it says so.
        await club.until(lambda: bool(club.on("companion/table-1/availability")))
        for wrong in ("nonsense", {"v": 2, "order": "x", "game": "mastermind"}, order("x", do="dance"), {"v": 1}):
            club.say(TOPIC, wrong)
        club.say(TOPIC, order("right", text="<b>李 long " + "x" * 500))
        assert await reports(club, 1) == [("right", "shown")]
        assert made.table.screen(0).marks
