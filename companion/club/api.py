"""What people and programs read of a club over HTTP: the hall, JSON, and Prometheus' text form of the counts.

    GET /api/tables                    what every table shows now
    GET /api/games?after=ID&limit=N    finished games in the order of arrival, at most 500
    GET /api/players                   everybody who has played: games, wins and ratings
    GET /api/tournaments, /api/tournaments/<id>    as the pages have them: see tournament_pages.py
    GET /metrics                       games, tables, and seconds until a commit
    GET /                              the hall as a page; pages.py has the frame of all pages
    GET /events/hall                   server-sent events: lists of the tables that have changed, at first of all

Everybody may read them. What changes something needs an organiser's session: see pages.py.
"""

import asyncio
from collections.abc import AsyncIterator, Collection
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from companion.club.database import Database, DatabaseError
from companion.club.hall import Hall
from companion.club.intake import BUCKETS, Counts
from companion.club.pages import BEAT, HEADERS, Frame, Handler, ask, frame_routes, page, refused
from companion.club.player_pages import player_routes
from companion.club.players import Players
from companion.club.result_pages import result_routes
from companion.club.tournament_pages import tournament_routes
from companion.club.tournaments import Tournaments
from companion.web.access import RequestGuard
from companion.web.lookups.json_answers import json_answer, said
from companion.web.static_pages import CSS, JAVASCRIPT, STATIC_FOLDER, SVG, StaticFile

MOST_GAMES: Final = 500
"""Games of one answer."""
USUAL_GAMES: Final = 100
BETWEEN: Final = 0.25
"""Seconds between two pieces of news for one who looks at the hall: what 200 tables change meanwhile goes in one, so that 500
readers cost a tenth of the time (bench/club.py)."""
OWN_KINDS: Final = {".css": CSS, ".js": JAVASCRIPT}
"""Of the files in static/, which pages load below /club/."""
SHARED_FILES: Final = (("look.css", CSS), ("element.js", JAVASCRIPT), ("icon.svg", SVG))
"""Of the table's pages."""


def create_app(
    hall: Hall,
    database: Database,
    counts: Counts,
    hosts: Collection[str] = (),
    *,
    frame: Frame | None = None,
    tournaments: Tournaments | None = None,
) -> Starlette:
    """The application. `hosts`: more names of this machine that a browser may use, without a port. `frame`: None for one by the
    machine's clocks; `tournaments`: None for some of which no table is told."""

    known = Players(database)

    async def tables(_request: Request) -> Response:
        return json_answer(hall.tables)

    async def games(request: Request) -> Response:
        after, limit = request.query_params.get("after"), request.query_params.get("limit", str(USUAL_GAMES))
        if not limit.isascii() or not limit.isdecimal() or len(limit) > 9:
            return said("limit is a number.", 400)
        if after is not None and not after.isprintable():
            return said("after is the id of a game.", 400)
        count = min(int(limit), MOST_GAMES)
        return json_answer(await ask(request, lambda: list(database.games(after, count))))

    async def players(request: Request) -> Response:
        return json_answer(await ask(request, known.all))

    async def metrics(_request: Request) -> Response:
        return Response(exposition(hall, counts), media_type="text/plain; version=0.0.4")

    async def watched(_request: Request) -> Response:
        viewer = hall.enter()

        async def told() -> AsyncIterator[bytes]:
            try:
                while (changed := await viewer.next(BEAT)) is not None:
                    yield b"data: " + msgspec.json.encode(changed) + b"\n\n" if changed else b":\n\n"
                    await asyncio.sleep(BETWEEN)
            finally:
                hall.leave(viewer)

        return StreamingResponse(told(), media_type="text/event-stream")

    async def hall_page(request: Request) -> Response:
        return await page(request, "hall.html", tables=hall.tables)

    routes = [
        Route("/api/tables", tables),
        Route("/api/games", games),
        Route("/api/players", players),
        Route("/metrics", metrics),
        Route("/events/hall", watched),
        Route("/", hall_page),
        *frame_routes(),
        *tournament_routes(),
        *result_routes(),
        *player_routes(known),
        *(Route(path, _sender(file)) for path, file in _files().items()),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(RequestGuard, hosts=hosts, headers=HEADERS)],
        exception_handlers={HTTPException: refused, DatabaseError: refused},
    )
    app.state.frame = frame or Frame(database)
    app.state.hall = hall
    app.state.tournaments = tournaments or Tournaments(database)
    return app


def _files() -> dict[str, StaticFile]:
    """What the pages load, by their paths."""
    own = {
        f"/club/{file.name}": StaticFile(file.read_bytes(), kind)
        for file in files("companion.club").joinpath("static").iterdir()
        if (kind := OWN_KINDS.get(Path(file.name).suffix))
    }
    shared = {
        f"/static/{name}": StaticFile(STATIC_FOLDER.joinpath(name).read_bytes(), kind) for name, kind in SHARED_FILES
    }
    return own | shared


def _sender(file: StaticFile) -> Handler:
    async def send(_request: Request) -> Response:
        return file.response()

    return send


def exposition(hall: Hall, counts: Counts) -> str:
    """The counts in Prometheus' text form."""
    name = "companion_club"
    lines = []
    for what, kind, value, words in (
        ("games_received_total", "counter", counts.received, "Games that were stored."),
        ("games_duplicate_total", "counter", counts.duplicates, "Games that stood in the database already."),
        ("games_refused_total", "counter", counts.refused, "Games that were refused."),
        ("tables_online", "gauge", hall.online, "Tables that are connected."),
    ):
        lines += [f"# HELP {name}_{what} {words}", f"# TYPE {name}_{what} {kind}", f"{name}_{what} {value}"]
    seconds = f"{name}_commit_seconds"
    lines += [f"# HELP {seconds} From a game's arrival to its commit.", f"# TYPE {seconds} histogram"]
    within = counts.within or [0] * len(BUCKETS)
    lines += [f'{seconds}_bucket{{le="{bound}"}} {count}' for bound, count in zip(BUCKETS, within, strict=True)]
    lines += [
        f'{seconds}_bucket{{le="+Inf"}} {counts.commits}',
        f"{seconds}_sum {counts.commit_seconds:.6f}",
        f"{seconds}_count {counts.commits}",
    ]
    return "\n".join(lines) + "\n"
