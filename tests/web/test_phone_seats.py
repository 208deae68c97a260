"""The page of a seat that is played from a phone: frames of that seat and nothing else, whatever happens in whatever order."""

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import RequestError
from companion.core.picture import BLANK, Picture, PixelRun, applied
from companion.core.seat import Place
from companion.table.effects import ClockShown
from companion.web.hub import REPLACED, Dismissed, Hub, Subscription
from companion.web.messages import FULL, TEXT, decode_screen, encode_text
from companion.web.sockets import DOOR
from tests.web.clients import Requests, farewell, greeting, http, phone, serving, ws

pytestmark = pytest.mark.anyio

SEATS = 3
PIXELS = st.integers(1, 255)
SEAT = st.integers(0, SEATS - 1)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("lent"), SEAT, PIXELS),
        st.tuples(st.just("panel"), SEAT, PIXELS),
        st.tuples(st.just("open"), SEAT, PIXELS),
        st.tuples(st.just("close"), SEAT, PIXELS),
        st.tuples(st.just("recall"), SEAT, PIXELS),
        st.tuples(st.just("public"), SEAT, PIXELS),
        st.tuples(st.just("read"), SEAT, PIXELS),
    ),
    max_size=60,
)


def of(seat: int, value: int) -> Picture:
    """A picture that tells whose it is: page `seat` alone is lit."""
    return applied(BLANK, [PixelRun(seat, 3, bytes([value]))])


NO_LOG = '{"type":"log","said":[]}'


async def waiting(page: Subscription[Any]) -> list[Any]:
    """All that waits for a page now."""
    heard: list[Any] = []
    while True:
        following = asyncio.ensure_future(page.next())
        await asyncio.sleep(0)
        if not following.done():
            following.cancel()
            return heard
        try:
            heard.append(following.result())
        except Dismissed:
            return heard


@settings(max_examples=3 * settings().max_examples)
@given(STEPS)
def test_no_page_ever_hears_anything_of_another_seat(steps: list[tuple[str, int, int]]) -> None:
    async def run() -> None:
        hub = Hub(SEATS, ["Ada", "Ben", "Cleo"], backlog=4)
        requests = Requests()
        pages: list[tuple[int, Subscription[str | bytes]]] = []
        table = hub.table()
        for what, seat, value in steps:
            match what:
                case "lent":
                    hub.phone_seats.show(seat, of(seat, value))
                    hub.phone_seats.screen_text(seat, partial(str(seat).encode))
                case "panel":
                    hub.frame(seat, (), of(seat, value))
                case "open":
                    pages.append((seat, hub.phone_seats.page(seat, requests)))
                case "close" if pages:
                    pages.pop(value % len(pages))[1].close()
                case "recall":
                    hub.phone_seats.recall(seat, "over")
                case "public":
                    hub.event(f"Turn {value}.")
                    hub.clock(ClockShown("turn", 60, (60.0, None, 9.5), (seat,), (seat,), float(value)))
                case "read" if pages:
                    await look(*pages[value % len(pages)])
        for seat, page in pages:
            await look(seat, page)
        assert all(isinstance(message, str) for message in await waiting(table))

    async def look(seat: int, page: Subscription[str | bytes]) -> None:
        for message in await waiting(page):
            if isinstance(message, str):
                assert json.loads(message)["type"] in ("clock", "log", "said"), "the public messages that phones get"
                continue
            if message[1] & TEXT:
                assert message == encode_text(seat, str(seat).encode())
                continue
            frame = decode_screen(message)
            assert frame.seat == seat
            assert {run.page for run in frame.runs} <= {seat}

    asyncio.run(run())


async def test_a_page_begins_with_what_stands_and_keeps_up() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    requests = Requests()
    early = hub.phone_seats.page(1, requests)
    assert await waiting(early) == [NO_LOG]
    hub.frame(1, (), of(1, 9))
    assert await waiting(early) == [], "what stood on the panel before it was lent is not to be had"
    hub.phone_seats.show(1, of(1, 1))
    hub.phone_seats.show(1, of(1, 1))
    hub.phone_seats.show(1, of(1, 2))
    assert [decode_screen(message).runs[0].data for message in await waiting(early)] == [b"\x01", b"\x02"]
    late = hub.phone_seats.page(1, requests)
    log, message = await waiting(late)
    assert log == NO_LOG
    assert message[1] & FULL
    assert decode_screen(message).runs == (PixelRun(1, 3, b"\x02"),)


async def test_a_page_hears_what_its_screen_says_once_until_it_says_something_else() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    phones, requests = hub.phone_seats, Requests()
    made: list[bytes] = []

    def say(text: bytes) -> None:
        def make() -> bytes:
            made.append(text)
            return text

        phones.screen_text(1, make)

    say(b"Guess")
    assert made == [], "nobody reads it"
    early = phones.page(1, requests)
    assert await waiting(early) == [NO_LOG, encode_text(1, b"Guess")]
    say(b"Wait")
    say(b"Wait")
    assert await waiting(early) == [encode_text(1, b"Wait")]
    late = phones.page(1, requests)
    assert await waiting(late) == [NO_LOG, encode_text(1, b"Wait")]
    phones.recall(1, "over")
    assert await waiting(phones.page(1, requests)) == [NO_LOG], "the seat is played at the table again"


async def test_a_phone_reads_what_happened_as_everybody_does() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    early = hub.phone_seats.page(0, Requests())
    assert await waiting(early) == [NO_LOG]
    hub.event("Ben asked: line A has 1 filled.")
    said = {"text": "Ben asked: line A has 1 filled.", "number": 0}
    assert [json.loads(one) for one in await waiting(early)] == [{"type": "said", **said}]
    late = hub.phone_seats.page(1, Requests())
    assert [json.loads(one)["said"][0]["text"] for one in await waiting(late)] == [said["text"]]


