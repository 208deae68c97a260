"""The simulated hardware of a table, built from its wiring: chips, buses, multiplexers and pods."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import DeviceError
from companion.core.seat import Place, each_place, seat_number
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import TCA9548A, SimulatedI2C
from companion.devices.simulated.spi import WiredSPIPanel
from companion.devices.wiring import ChipName, I2CPanel, PhoneSeat, PodSeat, SPIPanel, Wiring

if TYPE_CHECKING:
    from companion.devices.simulated.pod import SimulatedPod

CHIP_FILES: Final[Mapping[ChipName, str]] = {
    "ssd1306": "ssd1306",
    "sh1106": "sh1106",
    "ssd1309": "ssd1306",
    "ssd1305": "ssd1306",
    "ssd1315": "ssd1306",
    "ch1115": "sh1106",
    "sh1107": "sh1107",
    "ssd1322": "greyscale",
    "ssd1322_nhd": "greyscale",
    "ssd1325": "greyscale",
    "ssd1327": "greyscale",
    "ssd1362": "greyscale",
    "ssd1363": "greyscale",
}
"""By luma.oled's name of the device: the file here that models its chip, in its `MODELS`."""
_Line = tuple[int, tuple[int, int] | None]
"""An I2C bus: its number, and the address and channel of a multiplexer that the kernel switches."""


class SimulatedTable:
    """By seat: `chips`, the panel's chip; `i2c_buses`, the bus of its panel; `pods`, its pod. `spi_panels`: by port and device.
    `factory`: returns the factory of mock pins."""

    def __init__(self, wiring: Wiring, factory: Callable[[], Any]) -> None:
        self.chips: dict[Place, DisplayChip] = {}
        self.i2c_buses: dict[Place, SimulatedI2C] = {}
        self.spi_panels: dict[tuple[int, int], WiredSPIPanel] = {}
        panels: dict[Place, I2CPanel] = {}
        for seat, wired in each_place(wiring.seats):
            if isinstance(wired, PhoneSeat):
                continue
            panel = wired if isinstance(wired, PodSeat) else wired.panel
            if panel.chip not in CHIP_FILES:
                raise DeviceError(
                    f"seat {seat_number(seat)}: there is no model of {panel.chip} to simulate; there are "
                    f"{', '.join(CHIP_FILES)}"
                )
            chip = self.chips[seat] = simulated_chip(panel.chip)
            if isinstance(panel, SPIPanel):
                self.spi_panels[panel.port, panel.device] = WiredSPIPanel(chip, panel.dc, panel.reset)
            elif isinstance(panel, I2CPanel):
                panels[seat] = panel
        self.pods = _pods(wiring, self.chips)
        self._buses = {line: self._bus(line, panels) for line in {_line(panel) for panel in panels.values()}}
        for seat, panel in panels.items():
            self.i2c_buses[seat] = self.bus(panel)
            if panel.reset is not None:
                self.i2c_buses[seat].reset_by(factory().pin(panel.reset), self.chips[seat])
        if wiring.i2c.mux_reset is not None:
            for bus in self._buses.values():
                bus.reset_muxes_by(factory().pin(wiring.i2c.mux_reset))

    def bus(self, panel: I2CPanel) -> SimulatedI2C:
        """The bus that the daemon opens for `panel`."""
        return self._buses[_line(panel)]

    def _bus(self, line: _Line, panels: Mapping[Place, I2CPanel]) -> SimulatedI2C:
        before: dict[int, DisplayChip] = {}
        behind: dict[int, dict[int, dict[int, DisplayChip]]] = {}
        for seat, panel in panels.items():
            if _line(panel) != line:
                continue
            chips = before
            if panel.mux is not None and panel.switched_by == "daemon":
                chips = behind.setdefault(panel.mux.address, {}).setdefault(panel.mux.channel, {})
            chips[panel.address] = self.chips[seat]
        return SimulatedI2C(before, {address: TCA9548A(channels) for address, channels in behind.items()})


def simulated_chip(name: ChipName) -> DisplayChip:
    """A new chip of one of `CHIP_FILES`. Only the files of the chips that a table has are loaded."""
    models: Mapping[ChipName, Callable[[], DisplayChip]] = import_module(
        f"companion.devices.simulated.{CHIP_FILES[name]}"
    ).MODELS
    return models[name]()


def _line(panel: I2CPanel) -> _Line:
    """The bus of `panel`. A channel that the kernel switches counts as a separate bus."""
    mux = panel.mux if panel.switched_by == "kernel" else None
    return (panel.wires, None) if mux is None else (panel.wires, (mux.address, mux.channel))


def _pods(wiring: Wiring, chips: Mapping[Place, DisplayChip]) -> "dict[Place, SimulatedPod]":
    pods = {seat: wired for seat, wired in each_place(wiring.seats) if isinstance(wired, PodSeat)}
    if not pods:
        return {}
    from companion.devices.simulated.pod import SimulatedPod

    return {seat: SimulatedPod(pod.serial, chips[seat]) for seat, pod in pods.items()}
