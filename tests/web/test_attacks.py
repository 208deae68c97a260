"""What strangers try at the pages of phones, of finished games and of puzzles: each attempt is bounded, and a seat plays on."""

import asyncio
import json
import socket
from contextlib import AsyncExitStack
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from companion.core.seat import Observer
from companion.web.hub import REPLACED, Hub
from companion.web.lookups.puzzle_routes import MAX_MOVE_LETTERS
from companion.web.messages import MESSAGE_LIMIT
from companion.web.routes import KEYS_AT_ONCE, create_app
from companion.web.server import HEADER_LIMIT
from companion.web.shares import Limits
from companion.web.sockets import TOO_MANY_KEYS
from tests.patience import PATIENCE
from tests.until import next_turn, until
from tests.web.clients import PAGES, farewell, greeting, http, phone, post, serving, ws
from tests.web.test_join_routes import OneSeat, board
from tests.web.test_phone_seats import OnePhone, of

pytestmark = pytest.mark.anyio

ANSWER = json.dumps({"move": {"move": "guess", "pegs": ["red"]}, "number": 7, "to": "game"})


class Anything:
    """Answers every question of the pages of finished games and of puzzles."""

    def __init__(self) -> None:
        self.asked = 0

    async def games(self, before: str | None) -> dict[str, Any]:
        return self._answer()

    async def game(self, key: str) -> dict[str, Any]:
        return self._answer()

    async def view_at(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        return self._answer()

    async def review(self, key: str) -> dict[str, Any]:
        return self._answer()

    async def offered(self, day: str) -> dict[str, Any]:
        return self._answer()

    async def puzzle(self, game: str, level: str, day: str) -> dict[str, Any]:
        return self._answer()

    async def answer(self, game: str, level: str, day: str, move: str | None) -> dict[str, Any]:
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        self.asked += 1
        return {}


NAMES = {
    "{key}": "1.2",
    "{seat}": "0",
    "{seat:int}": "0",
    "{number}": "1",
    "{day}": "2026-03-01",
    "{game}": "mastermind",
    "{level}": "easy",
}


def filled(path: str) -> str:
    """The path of a route with something in its places."""
    for place, value in NAMES.items():
        path = path.replace(place, value)
    assert "{" not in path, path
    return path


async def test_no_route_answers_a_rebound_name_or_a_page_of_another_site() -> None:
    past = Anything()
    requests = OneSeat()
    routes = create_app(board(), requests, PAGES, bench=True, past=past, puzzles=past).routes
    assert len(routes) > 50
    async with serving(board(), requests, bench=True, past=past, puzzles=past) as server:
        for route in routes:
            assert isinstance(route, Route | WebSocketRoute)
            path = filled(route.path)
            evil = {"origin": "http://evil.example"}
            if isinstance(route, WebSocketRoute):
                for origin in (None, "null", "http://evil.example"):
                    with pytest.raises(InvalidStatus) as refused:
                        await ws(server, path, origin=origin)
                    assert refused.value.response.status_code == 403, path
            elif "POST" in (route.methods or ()):
                for given in ({"origin": None}, {"origin": "null"}, evil, {"host": f"evil.example:{server.port}"}):
                    assert (await post(server, path, {}, **given))[0] == 403, path
            else:
                assert (await http(server, path, host=f"evil.example:{server.port}"))[0] == 403, path
                assert (await http(server, path, more="Origin: http://evil.example\r\n"))[0] == 403, path
    assert requests.did == []
    assert past.asked == 0


def begun(port: int, path: str) -> bytes:
    """The head of a request that changes something, but for how long its body is."""
    place = f"127.0.0.1:{port}"
    return f"POST {path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n".encode()


async def test_bodies_that_never_come_shut_nobody_out() -> None:
    limits = Limits(connections=8, of_an_address=8, first_request=10 * PATIENCE)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(board(), OneSeat(), bench=False, limits=limits))
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            stack.callback(writer.close)
            writer.write(begun(server.port, "/seat/join") + b"Content-Length: 100\r\n\r\n{")
        await until(lambda: len(server.connections) == 8, next_turn)
        assert (await http(server, "/seat"))[0] == 200
        assert (await post(server, "/seat/join", {"code": "GOOD", "name": "ANN"}))[0] == 200


