"""What the touch interface of a seat is sent while the game waits for a device: the pause, and nothing of the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.seat import Place
from companion.table.effects import SeatAnswered
from companion.web.hub import Subscription
from companion.web.messages import DATA
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.seats.test_faults_at_the_table import AT_ONCE, plug, unplug
from tests.series import CODE_A, START, code
from tests.until import until

pytestmark = pytest.mark.anyio


class Card:
    """The touch card of one seat, and the data that it has got."""

    def __init__(self, line: Room, place: Place) -> None:
        self._page: Subscription[bytes] = line.hub.seat_feeds.page(place)
        line.pages.seat_data_wanted(place)
        self.data: dict[str, Any] = {}
        self.got: list[bytes] = []

    async def news(self) -> None:
        message = await self._page.next()
        assert message[1] == DATA
        self.got.append(message)
        self.data = json.loads(message[2:])


async def test_a_pause_replaces_the_game_and_takes_no_answer(tmp_path: Path) -> None:
    async with room(configured(tmp_path, hold_ms=3000), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        for move in (START, code(0, *CODE_A)):
            await pilot.play(*move)
        card = Card(line, 0)
        await until(lambda: card.data.get("number") == 2, card.news)
        assert card.data["view"]["code"] == list(CODE_A)
        seen = len(card.got)
        await unplug(line, 1)
        await until(lambda: "device" in card.data, card.news)
        assert set(card.data) == {"place", "device"}
        # The screen shows the sentence page by page; a page of a phone has room for all of it.
        pause = line.watch.pause
        assert pause is not None
        assert card.data["device"] == {"lines": [pause.text], "keys": ["", "Play on", "Phone"]}
        assert "seat 2" in pause.text
        assert not any(colour.encode() in message for message in card.got[seen:] for colour in CODE_A)
        line.put(SeatAnswered(1, "game", 2, {"move": "guess", "pegs": list(CODE_A)}))
        plug(line, 1, into=True)
        line.session.router.check()
        await until(lambda: card.data.get("number") == 2, card.news)
        assert card.data["view"]["rows"] == [], "no move is made in a pause"


async def test_nothing_is_made_for_a_seat_that_nobody_watches_by_touch(tmp_path: Path) -> None:
    async with room(configured(tmp_path, hold_ms=3000), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        for move in (START, code(0, *CODE_A)):
            await pilot.play(*move)
        assert not line.hub.seat_feeds.is_wanted(0)
        assert list(line.hub.seat_feeds.newest(0)) == []
