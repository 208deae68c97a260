"""A phone that scans the code of a free seat on the page of the table: a real browser, a real reader of QR codes, and the table
in a process of its own, which is killed and started again."""

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.web.phone_seats import REPLACED
from tests.browser import new_page, patient
from tests.patience import PATIENCE
from tests.process import PYTHON

pytestmark = pytest.mark.browser


@contextmanager
def table_of_phones(journal: Path, port: int = 0) -> Iterator[str]:
    """`companion play --phones` with two seats on this machine alone; killed at the end. Its address."""
    options = ("--host", "127.0.0.1", "--port", str(port), "--seats", "2", "--no-browser", "--journal", str(journal))
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


def scanned(table: Page, codes: int) -> list[str]:
    """What a phone's camera reads off the page, once it shows so many codes."""
    expect(table.locator("svg.qr")).to_have_count(codes)
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(table.screenshot())))
    return sorted(one.text for one in found)


def sit(phone: Page, name: str) -> None:
    phone.locator("#name").fill(name)
    phone.locator("#name").press("Enter")
    expect_seat(phone)


def expect_seat(phone: Page) -> None:
    """The phone plays its seat by touch; the seat's screen is there, one tap away."""
    expect(phone.locator(".touch[data-number]")).to_be_visible()
    expect(phone.locator("canvas")).to_be_hidden()


def test_scan_and_play(browser: Browser, tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    errors: list[str] = []
    with table_of_phones(journal) as address:
        port = int(address.rpartition(":")[2])
        table = new_page(browser, viewport={"width": 1280, "height": 800})
        table.goto(f"{address}/table")
        codes = scanned(table, 2)
        assert len(set(codes)) == 2
        for text in codes:
            assert text.lower().startswith(f"{address}/seat#")
        context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
        phone = patient(context.new_page())
        phone.on("pageerror", lambda error: errors.append(str(error)))
        phone.goto(codes[0])
        expect(phone.locator("#said")).to_have_text("The seat is free. Who plays?")
        assert phone.url == f"{address}/seat", "the code is in no address any more"
        phone.locator("#name").fill("<b>Ann</b>")
        phone.locator("#name").press("Enter")
        expect(phone.locator("#said")).to_contain_text("A name that has <, > and / in it cannot be typed")
        sit(phone, "Ann")
        code = codes[0].partition("#")[2]
        assert code not in phone.title()
        assert (phone.evaluate("document.cookie"), phone.evaluate("document.referrer")) == ("", "")
        expect(table.locator("#middle")).to_contain_text("Ann")
        assert scanned(table, 1) == codes[1:]

        phone.reload()
        expect_seat(phone)
        newer = patient(context.new_page())
        newer.goto(f"{address}/seat")
        expect_seat(newer)
        expect(phone.locator("#said")).to_have_text(REPLACED)
        phone.close()
        late = new_page(browser)
        late.goto(codes[0])
        expect(late.locator("#said")).to_contain_text("This code was used already")
        expect(late.locator("#code")).to_be_visible()
        late.close()
    expect(newer.locator("#banner")).to_contain_text("Not connected to the table")
    with table_of_phones(journal, port):
        expect(newer.locator("#banner")).to_be_hidden()
        expect_seat(newer)
        expect(newer.locator("body")).to_have_attribute("data-link", "up")
        expect(table.locator("body")).to_have_attribute("data-link", "up")
        assert set(scanned(table, 1)).isdisjoint(codes), "codes do not outlive the table"

        machine = new_page(browser)
        machine.goto(f"{address}/phones")
        expect(machine.locator("li[data-state=here]")).to_contain_text("on a phone")
        machine.locator("li[data-state=here] button").click()
        expect(machine.locator("#said")).to_have_text(re.compile(r"Seat [12] has a new code\."))
        expect(newer.locator("#said")).to_contain_text("the seat has a new code")
        assert newer.locator("canvas").count() == 0
        newer.reload()
        expect(newer.locator("#said")).to_have_text("This phone plays no seat any more: scan a new code.")
        code = scanned(table, 2)[0]
        other = new_page(browser, viewport={"width": 390, "height": 844})
        other.goto(code)
        sit(other, "EVE")
        machine.close()
        other.close()
        table.close()
    context.close()
    assert errors == []
