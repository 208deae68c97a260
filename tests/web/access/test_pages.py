"""The pages that everybody sees can be used by everybody: axe-core finds nothing on them, dark and light. The pages of history
and of puzzles are looked at in their own tests, and seats on phones in touch/."""

from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser

from tests.web.access.axe import violations
from tests.web.pages.game_views import described
from tests.web.pages.test_bench_page import table_and_page
from tests.web.television.test_television_page import phones, show

pytestmark = pytest.mark.browser

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LOBBY: Final[dict[str, Any]] = {
    "game": "lobby",
    "seats": 2,
    "to_act": [0, 1],
    "phase": "choose",
    "winners": None,
    "chosen": "davinci",
    "players": [{"seat": seat, "name": name, "joined": seat == 0} for seat, name in enumerate(("Ada", "Ben"))],
}


@pytest.mark.parametrize("path", ["/rules", "/rules/digit-code"])
def test_axe_finds_nothing_in_the_rules(browser: Browser, path: str) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        page.goto(f"http://127.0.0.1:{table.port}{path}")
        page.wait_for_load_state("networkidle")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []


@pytest.mark.parametrize("path", ["/", "/table"])
@pytest.mark.parametrize("game", ["lobby", "mastermind", "davinci", "digitcode", "passcode"])
def test_axe_finds_nothing_during_a_game(browser: Browser, path: str, game: str) -> None:
    with table_and_page(browser, 2, path) as (table, page):
        view, event = (LOBBY, "Ada has joined.") if game == "lobby" else described(game, 2, 40)
        show(table, page, 1, view, event)
        if game == "lobby":
            phones(table, 2, 2, wifi=True)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []
