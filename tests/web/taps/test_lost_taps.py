"""No tap is lost without a word, in a real browser: news that come while a finger is down, and a phone without a connection.

The rest is tested on `answers.js`, `finger.js` and `panel.js` alone.
"""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.browser import new_page
from tests.mirror import NAMES
from tests.web.browsers.relay import Relay
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import PORTRAIT, touch_table

pytestmark = pytest.mark.browser

NEWS_UNDER_THE_FINGER: Final = """async () => {
  const { Finger } = await import("/static/touch/taps/finger.js");
  const root = document.createElement("div");
  root.innerHTML = "<button data-act='choose 0'>Yes</button>";
  document.body.replaceChildren(root);
  window.met = [];
  root.addEventListener("click", ({ target }) => window.met.push(`a tap of ${target.textContent}`));
  const finger = new Finger(root);
  root.addEventListener("pointerdown", () => finger.wait(() => {
    root.replaceChildren();
    window.met.push("the news");
  }));
}"""


def test_a_tap_counts_for_what_was_there_when_the_finger_went_down(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        page.evaluate(NEWS_UNDER_THE_FINGER)
        page.get_by_role("button", name="Yes").click()
        assert page.evaluate("() => window.met") == ["a tap of Yes", "the news"]


def test_a_phone_without_a_connection_says_that_a_tap_was_lost(browser: Browser, tmp_path: Path) -> None:
    opened = Opened("mastermind", find_game("mastermind").rules, {}, NAMES)
    with touch_table(tmp_path, opened) as table, Relay(table.address).running() as relay:
        page = new_page(browser, viewport=PORTRAIT, has_touch=True, is_mobile=True)
        page.goto(f"{relay.address}/seat#{table.code(0)}")
        page.locator("#submit").click()
        page.locator(".touch[data-number]").wait_for()
        relay.cut()
        expect(page.locator("#banner")).to_contain_text("Not connected to the table")
        TouchHands(page).symbols(["red", "yellow", "green", "blue"])
        expect(page.locator(".touch .notice")).to_contain_text("Your last tap did not reach the table. Tap again.")
        relay.mend()
        page.wait_for_selector("body[data-link=up]")
        TouchHands(page).go()
        expect(page.locator(".touch")).to_have_attribute("data-number", "2")
        expect(page.locator(".touch .notice")).to_be_hidden()
        page.close()
