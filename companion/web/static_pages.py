"""The files of the pages, each under the one path that serves it, read once at start.

Law: what is asked for is looked up in this table and never in the file system.
"""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

HTML: Final = "text/html; charset=utf-8"
CSS: Final = "text/css; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
SVG: Final = "image/svg+xml"

STATIC: Final = {
    "/static/look.css": CSS,
    "/static/bench.css": CSS,
    "/static/middle.css": CSS,
    "/static/die.css": CSS,
    "/static/phone.css": CSS,
    "/static/games/davinci.css": CSS,
    "/static/games/digitcode.css": CSS,
    "/static/games/lobby.css": CSS,
    "/static/games/mastermind.css": CSS,
    "/static/games/passcode.css": CSS,
    "/static/games/generic.css": CSS,
    "/static/bench.js": JAVASCRIPT,
    "/static/table.js": JAVASCRIPT,
    "/static/cube.js": JAVASCRIPT,
    "/static/die.js": JAVASCRIPT,
    "/static/element.js": JAVASCRIPT,
    "/static/hands.js": JAVASCRIPT,
    "/static/link.js": JAVASCRIPT,
    "/static/middle.js": JAVASCRIPT,
    "/static/name.js": JAVASCRIPT,
    "/static/oled.js": JAVASCRIPT,
    "/static/phone.js": JAVASCRIPT,
    "/static/places.js": JAVASCRIPT,
    "/static/recap.js": JAVASCRIPT,
    "/static/seat.js": JAVASCRIPT,
    "/static/games/davinci.js": JAVASCRIPT,
    "/static/games/digitcode.js": JAVASCRIPT,
    "/static/games/head.js": JAVASCRIPT,
    "/static/games/lobby.js": JAVASCRIPT,
    "/static/games/mastermind.js": JAVASCRIPT,
    "/static/games/passcode.js": JAVASCRIPT,
    "/static/games/generic.js": JAVASCRIPT,
    "/static/history.css": CSS,
    "/static/history.js": JAVASCRIPT,
    "/static/icon.svg": SVG,
}


class StaticPage(NamedTuple):
    """A file as it is sent."""

    body: bytes
    kind: str

    def response(self) -> Response:
        """A response of its own for every request."""
        return Response(self.body, media_type=self.kind)


def page(name: str) -> StaticPage:
    """One of the HTML pages."""
    return StaticPage(_read(f"/static/{name}.html"), HTML)


def static_routes() -> list[Route]:
    """A route for each file that the pages load."""
    return [Route(path, _sender(StaticPage(_read(path), kind)), methods=["GET"]) for path, kind in STATIC.items()]


def _sender(file: StaticPage) -> Callable[[Request], Awaitable[Response]]:
    async def send(_request: Request) -> Response:
        return file.response()

    return send


def _read(path: str) -> bytes:
    return files("companion.web").joinpath(path.removeprefix("/")).read_bytes()
