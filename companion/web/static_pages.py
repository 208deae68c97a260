"""The files of the web pages, read once at start; each is served at one path.

A game of the name `x` may have a script `static/games/x.js` and a style sheet `static/games/x.css`, and both again below
`static/touch/` for its touch interface, and a style sheet below `static/television/` for the page of the table in a large window.
Five files are generated from the list of games. `/static/games.js` finds a game's script, or generic.js for a game without one,
and `/static/games.css` imports all their style sheets. `/static/touch_games.js` finds a game's touch board. `/static/touch.css`
is all style of the touch interface, and `/static/television.css` that of the large window. So a new game needs no entry in a
page.

Invariant: a request is looked up in a table of paths and never in the file system.
"""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
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

PAGE_FILES: Final = {
    "bench": "seats/bench.html",
    "history": "history/history.html",
    "phones": "phones/phones.html",
    "puzzle": "puzzle/puzzle.html",
    "seat": "phones/seat.html",
    "table": "table.html",
}
"""The file of each HTML page, below `static/`."""
COMMON: Final = (
    "seats/bench.css",
    "die/die.css",
    "history/history.css",
    "phones/join.css",
    "countdown/countdown.css",
    "look.css",
    "middle.css",
    "phones/phone.css",
    "puzzle/puzzle.css",
    "history/review.css",
    "rules.css",
    "rules/link.js",
    "seats/bench.js",
    "codes.js",
    "countdown/countdown.js",
    "die/cube.js",
    "die/die.js",
    "element.js",
    "events/events.js",
    "seats/hands.js",
    "seats/held_button.js",
    "seats/hints.js",
    "history/history.js",
    "phones/join.js",
    "seats/keyboard.js",
    "link.js",
    "load.js",
    "middle.js",
    "events/newest.js",
    "phones/name.js",
    "oled.js",
    "phones/phone.js",
    "phones/phones.js",
    "phones/wake_lock.js",
    "phones/manifest.webmanifest",
    "post.js",
    "seats/places.js",
    "seats/readable_keys.js",
    "puzzle/puzzle.js",
    "puzzle/puzzle_streak.js",
    "recap.js",
    "history/review.js",
    "history/review_chart.js",
    "history/review_choices.js",
    "seats/scale.js",
    "seats/seat.js",
    "storage.js",
    "table.js",
    "touch/announcer.js",
    "touch/card.js",
    "touch/cover.js",
    "touch/data.js",
    "touch/dialogs.js",
    "touch/generic.js",
    "touch/legal.js",
    "touch/morph.js",
    "touch/panel.js",
    "touch/scrolling.js",
    "touch/settings.js",
    "touch/taps/answers.js",
    "touch/taps/finger.js",
    "sounds/cues.js",
    "sounds/sounds.css",
    "sounds/sounds.js",
    "sounds/table_sounds.js",
    "games/generic.css",
    "games/generic.js",
    "games/head.js",
    "icon.svg",
)
"""The files of every table, below `static/`. generic.js draws the public view of any game; head.js is shared by games."""
ICONS: Final = ("icons/home-180.png", "icons/home-512.png")
"""What a phone puts on its home screen, below `static/`; tools/images/icons.py draws them."""
TOUCH_STYLE: Final = ("touch/touch.css", "touch/controls.css", "touch/places.css", "touch/pieces.css")
"""The parts of `/static/touch.css`, before those of the games; later ones may refine earlier ones."""
TELEVISION_STYLE: Final = ("television/stage.css", "television/codes.css")
"""The parts of `/static/television.css`, before those of the games."""
_KINDS: Final = {"css": CSS, "js": JAVASCRIPT, "svg": SVG, "webmanifest": MANIFEST}
_GAME: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_RESERVED: Final = ("generic", "head")

STATIC_FOLDER: Final = files("companion.web").joinpath("static")
WITH_BENCH: Final = b" data-bench hidden"
"""Marks a link to the page of the seats, which only those see who may open it."""


Handler = Callable[[Request], Awaitable[Response]]


class StaticFile(NamedTuple):
    """A file as it is sent. `kind`: its media type."""

    body: bytes
    kind: str

    def response(self) -> Response:
        """A new response with this file."""
        return Response(self.body, media_type=self.kind)

    def with_bench(self) -> "StaticFile":
        """A page with its link to the page of the seats."""
        return StaticFile(self.body.replace(WITH_BENCH, b""), self.kind)


