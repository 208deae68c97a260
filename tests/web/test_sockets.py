"""The two websockets, with real clients: what they hear, what they may send, and what a bad one can do."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

from companion.core.keys import Key
from companion.core.picture import BLANK, applied
from companion.web.messages import DieShown, Lies
from companion.web.shares import Limits
from companion.web.sockets import TOO_MANY_KEYS
from tests.web.clients import PICTURE, Requests, drain, farewell, greeting, http, serving, table, ws

pytestmark = pytest.mark.anyio


async def test_a_bench_socket_hears_everything_and_a_table_socket_the_public_things() -> None:
    hub = table()
    async with serving(hub, bench=True) as server, ws(server, "/ws/bench") as bench, ws(server, "/ws/table") as public:
        heard = await greeting(bench, 9)
        assert [message["type"] for message in heard[:7]] == [
            *("hello", "fault", "phones", "public", "recap", "event", "log")
        ]
        assert [(frame.seat, applied(BLANK, frame.runs)) for frame in heard[7:]] == [(0, PICTURE), (1, BLANK)]
        await greeting(public, 7)
        hub.frame(1, (), PICTURE)
        hub.event("Ben guesses.")
        frame, *said = await greeting(bench, 3)
        assert frame.seat == 1
        assert said == [
            {"type": "said", "text": "Ben guesses.", "number": 1},
            {"type": "event", "text": "Ben guesses."},
        ]
        assert await greeting(public, 2) == said


async def test_keys_arrive_in_order_and_are_let_go_when_the_page_goes() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True) as server:
        async with ws(server, "/ws/bench") as bench:
            for key, down in (("left", True), ("left", False), ("middle", True), ("right", True)):
                await bench.send(json.dumps({"seat": 1, "key": key, "down": down}))
            await requests.heard(4)
        assert (await requests.heard(6))[2:] == [
            (1, "middle", True),
            (1, "right", True),
            (1, "middle", False),
            (1, "right", False),
        ]


async def test_keys_are_let_go_when_the_line_breaks() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True) as server:
        bench = await ws(server, "/ws/bench")
        await bench.send('{"seat":0,"key":"middle","down":true}')
        await requests.heard(1)
        bench.transport.abort()
        assert await requests.heard(2) == [(0, "middle", True), (0, "middle", False)]


async def test_the_die_is_thrown_and_set_and_every_page_sees_it() -> None:
    hub = table()
    requests = Requests()
    async with (
        serving(hub, requests, bench=True) as server,
        ws(server, "/ws/bench") as bench,
        ws(server, "/ws/table") as public,
    ):
        await greeting(public, 7)
        await bench.send('{"die":"throw"}')
        # Whatever a person says is handed on: the table judges it.
        await bench.send('{"die":{"top":"x","front":null}}')
        await bench.send('{"seat":0,"key":"left","down":true}')
        await requests.heard(1)
        assert requests.die == ["throw", ("x", None)]
        hub.tell(DieShown("tumbling", 1, 3, Lies(6, 2)))
        said = {
            "type": "die",
            "state": "tumbling",
            "roller": 1,
            "rolls": 3,
            "shown": {"top": 6, "front": 2},
            "said": "",
            "throws": True,
            "machine": "",
            "own": False,
        }
        assert await greeting(public, 1) == [said]
        async with ws(server, "/ws/table") as late:
            assert said in await greeting(late, 8)


async def test_a_name_is_handed_on_as_it_was_entered() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True) as server, ws(server, "/ws/bench") as bench:
        for text in ("ANN B", "", "<b>"):  # the table judges the letters
            await bench.send(json.dumps({"name": {"seat": 1, "text": text}}))
        await bench.send('{"seat":0,"key":"left","down":true}')
        await requests.heard(1)
        assert requests.names == [(1, "ANN B"), (1, ""), (1, "<b>")]


async def test_a_flood_of_names_closes_its_socket_as_one_of_keys_does() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True, clock=lambda: 0.0) as server, ws(server, "/ws/bench") as bench:
        for turn in range(101):
            await bench.send(json.dumps({"name": {"seat": 0, "text": f"P{turn}"}}))
        assert (await farewell(bench))[0] == 1008
        assert len(requests.names) == 100


MALFORMED: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    "NaN",
    '{"seat":NaN,"key":"left","down":true}',
    '{"seat":0,"key":"left"}',
    '{"seat":0,"key":"left","down":1}',
    '{"seat":0,"key":"up","down":true}',
    '{"seat":0,"key":["left"],"down":true}',
    '{"seat":"0","key":"left","down":true}',
    '{"seat":0.5,"key":"left","down":true}',
    '{"seat":-1,"key":"left","down":true}',
    '{"seat":2,"key":"left","down":true}',
    '{"seat":' + "9" * 400 + ',"key":"left","down":true}',
    '{"seat":0,"key":"left","down":true,"more":1}',
    '{"seat":0,"key":"\\ud800","down":true}',
    '{"die":"roll"}',
    '{"die":{"top":1}}',
    '{"die":{"top":1,"front":2,"left":4}}',
    '{"die":"throw","seat":0}',
    '{"name":"ANN"}',
    '{"name":{"seat":0}}',
    '{"name":{"seat":2,"text":"ANN"}}',
    '{"name":{"seat":-1,"text":"ANN"}}',
    '{"name":{"seat":0,"text":"ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG"}}',
    '{"name":{"seat":0,"text":7}}',
    '{"name":{"seat":0,"text":"ANN","more":1}}',
    '{"name":{"seat":0,"text":"ANN"},"seat":0}',
    "[" * 2000,
    b"\x00\x01",
]


async def test_a_malformed_message_closes_its_socket_with_a_reason_and_changes_nothing() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True) as server, ws(server, "/ws/bench") as other:
        for message in MALFORMED:
            async with ws(server, "/ws/bench") as bench:
                await bench.send(message)
                code, reason = await farewell(bench)
            assert code == 1008, message
            assert reason.endswith("."), message
            assert "Traceback" not in reason, message
        assert requests.keys == requests.die == requests.names == []
        await other.send('{"seat":0,"key":"left","down":true}')
        assert await requests.heard(1) == [(0, "left", True)]


async def test_text_that_is_no_utf_8_and_a_message_that_is_too_long() -> None:
    async with serving(table(), bench=True) as server:
        for message, code in ((b"\xff\xfe", 1007), (b"x" * 5000, 1009)):
            async with ws(server, "/ws/bench") as bench:
                await bench.send(message, text=True)
                assert (await farewell(bench))[0] == code


async def test_a_table_socket_may_only_look() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True) as server:
        for message in (
            '{"seat":0,"key":"left","down":true}',
            '{"name":{"seat":0,"text":"ANN"}}',
            '{"die":"throw"}',
        ):
            async with ws(server, "/ws/table") as public:
                await public.send(message)
                assert await farewell(public) == (1008, "This page may only look.")
    assert requests.keys == requests.die == requests.names == []


async def test_a_flood_of_keys_closes_its_socket_and_lets_its_keys_go() -> None:
    requests = Requests()
    async with serving(table(), requests, bench=True, clock=lambda: 0.0) as server, ws(server, "/ws/bench") as bench:
        for turn in range(101):
            await bench.send(json.dumps({"seat": 0, "key": "left", "down": turn % 2 == 0}))
            if turn == 98:
                await bench.send('{"seat":1,"key":"right","down":true}')
        assert await farewell(bench) == (1008, TOO_MANY_KEYS)
        await requests.heard(102)
        down = {
            (seat, key) for seat, key, _ in requests.keys if [k for k in requests.keys if k[:2] == (seat, key)][-1][2]
        }
        assert down == set()


async def test_a_quiet_table_still_beats() -> None:
    async with serving(table(), bench=True, beat=0.01) as server, ws(server, "/ws/table") as public:
        heard = await greeting(public, 9)
        assert heard[7:] == [{"type": "beat"}, {"type": "beat"}]


async def test_an_error_of_ours_reaches_no_client(caplog: pytest.LogCaptureFixture) -> None:
    hub = table()

    class Broken(Requests):
        def press_key(self, seat: int, key: Key, down: bool) -> None:
            raise RuntimeError("secret words")

    limits = Limits(closing=0.05)
    async with serving(hub, Broken(), bench=True, limits=limits) as server, ws(server, "/ws/bench") as bench:
        await bench.send('{"seat":0,"key":"left","down":true}')
        with pytest.raises(ConnectionClosed) as closed:
            await drain(bench)
        assert "secret words" not in str(closed.value)
        assert (await http(server, "/table"))[0] == 200
    assert "secret words" in caplog.text
