"""The bus over smbus2, the wires before a multiplexer, and what a reset line does to panels and multiplexers."""

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from gpiozero.pins.mock import MockFactory

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, Picture
from companion.devices import build as building
from companion.devices.build import Devices, blank, build
from companion.devices.panels.luma_wires import LumaI2C
from companion.devices.panels.multiplexer import MuxSwitches
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.panels.wires import (
    HANGING_BUS_ERRORS,
    RESET_PULSE_SECONDS,
    LinuxI2C,
    MuxReset,
    ResetLine,
    root_bus,
)
from companion.devices.simulated.i2c import TCA9548A, SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import I2CPanel, I2CSettings, Mux, Wiring
from tests.devices.clock import HandLoop
from tests.devices.rigs import ADDRESS, i2c_panel, seats, show
from tests.sysfs import Sysfs

PIN = 25
PICTURE: Picture = bytes([0x18]) * len(BLANK)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.close()


def test_a_pulse_is_low_for_a_while_and_high_after_it(factory: MockFactory) -> None:
    pin = factory.pin(PIN)
    during: list[bool] = []
    line = ResetLine(
        "the reset", PIN, lambda: factory, lambda seconds: during.append(pin.state or seconds != RESET_PULSE_SECONDS)
    )
    assert pin.function == "input", "a line that is never pulled takes no pin"
    for _ in range(2):
        line.pulse()
        assert during[-2:] == [False, True]
        assert (pin.function, pin.state) == ("output", True)
    line.close()
    assert pin.function == "input"


def test_a_pin_in_other_hands_is_a_sentence(factory: MockFactory) -> None:
    from gpiozero import DigitalInputDevice

    holder = DigitalInputDevice(PIN, pin_factory=factory)
    with pytest.raises(DeviceError, match="the reset of seat 1's panel cannot use GPIO25"):
        ResetLine("the reset of seat 1's panel", PIN, lambda: factory).pulse()
    holder.close()


@pytest.mark.parametrize("number", [*HANGING_BUS_ERRORS, 121, errno.ENOENT])
@pytest.mark.parametrize("reads", [True, False])
def test_only_a_bus_that_hangs_is_reset_and_the_fault_is_told(factory: MockFactory, number: int, reads: bool) -> None:
    mux = TCA9548A({})
    wires = SimulatedI2C({}, {0x70: mux})
    line = ResetLine("the reset", PIN, lambda: factory, lambda _: None)
    freed = MuxReset(wires, line)
    wires.reset_by(factory.pin(PIN), mux)
    freed.write(0x70, b"\x04")
    wires.fail(number)
    with pytest.raises(OSError) as caught:
        if reads:
            freed.read(0x70, 1)
        else:
            freed.write(0x70, b"\x04")
    assert caught.value.errno == number
    assert freed.read(0x70, 1) == (b"\x00" if number in HANGING_BUS_ERRORS else b"\x04")
    line.close()


def test_a_hung_bus_recovers_where_the_daemon_switches_the_multiplexer(factory: MockFactory) -> None:
    """What is open is not known after the pulse, so it is set and read back anew before the next write."""
    chips = [SSD1306() for _ in range(2)]
    mux = TCA9548A({channel: {0x3C: chip} for channel, chip in enumerate(chips)})
    wires = SimulatedI2C({}, {0x70: mux})
    line = ResetLine("the reset", PIN, lambda: factory, lambda _: None)
    wires.reset_by(factory.pin(PIN), mux)
    switches = MuxSwitches([0x70], lambda: MuxReset(wires, line))
    first, second = (switches.channel(Mux(0x70, channel)) for channel in range(2))
    first.write(0x3C, b"\x00\xaf")
    second.write(0x3C, b"\x00\xae")
    wires.jam(0x70, 1)
    with pytest.raises(OSError, match="timed out"):
        second.write(0x3C, b"\x00\xaf")
    first.write(0x3C, b"\x00\xae")
    with pytest.raises(OSError, match="timed out"):
        second.write(0x3C, b"\x00\xaf")
    wires.unjam()
    second.write(0x3C, b"\x00\xaf")
    assert [bool(chip.status() & 0x40) for chip in chips] == [True, False]
    line.close()


