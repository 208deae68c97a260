"""Panels on SPI: two on one port, and what the pins and the port can do wrong."""

import errno
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.exc import GPIOZeroError

from companion.core.errors import DeviceError
from companion.core.picture import BLANK
from companion.devices.panels.luma_wires import LumaSPI
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.pins import pin_factory
from companion.devices.simulated.spi import SimulatedSPI, WiredSPIPanel
from companion.devices.wiring import ChipName, SPIPanel
from tests.devices.rigs import CHIPS, show
from tests.laws.play import one_round

BUSY = bytes(range(256)) * 4
OTHER = BUSY[::-1]


class Port:
    """SPI port 0 with two panels, each with its own select, D/C and reset."""

    def __init__(self, first: ChipName, second: ChipName) -> None:
        self.factory = pin_factory("mock")
        self.wirings = (SPIPanel(first, 0, 0, dc=24, reset=25), SPIPanel(second, 0, 1, dc=26, reset=27))
        self.chips = tuple(CHIPS[wiring.chip]() for wiring in self.wirings)
        self.wired = {
            (wiring.port, wiring.device): WiredSPIPanel(chip, wiring.dc, wiring.reset)
            for wiring, chip in zip(self.wirings, self.chips, strict=True)
        }
        self.opened: list[SimulatedSPI] = []
        self.panels = tuple(self.panel(seat, wiring) for seat, wiring in enumerate(self.wirings))

    def panel(self, seat: int, wiring: SPIPanel) -> OledPanel:
        def open_wire() -> LumaSPI:
            port = SimulatedSPI(self.wired, self.factory)
            self.opened.append(port)
            return LumaSPI(wiring, self.factory, port, reset_seconds=0)

        return OledPanel(seat, f"SPI 0.{wiring.device}", wiring.chip, open_wire)


@pytest.mark.parametrize(("first", "second"), one_round([("ssd1309", "sh1106"), ("ssd1306", "ssd1306")]))
def test_two_panels_on_one_port_never_hear_each_other(first: ChipName, second: ChipName) -> None:
    port = Port(first, second)
    one, other = port.panels
    for picture, beside in ((BUSY, OTHER), (OTHER, BUSY), (BUSY, BLANK)):
        # Step by step in turn, as the worker does it.
        while not (one.step(picture) and other.step(beside)):
            pass
        assert [chip.pixels() for chip in port.chips] == [picture, beside]
    one.close()
    assert [chip.pixels() for chip in port.chips] == [BLANK, BLANK]
    show(other, OTHER)
    assert port.chips[1].pixels() == OTHER
    other.close()
    port.factory.close()


def test_each_panel_is_reset_by_its_own_line() -> None:
    port = Port("sh1106", "sh1106")
    one, other = port.panels
    show(one, BUSY)
    # No start-up command switches the converter on again; only a reset does.
    for chip in port.chips:
        chip.command(b"\xad\x8a")
    show(other, OTHER)
    assert [chip.pixels() for chip in port.chips] == [BLANK, OTHER]
    for panel in port.panels:
        panel.close()


def test_the_ports_speed_is_within_the_data_sheets() -> None:
    port = Port("ssd1309", "sh1106")
    for panel in port.panels:
        show(panel, BLANK)
    assert [opened.max_speed_hz for opened in port.opened] == [8_000_000, 4_000_000]


def test_a_chip_select_that_is_not_there_is_told_with_the_remedy() -> None:
    port = Port("ssd1306", "ssd1306")
    del port.wired[0, 1]
    with pytest.raises(DeviceError, match=r"seat 2: screen not answering \(SPI 0.1\): there is no /dev/spidev0.1; set"):
        port.panels[1].step(BLANK)


def test_a_pin_that_is_taken_is_told_and_the_port_is_let_go() -> None:
    port = Port("ssd1306", "ssd1306")
    show(port.panels[0], BLANK)
    twin = SPIPanel("ssd1306", 0, 1, dc=24, reset=27)
    with pytest.raises(DeviceError, match=r"seat 2: screen not answering \(SPI 0.1\): GPIO24 cannot be driven"):
        port.panel(1, twin).step(BLANK)
    show(port.panels[1], BUSY)
    assert port.chips[1].pixels() == BUSY


class LgpioError(Exception):
    """What lgpio raises is no OSError."""


@pytest.mark.parametrize("error", [GPIOZeroError("gone"), RuntimeError("gone"), LgpioError("gone")], ids=repr)
def test_whatever_a_pin_raises_is_a_fault_of_the_screen(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))
    port = Port("ssd1306", "ssd1306")
    panel = port.panels[0]
    show(panel, BUSY)

    def broken(_value: Any) -> None:
        raise error

    pin = port.factory.pin(24)
    with monkeypatch.context() as patch:
        patch.setattr(pin, "_set_state", broken)
        with pytest.raises(
            DeviceError, match=r"seat 1: screen not answering \(SPI 0.0\): GPIO24 cannot be driven \(gone"
        ):
            show(panel, OTHER)
    show(panel, OTHER)
    assert port.chips[0].pixels() == OTHER


def test_a_port_that_breaks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    port = Port("ssd1306", "ssd1306")
    panel = port.panels[0]
    show(panel, BUSY)

    def broken(_data: Sequence[int]) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(port.opened[0], "writebytes", broken)
    with pytest.raises(DeviceError, match="the transfer was interrupted"):
        show(panel, OTHER)
    show(panel, OTHER)
    assert port.chips[0].pixels() == OTHER
    assert len(port.opened) == 2
