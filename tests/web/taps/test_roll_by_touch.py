"""A roll by touch on the page of the simulated table, whose die is thrown by whoever wants to: one tap, or by hand."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.passcode import PASSCODE
from companion.table.effects import Opened
from tests.browser import new_page
from tests.web.touch.touch_tables import PORTRAIT, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]


@contextmanager
def first_roll(browser: Browser, folder: Path) -> Iterator[tuple[Page, Locator]]:
    """The page of a table where Ann rolls the first number of the codes, and her card, switched to touch."""
    opened = Opened("passcode", PASSCODE.rules, {"turning": False}, ("Ann", "Bob"))
    with touch_table(folder, opened, phones=False, die="page") as table:
        bench = new_page(browser, viewport=PORTRAIT)
        bench.goto(table.address)
        bench.wait_for_selector("body[data-link=up]")
        ann = bench.locator('.seat[data-seat="0"]')
        ann.get_by_role("button", name="Touch").click()
        ann.get_by_role("button", name="Roll the die").wait_for()
        yield bench, ann
        bench.close()


def enter_own_die(ann: Locator) -> None:
    """Ann enters at her seat that her own die lies with 5 on top and 3 towards her: 3 is the first number of her code."""
    for asked, number in (("Throw your own die. What is on top?", "5"), ("5 on top. Which number faces you?", "3")):
        expect(ann.locator(".touch .scene")).to_contain_text(asked)
        ann.get_by_role("button", name=number, exact=True).click()
        expect(ann.get_by_role("button", name=number, exact=True)).to_have_attribute("aria-pressed", "true")
        ann.get_by_role("button", name="OK").click()
    expect(ann.locator(".touch")).to_have_attribute("data-number", "3")
    expect(ann.locator(".mine .slot b").first).to_have_text("3")


def test_one_tap_rolls_the_die(browser: Browser, tmp_path: Path) -> None:
    with first_roll(browser, tmp_path) as (bench, ann):
        ann.get_by_role("button", name="Roll the die").click()
        expect(bench.locator("[data-rolls]")).to_have_attribute("data-rolls", "1")
        expect(ann.locator(".touch")).to_have_attribute("data-number", "3")


def test_how_a_die_of_ones_own_lies_is_asked_where_it_was_chosen(browser: Browser, tmp_path: Path) -> None:
    with first_roll(browser, tmp_path) as (_, ann):
        ann.get_by_role("button", name="Roll my own die").click()
        enter_own_die(ann)


@pytest.mark.slow
def test_a_die_of_ones_own_is_a_quieter_button_and_counts_for_one_roll(browser: Browser, tmp_path: Path) -> None:
    with first_roll(browser, tmp_path) as (bench, ann):
        own = ann.get_by_role("button", name="Roll my own die")
        expect(own).to_have_class(re.compile(r"\bquiet\b"))
        own.click()
        expect(bench.locator(".die-says")).to_have_text("Ann, throw your own die and enter at your seat how it lies")
        enter_own_die(ann)
        bob = bench.locator('.seat[data-seat="1"]')
        bob.get_by_role("button", name="Touch").click()
        bob.get_by_role("button", name="Roll the die").click()
        expect(bob.locator(".touch")).to_have_attribute("data-number", "5")
