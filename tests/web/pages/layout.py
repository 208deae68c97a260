"""Puts positions of games onto one page, in one window after another, and finds what is laid out wrong there.

The views go from the hub to the page: no game is played through, no table is started, and no page is loaded again.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from playwright.sync_api import Page, expect

from companion.web.messages import Public
from tests.web.pages.game_views import LONG_NAMES, described
from tests.web.pages.test_bench_page import Table

Size = tuple[int, int]
"""Width and height of a window in pixels."""
Shown = tuple[str, dict[str, Any], str]
"""What it is, the public view, and the sentence on the last event."""

SMALL: Final = ((390, 844), (844, 390), (512, 384), (640, 400))
"""Phones, and the windows of 1024 by 768 and 1280 by 800 pixels at 200 %."""
RECAP: Final[dict[str, Any]] = {
    "title": "Round 2",
    "winner": 3,
    "note": "The lowest score wins in the end",
    "did": "wins",
    "scene": [],
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

BENCH_FAULTS = """(small) => {
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
    // A name in the list of questions may be shortened, and what happened is scrolled.
    if ((wide || high) && !one.matches(".heard i, #events")) faults.push(`${called(one)} is cut off or scrolls`);
  }
  const blocks = [...document.querySelectorAll(".masthead, .seat, #event, #die, #recap, #middle > *")].filter(seen);
  const parts = document.querySelectorAll(".key, canvas, .board, .rack, .plate, .sheet, .row, .past li, .heard li, .claims li");
  const height = small ? scrollHeight : innerHeight;
  for (const one of [...blocks, ...parts]) {
    if (!seen(one)) continue;
    const box = one.getBoundingClientRect();
    const [top, bottom] = [box.top + scrollY, box.bottom + scrollY];
    if (box.left < 0 || box.right > innerWidth || top < 0 || bottom > height) faults.push(`${called(one)} is outside`);
    if (small && one.matches(".key") && box.height < 44) faults.push(`${called(one)} is ${box.height} high`);
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


@cache
def position(name: str, players: int, moves: int, *, is_over: bool = False) -> Shown:
    """A game after so many moves, as it is shown."""
    view, event = described(name, players, moves, is_over=is_over)
    return f"{name} of {players} after {moves}", view, event


def lobby(chosen: str = "digitcode") -> Shown:
    """The lobby of six seats, where every second one has joined."""
    values = (("opening", "4 at once"), ("master", "table"), ("repeats_in_guess", False))
    view = {
        "game": "lobby",
        "seats": 6,
        "to_act": list(range(6)),
        "chosen": chosen,
        "players": [{"name": name, "joined": seat % 2 == 0} for seat, name in enumerate(LONG_NAMES)],
        "phase": "choose",
        "winners": None,
        "needs": "needs 1 to 5 players",
        "choices": [{"name": name, "value": value} for name, value in values],
    }
    return "lobby", view, "WWWWWWWWWWWW takes a tile."


def show(table: Table, page: Page, view: dict[str, Any], event: str) -> None:
    """The page has this view and this event, with names that are long."""
    seats, middle = view["seats"], page.locator("#middle")
    number = int(middle.get_attribute("data-number") or 0) + 1
    table.do(lambda: table.hub.tell(Public(view, number, LONG_NAMES[:seats], tuple(range(seats)))))
    table.do(lambda: table.hub.event(event))
    expect(middle).to_have_attribute("data-number", str(number))
    expect(page.locator("#event")).to_have_text(event)


def resize(page: Page, width: int, height: int) -> None:
    """The window has this size, and the page is laid out in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def bench_faults(page: Page, what: str, size: Size) -> list[str]:
    """What is cut off, outside or over something else on the page of the seats. In a small window it may scroll down."""
    resize(page, *size)
    found: list[str] = page.evaluate(BENCH_FAULTS, size in SMALL)
    return [f"{what}, {size[0]}x{size[1]}: {fault}" for fault in found]


def layout(
    table: Table,
    page: Page,
    positions: Iterable[Shown],
    sizes: Iterable[Size],
    faults: Callable[[Page, str, Size], list[str]],
) -> list[str]:
    """What is wrong with any of these positions in a window of any of these sizes."""
    found, all_positions = [], list(positions)
    for size in sizes:
        resize(page, *size)
        for what, view, event in all_positions:
            show(table, page, view, event)
            found += faults(page, what, size)
    return found


def check(found: list[str]) -> None:
    """Nothing was found; else all of it is told."""
    assert found == [], "\n".join(found)
