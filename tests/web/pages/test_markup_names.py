"""Names with markup in every place that shows them, in a real browser. No such name can be entered; a journal that somebody
edited can have one."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.mastermind.game import MASTERMIND
from companion.table.effects import Opened
from companion.web.hub import Hub
from companion.web.phones.join_board import OwnPhone, Wifi
from companion.web.static_pages import STATIC_FOLDER
from tests.browser import new_page
from tests.history.games import case_of, steps
from tests.web.finished_game import FinishedGame, serving
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_tables import touch_table

NAMES = ("<u id=x>A", "<b onclick=x>")
STRANGERS = "() => document.querySelectorAll('[id=x], [onclick], [onerror], script:not([src])').length"


def shows_text(page: Page, *names: str) -> None:
    """The names are there as they were written, and made no element."""
    for name in names:
        expect(page.locator("body")).to_contain_text(name)
    assert page.evaluate(STRANGERS) == 0


def test_no_script_makes_elements_from_text() -> None:
    """Then no name can become markup, whatever draws it."""
    makes = re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|DOMParser|createContextualFragment|document\.write)\b"
    )
    scripts = list(Path(str(STATIC_FOLDER)).rglob("*.js"))
    assert len(scripts) > 60
    assert [str(path) for path in scripts if makes.search(path.read_text())] == []


@pytest.mark.browser
@pytest.mark.slow
def test_at_the_seats_of_the_bench(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, Opened("mastermind", MASTERMIND.rules, {}, NAMES), phones=False) as table:
        page = new_page(browser)
        page.goto(table.address)
        shows_text(page, *NAMES)
        for seat in page.locator(".seat").all():
            seat.get_by_role("button", name="Touch").click()
        expect(page.locator(".touch[data-number]")).to_have_count(2)
        shows_text(page, *NAMES)
        page.close()


@pytest.mark.browser
def test_in_finished_games_and_their_reviews(browser: Browser) -> None:
    case = case_of("mastermind")
    with serving(FinishedGame(case, steps(case, 3), NAMES)) as address:
        page = new_page(browser)
        page.goto(f"{address}/history")
        shows_text(page, *NAMES)
        page.locator("#games button").first.click()
        expect(page.locator("#review [data-part=body]")).to_be_visible()
        shows_text(page, *NAMES)
        page.close()


@pytest.mark.browser
def test_of_a_network_and_in_what_the_table_says(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):

        def tell(hub: Hub) -> None:
            hub.join_board.show([OwnPhone(0, "free", "GOODCODEGOOD")])
            hub.join_board.set_page("http://table.local/seat", Wifi(NAMES[0], "<u>secret</u>"))
            hub.event(f"{NAMES[1]} guesses.")
            hub.fault(f"{NAMES[0]}'s screen does not answer.")

        table.do(lambda: tell(table.hub))
        shows_text(page, NAMES[0], "<u>secret</u>", f"{NAMES[1]} guesses.", f"{NAMES[0]}'s screen does not answer.")
        assert page.locator("u").count() == 0
