"""Think time on the pages: told once, counted down in the browser, and read aloud near the end and at the end alone.

The page's clock is the test's, so no second is waited for.
"""

import json
import re
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Page, expect

from companion.games.mastermind.game import MASTERMIND
from companion.table.effects import ClockShown, Opened
from companion.table.seat_data import Asked, SeatMoment, seat_bytes
from tests.web.pages.test_bench_page import Table, table_and_page
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

NAMES = ("Kim", "Lou")
COUNTED = """async ([clock, passed]) => {
  const { Countdown, timeText } = await import("/static/countdown/countdown.js");
  let now = 1000;
  const marks = [];
  const countdown = new Countdown(() => now);
  countdown.listen(() => {}, (seat, mark) => marks.push(`${seat} ${mark}`));
  countdown.take(clock);
  const shown = [];
  for (const seconds of passed) {
    now = 1000 + 1000 * seconds;
    countdown.tick();
    shown.push(countdown.seats.map((seat) => timeText(countdown.left(seat))).join(" "));
  }
  countdown.take(null);
  return { shown, marks, none: countdown.seats.length };
}"""


def counted(page: Page, clock: dict[str, Any], *passed: float) -> dict[str, Any]:
    """What is shown after so many seconds, and which ends were told."""
    found: dict[str, Any] = page.evaluate(COUNTED, [clock, passed])
    return found


def test_the_page_counts_down_by_itself(browser: Browser) -> None:
    turn = {"kind": "turn", "seconds": 60, "left": [60, 12.5], "asked": [1], "running": [1]}
    game = {"kind": "player", "seconds": 300, "left": [None, 299.5, 0.4], "asked": [2], "running": [2]}
    stands = {"kind": "turn", "seconds": 60, "left": [9, 9], "asked": [0], "running": []}
    with table_and_page(browser, 2, "/table") as (_, page):
        found = counted(page, turn, 0, 1.4, 2.5, 2.6, 12.4, 12.5, 12.6, 14, 80)
        assert found["shown"] == ["0:13", "0:12", "0:10", "0:10", "0:01", "0:00", "0:00", "+0:01", "+1:07"]
        assert found["marks"] == ["1 soon", "1 up"]
        assert found["none"] == 0
        assert counted(page, game, 0, 1) == {"shown": ["5:00 0:01", "5:00 0:00"], "marks": ["2 up"], "none": 0}
        assert counted(page, stands, 0, 100) == {"shown": ["0:09", "0:09"], "marks": [], "none": 0}


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_table_s_pages_show_it_large_and_tell_a_screen_reader_only_the_end(browser: Browser, path: str) -> None:
    state = MASTERMIND.setup(MASTERMIND.read_options({}, 2), 2)
    view = to_builtins(MASTERMIND.view(state, None))
    with table_and_page(browser, 2, path) as (room, page):
        page.clock.install()
        clock = page.locator("#clock")
        said = clock.get_by_role("status")
        times = clock.get_by_role("timer")
        expect(clock).to_be_hidden()
        room.do(lambda: room.hub.public(view, 3, NAMES, (0, 1)))
        tell(room, 10.5, 120.0)
        expect(clock.locator("li")).to_have_count(2)
        expect(clock.locator("li.asked .who")).to_have_text("Kim")
        expect(times.nth(1)).to_have_text("2:00")
        assert times.first.get_attribute("aria-live") is None, "no screen reader is told each second"
        page.clock.run_for(1_000)
        expect(times.first).to_have_class("time soon")
        expect(said).to_have_text("Kim: 10 seconds left.")
        tell(room, 0.8, 120.0)
        page.clock.run_for(1_000)
        expect(times.first).to_have_class("time soon up")
        expect(said).to_have_text("Kim: time is up.")
        room.do(lambda: room.hub.clock(ClockShown()))
        expect(clock).to_be_hidden()


def tell(room: Table, *left: float) -> None:
    """The first seat's time passes, and it has so much left now."""
    room.do(lambda: room.hub.clock(ClockShown("player", 300, left, (0,), (0,), monotonic())))


PANEL = """async ([data, clock, passed]) => {
  const { Countdown } = await import("/static/countdown/countdown.js");
  const { Panel } = await import("/static/touch/panel.js");
  const { Settings } = await import("/static/touch/settings.js");
  let now = 0;
  const played = [];
  const countdown = new Countdown(() => now);
  const sounds = { play: (name) => name && played.push(name) };
  const panel = new Panel({ settings: new Settings(), sounds, countdown, send() {}, press() {} });
  document.body.append(panel.root);
  panel.show(data);
  countdown.take(clock);
  const found = [];
  for (const seconds of passed) {
    now = 1000 * seconds;
    countdown.tick();
    const time = panel.root.querySelector("[role=timer]");
    found.push([time.hidden ? null : time.textContent, panel.root.querySelector("p.unseen[role=status]").textContent]);
  }
  panel.close();
  return { found, played, buttons: panel.root.querySelectorAll("[data-id^=symbol]:not([aria-disabled])").length };
}"""


def on_a_phone(page: Page, seat: int, clock: dict[str, Any] | None, *passed: float) -> dict[str, Any]:
    """What the touch interface of a seat shows and says after so many seconds, and what sounds."""
    options = MASTERMIND.read_options({}, 2)
    state = MASTERMIND.setup(options, 2)
    view = MASTERMIND.view(state, seat)
    asked = Asked("game", MASTERMIND.prompt(options, view))
    data = json.loads(seat_bytes(SeatMoment(seat, 1, "Mastermind", view, NAMES, (0, 1), asked)))
    found: dict[str, Any] = page.evaluate(PANEL, [data, clock, passed])
    return found


def test_the_own_time_stands_beside_the_turn_and_its_end_is_heard(browser: Browser) -> None:
    clock = {"kind": "turn", "seconds": 30, "left": [30, 30], "asked": [0], "running": [0]}
    with table_and_page(browser, 2) as (_, page):
        own = on_a_phone(page, 0, clock, 0, 20, 25, 30, 37)
        begins = "Your turn."
        assert own["found"] == [
            ["0:30", begins],
            ["0:10", "10 seconds left."],
            ["0:05", "10 seconds left."],
            ["0:00", "Your time is up."],
            ["+0:07", "Your time is up."],
        ]
        assert own["played"] == ["time"]
        assert own["buttons"], "and everything can be tapped as before"
        other = on_a_phone(page, 1, clock, 0, 20, 30)
        assert [shown for shown, _ in other["found"]] == ["0:30", "0:10", "0:00"]
        assert {said for _, said in other["found"]} == {""}
        assert other["played"] == []
        assert on_a_phone(page, 0, None, 0)["found"] == [[None, begins]]


def test_a_phone_of_a_table_with_a_clock_shows_it(browser: Browser, tmp_path: Path) -> None:
    game = Opened("mastermind", MASTERMIND.rules, {}, ("Ann", "Bob"), clock="player 3600")
    with touch_table(tmp_path, game) as table:
        phones = [table.phone(browser, seat) for seat in (0, 1)]
        for phone in phones:
            expect(phone.get_by_role("timer")).to_have_text(re.compile(r"^(60:00|5\d:\d\d)$"))
            phone.context.close()
