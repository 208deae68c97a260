"""A seat played from a phone, from the code on a neighbour's screen to a move: a real browser, a real reader of QR codes, and the
whole daemon between."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import Browser, Page, expect

from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.daemon import lifecycle
from companion.devices.build_devices import Devices, build
from companion.pause.fault_timing import FaultTimings
from tests.browser import expect_screens, new_page, patient, shown
from tests.mirror import Mirror
from tests.patience import PATIENCE
from tests.pictures import pixel
from tests.room import configured
from tests.series import CODE_A, START, code, guess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHAPES = ((320, 568), (844, 390), (1280, 800), (390, 844))
CALM = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)
KEYS = ({"left": "a", "middle": "s", "right": "d"}, {"left": "j", "middle": "k", "right": "l"})


class Table:
    """A table in a thread of its own, and the cables of its panels."""

    def __init__(self, address: str, loop: asyncio.AbstractEventLoop, devices: Devices) -> None:
        self.address = address
        self._loop = loop
        self._devices = devices

    def plug(self, seat: int, *, into: bool) -> None:
        def do() -> None:
            cable = self._devices.i2c_buses[seat]
            (cable.plug if into else cable.unplug)(0x3C)
            for display in self._devices.displays.values():
                display.check()

        self._loop.call_soon_threadsafe(do)


@contextmanager
def started_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A simulated table whose page a phone would reach at this machine's own address."""
    made: list[Devices] = []

    def noted(*arguments: Any) -> Devices:
        made.append(build(*arguments))
        return made[-1]

    monkeypatch.setattr("companion.daemon.hardware.table_hardware.build", noted)
    monkeypatch.setattr("companion.daemon.pages.web_startup.for_phones", lambda *about: f"127.0.0.1:{about[-1]}")
    loop, stop, stands = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    addresses: list[str | None] = []

    def listening(address: str | None) -> None:
        addresses.append(address)
        stands.set()

    def run() -> None:
        serving = lifecycle.serve(
            configured(folder, hold_ms=3000), stop, environ={}, pid=1, listening=listening, timings=CALM
        )
        loop.run_until_complete(serving)
        loop.close()

    thread = threading.Thread(target=run, name="table")
    thread.start()
    try:
        assert stands.wait(PATIENCE)
        assert addresses[0] is not None
        yield Table(addresses[0].rstrip("/"), loop, made[0])
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)


def scanned(bench: Page, seat: Seat) -> str:
    """What a phone reads from a seat's screen in the bench page, once there is something to read."""
    for _ in range(200):
        picture = shown(bench, seat)
        grey = bytes(255 * pixel(picture, x, y) for y in range(HEIGHT) for x in range(WIDTH))
        found = zxingcpp.read_barcodes(memoryview(grey).cast("B", (HEIGHT, WIDTH)))
        if found:
            return found[0].text
    raise AssertionError("there is no code on that screen")


def expect_screen(page: Page, seat: Seat, picture: Picture) -> None:
    expect_screens(page, {seat: picture})


def do(bench: Page, mirror: Mirror, seat: Seat, move: Move) -> None:
    """A move by the keys of the bench."""
    for gesture in mirror.spelled(seat, move):
        mirror.do(seat, gesture)
        bench.keyboard.press(KEYS[seat][gesture])
    expect_screen(bench, seat, mirror.picture(seat))


def tap(phone: Page, mirror: Mirror, seat: Seat, move: Move) -> None:
    """A move by touching the phone, whose screen is the mirror's after every touch."""
    for gesture in mirror.spelled(seat, move):
        mirror.do(seat, gesture)
        phone.locator(f'button[data-key="{gesture}"]').tap()
        expect_screen(phone, seat, mirror.picture(seat))


def show_own_screen(phone: Page) -> None:
    """The picture of the seat's screen and its three keys, instead of the touch interface."""
    phone.locator('[data-act="tool screen"]').click()


def check_fits(phone: Page) -> None:
    """Screen and keys are in sight, and large enough for a finger, in every window of a phone."""
    for width, height in SHAPES:
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function(f"() => innerWidth === {width}")
        keys = phone.locator("button.key").all()
        for shape in (*keys, phone.locator("canvas")):
            box = shape.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert all((key.bounding_box() or {"width": 0})["width"] >= 60 for key in keys)


def test_from_the_code_to_a_move_and_home_again(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[str] = []
    mirror = Mirror()
    with started_table(tmp_path, monkeypatch) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        bench.wait_for_selector("body[data-link=up]")
        do(bench, mirror, *START)
        table.plug(1, into=False)
        expect(bench.locator("#fault")).to_contain_text(
            "seat 2: screen not answering (I2C bus 1, multiplexer 0x70 channel 1, address 0x3C)"
        )
        bench.keyboard.press("d")
        url = scanned(bench, 0)
        expect(bench.locator("#phones")).to_have_text("Seat 1 shows a code: whoever scans it plays seat 2.")

        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, device_scale_factor=2, reduced_motion="reduce"
        )
        phone = patient(context.new_page())
        phone.on("pageerror", lambda error: errors.append(str(error)))
        phone.goto(url)
        show_own_screen(phone)
        said = "Seat 2 is played from a phone from now on."
        mirror.table.notify(said)
        expect_screen(phone, 1, mirror.picture(1))
        expect_screen(bench, 0, mirror.picture(0))
        assert phone.url == f"{table.address}/seat", "the code is in no address any more"
        assert phone.locator("canvas").count() == 1
        expect(bench.locator("#phones")).to_have_text("Seat 2 is played from a phone.")
        expect(bench.locator("#fault")).not_to_contain_text("The game waits")

        do(bench, mirror, *code(0, *CODE_A))
        tap(phone, mirror, *guess(1, *CODE_A[::-1]))
        expect(bench.locator("#middle")).to_have_attribute("data-number", "2")

        check_fits(phone)
        table.plug(1, into=True)
        expect(phone.locator("#said")).to_have_text("The screen and keys of seat 2 work again: play on there.")
        assert phone.locator("canvas").count() == 0
        expect_screen(bench, 1, mirror.picture(1))
        expect(bench.locator("#phones")).to_be_hidden()
        expect(bench.locator("#fault")).to_be_hidden()
        phone.reload()
        expect(phone.locator("#door")).to_be_visible()
        do(bench, mirror, *guess(1, *CODE_A))
        context.close()
        bench.close()
    assert errors == []
