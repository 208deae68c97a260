"""The page of a seat on a phone's home screen: its manifest, and icons that every browser takes. iOS takes no SVG."""

import io
import json
import re

import pytest
from PIL import Image
from starlette.requests import Request
from starlette.responses import Response

from companion.web.static_pages import STATIC_FOLDER, StaticPages
from tools.images.icons import SIDES, icon


@pytest.mark.anyio
async def test_the_page_of_a_seat_can_be_installed() -> None:
    """What its head links to is served, in the type and the size that the manifest says."""
    pages = StaticPages(())
    routes = {route.path: route for route in pages.routes()}
    links = dict(re.findall(r'<link rel="([\w-]+)" href="([^"]+)"', pages.page("seat").body.decode()))

    async def served(path: str) -> Response:
        answer = await routes[path].endpoint(Request({"type": "http"}))
        assert isinstance(answer, Response)
        return answer

    answer = await served(links["manifest"])
    assert answer.media_type == "application/manifest+json"
    manifest = json.loads(bytes(answer.body))
    assert (manifest["start_url"], manifest["display"]) == ("/seat", "standalone")
    sizes = {}
    for listed in manifest["icons"]:
        answer = await served(listed["src"])
        assert answer.media_type == listed["type"]
        if listed["type"] == "image/png":
            sizes[listed["src"]] = Image.open(io.BytesIO(bytes(answer.body))).size
            assert listed["sizes"] == "{}x{}".format(*sizes[listed["src"]])
    assert (512, 512) in sizes.values()
    assert sizes[links["apple-touch-icon"]] == (180, 180)


def test_the_icons_are_those_of_the_svg_with_nothing_transparent() -> None:
    """`make icons` draws them. iOS shows what is transparent as black."""
    assert {f"icons/{name}" for name in SIDES} == {
        f"icons/{file.name}" for file in STATIC_FOLDER.joinpath("icons").iterdir()
    }
    for name, side in SIDES.items():
        kept = Image.open(io.BytesIO(STATIC_FOLDER.joinpath("icons", name).read_bytes()))
        assert "transparency" not in kept.info
        assert kept.convert("RGB").tobytes() == icon(side).convert("RGB").tobytes()
        for x, y in ((0, 0), (side - 1, side - 1)):
            assert kept.convert("RGB").getpixel((x, y)) == (0x20, 0x26, 0x2D)
