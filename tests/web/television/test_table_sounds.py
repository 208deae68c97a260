"""The sounds of the page of the table, and their switch, in a real browser. When there is one: test_sounds of the app."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.sound import SoundCue
from companion.web.messages import Phones
from tests.web.pages.game_views import LONG_NAMES, described
from tests.web.pages.layout import check, show
from tests.web.pages.test_bench_page import table_and_page
from tests.web.television.legibility import SIZES, faults

pytestmark = pytest.mark.browser

NOTED: Final = """
  window.pitches = [];
  const Real = AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.context = this; } };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.pitches.push(this.frequency.value);
    return start.apply(this, when);
  };
"""
TURN, ACCEPTED, END = [659, 880], [523], [523, 659, 784]


def tap(page: Page) -> None:
    """The first tap, after which the page may sound."""
    page.locator("#middle").click()
    page.wait_for_function("() => window.context?.state === 'running'")


def heard(page: Page, pitches: list[int]) -> None:
    """These notes were played since this was asked last, and no other ones."""
    page.wait_for_function("(count) => window.pitches.length >= count", arg=len(pitches))
    assert page.evaluate("() => window.pitches.splice(0)") == pitches


def test_it_sounds_after_the_first_tap_until_it_is_switched_off(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):

        def sounds(*cues: SoundCue) -> None:
            table.do(lambda: table.hub.cue(cues))

        page.add_init_script(NOTED)
        page.reload()
        show(table, page, *described("passcode", 2, 40))
        sounds(SoundCue("turn", (0,)))
        switch = page.get_by_role("checkbox", name="Sounds")
        expect(page.locator("#sounds")).to_have_text("Sounds after a click")
        tap(page)
        expect(page.locator("#sounds")).to_have_text("Sounds")
        assert page.evaluate("() => window.pitches") == []
        sounds(SoundCue("accepted", (0,)), SoundCue("turn", (1,)))
        heard(page, TURN)
        sounds(SoundCue("end"))
        heard(page, END)
        switch.uncheck()
        sounds(SoundCue("turn", (0,)))
        page.reload()
        expect(switch).not_to_be_checked()
        page.get_by_role("slider", name="Volume").fill("80")
        page.reload()
        expect(page.get_by_role("slider", name="Volume")).to_have_value("80")
        tap(page)
        switch.check()
        heard(page, ACCEPTED)


def test_the_switch_can_be_read_and_hit_on_a_television(browser: Browser) -> None:
    with table_and_page(browser, 6, "/table") as (table, page):
        view, event = described("passcode", 6, 40)
        show(table, page, view, event)
        table.do(lambda: table.hub.tell(Phones(f"{LONG_NAMES[0]}'s seat is played from a phone.")))
        check(faults(page, "the switch", SIZES))
        for control in page.locator("#sounds input").all():
            box = control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
