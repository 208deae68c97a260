"""Whoever hears the page of the seats instead of seeing it: each screen as text, and keys that say what they do."""

import pytest
from playwright.sync_api import Browser, expect

from companion.web.messages import Public
from tests.web.access.axe import violations
from tests.web.pages.test_bench_page import GAME, table_and_page

pytestmark = pytest.mark.browser


def test_a_screen_is_text_and_its_keys_say_what_they_do_until_it_is_covered(browser: Browser) -> None:
    said = b'{"lines": ["Set the code", "", "R Y G B"], "keys": ["R Y G", "", "B W"]}'
    with table_and_page(browser, 2) as (table, page):
        seat = page.get_by_role("group", name="Seat 2: Ben", exact=True)
        table.do(lambda: table.hub.tell(Public(GAME, 3)))
        table.do(lambda: table.hub.screen_text(1, lambda: said))
        for _ in range(2):
            expect(seat.locator("[data-text] p")).to_have_text(["Set the code", "R Y G B"])
            expect(page.get_by_role("button", name="Ben's left key: R Y G")).to_be_visible()
            expect(page.get_by_role("button", name="Ben's middle key", exact=True)).to_be_visible()
            page.reload()
        assert violations(page) == []
        seat.get_by_role("button", name="Cover").click()
        expect(seat.get_by_role("paragraph")).to_have_count(0)
        expect(page.get_by_role("button", name="Ben's left key", exact=True)).to_be_visible()
