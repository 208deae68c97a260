"""Which devices of luma.oled can be a panel, and that what luma sends starts, shows and hides each of them."""

import atexit
import subprocess
import sys
from collections.abc import Iterable

import pytest

from companion.core.errors import DeviceError
from companion.core.picture import BLANK
from companion.devices.panels.luma_devices import (
    DISPLAY_OFF,
    PAGED,
    USUAL_PANELS,
    LumaDevice,
    Transfer,
    can_be_panel,
    panel_names,
)
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.ssd1306 import SSD1309
from companion.devices.simulated.table import CHIP_FILES, SimulatedTable, simulated_chip
from companion.devices.wiring import I2CPanel, KeyPins, SeatWiring, Wiring
from tests.devices.pictures import lit

CORNERS = lit((0, 0), (127, 0), (3, 9), (0, 63), (127, 63))


def receive(chip: DisplayChip, transfers: Iterable[Transfer]) -> None:
    for is_data, payload in transfers:
        (chip.data if is_data else chip.command)(payload)


def test_every_simulated_chip_is_a_panel_of_luma_and_the_usual_ones_come_first() -> None:
    assert set(panel_names()) >= set(CHIP_FILES) >= set(PAGED)
    assert panel_names()[: len(USUAL_PANELS)] == USUAL_PANELS


def test_a_panel_that_cannot_be_simulated_is_told_with_those_that_can() -> None:
    seat = SeatWiring(KeyPins(4, 5, 6), I2CPanel("ssd9999", 1, 0x3C))
    with pytest.raises(DeviceError, match=r"seat 1: there is no model of ssd9999 .* ssd1306, sh1106"):
        SimulatedTable(Wiring(True, "mock", (seat,)), lambda: None)


@pytest.mark.parametrize(
    "name", ["ssd1331", "ssd1351", "ssd1316", "ws0010", "winstar_weh", "color_device", "", "st7567"]
)
def test_colours_small_glass_and_unknown_names_are_no_panel(name: str) -> None:
    assert not can_be_panel(name)
    with pytest.raises(DeviceError, match="ssd1306"):
        LumaDevice(name)


@pytest.mark.parametrize("name", CHIP_FILES)
def test_a_started_panel_is_dark_until_it_is_shown_and_when_it_is_hidden(name: str) -> None:
    chip, device = simulated_chip(name), LumaDevice(name)
    receive(chip, device.start)
    assert chip.pixels() == BLANK
    receive(chip, device.contrast(99))
    assert chip.contrast == 99
    receive(chip, device.show())
    assert chip.pixels() != BLANK  # what it came with, since nothing was drawn
    receive(chip, device.renewal)
    assert chip.pixels() != BLANK
    receive(chip, device.hide())
    assert chip.pixels() == BLANK
    receive(chip, device.show())
    chip.command(bytes([DISPLAY_OFF]))
    assert chip.pixels() == BLANK


@pytest.mark.parametrize("name", [name for name in CHIP_FILES if name not in PAGED])
def test_luma_draws_in_the_middle_and_less_for_a_small_change(name: str) -> None:
    chip, device = simulated_chip(name), LumaDevice(name)
    receive(chip, device.start)
    receive(chip, device.show())
    whole = device.display(CORNERS)
    receive(chip, whole)
    assert chip.pixels() == CORNERS
    changed = lit((64, 20), on=CORNERS)
    few = device.display(changed)
    receive(chip, few)
    assert chip.pixels() == changed
    # luma draws Newhaven's glass whole each time.
    assert sum(len(one.payload) for one in few) < 99 or name == "ssd1322_nhd"
    device.forget()
    assert sum(len(one.payload) for one in device.display(changed)) >= sum(len(one.payload) for one in whole)


def test_a_locked_ssd1309_takes_nothing_until_it_is_started() -> None:
    chip, device = SSD1309(), LumaDevice("ssd1309")
    receive(chip, (*device.start, *device.show()))
    chip.command(b"\xa5")
    whole = chip.pixels()
    chip.command(b"\xfd\x16\xae")
    chip.data(bytes(8))
    assert chip.pixels() == whole != BLANK
    chip.command(b"\xae")
    assert chip.pixels() == whole
    receive(chip, device.start)
    assert chip.pixels() == BLANK


def test_luma_keeps_no_device_until_the_end_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []
    monkeypatch.setattr(atexit, "register", kept.append)
    for name in panel_names():
        LumaDevice(name)
    assert kept == []


@pytest.mark.process
@pytest.mark.parametrize(
    "rest", ["blank(wiring)", "build(wiring, HandLoop(), lambda *_: None, lambda *_: None).close()"]
)
def test_every_panel_is_dark_before_luma_oled_and_pillow_are_loaded(rest: str) -> None:
    program = (
        "import sys\n"
        "from companion.devices.build import blank, build\n"
        "from companion.devices.panels.wires import ResetLine\n"
        "from companion.devices.simulated.i2c import SimulatedI2C\n"
        "from companion.devices.wiring import I2CPanel, KeyPins, SeatWiring, SPIPanel, Wiring\n"
        "from tests.devices.clock import HandLoop\n"
        "panels = I2CPanel('ssd1306', 1, 0x3C), I2CPanel('sh1106', 1, 0x3D), SPIPanel('ssd1322', 0, 0, 24, 25)\n"
        "keys = KeyPins(4, 5, 6), KeyPins(12, 13, 16), KeyPins(17, 18, 19)\n"
        "wiring = Wiring(True, 'mock', tuple(map(SeatWiring, keys, panels)))\n"
        "write, pulse = SimulatedI2C.write, ResetLine.pulse\n"
        "def say(*what):\n"
        "    print(*what, *sorted({'PIL', 'luma.oled'} & set(sys.modules)))\n"
        "def written(self, address, payload):\n"
        "    say(hex(address), payload[:2].hex())\n"
        "    write(self, address, payload)\n"
        "def pulled(self):\n"
        "    say('reset')\n"
        "    pulse(self)\n"
        "SimulatedI2C.write, ResetLine.pulse = written, pulled\n"
        f"{rest}\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    first, second, third, fourth, *_ = ran.stdout.splitlines()
    assert [first, second, third] == ["0x3c 00ae", "0x3d 00ae", "reset"]
    assert "PIL" in fourth.split()
