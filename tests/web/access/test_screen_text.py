"""Whoever hears the page of the seats instead of seeing it: each screen as text, and keys that say what they do."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import new_page
from tests.web.access.axe import violations
from tests.web.pages.test_bench_page import GAME, table_and_page
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser


def test_a_screen_is_text_and_its_keys_say_what_they_do_until_it_is_covered(browser: Browser) -> None:
    said = b'{"lines": ["Set the code", "", "R Y G B"], "keys": ["R Y G", "", "B W"]}'
    with table_and_page(browser, 2) as (table, page):
        seat = page.get_by_role("group", name="Seat 2: Ben", exact=True)
        table.do(lambda: table.hub.public(GAME, 3))
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


@pytest.mark.slow
def test_a_game_begins_and_a_code_is_set_by_what_is_read_aloud(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, phones=False) as table:
        page = new_page(browser, viewport={"width": 1280, "height": 800})
        page.goto(table.address)
        seats = [page.get_by_role("group", name=f"Seat {number}: Player {number}", exact=True) for number in (1, 2)]
        first, second = (seat.locator("[data-text] p") for seat in seats)
        expect(first).to_have_text(["You: Player 1 menu", "Mastermind", "You, Player 2", "New here? See Learn."])
        assert violations(page) == []
        page.get_by_role("button", name="Player 2's left key: Change").click()
        marked = second.filter(has_text="(marked)")
        expect(marked).to_have_text("Play the machine (marked)")
        page.get_by_role("button", name="Player 2's right key: down").click()
        expect(marked).to_have_text("Add machine Seat 1 (marked)")
        page.get_by_role("button", name="Player 1's middle key: Start").click()
        page.get_by_role("button", name="Player 1's right key: Yes").click()
        expect(first.first).to_have_text("Set the code menu")
        # Red, yellow, green, blue: each is a press on its group and one on its place in it.
        for key in ("left", "left", "left", "middle", "left", "right", "middle", "left", "middle"):
            seats[0].get_by_role("button", name=f"Player 1's {key} key").click()
        expect(page.locator("#middle")).to_have_attribute("data-number", "1")
        expect(first.filter(has_text="R Y G B")).to_have_count(1)
        expect(second.filter(has_text="R Y G B")).to_have_count(0)
        page.close()
