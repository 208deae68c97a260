"""A phone's button that lifts the Secrecy screen: held by a finger, a switch for who cannot hold, off when all is covered."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.pause.fault_timing import FaultTimings
from tests.web.access.axe import violations
from tests.web.phone_games.spoken_tree import SpokenTree
from tests.web.taps.test_own_screen_covered import (
    FACE_DOWN,
    HIDDEN_PAGE,
    OVERLAPS,
    SIZES,
    covered,
    held,
    own_screen,
    shown,
)
from tests.web.touch.targets import SMALL, WIDER
from tests.web.touch.test_touch_page import CODE, two_phones
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import CALM

pytestmark = pytest.mark.browser

SECRET: Final = "R Y G B"
NAMED: Final = "Lift Player 1's Secrecy screen"
CLICK: Final = "(button) => button.click()"
AT_ONCE: Final = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)
SPOKEN_TOUCH: Final = """(button, pointer) => {
  const sent = { bubbles: true, cancelable: true, pointerId: 99, isPrimary: true, pressure: 0, ...pointer };
  for (const kind of ["pointerdown", "pointerup"]) button.dispatchEvent(new PointerEvent(kind, sent));
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
}"""
VOICE_OVER: Final = {"pointerType": "touch", "width": 1 / 3, "height": 1 / 3}
TALK_BACK: Final = {"pointerType": "mouse", "width": 1, "height": 1}
ANDROID: Final = "() => Object.defineProperty(navigator, 'userAgent', { value: 'Linux; Android 16' })"
LEAVE: Final = "() => document.querySelector('.look').click()"


@contextmanager
def codemaker(browser: Browser, folder: Path, *, timings: FaultTimings = CALM) -> Iterator[tuple[Page, Page]]:
    """Ann has set a code, and looks at the covered picture of her own screen; Bob is asked."""
    with two_phones(browser, folder, "mastermind", secrecy="lift", timings=timings) as (_, ann, bob):
        look(ann)
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        look(ann)
        own_screen(ann)
        covered(ann)
        yield ann, bob


def look(phone: Page) -> None:
    """The button to look, without a pointer."""
    phone.locator(".look").evaluate(CLICK)


def button(phone: Page) -> Locator:
    return phone.get_by_role("button", name=NAMED)


def lifted(phone: Page) -> None:
    """The secret can be seen and heard."""
    shown(phone, SECRET)
    expect(button(phone)).to_have_attribute("aria-pressed", "true")


def lowered(phone: Page) -> None:
    """Nothing of the own screen can be read; nor can the secret by who looks."""
    expect(button(phone)).to_have_attribute("aria-pressed", "false")
    covered(phone)
    assert SECRET not in SpokenTree(phone).written
    look(phone)
    shown(phone, "Your code")
    expect(phone.locator(".own [data-text]")).not_to_contain_text(SECRET)
    look(phone)
    covered(phone)


def test_a_finger_lifts_the_secrecy_screen_while_it_holds_the_button(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        held(ann, button(ann))
        lifted(ann)
        ann.mouse.up()
        lowered(ann)


def test_without_a_pointer_the_button_is_a_switch(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        button(ann).evaluate(CLICK)
        lifted(ann)
        assert SECRET in SpokenTree(ann).written
        assert violations(ann) == []
        button(ann).evaluate(CLICK)
        lowered(ann)
        assert violations(ann) == []
        button(ann).focus()
        for key in ("Enter", "Space"):
            ann.keyboard.press(key)
            lifted(ann)
            ann.keyboard.press(key)
            lowered(ann)
            button(ann).focus()
        # Whoever keeps the key down switches once.
        for _ in range(4):
            ann.keyboard.down("Enter")
        lifted(ann)
        ann.keyboard.up("Enter")
        lifted(ann)


@pytest.mark.parametrize("pointer", [VOICE_OVER, TALK_BACK], ids=["VoiceOver", "TalkBack"])
def test_a_touch_that_a_screen_reader_sends_is_a_click(browser: Browser, tmp_path: Path, pointer: object) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        ann.evaluate(ANDROID)
        button(ann).evaluate(SPOKEN_TOUCH, pointer)
        lifted(ann)
        button(ann).evaluate(SPOKEN_TOUCH, pointer)
        lowered(ann)
        ann.locator(".look").evaluate(SPOKEN_TOUCH, pointer)
        shown(ann, "Your code")
        ann.locator('.own .key[data-key="right"]').evaluate(SPOKEN_TOUCH, pointer)
        shown(ann, "Most points win")
        ann.locator(".look").evaluate(SPOKEN_TOUCH, pointer)
        covered(ann)


@pytest.mark.parametrize("leave", [HIDDEN_PAGE, FACE_DOWN, LEAVE], ids=["background", "face down", "covered"])
def test_what_covers_the_screen_ends_the_switch(browser: Browser, tmp_path: Path, leave: str) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        button(ann).evaluate(CLICK)
        lifted(ann)
        ann.evaluate(leave)
        lowered(ann)


def test_the_button_to_look_covers_what_both_have_uncovered(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        look(ann)
        shown(ann, "Your code")
        button(ann).evaluate(CLICK)
        lifted(ann)
        look(ann)
        lowered(ann)
        # The switch alone goes, and who looks still looks.
        look(ann)
        button(ann).evaluate(CLICK)
        lifted(ann)
        button(ann).evaluate(CLICK)
        shown(ann, "Your code")
        expect(ann.locator(".own [data-text]")).not_to_contain_text(SECRET)


def test_the_switch_ends_with_the_own_screen(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        button(ann).evaluate(CLICK)
        lifted(ann)
        ann.locator('[data-act="tool screen"]').tap()
        expect(button(ann)).to_be_hidden()
        expect(ann.locator(".own-code .secret")).to_be_hidden()
        own_screen(ann)
        lowered(ann)


def test_the_switch_ends_with_a_pause(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path, timings=AT_ONCE) as (ann, bob):
        button(ann).evaluate(CLICK)
        lifted(ann)
        bob.context.set_offline(True)
        expect(ann.locator(".own [data-text]")).to_contain_text("seat 2")
        expect(button(ann)).to_be_hidden()
        bob.context.set_offline(False)
        expect(button(ann)).to_be_visible()
        lowered(ann)


def test_without_a_connection_nothing_of_a_screen_that_was_lifted_is_left(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        look(ann)
        button(ann).evaluate(CLICK)
        lifted(ann)
        ann.context.set_offline(True)
        expect(ann.locator("body")).to_have_attribute("data-link", "down")
        expect(ann.locator(".own [data-text]")).to_be_empty()
        dark = "(canvas) => canvas.getContext('2d').getImageData(0, 0, 128, 64).data.every((one) => one < 20 || one === 255)"
        assert ann.locator(".own canvas").evaluate(dark)
        ann.context.set_offline(False)
        shown(ann, "Your code")
        look(ann)
        lowered(ann)


def test_there_is_no_button_where_secrets_are_open(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        own_screen(ann)
        expect(ann.locator(".own canvas")).to_be_visible()
        expect(ann.locator("button.lift")).to_have_count(1)
        expect(ann.locator("button.lift")).to_be_hidden()


def test_the_buttons_fit_on_a_phone_covered_and_open(browser: Browser, tmp_path: Path) -> None:
    with codemaker(browser, tmp_path) as (ann, _):
        for hold in (True, False):
            ann.locator('[data-act="tool menu"]').tap()
            ann.get_by_label("Hold to look").set_checked(hold)
            ann.get_by_role("button", name="Close", exact=True).tap()
            expect(ann.locator(".look")).to_be_visible(visible=hold)
            for size in SIZES:
                ann.set_viewport_size(size)
                for part in ann.locator(".own :is(.glass, .key, .look, .lift)").filter(visible=True).all():
                    expect(part).to_be_in_viewport(ratio=1)
                assert ann.evaluate(SMALL) == []
                assert ann.evaluate(WIDER) <= 0
                assert ann.evaluate(OVERLAPS) == 0
