"""What a finger can hit on the touch page: targets that are large, apart from each other, and on the page."""

from playwright.sync_api import Page

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
WIDTHS = (320, 360, 374, 390)
"""Of phones held upright."""


def check_widths(phone: Page) -> None:
    """On narrow and on usual phones every target is large, on the page and apart from others, and the page is no wider."""
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 844})
        faults = [*phone.evaluate(SMALL), *phone.evaluate(OVERLAPPING), *phone.evaluate(OUTSIDE)]
        assert faults == [], width
        assert phone.evaluate(WIDER) <= 0