@pytest.mark.parametrize("path", ["/seat/join", "/seat/leave"])
async def test_a_huge_body_is_refused_before_it_has_come(path: str) -> None:
    requests = OneSeat()
    async with serving(board(), requests, bench=False) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(begun(server.port, path) + b"Content-Length: 1000000000\r\n\r\n" + b" " * (2 * MESSAGE_LIMIT))
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 403 " in head.partition(b"\r\n")[0]
        assert f"A message has at most {MESSAGE_LIMIT} bytes.".encode() in await reader.readuntil(b"}")
        writer.close()
    assert requests.did == []


@pytest.mark.parametrize("path", ["/puzzle/2026-03-01/mastermind/easy/answer?move=", "/history/games/", "/rules/"])
async def test_an_address_that_never_ends_is_refused(path: str) -> None:
    past = Anything()
    async with serving(board(), bench=False, past=past, puzzles=past) as server, asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET {path}".encode() + b"1" * (2 * HEADER_LIMIT))
        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
        writer.close()
        assert (await http(server, path + "1" * (HEADER_LIMIT // 2)))[0] == 404
    assert past.asked == 0


async def test_a_longer_move_than_there_are_is_not_looked_at() -> None:
    puzzles = Anything()
    path = "/puzzle/2026-03-01/mastermind/easy/answer?move="
    async with serving(board(), bench=False, puzzles=puzzles) as server:
        assert (await http(server, path + "1" * (MAX_MOVE_LETTERS + 1)))[0] == 404
        assert puzzles.asked == 0
        assert (await http(server, path + "1" * MAX_MOVE_LETTERS))[0] == 200


@pytest.mark.parametrize("path", ["/ws/seat", "/ws/bench/1"])
async def test_a_flood_of_answers_closes_its_socket(path: str) -> None:
    requests = OnePhone()
    hub = Hub(3, ["Ada", "Ben", "Cleo"])
    async with serving(hub, requests, bench=True, clock=lambda: 0.0) as server:
        async with phone(server, "secret") if path == "/ws/seat" else ws(server, path) as one:
            for _ in range(int(KEYS_AT_ONCE) + 1):
                await one.send(ANSWER)
            assert await farewell(one) == (1008, TOO_MANY_KEYS)
        await until(lambda: not hub.phone_seats.is_open(1), next_turn)
    assert len(requests.answers) == KEYS_AT_ONCE


async def test_of_many_sockets_with_one_secret_the_newest_plays_alone() -> None:
    requests = OnePhone()
    hub = Hub(3, ["Ada", "Ben", "Cleo"])
    hub.phone_seats.show(1, of(1, 7))
    async with serving(hub, requests, bench=False) as server, AsyncExitStack() as stack:
        opened = []
        for _ in range(30):
            one = await stack.enter_async_context(phone(server, "secret"))
            await greeting(one, 2)
            opened.append(one)
        for older in opened[:-1]:
            assert await farewell(older) == (4000, REPLACED)
        await opened[-1].send('{"key":"left","down":true}')
        await requests.until_phone(1)
        await until(lambda: len(server.connections) == 1, next_turn)


async def test_a_phone_that_is_put_out_and_takes_nothing_more_moves_nothing_more() -> None:
    requests = OnePhone()
    hub = Hub(3, ["Ada", "Ben", "Cleo"])
    limits = Limits(closing=0.05)
    async with serving(hub, requests, bench=False, limits=limits) as server, asyncio.timeout(PATIENCE):
        with socket.socket() as narrow:
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            narrow.setblocking(False)
            await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", server.port))
            async with phone(server, "secret", sock=narrow) as deaf:
                await greeting(deaf, 1)
                (connection,) = server.connections
                deaf.transport.pause_reading()
                turn = 0
                while not connection.unsent:
                    turn += 1
                    hub.phone_seats.show(1, bytes([turn % 255 + 1]) * 1024)
                    await asyncio.sleep(0)
                await deaf.send(ANSWER)
                await until(lambda: len(requests.answers) == 1, requests.news)
                hub.phone_seats.put_out(1, "The seat has a new code.")
                for _ in range(3):
                    await deaf.send(ANSWER)
                    await deaf.send('{"key":"left","down":true}')
                await until(connection.gone.done, next_turn)
                deaf.transport.abort()
    assert len(requests.answers) == 1
    assert requests.phone == []