class Sleeper:
    """A table for one, whose panel acknowledges nothing before its reset line was pulled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, factory: Any, root: Path, reset: int | None) -> None:
        self.chip = SSD1306()
        self.wires = SimulatedI2C({0x3C: self.chip})
        self.wires.needs_reset(0x3C)
        self.wires.reset_by(factory.pin(PIN), self.chip)
        sysfs = Sysfs(root)
        sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
        self.sysfs = sysfs.devices
        monkeypatch.setattr(building, "LinuxI2C", lambda _: self.wires)
        monkeypatch.setattr(building, "pin_factory", lambda *_: factory)
        monkeypatch.setattr("companion.devices.panels.bus.PanelBus.start", lambda bus: None)
        self.loop = HandLoop()
        self.faults: list[str | None] = []
        self.wiring = Wiring(False, "mock", seats(I2CPanel("ssd1306", 1, 0x3C, reset=reset)))

    def build(self) -> Devices:
        return build(
            self.wiring,
            self.loop,
            lambda *_: None,
            lambda _, error: self.faults.append(None if error is None else str(error)),
            sysfs=self.sysfs,
        )

    def work(self, devices: Devices) -> None:
        for _ in range(8):
            while devices._buses[0].step():
                pass
            self.loop.advance(5)


def test_a_panel_that_needs_a_pulse_has_it_at_its_start_and_after_a_fault(
    monkeypatch: pytest.MonkeyPatch, factory: MockFactory, tmp_path: Path
) -> None:
    one = Sleeper(monkeypatch, factory, tmp_path, PIN)
    devices = one.build()
    assert one.faults == []
    devices.displays[0].show(PICTURE)
    one.work(devices)
    assert one.chip.pixels() == PICTURE
    one.wires.unplug(0x3C)
    one.wires.needs_reset(0x3C)
    devices.displays[0].show(BLANK)
    one.work(devices)
    one.wires.plug(0x3C)
    devices.displays[0].show(PICTURE)
    one.work(devices)
    assert one.chip.pixels() == PICTURE
    assert one.faults[-1] is None
    devices.close()


def test_without_its_pin_such_a_panel_stays_silent_and_blank_pulls_it_too(
    monkeypatch: pytest.MonkeyPatch, factory: MockFactory, tmp_path: Path
) -> None:
    silent = Sleeper(monkeypatch, factory, tmp_path / "silent", None)
    (error,) = blank(silent.wiring, sysfs=silent.sysfs)
    assert "nothing acknowledges there" in str(error)
    pulled = Sleeper(monkeypatch, MockFactory(), tmp_path / "pulled", PIN)
    assert blank(pulled.wiring, sysfs=pulled.sysfs) == ()


def test_a_simulated_table_has_its_reset_lines_too() -> None:
    panels = (
        I2CPanel("ssd1306", 1, 0x3C, mux=Mux(0x70, 0), reset=PIN),
        I2CPanel("ssd1306", 1, 0x3C, mux=Mux(0x70, 1)),
        I2CPanel("ssd1306", None, 0x3C, mux=Mux(0x71, 1, bus=3)),
    )
    faults: list[object] = []
    wiring = Wiring(True, "mock", seats(*panels), i2c=I2CSettings(mux_reset=14))
    devices = build(wiring, HandLoop(), lambda *_: None, lambda *told: faults.append(told))
    assert devices.pin_factory.pin(PIN).function == "output"
    assert devices.i2c_buses[0] is devices.i2c_buses[1] is not devices.i2c_buses[2]
    devices.close()
    assert faults == []


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
