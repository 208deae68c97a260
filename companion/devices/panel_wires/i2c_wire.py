"""Panels on an I2C bus: each command and each run of data is one transaction, however long.

luma's I2C interface does this only on a bus that it opened itself, and cuts data into blocks of 32 bytes on any other. This one
has the same methods and works on smbus2 and on the simulated bus.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from companion.core.errors import DeviceError
from companion.devices.panels.chip_commands import NO_OPERATION
from companion.devices.pins.gpio_libraries import install

_COMMANDS: Final = b"\x00"
_DATA: Final = b"\x40"
I2C_SYSFS: Final = Path("/sys/bus/i2c/devices")


class I2CAdapter(Protocol):
    """Access to an I2C bus. Its methods raise OSError: 121 no acknowledgement, 110 timeout, 5 interrupted, 11 bus lost."""

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """Read `count` bytes in one transaction. A non-empty `after` is written first; a repeated start follows it."""

    def close(self) -> None:
        """Close the bus."""


class I2CWire:
    """The `PanelWire` to the panel at `address`; it owns `adapter` and closes it."""

    def __init__(self, adapter: I2CAdapter, address: int) -> None:
        self._adapter = adapter
        self._address = address

    def command(self, *cmd: int) -> None:
        """Send command bytes in one transaction."""
        self._adapter.write(self._address, _COMMANDS + bytes(cmd))

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory in one transaction."""
        self._adapter.write(self._address, _DATA + bytes(data))

    def status(self) -> int:
        """The chip's status byte."""
        # After data a chip would return its memory, so send a command first.
        return self._adapter.read(self._address, 1, after=_COMMANDS + bytes([NO_OPERATION]))[0]

    def cleanup(self) -> None:
        """Close the bus."""
        self._adapter.close()


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
