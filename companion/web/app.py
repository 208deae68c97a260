"""The routes of the web server.

Invariant: the bench shows every secret, so it is served to this machine only. An application with a bench is never made for
an address that other machines can reach.
"""

import time
from collections.abc import Callable, Collection

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.core.errors import ConfigError
from companion.web.held_keys import SharedKeys
from companion.web.hub import Hub
from companion.web.lookups.history_routes import FinishedGames, history_routes
from companion.web.lookups.puzzle_routes import Puzzles, puzzle_routes
from companion.web.loopback import is_loopback
from companion.web.page_handlers import PageHandlers
from companion.web.phones.join_routes import MACHINE_ONLY, join_routes
from companion.web.phones.seat_socket import seat_socket
from companion.web.request_guard import BENCH_IS_LOCAL, RequestGuard, bench_refusal, is_this_machine, send_forbidden
from companion.web.shares import Client, MonotonicClock, TokenBucket, Turns
from companion.web.socket_routes import BEAT, bench_socket, table_socket
from companion.web.static_pages import Handler, StaticFile, StaticPages
from companion.web.touch.touch_socket import touch_socket

KEYS_A_SECOND = 100.0
KEYS_AT_ONCE = 100.0
SPECTATORS_A_SECOND = 500.0
"""Table pages that are sent news in a second, so that the screens and keys of the seats are served in between."""


SPECTATORS = Client("spectators", "spectators")


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
        """Sends a page that links to the seats where they can be opened."""
        whole = page.with_bench()

        async def send(request: Request) -> Response:
            return (whole if bench and bench_refusal(request.scope) is None else page).response()

        return send

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
        await touch_socket(socket, hub.seat_feeds, handlers, seat_number, bucket, beat)

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
    )
