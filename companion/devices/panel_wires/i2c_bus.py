"""An I2C bus: what everything between a panel and the bus's device node has in common, and the node itself."""

from pathlib import Path
from typing import Any, Final, Protocol

from companion.core.errors import DeviceError
from companion.devices.pins import install

COMMANDS_FOLLOW: Final = b"\x00"
DATA_FOLLOWS: Final = b"\x40"
"""The control byte in front of a panel's commands, and of its picture memory."""
I2C_SYSFS: Final = Path("/sys/bus/i2c/devices")


class I2CAdapter(Protocol):
    """Access to an I2C bus. Its methods raise OSError: 121 no acknowledgement, 110 timeout, 5 interrupted, 11 bus lost."""

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """Read `count` bytes in one transaction. A non-empty `after` is written first; a repeated start follows it."""

    def close(self) -> None:
        """Close the bus."""


class LinuxI2C:
    """The `Adapter` over /dev/i2c-`bus`. Raises OSError when it cannot be opened, DeviceError without smbus2."""

    def __init__(self, bus: int) -> None:
        try:
            from smbus2 import SMBus, i2c_msg
        except ImportError as error:
            raise DeviceError(f"the library smbus2 is missing; {install(apt=None, pip='smbus2')}") from error
        self._message: Any = i2c_msg
        self._bus = SMBus(bus)

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""
        # I2C_RDWR, since an SMBus block holds 32 bytes at most.
        self._bus.i2c_rdwr(self._message.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """Read `count` bytes in one transaction."""
        answer = self._message.read(address, count)
        before = [self._message.write(address, after)] if after else []
        self._bus.i2c_rdwr(*before, answer)
        return bytes(answer)

    def close(self) -> None:
        """Close the bus."""
        self._bus.close()


def root_bus(bus: int, sysfs: Path = I2C_SYSFS) -> int:
    """The bus whose wires `bus` uses: the one above its multiplexers, or itself.

    The kernel gives each channel of a multiplexer a bus number and a link `mux_device` to the multiplexer, which is
    named after the bus that it sits on: 1-0070 (Linux, drivers/i2c/i2c-mux.c).
    """
    seen = {bus}
    while (link := sysfs / f"i2c-{bus}" / "mux_device").exists():
        above = link.resolve().name.partition("-")[0]
        if not above.isdecimal() or int(above) in seen:
            break
        bus = int(above)
        seen.add(bus)
    return bus
