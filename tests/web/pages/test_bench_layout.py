"""The bench page as it is laid out in a real browser: everything in sight, nothing cut off, nothing over anything else."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import new_page
from tests.web.pages.game_views import LONG_NAMES, SEATS, played
from tests.web.pages.test_bench_page import Table, table_and_page

pytestmark = pytest.mark.browser

WINDOWS = ((1024, 768), (1280, 720), (1280, 800), (1920, 1080))
SMALL = ((390, 844), (844, 390), (512, 384), (640, 400))
"""Phones, and the windows of 1024 by 768 and 1280 by 800 pixels at 200 %."""
GAMES = [(name, seats) for name, numbers in SEATS.items() for seats in numbers]
MOVES = (12, 150, 400)
EVENT = "Wilhelma asked Mohammed for the spaces of line B and heard that 9 of them are filled."

FAULTS = """(small) => {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  if (!small && scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} high`);
  const called = (one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`;
  const seen = (one) => one.getClientRects().length && !one.closest(".unseen, .shutter, .arm, svg");
  for (const one of document.querySelectorAll("body *")) {
    if (!seen(one) || one.matches(".glass")) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const wide = one.scrollWidth > one.clientWidth + 1 && overflowX !== "visible";
    const high = one.scrollHeight > one.clientHeight + 1 && overflowY !== "visible";
    // A name in the list of questions may be shortened.
    if ((wide || high) && !one.matches(".heard i")) faults.push(`${called(one)} is cut off or scrolls`);
  }
  const blocks = [...document.querySelectorAll(".masthead, .seat, #event, #die, #recap, #middle > *")].filter(seen);
  const parts = document.querySelectorAll(".key, canvas, .board, .rack, .plate, .sheet, .row, .past li, .heard li, .claims li");
  const height = small ? scrollHeight : innerHeight;
  for (const one of [...blocks, ...parts]) {
    if (!seen(one)) continue;
    const box = one.getBoundingClientRect();
    const [top, bottom] = [box.top + scrollY, box.bottom + scrollY];
    if (box.left < 0 || box.right > innerWidth || top < 0 || bottom > height) faults.push(`${called(one)} is outside`);
  }
  blocks.forEach((one, at) => {
    const a = one.getBoundingClientRect();
    for (const other of blocks.slice(at + 1)) {
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 0.5 && down > 0.5) faults.push(`${called(one)} lies over ${called(other)}`);
    }
  });
  return faults;
}"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def lay_out(table: Table, page: Page, name: str, players: int, moves: int, number: int) -> None:
    """Show a game that is in progress, with names that are long."""
    view = played(name, players, moves)
    table.do(lambda: table.hub.public(view, number, LONG_NAMES[:players], tuple(range(players))))
    expect(page.locator("#middle")).to_have_attribute("data-number", str(number))


def faults(page: Page, what: str, *, small: bool = False) -> list[str]:
    found: list[str] = page.evaluate(FAULTS, small)
    return [f"{what}: {fault}" for fault in found]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_whole_table_is_in_sight(browser: Browser, name: str, players: int) -> None:
    with table_and_page(browser, max(players, 2)) as (table, page):
        table.do(lambda: table.hub.event(EVENT))
        found = []
        for number, moves in enumerate(MOVES, 1):
            lay_out(table, page, name, players, moves, number)
            for width, height in WINDOWS:
                resize(page, width, height)
                found += faults(page, f"{width}x{height} after {moves}")
        assert found == [], "\n".join(found)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_small_window_scrolls_down_only_and_loses_nothing(browser: Browser, name: str, players: int) -> None:
    with table_and_page(browser, max(players, 2)) as (table, page):
        table.do(lambda: table.hub.event(EVENT))
        lay_out(table, page, name, players, MOVES[-1], 1)
        found = []
        for width, height in SMALL:
            resize(page, width, height)
            found += faults(page, f"{width}x{height}", small=True)
            for key in page.locator("button.key").all():
                box = key.bounding_box()
                assert box is not None
                assert box["height"] >= 44
        assert found == [], "\n".join(found)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("ratio", [1, 1.25, 1.5, 2, 3])
