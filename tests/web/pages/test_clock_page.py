"""Think time on the pages: told once, counted down in the browser, and read aloud near the end and at the end alone.

The page's clock is the test's, so no second is waited for.
"""

import re
from pathlib import Path
from time import monotonic

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, expect

from companion.games.mastermind import MASTERMIND
from companion.table.effects import ClockShown, Opened
from companion.web.messages import Public
from tests.web.pages.test_bench_page import Table, table_and_page
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

NAMES = ("Kim", "Lou")


def test_the_page_of_the_table_shows_it_large_and_tell_a_screen_reader_only_the_end(browser: Browser) -> None:
    state = MASTERMIND.setup(MASTERMIND.read_options({}, 2), 2)
    view = to_builtins(MASTERMIND.view(state, None))
    with table_and_page(browser, 2, "/table") as (room, page):
        page.clock.install()
        clock = page.locator("#clock")
        said = clock.get_by_role("status")
        times = clock.get_by_role("timer")
        expect(clock).to_be_hidden()
        room.do(lambda: room.hub.tell(Public(view, 3, NAMES, (0, 1))))
        tell(room, 10.5, 120.0)
        expect(clock.locator("li")).to_have_count(2)
        expect(clock.locator("li.asked .who")).to_have_text("Kim")
        expect(times.nth(1)).to_have_text("2:00")
        assert times.first.get_attribute("aria-live") is None, "no screen reader is told each second"
        page.clock.run_for(1_000)
        expect(times.first).to_have_class("time soon")
        expect(said).to_have_text("Kim: 10 seconds left.")
        tell(room, 0.8, 120.0)
        page.clock.run_for(1_000)
        expect(times.first).to_have_class("time soon up")
        expect(said).to_have_text("Kim: time is up.")
        room.do(lambda: room.hub.clock(ClockShown()))
        expect(clock).to_be_hidden()


def tell(room: Table, *left: float) -> None:
    """The first seat's time passes, and it has so much left now."""
    room.do(lambda: room.hub.clock(ClockShown("player", 300, left, (0,), (0,), monotonic())))


@pytest.mark.slow
def test_a_phone_of_a_table_with_a_clock_shows_it(browser: Browser, tmp_path: Path) -> None:
    game = Opened("mastermind", MASTERMIND.rules, {}, ("Ann", "Bob"), clock="player 3600")
    with touch_table(tmp_path, game) as table:
        phones = [table.phone(browser, seat) for seat in (0, 1)]
        for phone in phones:
            expect(phone.get_by_role("timer")).to_have_text(re.compile(r"^(60:00|5\d:\d\d)$"))
            phone.context.close()
