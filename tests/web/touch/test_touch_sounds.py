"""The sounds of the touch interface in a real browser. When there is one: test_sounds of the app."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.touch.test_touch_page import CODE, two_phones
from tests.web.touch.touch_hands import TouchHands

pytestmark = pytest.mark.browser

COUNTED: Final = """() => {
  const real = AudioContext;
  window.made = window.notes = 0;
  window.AudioContext = class extends real {
    constructor() { super(); window.made += 1; window.context = this; }
    createOscillator() { window.notes += 1; return super.createOscillator(); }
  };
}"""
RUNS: Final = "() => window.context.state === 'running'"


def test_nothing_sounds_before_the_first_tap_and_muted_means_silent(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        for phone in (ann, bob):
            phone.reload()  # each was tapped when its player sat down
            phone.locator(".touch[data-number]").wait_for()
            phone.evaluate(COUNTED)
        assert ann.evaluate("() => window.made") == 0
        TouchHands(ann).tap("symbol red")
        assert ann.evaluate("() => window.made") == 1
        ann.wait_for_function(RUNS)
        # A telephone call, say, stops it; the next tap goes on with it.
        ann.evaluate("() => window.context.suspend()")
        TouchHands(ann).tap("bar undo")
        ann.wait_for_function(RUNS)
        assert ann.evaluate("() => window.made") == 1

        ann.locator('[data-act="tool menu"]').tap()
        ann.get_by_label("No sounds").check()
        ann.get_by_role("button", name="Close", exact=True).tap()
        bob.get_by_role("heading", name="Bob").tap()
        bob.wait_for_function(RUNS)
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        assert bob.evaluate("() => window.notes") == 2, "the two notes of whose turn it is"
        assert ann.evaluate("() => window.notes") == 0
        ann.reload()
        ann.locator('[data-act="tool menu"]').tap()
        assert ann.get_by_label("No sounds").is_checked()
