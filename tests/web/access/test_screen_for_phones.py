"""What the page of a phone has of its seat's own device: the screen as text for whoever hears it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.access.axe import violations
from tests.web.touch.test_touch_page import two_phones

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_seats_own_screen_is_text_for_who_hears_it(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        said = ann.locator(".own [data-text]")
        expect(said).to_be_hidden()
        ann.locator('[data-act="tool screen"]').tap()
        expect(said).to_contain_text("Seat 2 is played from a")
        key = ann.get_by_role("button", name=re.compile("middle key: OK$", re.IGNORECASE))
        key.tap()
        expect(said).not_to_contain_text("is played from a")
        expect(said).not_to_be_empty()
        expect(key).to_have_count(0)
        assert violations(ann) == []
