"""The routes of the web server: pages, and the requests by which a phone takes a seat and gives it back, and by which the machine
itself gives a seat a new code.

    POST /seat/look    {"code": "..."}                   200 and the SeatOffer of page_handlers.py; else {"error": "..."}
    POST /seat/join    {"code": "...", "name": "ANN"}    200 {"seat": 0} and the cookie; else {"error": "..."}, with
                                                         "needs": "name" where only the name is missing or wrong
    POST /seat/leave   {}                                200 {}
    POST /phones/code  {"seat": 0}                       200 {}; from this machine only
    GET /phones/seats                                    200 and the message `join`; from this machine only

Invariants: the bench shows every secret, so it is served to this machine only. An application with a bench is never made for an
address that other machines can reach. A code and a secret stand in bodies and cookies only, never in an address. A wrong name
costs no code.
"""

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.core.errors import CompanionError, ConfigError, RequestError
from companion.core.seat import Place
from companion.web.access import (
    BENCH_IS_LOCAL,
    RequestGuard,
    bench_refusal,
    forget_seat_secret,
    is_this_machine,
    seat_client,
    seat_secret,
    send_forbidden,
    set_seat_secret,
)
from companion.web.codes import TYPED, JoinBoard, entered
from companion.web.guard import client_in
from companion.web.held_keys import SharedKeys
from companion.web.hub import Hub
from companion.web.lookups.history_routes import FinishedGames, history_routes
from companion.web.lookups.puzzle_routes import Puzzles, puzzle_routes
from companion.web.loopback import is_loopback
from companion.web.messages import LONGEST_NAME, LONGEST_SECRET, MESSAGE_LIMIT, encode
from companion.web.page_handlers import PageHandlers, WrongCodeError
from companion.web.shares import Client, JoinTries, MonotonicClock, TokenBucket, Turns
from companion.web.sockets import BEAT, bench_socket, card_socket, seat_socket, table_socket
from companion.web.static_pages import TO_BENCH, TO_SEAT, Handler, StaticFile, StaticPages

KEYS_A_SECOND = 100.0
KEYS_AT_ONCE = 100.0
SPECTATORS_A_SECOND = 500.0
"""Table pages that are sent news in a second, so that the screens and keys of the seats are served in between."""
TOO_MANY_CODES: Final = "Too many codes were wrong: scan the picture of the code, or wait a minute and try again."
TOO_MANY_SEATS: Final = "Too many seats were taken from here: wait a minute, then try again."
MACHINE_ONLY: Final = (
    "Only this machine itself gives a seat a new code: open /phones on it, or run companion phones there."
)

SPECTATORS = Client("spectators", "spectators")

T = TypeVar("T")
Answering = Callable[[Request], Awaitable[Response]]


def create_app(
    hub: Hub,
    handlers: PageHandlers,
    pages: StaticPages,
    *,
    bench: bool,
    bind: str = "127.0.0.1",
    hosts: Collection[str] = (),
    clock: MonotonicClock = time.monotonic,
    beat: float = BEAT,
    past: FinishedGames | None = None,
    puzzles: Puzzles | None = None,
) -> Starlette:
    """The application for one table: it sends what `hub` broadcasts, and gives the requests of pages to `handlers`.

    `bind`: the address that it will listen on; `hosts`: more names of this machine that a browser may use, without a port;
    `past`: the finished games, where there is a journal that has them; `puzzles`: those of each day, where they are offered.
    Raises ConfigError where `bench` is asked for at an address that other machines can reach.
    """
    if bench and not is_loopback(bind):
        raise ConfigError(
            (
                f'The bench view shows every secret and cannot be served at "{bind}"; write web.bench = false, or take '
                '"127.0.0.1".',
            )
        )
    spectators = Turns(SPECTATORS_A_SECOND, 1, time.monotonic)

    def wake(call: Callable[[], None]) -> None:
        def begin() -> bool:
            call()
            return True

        spectators.ask(SPECTATORS, begin)

    shared = SharedKeys(handlers.press_key)
    bench_page, seat_page, phones_page = (pages.page(name) for name in ("bench", "seat", "phones"))

    def linked(page: StaticFile) -> Handler:
        """Sends a page that links to the seats where they can be opened, and a phone back to its seat."""

        async def send(request: Request) -> Response:
            to_bench = [TO_BENCH] if bench and bench_refusal(request.scope) is None else []
            to_seat = [TO_SEAT] if seat_secret(request) is not None else []
            return page.linked(*to_bench, *to_seat).response()

        return send

    no_page = linked(pages.page("nothing"))

    async def nothing(request: Request, _error: Exception) -> Response:
        """An address that is no page: a person gets a page with the way back, a program a sentence."""
        if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("There is no such page.\n", 404)
        response = await no_page(request)
        response.status_code = 404
        return response

    async def root(request: Request) -> Response:
        if not bench:
            return RedirectResponse("/table", 307)
        reason = bench_refusal(request.scope)
        return bench_page.response() if reason is None else PlainTextResponse(reason + "\n", 403)

    async def seat(_request: Request) -> Response:
        return seat_page.response()

    async def phones(request: Request) -> Response:
        if not is_this_machine(request.scope):
            return PlainTextResponse(MACHINE_ONLY + "\n", 403)
        return phones_page.response()

    async def ws_bench(socket: WebSocket) -> None:
        reason = bench_refusal(socket.scope) if bench else BENCH_IS_LOCAL
        if reason is not None:
            await send_forbidden(reason, socket.scope, socket.receive, socket.send)
            return
        await bench_socket(socket, hub, handlers, shared, TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, clock), beat)

    async def ws_touch(socket: WebSocket) -> None:
        reason = bench_refusal(socket.scope) if bench else BENCH_IS_LOCAL
        seat_number = socket.path_params["seat"]
        if reason is None and seat_number >= hub.seats:
            reason = f"This table has the seats 0 to {hub.seats - 1}."
        if reason is not None:
            await send_forbidden(reason, socket.scope, socket.receive, socket.send)
            return
        bucket = TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, clock)
        await card_socket(socket, hub.seat_feeds, handlers, seat_number, bucket, beat)

    async def ws_table(socket: WebSocket) -> None:
        await table_socket(socket, hub, wake, beat)

    async def ws_seat(socket: WebSocket) -> None:
        bucket = TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, clock)
        await seat_socket(socket, hub.phone_seats, handlers, bucket, beat)

    return Starlette(
        routes=[
            Route("/", root, methods=["GET"]),
            Route("/table", linked(pages.page("table")), methods=["GET"]),
            Route("/seat", seat, methods=["GET"]),
            Route("/SEAT", seat, methods=["GET"]),  # as it stands in a QR code
            Route("/phones", phones, methods=["GET"]),
            *join_routes(handlers, hub.join_board, clock),
            WebSocketRoute("/ws/bench", ws_bench),
            WebSocketRoute("/ws/bench/{seat:int}", ws_touch),
            WebSocketRoute("/ws/seat", ws_seat),
            WebSocketRoute("/ws/table", ws_table),
            *(history_routes(past, linked(pages.page("history"))) if past is not None else ()),
            *(puzzle_routes(puzzles, linked(pages.page("puzzle"))) if puzzles is not None else ()),
            *(Route(path, linked(page), methods=["GET"]) for path, page in pages.rules.items()),
            *pages.routes(),
        ],
        middleware=[Middleware(RequestGuard, hosts=hosts)],
        exception_handlers={404: nothing},
    )


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone sends a code, and the name of its player where it was asked for one."""

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None


class LookRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone asks what a code is good for."""

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)]


class LeaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone gives its seat back."""


class CodeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat gets a new code, and its phone is put out."""

    seat: Place


def join_routes(handlers: PageHandlers, board: JoinBoard, clock: MonotonicClock) -> tuple[Route, ...]:
    """The routes. `board`: what all may know of the seats; `clock` as in TokenBucket."""
    tries = JoinTries(clock)

    # Between `may` and `failed` nothing is awaited, so those who send many codes at a time try no more than the others.

    async def look(request: Request) -> Response:
        given = await _read(request, LookRequest, '{"code": "..."}')
        client, typed = seat_client(request, handlers) or client_in(request.scope), len(entered(given.code)) <= TYPED
        if typed and not tries.may(client):
            return _error(TOO_MANY_CODES, 429)
        try:
            return Response(msgspec.json.encode(handlers.look_up_code(given.code)), media_type="application/json")
        except WrongCodeError as error:
            if typed:
                tries.failed(client)
            return _error(str(error), 403)

    async def join(request: Request) -> Response:
        given = await _read(request, JoinRequest, '{"code": "...", "name": "ANN"}')
        client, typed = seat_client(request, handlers) or client_in(request.scope), len(entered(given.code)) <= TYPED
        if typed and not tries.may(client):
            return _error(TOO_MANY_CODES, 429)
        at = client_in(request.scope)
        if not tries.may_join(at):
            return _error(TOO_MANY_SEATS, 429)
        try:
            taken = await handlers.join_phone(given.code, given.name, seat_secret(request))
        except WrongCodeError as error:
            if typed:
                tries.failed(client)
            return _error(str(error), 403)
        except RequestError as error:
            return _error(str(error), 403, needs="name")
        tries.joined(at)
        response = JSONResponse({"seat": taken.seat})
        set_seat_secret(request, response, taken.secret)
        return response

    async def leave(request: Request) -> Response:
        await _read(request, LeaveRequest, "{}")
        secret = seat_secret(request)
        if secret is not None:
            await handlers.leave_phone(secret)
        response = JSONResponse({})
        forget_seat_secret(request, response)
        return response

    async def code(request: Request) -> Response:
        if not is_this_machine(request.scope):
            return _error(MACHINE_ONLY, 403)
        given = await _read(request, CodeRequest, '{"seat": 0}')
        await handlers.renew_phone(given.seat)
        return JSONResponse({})

    async def seats(request: Request) -> Response:
        if not is_this_machine(request.scope):
            return _error(MACHINE_ONLY, 403)
        return Response(encode(board.shown), media_type="application/json")

    answers = (("/seat/look", look), ("/seat/join", join), ("/seat/leave", leave), ("/phones/code", code))
    return (
        Route("/phones/seats", seats, methods=["GET"]),
        *(Route(path, _answering(answer), methods=["POST"]) for path, answer in answers),
    )


def _answering(answer: Answering) -> Answering:
    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except CompanionError as error:
            return _error(str(error), 403)

    return answered


async def _read(request: Request, kind: type[T], form: str) -> T:
    """The body, which is JSON and short. Raises RequestError."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MESSAGE_LIMIT:
            raise RequestError(f"A message has at most {MESSAGE_LIMIT} bytes.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RequestError(f"This request takes {form}.") from None


def _error(sentence: str, status: int, **more: str) -> Response:
    return JSONResponse({"error": sentence, **more}, status)
