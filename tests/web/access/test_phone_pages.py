"""The pages by which phones take seats can be used by everybody in every state: axe-core finds nothing, dark and light, and every
target has 24 pixels."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.seats.device_faults import FaultTimings
from companion.web.codes import OwnPhone
from tests.browser import new_page
from tests.web.access.axe import violations_in_both_schemes
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_tables import PORTRAIT, TouchTable, touch_table

pytestmark = pytest.mark.browser

AT_ONCE: Final = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0, late=0)
SMALL: Final = """() => [...document.querySelectorAll("a[href], button, input, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 23.9)
  .map(([what, { width, height }]) => `${what}: ${width} x ${height}`)"""


def check(page: Page) -> None:
    """Everybody can use the page as it is now."""
    assert violations_in_both_schemes(page) == []
    assert page.evaluate(SMALL) == []


@contextmanager
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """A phone with that page."""
    page = new_page(browser, viewport=PORTRAIT, has_touch=True, is_mobile=True)
    page.goto(address)
    yield page
    page.close()


@pytest.mark.slow
def test_the_door_of_a_seat(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path) as table, phone(browser, f"{table.address}/seat") as page:
        said = page.locator("#said")
        expect(said).to_have_text("Scan the code of a seat, or write it here.")
        check(page)
        page.locator("#code").fill("AAAA")
        page.locator("#code").press("Enter")
        expect(said).to_contain_text("A code has 6 letters and digits. This one has 4.")
        check(page)
        page.locator("#code").fill(table.code(0))
        page.locator("#code").press("Enter")
        expect(said).to_contain_text("Who plays?")
        check(page)
        page.locator("#name").fill("\N{SNOWMAN}")
        page.locator("#name").press("Enter")
        expect(said).to_contain_text("letters that the screens cannot draw")
        check(page)
        page.locator("#name").fill("Ann")
        page.locator("#name").press("Enter")
        page.locator(".touch[data-number]").wait_for()
        page.locator('[data-act="tool screen"]').tap()
        expect(page.locator("canvas")).to_be_visible()
        check(page)
        with phone(browser, f"{table.address}/seat#{table.code(1)}") as other:
            other.locator("#name").fill("Bob")
            other.locator("#name").press("Enter")
            other.locator(".touch[data-number]").wait_for()
        with machine(browser, table) as phones:
            phones.locator("li[data-state=here] button").first.click()
            check(phones)
            phones.get_by_role("button", name="Give a new code").click()
            expect(said).to_contain_text("the seat has a new code")
            check(page)


@contextmanager
def machine(browser: Browser, table: TouchTable) -> Iterator[Page]:
    """The page of the table's own machine."""
    page = new_page(browser)
    page.goto(f"{table.address}/phones")
    page.locator("#seats li").first.wait_for()
    yield page
    page.close()


@pytest.mark.slow
def test_the_codes_of_free_seats(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path) as table:
        with machine(browser, table) as page:
            check(page)
            table.phone(browser, 0, named=True).context.close()
            expect(page.locator("li[data-state=away]")).to_have_count(1)
            check(page)
        with phone(browser, f"{table.address}/table") as page:
            expect(page.locator(".join")).to_have_count(1)
            check(page)


def test_a_pause_and_a_table_that_is_gone(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, timings=AT_ONCE) as table:
        ann, bob = (table.phone(browser, seat, named=True) for seat in (0, 1))
        ann.locator('button[data-id="start"]').tap()
        ann.get_by_role("button", name="Yes, do it").tap()
        expect(bob.locator(".touch[data-game=mastermind]")).to_be_visible()
        ann.context.close()
        expect(bob.locator(".touch .turn")).to_have_text("Ann is away")
        expect(bob.locator(".touch[data-game=mastermind]")).to_be_visible()
        offers = bob.locator(".offers")
        expect(offers).to_contain_text("Waiting for Ann's phone.")
        check(bob)
        offers.get_by_role("button", name="Machine for Ann: as well as it can, until the phone is back").tap()
        expect(offers).to_have_count(0)
        expect(bob.locator(".touch .turn")).not_to_contain_text("away")
    expect(bob.locator("#banner")).to_contain_text("Not connected to the table")
    check(bob)
    bob.context.close()


def test_a_seat_that_has_a_panel_goes_back_to_it_from_the_page_of_all_phones(browser: Browser) -> None:
    with table_and_page(browser, 2, "/phones") as (table, page):
        table.do(lambda: table.hub.join_board.show([OwnPhone(0, "here", has_panel=True), OwnPhone(1, "away")]))
        page.route("**/phones/code", lambda route: route.fulfill(json={}))
        buttons = page.locator("#seats button")
        expect(buttons).to_have_text(["Back to its panel", "New code"])
        check(page)
        buttons.first.click()
        expect(buttons).to_have_text(["Keep the phone", "Back to its panel", "New code"])
        expect(buttons.first).to_be_focused()
        check(page)
        buttons.nth(1).click()
        expect(page.locator("#said")).to_have_text("Seat 1 is played at its panel again.")
        # The list is made anew; who pressed a button by keyboard is at the same seat.
        buttons.last.press("Enter")
        table.do(lambda: table.hub.join_board.show([OwnPhone(0, "here", has_panel=True), OwnPhone(1, "here")]))
        expect(page.locator("#seats li[data-state=here]")).to_have_count(2)
        expect(page.locator('button[data-seat="1"]', has_text="Keep the phone")).to_be_focused()
        table.do(lambda: table.hub.join_board.show([]))
        expect(buttons).to_have_count(0)
