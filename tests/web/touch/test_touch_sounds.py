"""The sounds of the touch interface: what they are made of, and when there is one. The scripts run in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.touch.test_touch_page import CODE, two_phones
from tests.web.touch.touch_hands import TouchHands

pytestmark = pytest.mark.browser

CUES = """async (states) => {
  const { cue, heard } = await import("/static/sounds/cues.js");
  let before = null;
  return states.map(({ view, number, event }) => {
    const now = heard({ view, number, said: event }, (seat) => seat === view.seat, before);
    const sound = cue(before, now);
    before = now;
    return sound;
  });
}"""


COUNTED = """() => {
  const real = AudioContext;
  window.made = 0;
  window.AudioContext = class extends real { constructor() { super(); window.made += 1; window.context = this; } };
}"""


def data(**changes: Any) -> dict[str, Any]:
    """The data of seat 0 of two, waiting at move 3."""
    view = {"game": "mastermind", "seat": 0, "to_act": [1], "winners": None, **changes.pop("view", {})}
    return {"number": 3, "event": "Bob guessed.", "notice": "", **changes, "view": view}


def cues(page: Page, *states: dict[str, Any]) -> list[str]:
    """The sound of each of these, one after the other."""
    return list(page.evaluate(CUES, list(states)))


def test_when_there_is_a_sound(browser: Browser, tmp_path: Path) -> None:
    mine, chance, over = {"to_act": [0]}, {"to_act": ["chance"]}, {"to_act": [], "winners": [1]}
    with two_phones(browser, tmp_path, "mastermind") as (_, page, _other):
        assert cues(page, data(), data()) == ["", ""], "what was there before the page says nothing"
        assert cues(page, data(), data(number=4, view=mine), data(number=5)) == ["", "turn", "accepted"]
        assert cues(page, data(), data(number=4, view=chance), data(number=5, view=mine)) == ["", "accepted", "turn"]
        own = [data(view=mine), data(number=4, view=chance), data(number=5, view=mine)]
        assert cues(page, *own) == ["", "accepted", ""], "a move of chance does not change whose turn it is"
        assert cues(page, data(), data(number=4, view=over), data(number=4, view=over)) == ["", "end", ""]
        assert cues(page, data(), data(event="That cannot be: all report again.")) == ["", "refused"]


def test_what_a_seat_holds_or_was_refused_makes_no_sound(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, page, _other):
        refused = data(notice="A code has four pegs, not 5.")
        assert cues(page, data(), refused) == ["", ""]
        held = [data(number=4, view={"to_act": [0], "code": code, "hand": code}) for code in (CODE, CODE[::-1])]
        assert [cues(page, data(), one) for one in held] == [["", "turn"]] * 2


def test_nothing_sounds_before_the_first_tap_and_muted_means_silent(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        ann.evaluate(COUNTED)
        assert ann.evaluate("() => window.made") == 0
        TouchHands(ann).tap("symbol red")
        assert ann.evaluate("() => window.made") == 1
        ann.wait_for_function("() => window.context.state === 'running'")
        # A telephone call, say, stops it; the next tap goes on with it.
        ann.evaluate("() => window.context.suspend()")
        TouchHands(ann).tap("bar undo")
        ann.wait_for_function("() => window.context.state === 'running'")
        assert ann.evaluate("() => window.made") == 1
        ann.locator('[data-act="tool menu"]').tap()
        ann.get_by_label("No sounds").check()
        assert ann.evaluate("() => JSON.parse(localStorage.getItem('companion touch')).mute") is True
        ann.reload()
        ann.locator('[data-act="tool menu"]').tap()
        assert ann.get_by_label("No sounds").is_checked()