async def test_who_opens_it_later_takes_its_place() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    requests = Requests()
    first, second = hub.phone_seats.page(1, requests), hub.phone_seats.page(1, requests)
    with pytest.raises(Dismissed) as farewell:
        await first.next()
    assert (farewell.value.reason, farewell.value.final) == (REPLACED, True)
    first.close()
    assert requests.connected == [(1, True), (1, True)], "the newer one is still there"
    second.close()
    assert requests.connected[2:] == [(1, False)]


async def test_a_page_that_is_not_the_newest_moves_nothing() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    requests = Requests()
    did = requests.phone
    hub.phone_seats.page(1, requests)
    first = hub.phone_seats.keys(1, requests)
    first.move(1, "middle", True)
    hub.phone_seats.page(1, requests)
    second = hub.phone_seats.keys(1, requests)
    assert did == [(1, "middle", True), 1, (1, "middle", False)], "no finger let go: that is said before it comes up"
    did.clear()
    first.move(1, "left", True)
    second.move(1, "left", True)
    second.move(1, "left", False)
    hub.phone_seats.recall(1, "home")
    for keys in (first, second):
        keys.move(1, "middle", True)
        keys.close()
    assert did == [(1, "left", True), (1, "left", False)]


class OnePhone(Requests):
    """Plays seat 1 with the secret "secret"."""

    def resume_phone(self, secret: str) -> Place:
        if secret == "secret":
            return Place(1)
        raise RequestError("This phone plays no seat any more.")


async def test_a_phone_has_its_secret_and_gets_its_seat_alone() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    requests = OnePhone()
    for seat in range(SEATS):
        hub.frame(seat, (), of(seat, 7))
        hub.phone_seats.show(seat, of(seat, 7))
    async with serving(hub, requests, bench=False) as server:
        async with phone(server, "secret") as one:
            seat, _, frame = await greeting(one, 3)
            assert seat == {"type": "seat", "seat": 1, "name": "Player 2"}
            assert (frame.seat, applied(BLANK, frame.runs)) == (1, of(1, 7))
            for other in (0, 2, 1):
                hub.phone_seats.show(other, of(other, 8))
            (frame,) = await greeting(one, 1)
            assert (frame.seat, applied(BLANK, frame.runs)) == (1, of(1, 8))
            await one.send('{"key":"left","down":true}')
            assert await requests.until_phone(1) == [(1, "left", True)]
        assert (await requests.until_phone(3))[1:] == [1, (1, "left", False)], "a phone that is gone holds no key"
        async with phone(server, "secret") as again:
            assert (await greeting(again, 1))[0]["seat"] == 1
            hub.phone_seats.recall(1, "The screen and keys of seat 2 work again: play on there.")
            assert await farewell(again) == (4000, "The screen and keys of seat 2 work again: play on there.")
    assert requests.keys == []


async def test_a_phone_that_is_put_out_leaves_its_screen_to_the_next_one() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    hub.phone_seats.show(1, of(1, 7))
    async with serving(hub, OnePhone(), bench=False) as server:
        async with phone(server, "secret") as first:
            await greeting(first, 3)
            hub.phone_seats.put_out(1, "The seat has a new code.")
            assert await farewell(first) == (4000, "The seat has a new code.")
        async with phone(server, "secret") as second:
            assert (await greeting(second, 3))[2].runs == (PixelRun(1, 3, b"\x07"),)


@pytest.mark.parametrize("secret", ["", "wrong", "s" * 65, "secret2", "SECRET"])
async def test_who_has_no_seat_hears_nothing_but_why(secret: str) -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    hub.phone_seats.show(1, of(1, 7))
    async with serving(hub, OnePhone(), bench=False) as server, phone(server, secret) as one:
        code, reason = await farewell(one)
        assert code == 1008
        assert reason.endswith(".")


async def test_a_cookie_of_a_table_at_another_port_lets_nobody_in() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    async with serving(hub, OnePhone(), bench=False) as server:
        other = {"Cookie": f"companion-seat-{server.port + 1}=secret"}
        async with ws(server, "/ws/seat", additional_headers=other) as one:
            assert await farewell(one) == (1008, DOOR)


@pytest.mark.parametrize(
    "message",
    ['{"key":"left","down":true,"seat":0}', '{"seat":0,"key":"left","down":true}', '{"key":"up","down":true}', "x"],
)
async def test_a_phone_moves_its_own_keys_and_nothing_else(message: str) -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"])
    requests = OnePhone()
    async with serving(hub, requests, bench=False) as server, phone(server, "secret") as one:
        await greeting(one, 1)
        await one.send(message)
        assert (await farewell(one))[0] == 1008
    assert requests.phone == []


@pytest.mark.parametrize("path", ["/seat", "/SEAT"])
async def test_the_page_is_the_same_for_everybody_and_never_kept(path: str) -> None:
    async with serving(Hub(1, ["Ada"]), bench=False) as server:
        status, head, body = await http(server, path)
        assert status == 200
        assert "cache-control: no-store" in head
        assert "referrer-policy: no-referrer" in head
        assert "/static/phones/phone.js" in body


async def test_spectators_take_no_place_of_a_phone() -> None:
    hub = Hub(SEATS, ["Ada", "Ben", "Cleo"], spectators=1)
    async with (
        serving(hub, OnePhone(), bench=False) as server,
        ws(server, "/ws/table") as first,
        ws(server, "/ws/table") as second,
    ):
        await first.recv()
        assert (await farewell(second))[0] == 1013
        async with phone(server, "secret") as one:
            assert (await greeting(one, 1))[0]["seat"] == 1
            await (await first.ping())
