"""Helps on a phone: what a move is worth, asked with a button and beside that move alone; and the helping sheet of
Digit Code, on the board of whoever has switched it on and on no other."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.table.helps import helps_at
from tests.web.touch.targets import check_page
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

NAMES: Final = ("Ann", "Bob")


def test_a_row_is_weighed_and_the_words_go_with_it(browser: Browser, tmp_path: Path) -> None:
    rules = find_game("mastermind").rules
    opened = Opened("mastermind", rules, {"codemaker": "table"}, NAMES, helps=helps_at(0, 1))
    with touch_table(tmp_path, opened) as table:
        phones = [table.phone(browser, seat) for seat in (0, 1)]
        expect(phones[0].locator(".touch .turn")).not_to_be_empty()
        page = next(phone for phone in phones if phone.locator(".touch.acting").count())
        hands, ask, worth = TouchHands(page), page.locator('button[data-id="bar ask"]'), page.locator(".touch .worth")
        expect(ask).to_have_count(0)
        for colour in ("red", "yellow", "green", "blue"):
            hands.tap(f"symbol {colour}")
        expect(ask).to_have_text("Worth?")
        check_page(page)
        hands.tap("bar ask")
        expect(worth).to_contain_text("Of 1,680 possible codes, about 291 would be left on average")
        expect(ask).to_have_count(0)
        check_page(page)
        hands.tap("bar undo")
        expect(worth).to_be_empty()
        hands.tap("symbol white")
        expect(worth).to_be_empty()
        expect(ask).to_have_text("Worth?")
        hands.tap("bar undo")
        hands.tap("symbol blue")
        expect(worth).to_contain_text("291")
        hands.tap("bar go")
        expect(page.locator('.touch [data-row="0"] .arms')).to_be_visible()
        expect(worth).to_be_empty()


@pytest.mark.slow
@pytest.mark.rule("C17")
def test_the_board_shows_what_is_still_possible(browser: Browser, tmp_path: Path) -> None:
    options = {"master": "table", "opening": "one"}
    opened = Opened("digitcode", find_game("digitcode").rules, options, NAMES, helps=(("sheet",), ()))
    with touch_table(tmp_path, opened) as table:
        helped, other = (table.phone(browser, seat) for seat in (0, 1))
        hands, facts = TouchHands(helped), helped.locator(".touch .facts").first
        expect(facts).to_contain_text("465,120 possible")
        hands.tab("digits")
        digit = helped.get_by_role("button", name="Digit T")
        expect(digit).to_have_accessible_name("Digit T: even or odd?; possible: 0, 1, 2, 3, 4, 5, 6, 7, 8 and 9")
        hands.tap("digit T")
        hands.go()
        expect(facts).not_to_contain_text("465,120")
        answered = helped.locator('[data-id="digit T"]')
        expect(answered).to_contain_text("even" if "0 2 4 6 8" in answered.inner_text() else "1 3 5 7 9")
        check_page(helped)
        expect(other.locator(".touch .scene")).not_to_contain_text("possible")
        TouchHands(other).tab("digits")
        expect(other.locator(".touch .could")).to_have_count(0)
