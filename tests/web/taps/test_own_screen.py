"""The picture of the seat's own screen on a phone: covered when the board is, and uncovered in the same ways. And the button that
lifts the Secrecy screen: held by a finger, a switch for who cannot hold, off when all is covered."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from companion.seats.device_faults import FaultTimings
from tests.browser import held
from tests.web.access.axe import violations
from tests.web.phone_games.spoken_tree import SpokenTree
from tests.web.touch.targets import SMALL, WIDER
from tests.web.touch.test_touch_page import CODE, two_phones
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import CALM, LANDSCAPE, PORTRAIT

pytestmark = pytest.mark.browser

SECRET: Final = "R Y G B"
AT_ONCE: Final = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)
FACE_DOWN: Final = "() => dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 175 }))"
PAGE_HIDE: Final = "() => dispatchEvent(new PageTransitionEvent('pagehide'))"
BACKGROUND: Final = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.hidden;
}"""
OVERLAPS: Final = """() => {
  const boxes = [...document.querySelectorAll('.own :is(.glass, .key, .look, .lift)')]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, at) => boxes.slice(at + 1)
    .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""
PRESSED: Final = "(key) => { key.click(); return key.classList.contains('down'); }"
DARK: Final = (
    """(canvas) => canvas.getContext('2d').getImageData(0, 0, 128, 64).data.every((one) => one < 20 || one === 255)"""
)
CLICK: Final = "(button) => button.click()"
SIZES: Final[tuple[ViewportSize, ...]] = (
    LANDSCAPE,
    {"width": 667, "height": 375},
    {"width": 320, "height": 568},
    PORTRAIT,
)


def text_of(phone: Page) -> Locator:
    """The seat's own screen as text."""
    return phone.locator(".own [data-text]")


def shown(phone: Page, words: str) -> None:
    """Picture and text are there, for eyes and for ears."""
    expect(phone.locator(".own canvas")).to_be_visible()
    expect(text_of(phone)).to_be_visible()
    expect(text_of(phone)).to_contain_text(words)
    expect(phone.locator(".own").get_by_role("img")).to_have_count(1)


def covered(phone: Page) -> None:
    """Neither is there, the keys do not say what they do, and the button to look is in sight."""
    expect(phone.locator(".own canvas")).to_be_hidden()
    expect(text_of(phone)).to_be_hidden()
    expect(phone.locator(".own").get_by_role("paragraph")).to_have_count(0)
    for key in phone.locator(".own .key").all():
        expect(key).to_have_attribute("aria-label", re.compile("key$"))
        expect(key).to_have_attribute("aria-disabled", "true")
    expect(phone.locator(".look")).to_be_in_viewport(ratio=1)


def own_screen(phone: Page) -> None:
    phone.locator('[data-act="tool screen"]').tap()
    expect(phone.locator(".own")).to_be_visible()


def set_hold(phone: Page, hold: bool) -> None:
    """Whether secrets are shown only while the button is held."""
    phone.locator('[data-act="tool menu"]').tap()
    phone.get_by_label("Hold to look").set_checked(hold)
    phone.get_by_role("button", name="Close", exact=True).tap()


def look(phone: Page) -> None:
    """The button to look, without a pointer."""
    phone.locator(".look").evaluate(CLICK)


