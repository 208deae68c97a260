"""Names with markup in every place that shows them, in a real browser. No such name can be entered; a journal that somebody
edited can have one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from companion.web.hub import Hub
from companion.web.phones.join_board import OwnPhone, Wifi
from tests.browser import new_page
from tests.history.games import case_of, steps
from tests.web.finished_game import FinishedGame, serving
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

NAMES = ("<u id=x>A", "<b onclick=x>")
STRANGERS = "() => document.querySelectorAll('[id=x], [onclick], [onerror], script:not([src])').length"


def shows_text(page: Page, *names: str) -> None:
    """The names are there as they were written, and made no element."""
    for name in names:
        expect(page.locator("body")).to_contain_text(name)
    assert page.evaluate(STRANGERS) == 0


@pytest.mark.parametrize("name", [game.name for game in CATALOG if game.name != "lobby"])
def test_of_players(browser: Browser, tmp_path: Path, name: str) -> None:
    game = next(game for game in CATALOG if game.name == name)
    opened = Opened(name, game.rules, {}, NAMES)
    errors: list[str] = []
    with touch_table(tmp_path, opened) as table:
        public = new_page(browser)
        public.on("pageerror", lambda error: errors.append(str(error)))
        public.goto(f"{table.address}/table")
        shows_text(public, *NAMES)
        phones = [table.phone(browser, seat) for seat in range(2)]
        for seat, phone in enumerate(phones):
            phone.on("pageerror", lambda error: errors.append(str(error)))
            expect(phone.locator("h1.name")).to_have_text(NAMES[seat])
            shows_text(phone, *NAMES)
            phone.locator('[data-act="tool menu"]').tap()
            shows_text(phone, *NAMES)
            phone.context.close()
        public.close()
    assert errors == []


def test_at_the_seats_of_the_bench(browser: Browser, tmp_path: Path) -> None:
    game = next(game for game in CATALOG if game.name == "mastermind")
    with touch_table(tmp_path, Opened("mastermind", game.rules, {}, NAMES), phones=False) as table:
        page = new_page(browser)
        page.goto(table.address)
        shows_text(page, *NAMES)
        for seat in page.locator(".seat").all():
            seat.get_by_role("button", name="Touch").click()
        expect(page.locator(".touch[data-number]")).to_have_count(2)
        shows_text(page, *NAMES)
        page.close()


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
