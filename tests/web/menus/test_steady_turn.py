"""A turn of Passcode by touch: from one step to the next the cards in hand and the piles stay where they are."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.touch.test_touch_page import two_phones

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.slow]

TURNS = 3
ACTS = ("roll rest", "roll", "pile draw")
PLACES = """() => Object.fromEntries(['.in-hand', '.between', '.own-board'].map((part) =>
  [part, Math.round(document.querySelector(`.touch ${part}`).getBoundingClientRect().top)]))"""
FIRST_WAY = """(acts) => {
  const by = (name) => document.querySelector(`.touch button[data-id="${name}"]`);
  (acts.map(by).find(Boolean) ?? document.querySelector('.touch .pad .choices button')).click();
}"""


def test_nothing_jumps_in_a_turn(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "passcode", {"levels": [3], "turning": False}) as (_, ann, bob):
        for phone in (ann, bob):
            for close in phone.get_by_role("button", name="Close the message").all():
                close.tap()
        steps: dict[str, dict[str, Any]] = {}
        played = 0
        while played < TURNS:
            expect(ann.locator(".touch .turn")).to_have_text(re.compile("Your turn|Bob's turn"))
            acting = ann if ann.locator(".touch.acting").count() else bob
            acting.locator(".touch.acting").wait_for()
            if (missed := ann.get_by_role("button", name="Close the message")).count():
                missed.tap()  # What happened since the last turn stands above the board until it is read.
                expect(missed).to_have_count(0)
            if ann.locator(".touch .in-hand").count():
                steps[what(ann)] = ann.evaluate(PLACES)
            played += what(ann) == "What will you do with your cards?"
            number = acting.locator(".touch").get_attribute("data-number")
            acting.evaluate(FIRST_WAY, ACTS)
            for phone in (ann, bob):
                expect(phone.locator(".touch")).not_to_have_attribute("data-number", number or "")
        assert {"Draw a card: tap a pile", "What will you do with your cards?", ""} <= set(steps)
        assert len({str(places) for places in steps.values()}) == 1, steps


def what(phone: Page) -> str:
    """What the bar asks."""
    return phone.locator(".touch .bar .hint").inner_text()
