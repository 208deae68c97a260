"""Multiplexers in a simulated sysfs, with a simulated kernel that switches their channels."""

import errno
from collections.abc import Callable
from pathlib import Path

from companion.core.picture import BLANK, Picture
from companion.core.seat import Seat
from companion.devices.panel_wires.i2c_wire import I2CAdapter
from companion.devices.panel_wires.kernel_mux_channel import OpenChannel
from companion.devices.panel_wires.located_bus import located_bus
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.simulated.simulated_kernel_mux import KernelMux
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.simulated.tca9548a import TCA9548A
from companion.devices.wiring_records import I2CPanel, Mux
from tests.sysfs import Sysfs

SEATS = 3
ADDRESS = 0x3C
PINS = ((4, 5, 6), (12, 13, 16), (17, 18, 19))
RESET = 14


def panel(channel: int, *, bus: int | None = None) -> I2CPanel:
    return I2CPanel("ssd1306", bus, ADDRESS, mux=Mux(0x70, channel))


def secret(seat: Seat) -> Picture:
    """A picture of which every byte tells whose it is."""
    return bytes([0x11 << seat]) * len(BLANK)


class Rig:
    """A Raspberry Pi 3 with a TCA9548A on bus 1: three panels on its channels 0 to 2, the kernel's driver, sysfs, and /dev.

    `opened`: the number of every bus that was opened, and not closed. `before_open`: called before each.
    """

    def __init__(self, root: Path, first: int = 11) -> None:
        self.sysfs = Sysfs(root, first)
        self.sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
        self.chips = [SSD1306() for _ in range(SEATS)]
        self.mux = TCA9548A({channel: {ADDRESS: chip} for channel, chip in enumerate(self.chips)})
        self.wires = SimulatedI2C({}, {0x70: self.mux})
        self.nodes: dict[int, I2CAdapter] = {1: self.wires}
        self.opened: list[int] = []
        self.before_open: Callable[[], None] = lambda: None
        self.bound = False
        self.open_channel = OpenChannel()

    def bind(self, *, skip: int = 0) -> list[int]:
        """The kernel finds the multiplexer; `skip`: other buses that came first. The numbers of its channels."""
        for _ in range(skip):
            self.sysfs.adapter("another")
        driver, numbers = KernelMux(self.wires, 0x70), self.sysfs.multiplexer(1)
        self.nodes |= {number: driver.channel(channel) for channel, number in enumerate(numbers)}
        self.bound = True
        return numbers

    def unbind(self) -> None:
        self.sysfs.unbind(1)
        self.bound = False

    def open(self, number: int) -> I2CAdapter:
        """What opens /dev/i2c-N."""
        self.before_open()
        if number not in self.nodes:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self.opened.append(number)
        return Opened(self, number, self.nodes[number])

    def adapter(self, channel: int) -> I2CAdapter:
        return located_bus(panel(channel), self.open, self.open_channel, self.sysfs.devices)


class Opened:
    """An open node, counted until it is closed."""

    def __init__(self, rig: Rig, number: int, node: I2CAdapter) -> None:
        self._rig = rig
        self._number = number
        self._node = node

    def write(self, address: int, payload: bytes) -> None:
        self._node.write(address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        return self._node.read(address, count, after)

    def close(self) -> None:
        self._rig.opened.remove(self._number)


def said(chip: SSD1306) -> bool:
    """Whether the chip was told to light up."""
    return not chip.status() & 0x40
