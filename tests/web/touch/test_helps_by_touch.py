"""Helps on a phone: what a move in the making is worth, asked with a button and beside that move alone; and the helping sheet of
Digit Code, on the board of whoever has switched it on and on no other."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import CATALOG, find_game
from companion.table.effects import Opened
from tests.table.helps import helps_at
from tests.web.access.axe import violations
from tests.web.touch.targets import OVERLAPPING, SMALL
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import TouchTable, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

GUESS = ("red", "yellow", "green", "blue")
NAMES = ("Ann", "Bob")


def opened(*hints: int) -> Opened:
    return Opened("mastermind", CATALOG[0].rules, {"codemaker": "table"}, NAMES, helps=helps_at(*hints))


def decoder(table: TouchTable, browser: Browser) -> Page:
    """The phone of whoever guesses the first code."""
    phones = [table.phone(browser, seat) for seat in (0, 1)]
    expect(phones[0].locator(".touch .turn")).not_to_be_empty()
    return next(phone for phone in phones if phone.locator(".touch.acting").count())


def test_a_row_is_weighed_and_the_words_go_with_it(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened(0, 1)) as table:
        page = decoder(table, browser)
        hands, ask = TouchHands(page), page.locator('button[data-id="bar ask"]')
        expect(ask).to_have_count(0)
        for colour in GUESS:
            hands.tap(f"symbol {colour}")
        expect(ask).to_have_text("Worth?")
        assert page.evaluate(SMALL) == []
        assert page.evaluate(OVERLAPPING) == []
        hands.tap("bar ask")
        worth = page.locator(".touch .worth")
        expect(worth).to_contain_text(
            "Of 1,680 possible codes, about 291 would be left on average, and 504 at most (2.9 bits)."
        )
        expect(ask).to_have_count(0)
        assert violations(page) == []
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


def test_without_hints_there_is_no_such_button(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened()) as table:
        page = decoder(table, browser)
        hands = TouchHands(page)
        for colour in GUESS:
            hands.tap(f"symbol {colour}")
        expect(page.locator('button[data-id="bar go"]')).not_to_have_attribute("aria-disabled", "true")
        expect(page.locator('button[data-id="bar ask"]')).to_have_count(0)


WITH_SHEET = Opened(
    "digitcode",
    find_game("digitcode").rules,
    {"master": "table", "opening": "one"},
    ("Ann", "Bob"),
    helps=(("sheet",), ()),
)


@pytest.mark.rule("C17")
def test_the_board_shows_what_is_still_possible(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, WITH_SHEET) as table:
        helped, other = (table.phone(browser, seat) for seat in (0, 1))
        hands = TouchHands(helped)
        expect(helped.locator(".touch .facts").first).to_contain_text("465,120 possible")
        hands.tab("digits")
        digit = helped.get_by_role("button", name="Digit T")
        expect(digit).to_have_accessible_name("Digit T: even or odd?; possible: 0, 1, 2, 3, 4, 5, 6, 7, 8 and 9")
        hands.tap("digit T")
        hands.go()
        expect(helped.locator(".touch .facts").first).not_to_contain_text("465,120")
        answered = helped.locator('[data-id="digit T"]')
        expect(answered).to_contain_text("even" if "0 2 4 6 8" in answered.inner_text() else "1 3 5 7 9")
        assert helped.evaluate(SMALL) == []
        assert helped.evaluate(OVERLAPPING) == []
        assert violations(helped) == []
        expect(other.locator(".touch .scene")).not_to_contain_text("possible")
        TouchHands(other).tab("digits")
        expect(other.locator(".touch .could")).to_have_count(0)
