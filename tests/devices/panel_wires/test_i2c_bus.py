"""The real I2C adapter over smbus2, the wires' trunk, and the simulated bus's count."""

from pathlib import Path
from unittest.mock import patch

import pytest

from companion.core.errors import DeviceError
from companion.core.picture import BLANK
from companion.devices.panel_wires.i2c_bus import LinuxI2C, root_bus
from companion.devices.panel_wires.luma_wires import LumaI2C
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from tests.devices.rigs import ADDRESS, i2c_panel, show

BUSY = bytes(range(256)) * 4


def traffic(bus: SimulatedI2C, panel: OledPanel) -> tuple[int, int, int]:
    for picture in (BLANK, BUSY, BLANK):
        show(panel, picture)
    panel.close()
    return bus.transactions, bus.bytes, bus.clocks


def test_smbus2_sends_the_very_same() -> None:
    ours, theirs = SimulatedI2C({ADDRESS: SSD1306()}), SimulatedI2C({ADDRESS: SSD1306()})
    with patch("smbus2.SMBus", lambda bus: theirs):
        real = OledPanel(0, "I2C bus 1", "ssd1306", lambda: LumaI2C(LinuxI2C(1), ADDRESS))
        assert traffic(theirs, real) == traffic(ours, i2c_panel("ssd1306", ours))


def test_a_bus_or_a_library_that_does_not_exist_is_told_with_the_place() -> None:
    panel = OledPanel(2, "I2C bus 99, address 0x3C", "ssd1306", lambda: LumaI2C(LinuxI2C(99), ADDRESS))
    place = r"seat 3: screen not answering \(I2C bus 99, address 0x3C\): "
    with pytest.raises(DeviceError, match=f"{place}.*no such bus"):
        panel.step(BLANK)
    with patch.dict("sys.modules", {"smbus2": None}), pytest.raises(DeviceError, match=f"{place}.*smbus2"):
        panel.step(BLANK)


def test_every_byte_and_the_start_and_stop_are_counted() -> None:
    bus = SimulatedI2C({ADDRESS: SSD1306()})
    bus.write(ADDRESS, b"\x00\xae")
    assert (bus.transactions, bus.bytes, bus.clocks) == (1, 3, 3 * 9 + 2)


def channel(sysfs: Path, bus: int, multiplexer: str) -> None:
    (sysfs / multiplexer).mkdir(exist_ok=True)
    (sysfs / f"i2c-{bus}").mkdir()
    (sysfs / f"i2c-{bus}" / "mux_device").symlink_to(sysfs / multiplexer)


def test_the_channels_of_a_multiplexer_share_the_bus_above(tmp_path: Path) -> None:
    channel(tmp_path, 11, "1-0070")
    channel(tmp_path, 12, "1-0070")
    channel(tmp_path, 20, "12-0071")
    channel(tmp_path, 30, "30-0072")
    assert [root_bus(bus, tmp_path) for bus in (1, 3, 11, 12, 20, 30)] == [1, 3, 1, 1, 1, 30]
