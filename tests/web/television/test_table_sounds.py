"""The sounds of the page of the table: what they are made of, when there is one, and their switch. The scripts run in a real
browser."""

from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.effects import ClockShown
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
TURN, ACCEPTED, END, TIME = [659, 880], [523], [523, 659, 784], [880, 880, 587]


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
        page.add_init_script(NOTED)
        page.reload()
        view, event = described("passcode", 2, 40)
        codes = [view | {"to_act": [seat]} for seat in (0, 1)]
        show(table, page, codes[0], event)
        show(table, page, codes[1], "Ada drew.")
        switch = page.get_by_role("checkbox", name="Sounds")
        expect(page.locator("#sounds")).to_have_text("Sounds after a click")
        tap(page)
        expect(page.locator("#sounds")).to_have_text("Sounds")
        assert page.evaluate("() => window.pitches") == []
        show(table, page, codes[1], "Ben drew.")
        heard(page, ACCEPTED)
        table.do(lambda: table.hub.event("Seat 2 is played from a phone from now on."))
        show(table, page, codes[0], "Ben passed.")
        heard(page, TURN)
        show(table, page, view | {"to_act": [], "winners": [0]}, "Ada wins.")
        heard(page, END)
        switch.uncheck()
        show(table, page, codes[1], "Another game.")
        page.reload()
        expect(switch).not_to_be_checked()
        page.get_by_role("slider", name="Volume").fill("80")
        show(table, page, codes[0], "Ben moved.")
        page.reload()
        expect(page.get_by_role("slider", name="Volume")).to_have_value("80")
        tap(page)
        switch.check()
        heard(page, ACCEPTED)


def test_the_end_of_a_think_time_sounds(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        page.clock.install()
        page.evaluate(f"() => {{ {NOTED} }}")
        tap(page)
        show(table, page, *described("passcode", 2, 40))
        clock = ClockShown("player", 300, (10.5, 300.0), (0,), (0,), monotonic())
        table.do(lambda: table.hub.clock(clock))
        expect(page.locator("#clock")).to_be_visible()
        page.clock.run_for(1_000)
        expect(page.locator("#clock [role=status]")).to_contain_text("10 seconds left")
        assert page.evaluate("() => window.pitches") == [], "that it is nearly over is only seen"
        page.clock.run_for(10_000)
        assert page.evaluate("() => window.pitches") == TIME


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
