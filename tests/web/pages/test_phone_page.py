"""A phone that scans the code of a free seat on the page of the table: a real browser and a real reader of QR codes."""

import io
import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.web.hub import REPLACED
from tests.browser import new_page, patient
from tests.web.touch.touch_tables import PORTRAIT, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def scanned(table: Page, codes: int) -> list[str]:
    """What a phone's camera reads off the page, once it shows so many codes."""
    expect(table.locator("svg.qr")).to_have_count(codes)
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(table.screenshot())))
    return sorted(one.text for one in found)


def sit(phone: Page, name: str) -> None:
    phone.locator("#name").fill(name)
    phone.locator("#name").press("Enter")
    expect(phone.locator(".touch[data-number]")).to_be_visible()
    expect(phone.locator("canvas")).to_be_hidden()


def check_fits(phone: Page) -> None:
    """The seat's own screen and keys are in sight, and large enough for a finger, in every window of a phone."""
    for width, height in ((320, 568), (844, 390), (1280, 800), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function(f"() => innerWidth === {width}")
        keys = phone.locator("button.key").all()
        for shape in (*keys, phone.locator("canvas")):
            box = shape.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert all((key.bounding_box() or {"width": 0})["width"] >= 60 for key in keys)


KEYBOARDS = ((390, 844, 336), (320, 568, 253), (844, 390, 209))
"""Windows of phones, and how high the keyboard of an iPhone is in each."""


def check_above_keyboard(phone: Page, field: str) -> None:
    for width, height, keyboard in KEYBOARDS:
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function(f"() => innerWidth === {width}")
        for needed in (field, "#submit") if width < height else (field,):
            box = phone.locator(needed).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height - keyboard, (needed, width)


def test_what_is_written_to_sit_down_stands_above_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path) as room:
        phone = new_page(browser, viewport=PORTRAIT, has_touch=True, is_mobile=True)
        phone.goto(f"{room.address}/seat")
        check_above_keyboard(phone, "#code")
        phone.locator("#code").fill(room.code(0)[:6].lower())
        phone.locator("#submit").click()
        expect(phone.locator("#name")).to_be_focused()
        seat = f"Seat 1 of the table {room.address.partition('//')[2]}. No game is chosen yet. Who plays?"
        expect(phone.locator("#said")).to_have_text(seat)
        check_above_keyboard(phone, "#name")
        phone.close()


def test_scan_and_play(browser: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    with touch_table(tmp_path) as room:
        table = new_page(browser, viewport={"width": 1280, "height": 800})
        table.goto(f"{room.address}/table")
        codes = scanned(table, 2)
        assert len(set(codes)) == 2
        context = browser.new_context(viewport=PORTRAIT, device_scale_factor=2)
        phone = patient(context.new_page())
        phone.on("pageerror", lambda error: errors.append(str(error)))
        phone.goto(codes[0])
        expect(phone.locator("#said")).to_contain_text("Who plays?")
        assert phone.url == f"{room.address}/seat", "the code is in no address any more"
        phone.locator("#name").fill("<b>Ann</b>")
        phone.locator("#name").press("Enter")
        expect(phone.locator("#said")).to_contain_text("cannot be typed")
        sit(phone, "Ann")
        assert codes[0].partition("#")[2] not in phone.title()
        assert (phone.evaluate("document.cookie"), phone.evaluate("document.referrer")) == ("", "")
        expect(table.locator("#middle")).to_contain_text("Ann")
        assert scanned(table, 1) == codes[1:]

        phone.reload()
        expect(phone.locator(".touch[data-number]")).to_be_visible()
        phone.locator('[data-act="tool screen"]').click()
        expect(phone.locator(".own [data-text] p").first).to_be_attached()
        check_fits(phone)
        newer = patient(context.new_page())
        newer.goto(f"{room.address}/seat")
        expect(newer.locator(".touch[data-number]")).to_be_visible()
        expect(phone.locator("#said")).to_have_text(REPLACED)
        late = new_page(browser)
        late.goto(codes[0])
        expect(late.locator("#said")).to_contain_text("used already")
        expect(late.locator("#code")).to_be_visible()
        late.close()

        machine = new_page(browser)
        machine.goto(f"{room.address}/phones")
        machine.locator("li[data-state=here] button").click()
        expect(machine.get_by_role("alert")).to_have_text("Ann's phone plays this seat no more then.")
        machine.get_by_role("button", name="Keep the phone").click()
        expect(machine.get_by_role("alert")).to_have_count(0)
        expect(newer.locator(".touch[data-number]")).to_be_visible()
        machine.get_by_role("listitem").filter(has_text="Ann: on a phone").get_by_role(
            "button", name="New code"
        ).click()
        machine.get_by_role("button", name="Give a new code").click()
        expect(machine.locator("#said")).to_have_text(re.compile(r"Seat [12] has a new code\."))
        machine.close()
        expect(newer.locator("#said")).to_contain_text("the seat has a new code")
        newer.reload()
        expect(newer.locator("#said")).to_have_text("This phone plays no seat any more: scan a new code.")
        newer.goto(scanned(table, 2)[0])
        sit(newer, "Eve")
        context.close()
        table.close()
    assert errors == []
