"""The requests by which phones take seats: who may send them, what comes back, and how often a wrong code may be tried."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from companion.core.errors import JournalError, RequestError
from companion.core.seat import Place
from companion.web.codes import OwnPhone
from companion.web.hub import Hub
from companion.web.messages import MESSAGE_LIMIT
from companion.web.page_handlers import Admitted, SeatOffer, WrongCodeError
from companion.web.routes import MACHINE_ONLY, TOO_MANY_CODES, TOO_MANY_SEATS
from companion.web.shares import OF_A_CLIENT, SEATS_TAKEN, Turns
from tests.patience import PATIENCE
from tests.until import next_turn, until
from tests.web.clients import Requests, cookie_of, http, post, serving

pytestmark = pytest.mark.anyio

SECRET = "S3CRET"
SCANNED = "GOODGOODGOOD"


class OneSeat(Requests):
    """Seat 1 is free with the code "GOOD", or held by the phone with SECRET; a player called BAD is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.did: list[Any] = []

    def look_up_code(self, code: str) -> SeatOffer:
        self.did.append(("look", code))
        if code not in ("GOOD", SCANNED):
            raise WrongCodeError("This code is not good.")
        return SeatOffer(Place(1), True, "", "Mastermind", False)

    async def join_phone(self, code: str, name: str | None, secret: str | None) -> Admitted:
        self.did.append(("join", code, name, secret))
        if code not in ("GOOD", SCANNED):
            raise WrongCodeError("This code is not good.")
        if name in (None, "BAD"):
            raise RequestError("BAD sits at this table already.")
        return Admitted(1, SECRET)

    def resume_phone(self, secret: str) -> Place:
        if secret != SECRET:
            raise RequestError("This phone plays no seat.")
        return Place(1)

    async def leave_phone(self, secret: str) -> None:
        self.did.append(("leave", secret))

    async def renew_phone(self, seat: int) -> None:
        if seat == 2:
            raise JournalError("The card is full.")
        self.did.append(("renew", seat))


def board() -> Hub:
    hub = Hub(3, ["Ada", "Ben", "Cleo"])
    hub.join_board.show([OwnPhone(1, "free", "GOODCODE")])
    hub.join_board.set_page("http://table.local/seat")
    return hub


async def test_a_code_then_a_name_then_a_cookie_that_no_script_reads() -> None:
    requests = OneSeat()
    async with serving(board(), requests, bench=False) as server:
        status, head, answer = await post(server, "/seat/look", {"code": "GOOD"})
        offer = {"seat": 1, "asks_name": True, "player": "", "game": "Mastermind", "is_played": False}
        assert (status, answer) == (200, offer)
        assert "set-cookie" not in head.lower()
        status, head, answer = await post(server, "/seat/join", {"code": "GOOD"})
        assert (status, answer["needs"]) == (403, "name")
        assert "set-cookie" not in head.lower()
        status, head, answer = await post(server, "/seat/join", {"code": "GOOD", "name": "BAD"})
        assert (status, answer) == (403, {"error": "BAD sits at this table already.", "needs": "name"})
        status, head, answer = await post(server, "/seat/join", {"code": "GOOD", "name": "ANN"})
        assert (status, answer) == (200, {"seat": 1}), "the secret is in no answer that a script could read"
        (line,) = [line for line in head.split("\r\n") if line.lower().startswith("set-cookie")]
        attributes = {part.strip().lower() for part in line.split(";")[1:]}
        assert {"httponly", "samesite=strict", "path=/"} <= attributes
        assert not any(attribute.startswith("domain") for attribute in attributes)
        assert "secure" not in attributes, "over plain HTTP a browser would not keep it"
        assert "cache-control: no-store" in head.lower()
        kept = cookie_of(head)
        assert kept == f"companion-seat-{server.port}={SECRET}"
        await post(server, "/seat/join", {"code": "GOOD", "name": "ANN"}, cookie=kept)
        assert requests.did[-1] == ("join", "GOOD", "ANN", SECRET), "a phone that has a seat says so"
        status, head, answer = await post(server, "/seat/leave", {}, cookie=kept)
        assert (status, answer) == (200, {})
        assert "max-age=0" in head.lower()
        assert requests.did[-1] == ("leave", SECRET)


WRONG: list[object] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff",
    {"code": 7},
    {"code": "GOOD", "name": 7},
    {"code": "G" * 65},
    {"code": "GOOD", "name": "A" * 33},
    {"code": "GOOD", "name": "ANN", "seat": 1},
    {"name": "ANN"},
    b"[" * 3000,
    b'{"code":"' + b"A" * MESSAGE_LIMIT + b'"}',
]


async def test_a_malformed_request_gets_a_sentence() -> None:
    requests = OneSeat()
    async with serving(board(), requests, bench=False) as server:
        for body in WRONG:
            status, _, answer = await post(server, "/seat/join", body)
            assert status == 403, body
            assert answer["error"].endswith("."), body
            assert "Traceback" not in answer["error"], body
    assert requests.did == []


