"""Measures the page of the table: how large each text is, and whether something is cut off or lies over something else.

The sizes are those of docs/decisions/web/0071: in a window of 1920 by 1080 pixels what must be read has letters of 40 pixels, and
everything else of at least 28; in one of 3840 by 2160, twice as many.
"""

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.web.pages.layout import resize

SIZES = ((1920, 1080), (3840, 2160))
LAPTOPS = ((1024, 768), (1280, 720), (1366, 660), (1920, 950))
"""In these the page has the same arrangement, in smaller letters."""
MUST_BE_READ = (
    ".turn, #event, .plate .name, .plate .score, .rack .name, .rack .score, .board .name, .board .score, .stack b, .crosses, "
    ".unit .peg, .unit .knob, .tile.open .front, .board .digit, .board .card b, .stack .card b, .players li, .chosen h2, "
    ".sheets[data-sheets='1'] :is(.told, .letter, .parity, .larger), .recap h2, .join a, .join strong"
)
"""Whose turn it is, the last event, names and scores, and what lies on the table."""

FAULTS = """([least, great, must]) => {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`the page is ${scrollWidth} by ${scrollHeight}`);
  const called = (one) => `${one.tagName} ${one.getAttribute("class")} '${one.textContent.slice(0, 30)}'`;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, [hidden]");
  for (const one of document.querySelectorAll("body *")) {
    if (!seen(one) || one.closest("svg, .arm, .cube, .code")) continue;
    const { overflowX, overflowY, display } = getComputedStyle(one);
    if (display === "contents" || display === "inline") continue;
    const wide = one.scrollWidth > one.clientWidth + 1, high = one.scrollHeight > one.clientHeight + 1;
    if (wide && overflowX !== "visible") faults.push(`${called(one)} is cut off or scrolls`);
    if (high && overflowY !== "visible") faults.push(`${called(one)} is cut off or scrolls`);
  }
  const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || !seen(one) || one.closest("script")) continue;
    if (one.closest(".screen") && one.closest(".code.open")) continue; // The Secrecy screen is up.
    let size = parseFloat(getComputedStyle(one).fontSize);
    const svg = one.closest("svg");
    if (svg) size *= svg.getScreenCTM().a;
    const wanted = one.closest(must) && !one.closest('small, .role') ? great : least;
    if (size < wanted - 0.2) faults.push(`${called(one)} has letters of ${size.toFixed(1)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = one.closest("li, .plate, .rack, .board, .sheet, .event, .join, .recap, .chosen, .card, .fault, .stack, .pile");
    const around = box?.getBoundingClientRect();
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 1) continue;
      const quarter = (bottom - top) / 4; // Letters with neither ascenders nor accents.
      const rect = { left: left + 1, right: right - 1, top: top + quarter, bottom: bottom - quarter };
      texts.push([one, rect]);
      if (!within(rect, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) faults.push(`${called(one)} is outside`);
      if (!around || one.closest(".tile .wrong")) continue;
      if (!within(rect, around)) faults.push(`${called(one)} leaves ${called(box)}`);
    }
  }
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  texts.forEach(([one, a], at) => {
    for (const [other, b] of texts.slice(at + 1)) if (over(a, b)) faults.push(`${called(one)} lies over ${called(other)}`);
  });
  const parts = ".masthead, .state, #event, #recap, .join, .how, .plate, .rack, .board, .sheet, .unit, .past li, .heard li, " +
    "#events li, .stack, .pile, .lying, .chosen, .chosen .sign, .games .card, .players li, #fault, .waiting";
  const blocks = [...document.querySelectorAll(parts)].filter(seen);
  blocks.forEach((one, at) => {
    const a = one.getBoundingClientRect();
    const isInside = a.left >= -1 && a.top >= -1 && a.right <= innerWidth + 1 && a.bottom <= innerHeight + 1;
    if (!isInside) faults.push(`${called(one)} is outside`);
    for (const other of blocks.slice(at + 1)) {
      if (one.contains(other)) continue;
      if (over(a, other.getBoundingClientRect())) faults.push(`${called(one)} lies over ${called(other)}`);
    }
  });
  return [...new Set(faults)];
}"""


def faults(page: Page, what: str, sizes: Sequence[tuple[int, int]] = SIZES, *, can_be_small: bool = False) -> list[str]:
    """What cannot be read, or does not fit, in each of the sizes. `can_be_small`: what must be read may be as small as the
    rest, since a notice or a code takes room."""
    found = []
    for width, height in sizes:
        resize(page, width, height)
        pixel = min(width / 1920, height / 1080)
        least = (28 * pixel, (28 if can_be_small else 40) * pixel)
        found += [f"{what}, {width}x{height}: {fault}" for fault in page.evaluate(FAULTS, [*least, MUST_BE_READ])]
    return found


def can_be_read(page: Page, what: str, size: tuple[int, int]) -> list[str]:
    """What cannot be read in a window of this size."""
    return faults(page, what, (size,))
