"""The die in the bench page: thrown by hand, set for a real one, refused, and put away. Its sides: cube.js has its own tests."""

import pytest
from playwright.sync_api import Browser, expect

from companion.web.messages import DieShown, Lies
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser


def test_the_die_is_thrown_set_refused_and_shown(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        hub = table.hub
        tray = page.locator("#die")
        expect(tray).to_be_hidden()
        table.do(lambda: hub.tell(DieShown("awaited", 1, 0)))
        expect(tray.locator(".die-says")).to_have_text("Ben, throw the die")
        tray.get_by_role("button", name="Throw").focus()
        page.keyboard.press("Enter")
        tray.get_by_text("A die of your own").click()
        tray.get_by_label("On top 3").click()
        for impossible in (3, 4):
            expect(tray.get_by_label(f"In front {impossible}")).to_be_disabled()
        tray.get_by_label("In front 1").click()
        tray.get_by_role("button", name="So it lies: 5 left, 2 right").click()
        table.do(lambda: hub.tell(DieShown("awaited", 1, 0, None, "No die has 0 on top; throw again.")))
        expect(tray.locator(".die-says")).to_have_text("No die has 0 on top; throw again.")
        assert table.requests.die == ["throw", (3, 1)]
        table.do(lambda: hub.tell(DieShown("tumbling", 1, 1, Lies(6, 2))))
        expect(tray.locator(".throw")).to_be_disabled()
        table.do(lambda: hub.tell(DieShown("still", 1, 1, Lies(6, 2), "6 on top; in front 2, left 3, right 4.")))
        expect(tray.locator(".cube")).to_have_attribute("aria-label", "The die: 6 on top, in front 2, left 3, right 4")
        assert [tray.locator(f".solid .{side}").get_attribute("data-face") for side in ("top", "front")] == ["6", "2"]
        table.do(lambda: hub.tell(DieShown("away", None, 1)))
        expect(tray).to_be_hidden()
        table.do(lambda: hub.tell(DieShown("awaited", 1, 1, own=True)))
        expect(tray.locator(".die-says")).to_have_text("Ben, throw your own die and enter at your seat how it lies")
        expect(tray.get_by_label("On top 3")).to_be_hidden()


def test_a_real_die_is_not_thrown_in_the_page_but_shown_there(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        hub, tray = table.hub, page.locator("#die")
        table.do(lambda: hub.tell(DieShown("awaited", 1, 0, throws=False)))
        expect(tray.locator(".die-says")).to_have_text("Ben, throw the die")
        expect(tray.locator(".throw")).to_be_disabled()
        expect(tray.get_by_text("Throw", exact=True)).to_be_hidden()
        table.do(lambda: hub.tell(DieShown("awaited", 1, 0, None, "No die lies in the nest.", throws=False)))
        expect(tray.locator(".die-says")).to_have_text("No die lies in the nest.")
        table.do(
            lambda: hub.tell(
                DieShown("still", 1, 1, Lies(4, 1), "4 on top; in front 1, left 2, right 5.", throws=False)
            )
        )
        expect(tray.locator(".cube")).to_have_attribute("aria-label", "The die: 4 on top, in front 1, left 2, right 5")