class StaticPages:
    """The pages of a table that plays `games`, given by name. `folder`: where their files are.

    Raises ValueError for a name that cannot be a file's, and OSError where a common file is missing.
    """

    def __init__(self, games: Sequence[str], folder: Traversable = STATIC_FOLDER) -> None:
        for game in games:
            if not _GAME.fullmatch(game) or game in _RESERVED:
                raise ValueError(
                    f"{game!r} cannot name a game's files: take small letters, digits and _, and neither of {_RESERVED}."
                )
        self._pages = {name: StaticFile(folder.joinpath(file).read_bytes(), HTML) for name, file in PAGE_FILES.items()}
        self._rules = {_rules_path(file.name): _page_of(file) for file in _with(folder.joinpath("rules"), ".html")}
        names = [*COMMON, *(name for game in games for name in _files_of(game, folder))]
        self._files = {f"/static/{name}": _read(name, folder) for name in names}
        scripts = {game: path for game in games if (path := f"/static/games/{game}.js") in self._files}
        styles = [path for game in games if (path := f"/static/games/{game}.css") in self._files]
        self._pictures = {
            f"/rules/pictures/{page.name}/{file.name}": StaticFile(file.read_bytes(), PNG)
            for page in _pictures_folder(folder).iterdir()
            if page.is_dir()
            for file in _with(page, ".png")
        }
        self._pictures |= {f"/static/{name}": StaticFile(folder.joinpath(name).read_bytes(), PNG) for name in ICONS}
        self._files["/static/games.js"] = StaticFile(_games_script(scripts).encode(), JAVASCRIPT)
        boards = {game: path for game in games if (path := f"/static/touch/games/{game}.js") in self._files}
        self._files["/static/touch.css"] = StaticFile(_style("touch", TOUCH_STYLE, games, folder), CSS)
        self._files["/static/television.css"] = StaticFile(_style("television", TELEVISION_STYLE, games, folder), CSS)
        self._files["/static/touch_games.js"] = StaticFile(_boards_script(boards).encode(), JAVASCRIPT)
        self._files["/static/games.css"] = StaticFile(_games_style(styles).encode(), CSS)

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


def _with(folder: Traversable, suffix: str) -> list[Traversable]:
    """The files of a folder that end so, by name."""
    return sorted((file for file in folder.iterdir() if file.name.endswith(suffix)), key=lambda file: file.name)


def _rules_path(name: str) -> str:
    return "/rules" if name == "README.html" else f"/rules/{name.removesuffix('.html')}"


def _page_of(file: Traversable) -> StaticFile:
    return StaticFile(file.read_bytes(), HTML)


def _pictures_folder(folder: Traversable) -> Traversable:
    """The pictures of the rules, a folder for each page: in the installed package, or in docs/play/ of a source checkout."""
    packed = folder.joinpath("rules/pictures")
    return packed if packed.is_dir() else Path(__file__).parents[2] / "docs" / "play" / "pictures"


def _files_of(game: str, folder: Traversable) -> list[str]:
    """Which of its files a game has."""
    possible = (f"games/{game}.css", f"games/{game}.js", f"touch/games/{game}.js")
    return [name for name in possible if folder.joinpath(name).is_file()]


def _games_script(scripts: dict[str, str]) -> str:
    """The module whose `drawOf(game)` is the function that draws a game, and whose `rulesOf(game)` is the page of its rules.
    `scripts`: the path of each game's module."""
    imports = [f'import * as game{at} from "{path}";' for at, path in enumerate(scripts.values())]
    entries = [f"  [{json.dumps(game)}, game{at}]," for at, game in enumerate(scripts)]
    lines = (
        "// Generated from the list of games by static_pages.py.",
        'import { draw as generic } from "/static/games/generic.js";',
        *imports,
        "const GAMES = new Map([",
        *entries,
        "]);",
        "export const drawOf = (game) => GAMES.get(game)?.draw ?? generic;",
        'export const rulesOf = (game) => GAMES.get(game)?.rules ?? "/rules";',
    )
    return "\n".join(lines) + "\n"


def _style(kind: str, parts: Sequence[str], games: Sequence[str], folder: Traversable) -> bytes:
    """The style of the touch interface or of the television, with that of each game, in one file: one request loads it."""
    names = (*parts, *(f"{kind}/games/{game}.css" for game in games))
    return b"\n".join(path.read_bytes() for name in names if (path := folder.joinpath(name)).is_file())


def _boards_script(boards: dict[str, str]) -> str:
    """The module whose `boardOf(game)` is the function that draws a seat's own board, or undefined, and whose `rulesOf(game)` is
    the page of the rules."""
    imports = [f'import * as game{at} from "{path}";' for at, path in enumerate(boards.values())]
    entries = [f"  [{json.dumps(game)}, game{at}]," for at, game in enumerate(boards)]
    lines = (
        "// Generated from the list of games by static_pages.py.",
        *imports,
        "const BOARDS = new Map([",
        *entries,
        "]);",
        "export const boardOf = (game) => BOARDS.get(game)?.draw;",
        'export const rulesOf = (game) => BOARDS.get(game)?.rules ?? "/rules";',
    )
    return "\n".join(lines) + "\n"


def _games_style(styles: Sequence[str]) -> str:
    lines = ("/* Generated from the list of games by static_pages.py. */", *(f'@import "{path}";' for path in styles))
    return "\n".join(lines) + "\n"


def _read(name: str, folder: Traversable) -> StaticFile:
    return StaticFile(folder.joinpath(name).read_bytes(), _KINDS[name.rpartition(".")[2]])


def _sender(file: StaticFile) -> Handler:
    async def send(_request: Request) -> Response:
        return file.response()

    return send