def test_all_pixels_of_a_screen_are_of_one_size_and_each_key_is_below_its_box(
    browser: Browser, seats: int, ratio: float
) -> None:
    table = Table(seats)
    try:
        table.open()
        page = new_page(browser, viewport={"width": 1024, "height": 768}, device_scale_factor=ratio)
        page.goto(f"http://127.0.0.1:{table.port}/")
        page.wait_for_selector("body[data-link=up]")
        for width, height in (*WINDOWS, (390, 844)):
            resize(page, width, height)
            for seat in range(seats):
                screen = page.locator(f'canvas[data-screen="{seat}"]').bounding_box()
                assert screen is not None
                assert screen["width"] == 2 * screen["height"]
                scale = screen["width"] / 128
                assert scale >= 2
                assert abs(scale * ratio - round(scale * ratio)) < 0.001, "a whole number of the display's own pixels"
                # Where a pixel of the page is one and a quarter, only 4 would be a whole number of both.
                assert scale.is_integer() or ratio == 1.25
                keys = page.locator(f'button.key[data-seat="{seat}"]')
                for at, middle in enumerate((20.5, 63.5, 107.5)):  # of the boxes on the picture
                    key = keys.nth(at).bounding_box()
                    assert key is not None
                    assert abs(key["x"] + key["width"] / 2 - screen["x"] - middle * scale) <= scale
                    assert key["y"] >= screen["y"] + screen["height"]
        page.close()
    finally:
        table.end()


RECAP: dict[str, Any] = {
    "title": "Round 2",
    "winner": 3,
    "note": "The lowest score wins in the end.",
    "shares": [
        {
            "seat": seat,
            "points": [{"what": "hidden", "points": 12}, {"what": "own row", "points": 3}],
            "total": 21,
            "pieces": [],
        }
        for seat in range(4)
    ],
    "names": list(LONG_NAMES[:4]),
}


@pytest.mark.parametrize(
    ("name", "players"), [("passcode", 6), ("passcode", 4), ("passcode", 2), ("davinci", 3), ("davinci", 4)]
)
def test_a_die_or_a_summary_in_the_middle_covers_nothing(browser: Browser, name: str, players: int) -> None:
    with table_and_page(browser, players) as (table, page):
        lay_out(table, page, name, players, MOVES[-1], 1)
        found = []
        for width, height in WINDOWS:
            resize(page, width, height)
            if name == "passcode":
                table.do(lambda: table.hub.die("awaited", 3 % players, 0, None, None, ""))
                expect(page.locator("#die")).to_be_visible()
                found += faults(page, f"{width}x{height} with a die")
                table.do(lambda: table.hub.die("away", None, 0, None, None, ""))
                expect(page.locator("#die")).to_be_hidden()
            table.do(lambda: table.hub.recap(RECAP | {"names": RECAP["names"][:players] * 2}))
            expect(page.locator("#recap")).to_be_visible()
            found += faults(page, f"{width}x{height} with a summary")
            table.do(lambda: table.hub.recap(None))
            expect(page.locator("#recap")).to_be_hidden()
        assert found == [], "\n".join(found)


def test_the_lobby_of_six(browser: Browser) -> None:
    names = list(LONG_NAMES)
    players = [{"name": name, "joined": seat % 2 == 0} for seat, name in enumerate(names)]
    view = {"game": "lobby", "seats": 6, "to_act": list(range(6)), "chosen": "digitcode", "players": players}
    view["needs"] = "needs 1 to 5 players"
    view["options"] = [{"name": "opening", "value": "4 at once"}, {"name": "master", "value": "table"}]
    with table_and_page(browser, 6) as (table, page):
        table.do(lambda: table.hub.public(json.loads(json.dumps(view)), 1))
        expect(page.locator("#middle")).to_have_attribute("data-number", "1")
        expect(page.locator(".lobby .how")).to_be_visible()
        found = []
        for width, height in WINDOWS:
            resize(page, width, height)
            found += faults(page, f"{width}x{height}")
        for width, height in SMALL:
            resize(page, width, height)
            found += faults(page, f"{width}x{height}", small=True)
        assert found == [], "\n".join(found)
