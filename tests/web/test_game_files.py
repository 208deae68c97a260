"""The pages' files are found by their folders, and a game's board by its name; a game without one is drawn all the same."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.catalog import CATALOG
from companion.web.hub import Hub
from companion.web.messages import Public
from companion.web.static_pages import BOARD, GAMES_FOLDER, STATIC_FOLDER, StaticPages
from tests.web import clients
from tests.web.clients import http, serving
from tests.web.pages.test_bench_page import table_and_page

SCRIPT = """
import { element } from "/static/element.js";
export const draw = ({ view, names }) => ({
  head: ["Nim", ""], main: [element("p", { className: "heap" }, `${names[view.to_act[0]]} takes of ${view.heap}`)], side: [],
});
"""
STYLE = ".heap { color: rgb(1, 2, 3); }\n"


@pytest.fixture
def pages(tmp_path: Path) -> StaticPages:
    """The pages of a table with two made-up games, of which one has a board, and with a file more than this project has. The
    boards of other games are there, too."""
    static, games = tmp_path / "static", tmp_path / "games"
    shutil.copytree(str(STATIC_FOLDER), static)
    (static / "more").mkdir()
    (static / "more/new.js").write_text("export const one = 1;")
    shutil.copytree(str(GAMES_FOLDER), games, ignore=shutil.ignore_patterns("*.py", "mind"))
    (games / "nim").mkdir()
    for part, text in zip(BOARD, (SCRIPT, STYLE), strict=True):
        (games / "nim" / part).write_text(text)
    return StaticPages(("nim", "go"), static, games)


@pytest.mark.anyio
async def test_files_are_served_by_their_folders_and_boards_where_a_game_is_listed(pages: StaticPages) -> None:
    async with serving(Hub(1, ["Ada"]), pages=pages, bench=True) as server:
        assert (await http(server, "/static/more/new.js"))[0] == 200
        assert (await http(server, "/static/games/nim/board.js"))[::2] == (200, SCRIPT)
        assert (await http(server, "/static/games/nim/board.css"))[::2] == (200, STYLE)
        status, head, script = await http(server, "/static/games.js")
        assert status == 200
        assert "content-type: text/javascript" in head
        assert script.endswith('export const BOARDS = ["nim"];\n')
        assert (await http(server, "/static/games/mastermind/board.js"))[0] == 404, "this table does not play it"
        assert (await http(server, "/static/games/nim/rules.py"))[0] == 404


def test_a_name_that_is_no_folders_name_is_refused() -> None:
    for name in ("../server", "nim/x", "Nim", "", "nim.js", 'nim"'):
        with pytest.raises(ValueError, match="cannot name a game's folder"):
            StaticPages((name,))


def test_every_file_that_a_page_or_a_script_names_is_served() -> None:
    files = [*Path(str(STATIC_FOLDER)).rglob("*.html"), *Path(str(STATIC_FOLDER)).rglob("*.js")]
    files += Path(str(GAMES_FOLDER)).rglob("*.js")
    named = {
        path for file in files for path in re.findall(r'"(/static/[\w/.-]+\.(?:js|css))"', file.read_text("utf-8"))
    }
    assert named - set(clients.PAGES.paths) == set()


def test_a_game_of_the_catalog_has_a_board_with_its_style_or_neither() -> None:
    for game in CATALOG:
        own = {part for part in BOARD if GAMES_FOLDER.joinpath(game.name, part).is_file()}
        assert own in (set(), {*BOARD}), f"{game.name}: one without the other is not served"
        served = {part for part in BOARD if f"/static/games/{game.name}/{part}" in clients.PAGES.paths}
        assert served == own


@pytest.mark.browser
def test_the_pages_draw_a_new_game_by_its_board_and_style(pages: StaticPages, browser: Browser) -> None:
    view = {"game": "nim", "seats": 2, "seat": None, "to_act": [1], "phase": "take", "winners": None, "heap": 7}
    with table_and_page(browser, 2, "/table", pages=pages) as (table, page):
        table.do(lambda: table.hub.tell(Public(view, 1)))
        heap = page.locator("#middle .heap")
        expect(heap).to_have_text("Ben takes of 7")
        expect(heap).to_have_css("color", "rgb(1, 2, 3)")
        table.do(lambda: table.hub.tell(Public({**view, "game": "go"}, 1)))
        expect(page.locator("#middle .generic dt")).to_have_text("Heap")
