"""What a person can hit and read on the touch page: targets that are large, apart from each other and on the page, letters that
are not cut off, and what axe finds."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.web.access.axe import violations
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT

SMALL_PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
NARROWEST: Final[ViewportSize] = {"width": 320, "height": 568}
CONTRAST: Final = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

SMALL = """() => [...document.querySelectorAll('.touch button, .touch-dialog button, .touch-dialog label')]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.id ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
OVERLAPPING = """() => ['.scene', '.pad', '.bar'].flatMap((part) => {
  const all = [...document.querySelectorAll(`.touch ${part} button`)].filter((one) => one.checkVisibility());
  const boxes = all.map((one) => [one.dataset.id, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} and ${other}`));
})"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

OUTSIDE = """() => [...document.querySelectorAll('.touch .scene button')].filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < -0.1 || box.right > innerWidth + 0.1).map(([name]) => name)"""
NARROW: Final[tuple[ViewportSize, ...]] = tuple({"width": width, "height": 844} for width in (320, 360, 374))
"""Phones held upright."""

CUT: Final = """() => {
  const walker = document.createTreeWalker(document.querySelector('.touch'), NodeFilter.SHOW_TEXT);
  const cut = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, svg, .wrong');
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || !seen(one)) continue;
    const box = one.closest('button, .tile, .slot, .card, .arm, td, th, .place, .row');
    const around = box?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const quarter = (bottom - top) / 4; // Letters with neither ascenders nor accents.
      const told = `${box?.className} '${node.data}'`;
      if (left < -1 || right > innerWidth + 1) cut.push(`${told} leaves the page`);
      if (!around) continue;
      if (left < around.left - 1 || right > around.right + 1) cut.push(`${told} is wider than its place`);
      if (top + quarter < around.top || bottom - quarter > around.bottom) cut.push(`${told} is higher than its place`);
    }
  }
  const scene = document.querySelector('.touch .scene').clientHeight;
  const line = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (scene < 4.9 * line) cut.push(`the board is ${scene} pixels high`);
  return [...new Set(cut)];
}"""
"""Texts that are cut off or leave the page, and a board that is less than five lines high."""


def check_letters(phone: Page) -> None:
    """Nothing is cut off: on small phones, and upright and on the side with letters of twice the size."""
    cut = []
    for letters, sizes in (("", (NARROWEST, SMALL_PHONE)), ("32px", (LANDSCAPE, PORTRAIT))):
        phone.evaluate("(letters) => { document.documentElement.style.fontSize = letters; }", letters)
        for size in sizes:
            phone.set_viewport_size(size)
            cut += [f"{size['width']}x{size['height']}: {one}" for one in phone.evaluate(CUT)]
            assert phone.evaluate(WIDER) <= 0
    phone.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    assert not cut, cut


def check_page(phone: Page) -> None:
    """Axe finds nothing, and every target can be hit."""
    found = violations(phone)
    assert not found, found
    check_targets(phone)


def check_dark(phone: Page) -> None:
    """Letters have enough contrast in the dark, too."""
    phone.emulate_media(color_scheme="dark")
    assert Axe().run(phone, options=CONTRAST).response["violations"] == []
    phone.emulate_media(color_scheme="light")


def check_targets(phone: Page) -> None:
    """Every target is large and apart from others, upright and on the side, and on the page of narrow phones and usual ones."""
    for size in (LANDSCAPE, *NARROW, PORTRAIT):
        phone.set_viewport_size(size)
        faults = [*phone.evaluate(SMALL), *phone.evaluate(OVERLAPPING)]
        if size != LANDSCAPE:
            faults += phone.evaluate(OUTSIDE)
        assert faults == [], size
        assert phone.evaluate(WIDER) <= 0
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight"), "what is longer scrolls inside"
