"""A game's script and style sheet reach the pages by the list of games alone; a game without a script is drawn by generic.js."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.catalog import CATALOG
from companion.web.hub import Hub
from companion.web.static_pages import COMMON, PAGE_FILES, STATIC_FOLDER, StaticPages
from tests.web import clients
from tests.web.clients import http, serving
from tests.web.pages.test_bench_page import table_and_page

SCRIPT = """
export function draw(root) {
  root.classList.add("nim");
  return (view, names) => root.replaceChildren(`${names[view.to_act[0]]} takes of ${view.heap}`);
}
"""
STYLE = ".nim { color: rgb(1, 2, 3); }\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pages' files, and those of a made-up game: a script and a style sheet."""
    copied = tmp_path / "static"
    shutil.copytree(str(STATIC_FOLDER), copied)
    (copied / "games/nim.js").write_text(SCRIPT)
    (copied / "games/nim.css").write_text(STYLE)
    return copied


@pytest.mark.anyio
async def test_a_new_game_is_served_where_it_is_listed(folder: Path) -> None:
    pages = StaticPages(("nim", "go"), folder)
    async with serving(Hub(1, ["Ada"]), pages=pages, bench=True) as server:
        assert (await http(server, "/static/games/nim.js"))[::2] == (200, SCRIPT)
        assert (await http(server, "/static/games/nim.css"))[::2] == (200, STYLE)
        status, head, script = await http(server, "/static/games.js")
        assert status == 200
        assert "content-type: text/javascript" in head
        assert '"/static/games/nim.js"' in script
        assert "go" not in script.replace("generic", ""), "it has no script to import"
        assert '@import "/static/games/nim.css";' in (await http(server, "/static/games.css"))[2]
        assert (await http(server, "/static/games/mastermind.js"))[0] == 404, "this table does not play it"


@pytest.mark.anyio
async def test_a_file_of_a_game_that_is_not_listed_is_not_served(folder: Path) -> None:
    pages = StaticPages((), folder)
    async with serving(Hub(1, ["Ada"]), pages=pages, bench=True) as server:
        assert (await http(server, "/static/games/nim.js"))[0] == 404
        assert "nim" not in (await http(server, "/static/games.js"))[2]
        assert "nim" not in (await http(server, "/static/games.css"))[2]


def test_a_name_that_is_no_files_name_is_refused() -> None:
    for name in ("../server", "nim/x", "Nim", "", "nim.js", 'nim"', "generic", "head"):
        with pytest.raises(ValueError, match="cannot name a game's files"):
            StaticPages((name,))


def test_no_page_and_no_common_file_names_a_game() -> None:
    for name in (*PAGE_FILES.values(), *COMMON):
        text = STATIC_FOLDER.joinpath(name).read_text()
        for game in CATALOG:
            assert f"games/{game.name}" not in text, (name, game.name)


def test_every_script_that_a_page_or_a_script_names_is_served() -> None:
    files = [STATIC_FOLDER.joinpath(name) for name in (*PAGE_FILES.values(), *COMMON)]
    named = {
        path for file in files for path in re.findall(r'"(/static/[\w/.-]+\.js)"', file.read_text(encoding="utf-8"))
    }
    assert named - set(clients.PAGES.paths) == set()


def test_every_game_of_the_catalog_and_the_lobby_have_a_script_and_a_style_sheet() -> None:
    for name in (*(game.name for game in CATALOG), "lobby"):
        assert {f"/static/games/{name}.js", f"/static/games/{name}.css"} <= set(clients.PAGES.paths)


@pytest.mark.browser
def test_the_pages_draw_a_new_game_by_its_script_and_style(folder: Path, browser: Browser) -> None:
    view = {"game": "nim", "seats": 2, "seat": None, "to_act": [1], "phase": "take", "winners": None, "heap": 7}
    with table_and_page(browser, 2, "/table", pages=StaticPages(("nim", "go"), folder)) as (table, page):
        table.do(lambda: table.hub.public(view, 1))
        middle = page.locator("#middle")
        expect(middle).to_have_text("Ben takes of 7")
        expect(middle).to_have_css("color", "rgb(1, 2, 3)")
        table.do(lambda: table.hub.public({**view, "game": "go"}, 1))
        expect(middle).to_have_class("middle generic")
        expect(middle.locator("dt")).to_have_text("Heap")
