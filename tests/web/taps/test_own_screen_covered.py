"""The picture of the seat's own screen on a phone: covered when the board is, and uncovered in the same ways."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.access.axe import violations
from tests.web.touch.targets import SMALL, WIDER
from tests.web.touch.test_touch_page import CODE, two_phones
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT

pytestmark = pytest.mark.browser

SECRET = "R Y G B (marked)"
HIDDEN_PAGE = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
FACE_DOWN = "() => dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 175 }))"
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.own :is(.glass, .key, .look, .lift)')]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, at) => boxes.slice(at + 1)
    .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""
PRESSED = "(key) => { key.click(); return key.classList.contains('down'); }"
SIZES: Final[tuple[ViewportSize, ...]] = (
    LANDSCAPE,
    {"width": 667, "height": 375},
    {"width": 320, "height": 568},
    PORTRAIT,
)


def screen(phone: Page) -> tuple[Locator, Locator]:
    """The picture of the seat's own screen, and its text."""
    return phone.locator(".own canvas"), phone.locator(".own [data-text]")


def shown(phone: Page, words: str) -> None:
    """Picture and text are there, for eyes and for ears."""
    picture, text = screen(phone)
    expect(picture).to_be_visible()
    expect(text).to_be_visible()
    expect(text).to_contain_text(words)
    expect(phone.locator(".own").get_by_role("img")).to_have_count(1)


def covered(phone: Page) -> None:
    """Neither is there, the keys do not say what they do, and the button to look is in sight."""
    picture, text = screen(phone)
    expect(picture).to_be_hidden()
    expect(text).to_be_hidden()
    expect(phone.locator(".own").get_by_role("paragraph")).to_have_count(0)
    for key in phone.locator(".own .key").all():
        expect(key).to_have_attribute("aria-label", re.compile("key$"))
        expect(key).to_have_attribute("aria-disabled", "true")
    expect(phone.locator(".look")).to_be_in_viewport(ratio=1)


def held(phone: Page, button: Locator) -> None:
    """Press a button and keep it down."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()


def own_screen(phone: Page) -> None:
    phone.locator('[data-act="tool screen"]').tap()
    expect(phone.locator(".own")).to_be_visible()


@pytest.mark.parametrize("leave", [HIDDEN_PAGE, FACE_DOWN], ids=["background", "face down"])
def test_the_screen_is_covered_until_a_tap_when_nobody_can_be_looking(
    browser: Browser, tmp_path: Path, leave: str
) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        own_screen(ann)
        shown(ann, SECRET)
        ann.evaluate(leave)
        covered(ann)
        assert violations(ann) == []
        ann.locator(".look").tap()
        shown(ann, SECRET)
        expect(ann.locator(".look")).to_be_hidden()
        # The board has its button back.
        ann.evaluate(leave)
        ann.locator('[data-act="tool screen"]').tap()
        expect(ann.locator(".own-code .secret")).to_be_hidden()
        ann.locator(".bar .look").tap()
        expect(ann.locator(".own-code .secret")).to_be_visible()


def test_the_screen_is_shown_while_the_button_is_held_and_its_keys_work_then(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        ann.locator('[data-act="tool menu"]').tap()
        ann.get_by_label("Hold to look").check()
        ann.get_by_role("button", name="Close", exact=True).tap()
        own_screen(ann)
        covered(ann)
        # Nobody can read what this key would do, so it does nothing.
        points = ann.locator('.own .key[data-key="right"]')
        assert not points.evaluate(PRESSED)
        held(ann, ann.locator(".look"))
        shown(ann, SECRET)
        expect(points).to_have_attribute("aria-label", "Player 1's right key: Points")
        assert points.evaluate(PRESSED)
        shown(ann, "Most points win")
        ann.mouse.up()
        covered(ann)
        # A keyboard cannot hold: there it is a switch.
        ann.locator(".look").focus()
        ann.keyboard.press("Enter")
        shown(ann, "Most points win")
        ann.keyboard.press("Enter")
        covered(ann)


def test_who_has_looked_once_is_covered_when_looking_takes_holding(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        own_screen(ann)
        ann.evaluate(FACE_DOWN)
        covered(ann)
        ann.locator(".look").evaluate("(button) => button.click()")
        shown(ann, SECRET)
        ann.locator('[data-act="tool menu"]').tap()
        ann.get_by_label("Hold to look").check()
        ann.get_by_role("button", name="Close", exact=True).tap()
        covered(ann)


def test_both_outer_keys_lift_the_secrecy_screen_and_uncover_while_they_are_held(
    browser: Browser, tmp_path: Path
) -> None:
    with two_phones(browser, tmp_path, "mastermind", secrecy="lift") as (_, ann, bob):
        ann.locator(".look").focus()
        ann.keyboard.press("Enter")
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        own_screen(ann)
        _, text = screen(ann)
        shown(ann, "Your code")
        expect(text).not_to_contain_text("R Y G B")
        ann.locator(".look").focus()
        ann.keyboard.press("Enter")
        covered(ann)
        ann.keyboard.down("ArrowLeft")
        covered(ann)
        ann.keyboard.down("ArrowRight")
        shown(ann, "R Y G B")
        ann.keyboard.up("ArrowLeft")
        covered(ann)
        expect(text).not_to_contain_text("R Y G B")
        ann.keyboard.up("ArrowRight")


def test_the_covered_screen_its_keys_and_the_button_fit_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind", secrecy="lift") as (_, ann, _bob):
        own_screen(ann)
        for size in SIZES:
            ann.set_viewport_size(size)
            covered(ann)
            for part in ann.locator(".own :is(.glass, .key)").all():
                expect(part).to_be_in_viewport(ratio=1)
            assert ann.evaluate(SMALL) == []
            assert ann.evaluate(WIDER) <= 0
            assert ann.evaluate(OVERLAPS) == 0
