"""A phone that shows its seat keeps its screen on by the browser's own lock. When it asks: wake_lock.js has its own tests."""

import pytest
from playwright.sync_api import Browser

from tests.web.pages.test_bench_page import table_and_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ASKED = """async () => {
  const { keepAwake } = await import("/static/phones/wake_lock.js");
  const { Settings } = await import("/static/touch/settings.js");
  const asked = [];
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = function (kind) {
    asked.push(kind);
    return request.call(this, kind);
  };
  const settings = new Settings();
  settings.set("awake", false);
  const can = keepAwake(settings);
  const before = asked.length;
  settings.set("awake", true);
  return { can, before, asked };
}"""


def test_the_screen_stays_on_while_the_player_wants_it(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (_, page):
        assert page.evaluate("isSecureContext"), "a browser asks for nothing less"
        assert page.evaluate(ASKED) == {"can": True, "before": 0, "asked": ["screen"]}