@contextmanager
def code_set(browser: Browser, folder: Path) -> Iterator[Page]:
    """Where secrets are open, Ann has set a code, and looks at the picture of her own screen."""
    with two_phones(browser, folder, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        own_screen(ann)
        shown(ann, f"{SECRET} (marked)")
        yield ann


def test_the_screen_is_covered_until_a_tap_when_nobody_can_be_looking(browser: Browser, tmp_path: Path) -> None:
    with code_set(browser, tmp_path) as ann:
        expect(ann.locator("button.lift")).to_be_hidden()
        for leave in (FACE_DOWN, PAGE_HIDE, BACKGROUND):
            ann.evaluate(leave)
            covered(ann)
            ann.locator(".look").tap()
            shown(ann, SECRET)
            expect(ann.locator(".look")).to_be_hidden()
        # The board has its button back.
        ann.evaluate(FACE_DOWN)
        assert violations(ann) == []
        ann.locator('[data-act="tool screen"]').tap()
        expect(ann.locator(".own-code .secret")).to_be_hidden()
        ann.locator(".bar .look").tap()
        expect(ann.locator(".own-code .secret")).to_be_visible()


def test_the_screen_is_shown_while_the_button_is_held_and_its_keys_work_then(browser: Browser, tmp_path: Path) -> None:
    with code_set(browser, tmp_path) as ann:
        # Who has looked once is covered when looking takes holding.
        ann.evaluate(FACE_DOWN)
        covered(ann)
        look(ann)
        shown(ann, SECRET)
        set_hold(ann, True)
        covered(ann)
        # Nobody can read what this key would do, so it does nothing.
        points = ann.locator('.own .key[data-key="right"]')
        assert not points.evaluate(PRESSED)
        with held(ann, ann.locator(".look")):
            shown(ann, SECRET)
            expect(points).to_have_attribute("aria-label", "Player 1's right key: Points")
            assert points.evaluate(PRESSED)
            shown(ann, "Most points win")
        covered(ann)
        # A keyboard cannot hold: there it is a switch.
        ann.locator(".look").focus()
        ann.keyboard.press("Enter")
        shown(ann, "Most points win")
        ann.keyboard.press("Enter")
        covered(ann)


@contextmanager
def codemaker(browser: Browser, folder: Path, *, timings: FaultTimings = CALM) -> Iterator[tuple[Page, Page]]:
    """Where secrets are lifted, Ann has set a code, and looks at the covered picture of her own screen; Bob is asked."""
    with two_phones(browser, folder, "mastermind", secrecy="lift", timings=timings) as (_, ann, bob):
        look(ann)
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        own_screen(ann)
        covered(ann)
        yield ann, bob


def lift(phone: Page) -> Locator:
    return phone.get_by_role("button", name="Lift Player 1's Secrecy screen")


def lifted(phone: Page) -> None:
    """The secret can be seen and heard."""
    shown(phone, SECRET)
    expect(lift(phone)).to_have_attribute("aria-pressed", "true")


def lowered(phone: Page) -> None:
    """Nothing of the own screen can be read; nor can the secret by who looks."""
    expect(lift(phone)).to_have_attribute("aria-pressed", "false")
    covered(phone)
    assert SECRET not in SpokenTree(phone).written
    look(phone)
    shown(phone, "Your code")
    expect(text_of(phone)).not_to_contain_text(SECRET)
    look(phone)
    covered(phone)


def test_the_secrecy_screen_is_lifted_by_a_held_button_by_both_outer_keys_and_by_a_switch(
    browser: Browser, tmp_path: Path
) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        with held(ann, lift(ann)):
            lifted(ann)
        lowered(ann)
        ann.keyboard.down("ArrowLeft")
        covered(ann)
        ann.keyboard.down("ArrowRight")
        shown(ann, SECRET)
        ann.keyboard.up("ArrowLeft")
        covered(ann)
        expect(text_of(ann)).not_to_contain_text(SECRET)
        ann.keyboard.up("ArrowRight")
        # Without a pointer it is a switch. When that goes, who looks still looks.
        lift(ann).evaluate(CLICK)
        lifted(ann)
        assert SECRET in SpokenTree(ann).written
        assert violations(ann) == []
        ann.evaluate(FACE_DOWN)
        lowered(ann)
        look(ann)
        lift(ann).evaluate(CLICK)
        lifted(ann)
        lift(ann).evaluate(CLICK)
        shown(ann, "Your code")
        expect(text_of(ann)).not_to_contain_text(SECRET)


def closed_and_opened(phone: Page) -> None:
    phone.locator('[data-act="tool screen"]').tap()
    expect(lift(phone)).to_be_hidden()
    expect(phone.locator(".own-code .secret")).to_be_hidden()
    own_screen(phone)


WAYS: Final[tuple[Callable[[Page], None], ...]] = (
    lambda phone: phone.evaluate(FACE_DOWN),
    lambda phone: phone.evaluate(BACKGROUND),
    look,
    closed_and_opened,
)


@pytest.mark.slow
def test_what_covers_the_screen_ends_the_switch(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path, timings=AT_ONCE) as (ann, bob):
        for leave in WAYS:
            lift(ann).evaluate(CLICK)
            lifted(ann)
            leave(ann)
            lowered(ann)
        # A pause, which a question brings to somebody whose phone goes away then.
        lift(ann).evaluate(CLICK)
        lifted(ann)
        ann.locator('[data-act="tool menu"]').click()
        for _ in range(2):
            ann.get_by_role("button", name="End this game").click()
        expect(text_of(ann)).to_contain_text("Waiting for")
        bob.context.set_offline(True)
        expect(text_of(ann)).to_contain_text("seat 2")
        expect(lift(ann)).to_be_hidden()
        bob.context.set_offline(False)
        expect(lift(ann)).to_be_visible()
        expect(lift(ann)).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow
def test_without_a_connection_nothing_of_a_screen_that_was_lifted_is_left(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        look(ann)
        lift(ann).evaluate(CLICK)
        lifted(ann)
        ann.context.set_offline(True)
        expect(ann.locator("body")).to_have_attribute("data-link", "down")
        expect(text_of(ann)).to_be_empty()
        assert ann.locator(".own canvas").evaluate(DARK)
        ann.context.set_offline(False)
        shown(ann, "Your code")
        look(ann)
        lowered(ann)


@pytest.mark.slow
def test_the_screen_its_keys_and_the_buttons_fit_on_a_phone_covered_and_open(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        for hold in (True, False):
            set_hold(ann, hold)
            expect(ann.locator(".look")).to_be_visible(visible=hold)
            for size in SIZES:
                ann.set_viewport_size(size)
                for part in ann.locator(".own :is(.glass, .key, .look, .lift)").filter(visible=True).all():
                    expect(part).to_be_in_viewport(ratio=1)
                assert ann.evaluate(SMALL) == []
                assert ann.evaluate(WIDER) <= 0
                assert ann.evaluate(OVERLAPS) == 0
