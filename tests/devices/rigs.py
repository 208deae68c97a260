"""Test rigs for every way to wire a screen, each with its chip model."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

import pytest

from companion.devices.panels.luma_wires import LumaI2C, LumaSPI
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.panels.wires import PanelWire
from companion.devices.pins import pin_factory
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.spi import SimulatedSPI, WiredSPIPanel
from companion.devices.simulated.ssd1306 import SSD1306, SSD1309
from companion.devices.simulated.table import CHIP_FILES, simulated_chip
from companion.devices.wiring import ChipName as ChipName
from companion.devices.wiring import I2CPanel, KeyPins, SeatWiring, SPIPanel

ADDRESS: Final = 0x3C
CHIPS: Final[dict[ChipName, Callable[[], DisplayChip]]] = {"ssd1306": SSD1306, "sh1106": SH1106, "ssd1309": SSD1309}
OTHERS: Final = tuple(name for name in CHIP_FILES if name not in CHIPS)
"""Whatever else luma.oled has that can be a panel."""


class Rig(NamedTuple):
    """A panel, its chip, and what counts the traffic. `turned`: the module hangs upside down."""

    panel: OledPanel
    chip: DisplayChip
    traffic: SimulatedI2C | SimulatedSPI
    turned: bool

    def seen(self) -> bytes:
        """The picture as the player sees it."""
        picture = self.chip.pixels()
        return picture[::-1].translate(REVERSED) if self.turned else picture


REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Build(NamedTuple):
    """Which rig to build."""

    chip: ChipName
    wire: Literal["i2c", "spi"]
    rotate: Literal[0, 180]

    def __str__(self) -> str:
        return f"{self.chip}-{self.wire}-{self.rotate}"


_USUAL: Final[list[Build]] = [
    Build(chip, wire, rotate)
    for chip in CHIPS
    for wire in ("i2c", "spi")
    for rotate in (0, 180)
]  # fmt: skip
_OTHER: Final[list[Build]] = [
    build
    for chip in OTHERS
    for build in (Build(chip, "i2c", 180), Build(chip, "spi", 0))
]  # fmt: skip
BUILDS: Final = _USUAL + _OTHER


_OFTEN: Final = (
    Build("ssd1306", "i2c", 0),
    Build("sh1106", "spi", 180),
    Build("ssd1309", "i2c", 180),
    Build("sh1107", "i2c", 180),
    Build("ssd1322", "spi", 0),
    Build("ssd1327", "i2c", 180),
)
FEW_BUILDS: Final = [
    pytest.param(build, marks=() if build in _OFTEN else pytest.mark.slow)
    for build in BUILDS
]  # fmt: skip
"""For `parametrize`: every usual chip, wire and direction once, one more of each way to address a chip, and all other
combinations as slow cases."""


def i2c_panel(
    chip: ChipName, bus: SimulatedI2C, seat: int = 0, address: int = ADDRESS, rotate: Literal[0, 180] = 0
) -> OledPanel:
    """A panel on a simulated I2C bus."""
    place = f"I2C bus 1, address 0x{address:02X}"
    return OledPanel(seat, place, chip, lambda: LumaI2C(bus, address), rotate=rotate)


@contextmanager
def rig(build: Build) -> Iterator[Rig]:
    """The rig that was asked for."""
    chip = simulated_chip(build.chip)
    if build.wire == "i2c":
        bus = SimulatedI2C({ADDRESS: chip})
        yield Rig(i2c_panel(build.chip, bus, rotate=build.rotate), chip, bus, build.rotate == 180)
        return
    factory = pin_factory("mock")
    wiring = SPIPanel(build.chip, port=0, device=0, dc=24, reset=25)
    port = SimulatedSPI({(0, 0): WiredSPIPanel(chip, dc=24, reset=25)}, factory)

    def open_wire() -> PanelWire:
        return LumaSPI(wiring, factory, port, reset_seconds=0)

    yield Rig(
        OledPanel(0, "SPI 0.0", build.chip, open_wire, rotate=build.rotate),
        chip,
        port,
        build.rotate == 180,
    )
    factory.close()


def show(panel: OledPanel, picture: bytes) -> int:
    """Step until the panel shows the picture; returns the number of steps."""
    steps = 1
    while not panel.step(picture):
        steps += 1
    return steps


def shows(chip: DisplayChip, picture: bytes) -> bool:
    """For who waits for it."""
    return chip.pixels() == picture


_PINS: Final = ((4, 5, 6), (12, 13, 16), (17, 18, 19), (20, 21, 22))


def seats(*panels: I2CPanel | SPIPanel) -> tuple[SeatWiring, ...]:
    """Seats with these panels, and with three keys each on pins of their own."""
    return tuple(SeatWiring(KeyPins(*pins), panel) for pins, panel in zip(_PINS, panels, strict=False))
