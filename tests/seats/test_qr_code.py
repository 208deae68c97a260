"""The code on a neighbour's screen, read by a real reader of QR codes from the very pixels that the panel shows."""

import pytest
import zxingcpp

from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.seats.codes import MODULES, PhoneLink, ShowingCode, modules
from companion.seats.device_faults import DeviceFault
from companion.seats.pause import begin_pause
from companion.ui.raster import draw
from companion.ui.screens import BOX_TOP
from tests.pictures import pixel

CODE = "ABCDEFGHIJKLMNOPQRSTUVWX27"
FAULT = DeviceFault(2, "screen", "seat 3: screen not answering.")


def scanned(picture: Picture) -> list[str]:
    """What a reader finds in a picture."""
    grey = bytes(255 * pixel(picture, x, y) for y in range(HEIGHT) for x in range(WIDTH))
    return [found.text for found in zxingcpp.read_barcodes(memoryview(grey).cast("B", (HEIGHT, WIDTH)))]


def shown(address: str, number: int = 0) -> Screen:
    page = f"http://{address}/seat"
    link = PhoneLink(2, page, CODE, modules(page, CODE))
    return begin_pause(3, (FAULT,), frozenset({2})).offering(0, ShowingCode(link, number)).screen(0)


@pytest.mark.parametrize(
    "address", ["companion.local:8080", "192.168.178.123:65535", "p:80", "a-host-of-27-letters.example:8080"]
)
def test_it_is_read_from_the_screen(address: str) -> None:
    screen = shown(address)
    assert (misfits(screen), crowded(screen)) == ((), ())
    assert scanned(draw(screen)) == [f"HTTP://{address.upper()}/SEAT#{CODE}"]


@pytest.mark.parametrize(
    "address", ["a-host-whose-name-is-far-too-long.example:8080", "[fe80::1%eth0]:8080", "my_table:8080"]
)
def test_what_has_no_code_of_two_pixels_a_module_stands_there_in_letters(address: str) -> None:
    assert modules(f"http://{address}/seat", CODE) == ()
    letters = ""
    for page in range(2):
        screen = shown(address, page)
        assert (misfits(screen), crowded(screen)) == ((), ())
        assert scanned(draw(screen)) == []
        letters += "".join(mark.text for mark in screen.marks if isinstance(mark, TextMark) and mark.y < BOX_TOP)
    letters = letters.replace(" ", "")
    assert f"http://{address}/seat" in letters
    assert letters.endswith(CODE[:6])
    assert CODE not in letters


def test_its_size_is_what_the_screen_has_room_for() -> None:
    made = modules("http://companion.local:8080/seat", CODE)
    assert len(made) == MODULES
    assert {len(row) for row in made} == {MODULES}
