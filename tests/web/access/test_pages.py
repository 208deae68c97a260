"""The pages that everybody sees can be used by everybody: axe-core finds nothing on them, dark and light. The pages of history
and of puzzles are looked at in their own tests, and seats on phones in touch/."""

import pytest
from playwright.sync_api import Browser

from tests.web.access.axe import violations_in_both_schemes
from tests.web.pages.layout import lobby, position, show
from tests.web.pages.test_bench_page import table_and_page
from tests.web.television.test_television_page import phones

pytestmark = pytest.mark.browser


def test_axe_finds_nothing_in_the_rules(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        for path in ("/rules", "/rules/digit-code"):
            page.goto(f"http://127.0.0.1:{table.port}{path}")
            page.wait_for_load_state("networkidle")
            assert violations_in_both_schemes(page) == []


@pytest.mark.parametrize(
    ("path", "games"),
    [
        ("/", ["passcode"]),
        ("/table", ["davinci", "lobby"]),
        pytest.param("/", ["mastermind", "davinci", "digitcode", "breakthecode", "lobby"], marks=pytest.mark.slow),
        pytest.param("/table", ["mastermind", "digitcode", "passcode", "breakthecode"], marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_during_a_game(browser: Browser, path: str, games: list[str]) -> None:
    with table_and_page(browser, 6, path) as (table, page):
        for game in games:
            what, view, event = lobby() if game == "lobby" else position(game, 2, 40)
            show(table, page, view, event)
            if game == "lobby":
                phones(table, 2, 6, wifi=True)
            assert violations_in_both_schemes(page) == [], what
