"""Renews the pictures in docs/: a table that is really played, in a real Chromium. Run it with `make screenshots`.

The keys are computed on a mirror of the table, which makes the same moves without any hardware.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from companion.config.configuration import simulated
from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH
from companion.core.prompt import Move
from companion.core.seat import Place, all_places
from companion.games.catalog import CATALOG
from companion.table.effects import Gestured
from companion.table.table import Table
from companion.ui.raster import draw
from tests.key_spelling import spell
from tests.pictures import pixel

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = simulated(2, {"HOME": "/"}).names


class Players:
    """Both people at the table: they press keys on the page, and know from the mirror which."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.mirror = Table(CATALOG, NAMES)
        self.mirror.begin()

    def press(self, seat: int, *gestures: Gesture) -> None:
        for gesture in gestures:
            # A click without a pointer is a tap, which the page itself times: a busy machine does not make it a held key.
            key = f'button.key[data-seat="{seat}"][data-key="{gesture}"]'
            self._page.locator(key).evaluate("(button) => button.click()")
            self._page.wait_for_function("(key) => !document.querySelector(key).classList.contains('down')", arg=key)
            self.mirror.handle(Gestured(Place(seat), gesture))

    def play(self, seat: int, move: Move) -> None:
        prompt = self.mirror.prompt(Place(seat))
        assert prompt is not None
        self.press(seat, *spell(prompt, move))
        self.settled()

    def start(self, seat: int) -> None:
        """Begin the game that the lobby proposes, and say yes to its question."""
        self.play(seat, {"move": "start"})
        self.press(seat, "right")

    def settled(self) -> None:
        """Wait until every screen of the page shows what the mirror's does."""
        for seat in all_places(len(NAMES)):
            picture = draw(self.mirror.screen(seat))
            lit = [y * WIDTH + x for y in range(HEIGHT) for x in range(WIDTH) if pixel(picture, x, y)]
            self._page.wait_for_function(
                """([seat, lit]) => {
                    const canvas = document.querySelector(`canvas[data-screen="${seat}"]`)
                    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data
                    const on = new Set(lit)
                    for (let i = 0; i < data.length / 4; i++) if ((data[4 * i] > 128) !== on.has(i)) return false
                    return true
                }""",
                arg=[seat, lit],
            )


@contextmanager
def table_page(width: int, height: int) -> Iterator[tuple[Page, str]]:
    """A new simulated table, the browser's page of it at that size in pixels, and the table's address. Ends the process where
    there is no Chromium."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("There is no Chromium: 'sudo apt install chromium' brings it.")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "companion",
            "play",
            "--no-browser",
            "--secrecy",
            "open",
            "--port",
            "0",
            "--journal",
            f"{folder}/t.sqlite3",
        ]
        table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert table.stdout is not None
        address = table.stdout.readline().split(" at ")[1].split()[0]
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(address)
                page.wait_for_selector("body[data-link=up]")
                yield page, address
                browser.close()
        finally:
            table.terminate()
            table.wait()
            table.stdout.close()


def main() -> None:
    """Play into the middle of a game, and take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with table_page(1280, 800) as (page, address):
        _take(page, address)


def _take(page: Page, address: str) -> None:
    players = Players(page)
    players.start(0)
    players.play(0, {"move": "set_code", "pegs": ["red", "blue", "green", "white"]})
    for guess in ("red yellow green blue", "red blue pink orange", "silver blue green red"):
        players.play(1, {"move": "guess", "pegs": guess.split()})
    half = spell(players.mirror.prompt(1), {"move": "guess", "pegs": ["red", "white", "green", "pink"]})  # type: ignore[arg-type]
    players.press(1, *half[:5])
    players.settled()
    page.wait_for_timeout(600)  # the page's own animations
    page.screenshot(path=FOLDER / "table.png")
    for seat in range(len(NAMES)):
        page.locator(f'canvas[data-screen="{seat}"]').screenshot(path=FOLDER / f"seat-{seat}.png")
    page.goto(address.rstrip("/") + "/table")
    page.wait_for_selector("body[data-link=up]")
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / "public.png")


if __name__ == "__main__":
    main()
