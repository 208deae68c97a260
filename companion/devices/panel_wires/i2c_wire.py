"""Panels on an I2C bus: each command and each run of data is one transaction, however long.

luma's own I2C interface does that only over a bus that it opened itself, and cuts data into blocks of 32 bytes over any
other; this one has the same shape and does it over smbus2 and over the simulated bus alike.
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
    """One end of an I2C bus. Its methods raise OSError: 121 nobody acknowledged, 110 timed out, 5 broken, 11 bus lost."""

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """`count` bytes, in one transaction; where there is something to write `after` which they are read, it goes
        before them with a repeated start."""

    def close(self) -> None:
        """Let the bus go."""


class I2CWire:
    """The `Wire` to the panel at `address`; it closes `adapter` with itself."""

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
        # After data a chip would answer with its memory, so a command goes first.
        return self._adapter.read(self._address, 1, after=_COMMANDS + bytes([NO_OPERATION]))[0]

    def cleanup(self) -> None:
        """Let the bus go."""
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
        # I2C_RDWR, not an SMBus block: that one ends at 32 bytes.
        self._bus.i2c_rdwr(self._message.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """`count` bytes, in one transaction."""
        answer = self._message.read(address, count)
        before = [self._message.write(address, after)] if after else []
        self._bus.i2c_rdwr(*before, answer)
        return bytes(answer)

    def close(self) -> None:
        """Let the bus go."""
        self._bus.close()


def root_bus(bus: int, sysfs: Path = I2C_SYSFS) -> int:
    """The bus whose wires `bus` really uses: the one above its multiplexer, or itself.

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
