"""Renews docs/pictures/touch.png: three seats' touch interfaces, side by side as on phones. Run it with `make screenshots`.

Each picture is a card of the bench page of a table that is really played by clicks.
"""

import io
import re

from PIL import Image
from playwright.sync_api import Page

from tools.images.screenshots import FOLDER, table_page

GAP = 16
PHONE = (390, 760)
AS_A_PHONE = """(seat) => {
  const panel = document.querySelector(`.seat[data-seat="${seat}"] .touch`);
  document.body.append(panel);
  const size = { width: "390px", height: "760px", maxHeight: "none" };
  Object.assign(panel.style, { position: "fixed", inset: "0", zIndex: 20, borderRadius: "0", ...size });
}"""


def main() -> None:
    """Mastermind, Da Vinci Code and Digit Code, each in the middle of a move."""
    shots = [_mastermind(), _davinci(), _digitcode()]
    width, height = PHONE
    picture = Image.new("RGB", (len(shots) * (width + GAP) - GAP, height), "#8a8478")
    for at, shot in enumerate(shots):
        picture.paste(Image.open(io.BytesIO(shot)), (at * (width + GAP), 0))
    picture.quantize(256).save(FOLDER / "touch.png", optimize=True)


def _tap(page: Page, seat: int, *names: str) -> None:
    for name in names:
        page.click(f'.seat[data-seat="{seat}"] button[data-id="{name}"]')


def _by_touch(page: Page) -> None:
    for seat in (0, 1):
        page.locator(f'.seat[data-seat="{seat}"]').get_by_role("button", name="Touch").click()


def _begin(page: Page, game: str) -> None:
    _by_touch(page)
    page.locator('.seat[data-seat="0"]').get_by_role("button", name=re.compile(f"^Play {game} instead")).click()
    page.locator('.seat[data-seat="0"] button[data-id="start"]', has_text=game).click()
    _tap(page, 0, "choose 1")


def _shot(page: Page, seat: int) -> bytes:
    page.evaluate(AS_A_PHONE, seat)
    page.wait_for_timeout(600)  # the page's own animations
    width, height = PHONE
    return page.screenshot(clip={"x": 0, "y": 0, "width": width, "height": height})


def _mastermind() -> bytes:
    with table_page(1280, 900) as (page, _):
        _by_touch(page)
        _tap(page, 0, "start", "choose 1", *(f"symbol {peg}" for peg in ("red", "blue", "green", "white")), "bar go")
        for guess in ("red yellow green blue", "red blue pink orange"):
            _tap(page, 1, *(f"symbol {peg}" for peg in guess.split()), "bar go")
        _tap(page, 1, "symbol red", "symbol green")
        return _shot(page, 1)


def _davinci() -> bytes:
    with table_page(1280, 900) as (page, _):
        _begin(page, "Da Vinci Code")
        for colour in ("black", "white", "white", "black"):
            for seat in (0, 1):
                _tap(page, seat, f"stack {colour}")
        _tap(page, 0, "stack white", "tile 1 2", "value 8")
        return _shot(page, 0)


def _digitcode() -> bytes:
    with table_page(1280, 900) as (page, _):
        _begin(page, "Digit Code")
        for seat, code in enumerate(("407193", "805274")):
            _tap(page, seat, *(f"symbol {digit}" for digit in code), "bar go")
        _tap(page, 0, "line C", "bar go", "space EL", "bar go", "tab digits", "digit U", "bar go", "pair TU", "bar go")
        _tap(page, 1, "line A", "bar go", "space AK", "bar go", "tab digits", "digit X", "bar go", "pair TU", "bar go")
        _tap(page, 0, "tab sheet", "line G")
        return _shot(page, 0)


if __name__ == "__main__":
    main()
