"""The files of the web pages, read once at start; each is served at one path.

The files are those of the folder `static/`, and of each game of the table its `board.js` and `board.css`, which stand beside its
rules in `games/<name>/`. A new file or game needs no entry anywhere. Generated is `/static/games.js`, the list of the games that
have a board of their own, and `/static/touch.css` and `/static/television.css`, each of them several sheets in one.

Invariant: a request is looked up in a table of paths and never in the file system.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

HTML: Final = "text/html; charset=utf-8"
CSS: Final = "text/css; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
MANIFEST: Final = "application/manifest+json"

TOUCH_STYLE: Final = ("touch/touch.css", "touch/controls.css", "touch/places.css", "touch/pieces.css")
"""The parts of `/static/touch.css`, before those of the games; later ones may refine earlier ones."""
TELEVISION_STYLE: Final = ("television/stage.css", "television/codes.css")
"""The parts of `/static/television.css`, before those of the games."""
BOARD: Final = ("board.js", "board.css")
"""What a game brings for the pages, in its own folder: both or none."""
_KINDS: Final = {".css": CSS, ".js": JAVASCRIPT, ".svg": SVG, ".webmanifest": MANIFEST}
_GAME: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)

STATIC_FOLDER: Final = files("companion.web").joinpath("static")
GAMES_FOLDER: Final = files("companion.games")
TO_BENCH: Final = b" data-bench hidden"
"""Marks a link to the page of the seats, which only those see who may open it."""
TO_SEAT: Final = b" data-seat hidden"
"""Marks the way back to the own seat, which only a phone sees that has one."""


Handler = Callable[[Request], Awaitable[Response]]


class StaticFile(NamedTuple):
    """A file as it is sent. `kind`: its media type."""

    body: bytes
    kind: str

    def response(self) -> Response:
        """A new response with this file."""
        return Response(self.body, media_type=self.kind)

    def linked(self, *marks: bytes) -> "StaticFile":
        """A page that shows its links with these marks."""
        body = self.body
        for mark in marks:
            body = body.replace(mark, b"")
        return StaticFile(body, self.kind)


class StaticPages:
    """The pages of a table that plays `games`, given by name. `folder`: where their files are; `games_folder`: where each game
    has its own folder.

    Raises ValueError for a name that cannot be a folder's, and OSError where a file cannot be read.
    """

    def __init__(
        self, games: Sequence[str], folder: Traversable = STATIC_FOLDER, games_folder: Traversable = GAMES_FOLDER
    ) -> None:
        for game in games:
            if not _GAME.fullmatch(game):
                raise ValueError(f"{game!r} cannot name a game's folder: take small letters, digits and _.")
        found = dict(_below(folder))
        html = {name: StaticFile(file.read_bytes(), HTML) for name, file in found.items() if name.endswith(".html")}
        self._rules = {_rules_path(name): page for name, page in html.items() if name.startswith("rules/")}
        self._pages = {_stem(name): page for name, page in html.items() if not name.startswith("rules/")}
        self._pictures = {
            **{f"/rules/pictures/{name}": _picture(file) for name, file in _below(_pictures_folder(folder))},
            **{f"/static/{name}": _picture(file) for name, file in found.items() if name.startswith("icons/")},
        }
        boards = [game for game in games if all(games_folder.joinpath(game, part).is_file() for part in BOARD)]
        found |= {f"games/{game}/{part}": games_folder.joinpath(game, part) for game in boards for part in BOARD}
        found["games/kits.js"] = games_folder.joinpath("kits.js")
        self._files = {
            f"/static/{name}": StaticFile(file.read_bytes(), kind)
            for name, file in found.items()
            if (kind := _KINDS.get(Path(name).suffix))
        }
        self._files["/static/touch.css"] = StaticFile(_style(TOUCH_STYLE, folder), CSS)
        self._files["/static/television.css"] = StaticFile(_style(TELEVISION_STYLE, folder), CSS)
        self._files["/static/games.js"] = StaticFile(_games_script(boards).encode(), JAVASCRIPT)

    @property
    def paths(self) -> tuple[str, ...]:
        """The path of every file that is text, but the HTML pages."""
        return tuple(self._files)

    def page(self, name: str) -> StaticFile:
        """One of the HTML pages."""
        return self._pages[name]

    @property
    def rules(self) -> dict[str, StaticFile]:
        """The pages of the rules by their paths, which tools/rules_pages.py renders from docs/play/."""
        return self._rules

    def routes(self) -> list[Route]:
        """A route for each file that the pages load."""
        return [Route(path, _sender(file), methods=["GET"]) for path, file in (self._files | self._pictures).items()]


def _below(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files of a folder and of the folders in it, by their paths, in the order of their names."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _below(one, f"{path}{one.name}/")
        else:
            yield f"{path}{one.name}", one


def _stem(name: str) -> str:
    return Path(name).stem


def _rules_path(name: str) -> str:
    return "/rules" if _stem(name) == "README" else f"/rules/{_stem(name)}"


def _picture(file: Traversable) -> StaticFile:
    return StaticFile(file.read_bytes(), PNG)


def _pictures_folder(folder: Traversable) -> Traversable:
    """The pictures of the rules, a folder for each page: in the installed package, or in docs/play/ of a source checkout."""
    packed = folder.joinpath("rules/pictures")
    return packed if packed.is_dir() else Path(__file__).parents[2] / "docs" / "play" / "pictures"


def _style(parts: Sequence[str], folder: Traversable) -> bytes:
    """The style of the touch interface or of the television in one file: one request loads it."""
    return b"\n".join(folder.joinpath(name).read_bytes() for name in parts)


def _games_script(boards: Sequence[str]) -> str:
    """The module whose `BOARDS` are the names of all games with a board of their own."""
    return (
        f"// Generated from the folders of the games by static_pages.py.\nexport const BOARDS = {json.dumps(boards)};\n"
    )


def _sender(file: StaticFile) -> Handler:
    async def send(_request: Request) -> Response:
        return file.response()

    return send