@pytest.mark.parametrize("path", ["/seat/look", "/seat/join"])
async def test_codes_are_guessed_a_few_times_and_then_no_more(path: str) -> None:
    now = 0.0
    requests = OneSeat()
    async with serving(board(), requests, bench=False, clock=lambda: now) as server:
        for _ in range(OF_A_CLIENT):
            assert (await post(server, path, {"code": "BAD"}))[0] == 403
        for code in ("BAD", "GOOD", " g-o o-d "):
            for other in ("/seat/look", "/seat/join"):
                status, _, answer = await post(server, other, {"code": code})
                assert (status, answer) == (429, {"error": TOO_MANY_CODES})
        assert len(requests.did) == OF_A_CLIENT, "not even looked at"
        assert (await post(server, "/seat/join", {"code": SCANNED, "name": "ANN"}))[0] == 200, "nobody guesses that"
        now = 11.0
        assert (await post(server, "/seat/join", {"code": "GOOD", "name": "ANN"}))[0] == 200


async def test_who_sends_all_guesses_at_a_time_tries_no_more() -> None:
    requests, wrong = OneSeat(), b'{"code":"BAD"}'
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        server = await stack.enter_async_context(serving(board(), requests, bench=False, clock=lambda: 0.0))
        place = f"127.0.0.1:{server.port}"
        head = f"POST /seat/join HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\nConnection: close\r\n"
        senders = []
        for _ in range(2 * OF_A_CLIENT):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            stack.callback(writer.close)
            writer.write(head.encode() + b"Content-Length: %d\r\n\r\n" % len(wrong) + wrong[:-1])
            senders.append((reader, writer))
        await http(server, "/table")  # every head before it was read
        for _, writer in senders:
            writer.write(wrong[-1:])
        answers = [await reader.read() for reader, _ in senders]
        assert sum(b" 429 " in answer for answer in answers) == OF_A_CLIENT
        assert len(requests.did) == OF_A_CLIENT


async def test_seats_are_taken_from_one_address_a_few_times_and_then_no_more() -> None:
    now = 0.0
    requests, good = OneSeat(), {"code": "GOOD", "name": "ANN"}
    async with serving(board(), requests, bench=False, clock=lambda: now) as server:
        for _ in range(SEATS_TAKEN):
            assert (await post(server, "/seat/join", good))[0] == 200
        assert (await post(server, "/seat/join", good))[::2] == (429, {"error": TOO_MANY_SEATS})
        assert len(requests.did) == SEATS_TAKEN
        now = 5.1
        assert (await post(server, "/seat/join", good))[0] == 200


async def test_a_phone_with_a_seat_is_not_held_up_by_others_at_its_address() -> None:
    requests = OneSeat()
    async with serving(board(), requests, bench=False, clock=lambda: 0.0) as server:
        for _ in range(OF_A_CLIENT):
            assert (await post(server, "/seat/join", {"code": "BAD"}))[0] == 403
        for secret, status in (("MADEUP", 429), (SECRET, 200)):
            cookie = f"companion-seat-{server.port}={secret}"
            assert (await post(server, "/seat/join", {"code": "GOOD", "name": "ANN"}, cookie=cookie))[0] == status


async def test_a_phone_with_a_seat_takes_its_own_turn_and_not_one_of_its_address() -> None:
    now = 0.0
    turns = Turns(1000, 1, lambda: now)
    async with serving(board(), OneSeat(), bench=False, turns=turns) as server, asyncio.timeout(PATIENCE):
        assert (await http(server, "/table"))[0] == 200  # the only turn that there is
        strangers = [asyncio.create_task(http(server, "/table")) for _ in range(5)]
        await until(lambda: len(turns) == 5, next_turn)
        cookie = f"Cookie: companion-seat-{server.port}={SECRET}\r\n"
        seat = asyncio.create_task(http(server, "/table", more=cookie))
        await until(lambda: len(turns) == 6, next_turn)
        for left in (5, 4, 3, 2, 1, 0):
            now += 0.001  # one turn
            await until(lambda left=left: len(turns) == left, next_turn)  # type: ignore[misc]
            if left == 4:
                assert (await seat)[0] == 200, "after one of the strangers"
        assert {status for status, _, _ in await asyncio.gather(*strangers)} == {200}


async def test_only_this_machine_gives_new_codes_and_sees_its_page() -> None:
    requests = OneSeat()
    async with serving(board(), requests, bench=False, hosts=["table.local"]) as server:
        assert (await post(server, "/phones/code", {"seat": 1}))[:1] == (200,)
        assert requests.did == [("renew", 1)]
        status, _, answer = await post(server, "/phones/code", {"seat": 2})
        assert (status, answer) == (403, {"error": "The card is full."})
        assert (await http(server, "/phones"))[0] == 200
        assert '"code":"GOO DCO"' in (await http(server, "/phones/seats"))[2]
        # A proxy on this machine hands on requests of others.
        for more in ("X-Forwarded-For: 10.0.0.8\r\n", "Forwarded: for=10.0.0.8\r\n", "Via: 1.1 proxy\r\n"):
            for path in ("/phones", "/phones/seats"):
                status, _, body = await http(server, path, more=more)
                assert status == 403
                assert MACHINE_ONLY in body
        other = f"table.local:{server.port}"
        assert (await post(server, "/phones/code", {"seat": 1}, host=other))[0] == 403
        assert (await http(server, "/phones", host=other))[0] == 403
    assert requests.did == [("renew", 1)]
