"""The camera of a phone: it reads the codes of free seats off a picture of the page of the table."""

import io

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser import new_page


def scanned(browser: Browser, address: str, codes: int) -> list[str]:
    """What a camera reads off the page /table, once it shows so many codes: the addresses in them."""
    page = new_page(browser, viewport={"width": 1280, "height": 800})
    try:
        page.goto(f"{address}/table")
        expect(page.locator("svg.qr")).to_have_count(codes)
        found = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    finally:
        page.close()
    assert len(found) == codes, "a camera can read every code off the screen"
    return [one.text for one in found]
