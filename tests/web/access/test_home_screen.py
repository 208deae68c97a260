"""The page of a seat on a phone's home screen: its manifest, and icons that every browser takes. iOS takes no SVG."""

import io
import json

import pytest
from PIL import Image
from playwright.sync_api import Browser

from companion.web.static_pages import ICONS, STATIC_FOLDER
from tests.web.pages.test_bench_page import table_and_page
from tools.images.icons import SIDES, icon


@pytest.mark.browser
def test_the_page_of_a_seat_can_be_installed(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        home = f"http://127.0.0.1:{table.port}"
        page.goto(f"{home}/seat")
        answer = page.request.get(page.locator("link[rel=manifest]").evaluate("(link) => link.href"))
        assert answer.headers["content-type"] == "application/manifest+json"
        manifest = json.loads(answer.text())
        assert (manifest["start_url"], manifest["display"]) == ("/seat", "standalone")
        sizes = {}
        for listed in manifest["icons"]:
            served = page.request.get(home + listed["src"])
            assert served.headers["content-type"] == listed["type"]
            if listed["type"] == "image/png":
                picture = Image.open(io.BytesIO(served.body()))
                assert listed["sizes"] == f"{picture.width}x{picture.height}"
                sizes[listed["src"]] = picture.size
        assert (512, 512) in sizes.values()
        link = page.locator("link[rel=apple-touch-icon]").evaluate("(link) => new URL(link.href).pathname")
        assert sizes[link] == (180, 180)


def test_the_icons_are_those_of_the_svg_with_nothing_transparent() -> None:
    """`make icons` draws them. iOS shows what is transparent as black."""
    assert {f"icons/{name}" for name in SIDES} == set(ICONS)
    for name, side in SIDES.items():
        kept = Image.open(io.BytesIO(STATIC_FOLDER.joinpath("icons", name).read_bytes()))
        assert "transparency" not in kept.info
        assert kept.convert("RGB").tobytes() == icon(side).convert("RGB").tobytes()
        for x, y in ((0, 0), (side - 1, side - 1)):
            assert kept.convert("RGB").getpixel((x, y)) == (0x20, 0x26, 0x2D)
