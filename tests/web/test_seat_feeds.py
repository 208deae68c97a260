"""The data of a seat on the wire: to pages of that seat only, and only after they asked; answers are read strictly."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.web.hub import Hub, SeatFeeds
from companion.web.messages import AnswerMessage, encode_data, read_answer
from tests.until import until
from tests.web.clients import Requests, serving, table, ws

pytestmark = pytest.mark.anyio

ANSWER = json.dumps({"move": {"move": "guess", "pegs": ["red"]}, "number": 7, "to": "game"})


def test_an_answer_is_read_and_other_messages_are_left_alone() -> None:
    assert read_answer(ANSWER) == AnswerMessage({"move": "guess", "pegs": ["red"]}, 7, "game")
    assert read_answer('{"key": "left", "down": true}') is None


@pytest.mark.parametrize(
    "text",
    [
        '{"move": "guess", "number": 7}',
        '{"move": {"pegs": []}, "number": 7}',
        '{"move": {"move": 3}, "number": 7}',
        '{"move": {"move": "guess"}}',
        '{"move": {"move": "guess"}, "number": "7"}',
        '{"move": {"move": "guess"}, "number": 7, "seat": 1}',
        '{"move": {"move": "guess"}, "number": 7, "to": "' + "x" * 33 + '"}',
        '{"move": ' + "[" * 5000,
    ],
)
def test_a_wrong_answer_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^An answer is \{"):
        read_answer(text)


async def test_a_page_gets_its_seat_alone_and_nothing_from_before() -> None:
    feeds = SeatFeeds()
    feeds.put(0, b'{"early": 1}')
    page, other = feeds.page(0), feeds.page(1)
    assert feeds.is_wanted(0)
    feeds.put(0, b'{"a": 1}')
    assert await page.next() == encode_data(0, b'{"a": 1}')
    feeds.put(0, b'{"a": 1}')
    feeds.put(1, b'{"b": 1}')
    assert await other.next() == encode_data(1, b'{"b": 1}')
    assert len(page) == 0, "what has not changed is not sent again"
    page.close()
    other.close()
    assert not feeds.is_wanted(0)
    feeds.put(0, b'{"late": 1}')
    newer = feeds.page(0)
    assert list(feeds.newest(0)) == []
    newer.close()


async def test_a_card_of_the_bench_gets_data_and_gives_answers() -> None:
    hub, requests = table(), Requests()
    async with serving(hub, requests, bench=True) as server, ws(server, "/ws/bench/1") as card:
        await until(lambda: requests.wanted == [1], requests.news)
        hub.seat_feeds.put(1, b'{"view": 1}')
        hub.seat_feeds.put(0, b'{"view": 0}')
        assert await card.recv() == b'\x01\x02{"view": 1}'
        await card.send(ANSWER)
        await until(lambda: bool(requests.answers), requests.news)
        assert requests.answers == [(1, "game", 7, {"move": "guess", "pegs": ["red"]})]
        await card.send('{"key": "left", "down": true}')
        with pytest.raises(ConnectionClosed) as closed:
            await card.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "This socket takes answers of its seat only."
    assert not hub.seat_feeds.is_wanted(1)


@pytest.mark.parametrize(("path", "bench"), [("/ws/bench/2", True), ("/ws/bench/0", False), ("/ws/bench/-1", True)])
async def test_there_is_no_card_without_a_seat_or_without_a_bench(path: str, bench: bool) -> None:
    async with serving(Hub(2, ["Ada", "Ben"]), bench=bench) as server:
        with pytest.raises(InvalidStatus):
            async with asyncio.timeout(10), ws(server, path):
                pass
