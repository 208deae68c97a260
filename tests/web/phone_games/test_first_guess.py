"""From the command to the first guess with two phones: docs/phones.md lists the steps, and this test takes exactly those."""

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser import new_page, patient
from tests.patience import PATIENCE
from tests.process import PYTHON
from tests.web.touch.touch_tables import PORTRAIT

pytestmark = [pytest.mark.browser, pytest.mark.process]

PAGE: Final = Path(__file__).parents[3] / "docs" / "phones.md"
CODE: Final = ("Red", "Yellow", "Green", "Blue")
GUESS: Final = ("Red", "Red", "Pink", "White")


class CountedSteps:
    """What was done, in words, and the taps that each took; a name that is written is no tap."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []

    def step(self, words: str, page: Page | None = None, *buttons: str) -> None:
        """Tap these buttons of a phone. Each is found by its name, as its player reads it."""
        for button in buttons:
            assert page is not None
            page.get_by_role("button", name=button, exact=True).tap()
        self.done.append((words, len(buttons)))


@contextmanager
def table_of_phones(journal: Path) -> Iterator[str]:
    """`companion play --phones` with two seats on this machine alone; killed at the end. Its address."""
    options = ("--host", "127.0.0.1", "--port", "0", "--seats", "2", "--no-browser", "--journal", str(journal))
    with subprocess.Popen((*PYTHON, "play", "--phones", *options), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert "The table is at http://127.0.0.1:" in line, line
            yield line.split()[4].removesuffix("/table")
        finally:
            process.kill()
            rest, _ = process.communicate(timeout=PATIENCE)
            assert "write" not in rest, "codes are printed on a terminal only"


def scanned(screen: Page, codes: int) -> str:
    """What a camera reads off the first code, once so many are shown."""
    expect(screen.locator("svg.qr")).to_have_count(codes)
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(screen.locator("svg.qr").first.screenshot())))
    return found.text


def documented_steps() -> list[tuple[str, int]]:
    """The steps and taps that docs/phones.md lists."""
    rows = re.findall(r"^\| \d+ \| ([^|]+) \| (\d+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [(words.strip(), int(taps)) for words, taps in rows]


def test_the_steps_to_the_first_guess(browser: Browser, tmp_path: Path) -> None:
    steps = CountedSteps()
    with table_of_phones(tmp_path / "journal.sqlite3") as address:
        steps.step("type `make phones`; the table opens on the screen, with the codes of its seats")
        screen = new_page(browser, viewport={"width": 1280, "height": 800})
        screen.goto(f"{address}/table")
        phones: list[Page] = []
        for name in ("Ann", "Bob"):
            code = scanned(screen, 2 - len(phones))
            context = browser.new_context(viewport=PORTRAIT, has_touch=True, is_mobile=True, reduced_motion="reduce")
            page = patient(context.new_page())
            page.goto(code)
            phones.append(page)
            page.get_by_label("Your name").fill(name)
            steps.step(f"{name} scans a code, writes a name and sits down", page, "Play this seat")
            page.get_by_role("heading", name=name).wait_for()
        ann, bob = phones
        expect(ann.get_by_role("list", name="Who sits at the table")).to_contain_text("Bobplays")
        steps.step("Ann starts Mastermind", ann, "Start Mastermind", "Yes, do it")
        steps.step("Ann sets the code", ann, *CODE, "Set this code")
        steps.step("Bob guesses", bob, *GUESS, "Guess")
        expect(bob.get_by_role("list", name="Rows")).to_contain_text("Row 1: red, red, pink and white; red arm 1")
        for page in (*phones, screen):
            page.context.close()
    assert steps.done == documented_steps()
