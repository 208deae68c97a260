"""The die in the bench page: thrown by hand, set for a real one, refused, and put away."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.dice.attitude import ATTITUDES, Attitude, right, towards, turned
from companion.table.effects import Opened
from tests.browser import new_page
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

RIGHT_OF = "({ top, front }) => import('/static/die/cube.js').then((cube) => cube.faces({ top, front }).right)"


def test_the_die_is_thrown_set_refused_and_shown(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        hub = table.hub
        tray = page.locator("#die")
        expect(tray).to_be_hidden()
        table.do(lambda: hub.die("awaited", 1, 0, None, None, ""))
        expect(tray.locator(".die-says")).to_have_text("Ben, throw the die")
        tray.get_by_role("button", name="Throw").focus()
        page.keyboard.press("Enter")
        tray.get_by_text("A die of your own").click()
        tray.get_by_label("On top 3").click()
        for impossible in (3, 4):
            expect(tray.get_by_label(f"In front {impossible}")).to_be_disabled()
        tray.get_by_label("In front 1").click()
        tray.get_by_role("button", name="So it lies: 5 left, 2 right").click()
        table.do(lambda: hub.die("awaited", 1, 0, None, None, "No die has 0 on top; throw again."))
        expect(tray.locator(".die-says")).to_have_text("No die has 0 on top; throw again.")
        assert table.requests.die == ["throw", (3, 1)]
        table.do(lambda: hub.die("tumbling", 1, 1, 6, 2, ""))
        expect(tray.locator(".throw")).to_be_disabled()
        table.do(lambda: hub.die("still", 1, 1, 6, 2, "6 on top; in front 2, left 3, right 4."))
        expect(tray.locator(".cube")).to_have_attribute("aria-label", "The die: 6 on top, in front 2, left 3, right 4")
        assert [tray.locator(f".solid .{side}").get_attribute("data-face") for side in ("top", "front")] == ["6", "2"]
        table.do(lambda: hub.die("away", None, 1, None, None, ""))
        expect(tray).to_be_hidden()


def test_a_real_die_is_not_thrown_in_the_page_but_shown_there(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        hub, tray = table.hub, page.locator("#die")
        table.do(lambda: hub.die("awaited", 1, 0, None, None, "", is_in_page=False))
        expect(tray.locator(".die-says")).to_have_text("Ben, throw the die")
        expect(tray.locator(".throw")).to_be_disabled()
        expect(tray.get_by_text("Throw", exact=True)).to_be_hidden()
        table.do(lambda: hub.die("awaited", 1, 0, None, None, "No die lies in the nest.", is_in_page=False))
        expect(tray.locator(".die-says")).to_have_text("No die lies in the nest.")
        table.do(lambda: hub.die("still", 1, 1, 4, 1, "4 on top; in front 1, left 2, right 5.", is_in_page=False))
        expect(tray.locator(".cube")).to_have_attribute("aria-label", "The die: 4 on top, in front 1, left 2, right 5")


@pytest.mark.rule("P1")
def test_the_pages_die_is_the_tables_die(browser: Browser) -> None:
    with table_and_page(browser, 1) as (_, page):
        for lies in ATTITUDES:
            assert page.evaluate(RIGHT_OF, {"top": lies.top, "front": lies.front}) == right(lies)


CALL = """async (view) => {
  const { dieOf, showsSides } = await import('/static/games/passcode.js');
  return [dieOf(view), showsSides(view)];
}"""


def view(lies: Attitude, given: Attitude, phase: str) -> dict[str, Any]:
    """A view after a roll of which the numbers of `given` were written."""
    codes = [[[number, None, None]] for number in towards(given, 2)]
    return {"die": {"top": lies.top, "front": lies.front}, "codes": codes, "phase": phase}


def test_the_die_lies_as_it_was_turned(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, Opened("passcode", 4, {}, ("Ann", "Bob")), phones=False) as table:
        page = new_page(browser)
        page.goto(table.address)
        for top, front in ((1, 2), (6, 3), (4, 5)):
            lies = Attitude(top, front)
            further = turned(lies)
            as_it_is, shown = {"top": top, "front": front}, {"top": top, "front": further.front}
            assert page.evaluate(CALL, view(lies, lies, "codes")) == [as_it_is, True]
            assert page.evaluate(CALL, view(lies, further, "codes")) == [shown, True]
            assert page.evaluate(CALL, view(lies, further, "turning")) == [as_it_is, True], "it is not turned yet"
            assert page.evaluate(CALL, view(lies, further, "draw")) == [as_it_is, False], "another roll since"
        page.close()
