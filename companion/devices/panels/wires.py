"""The wire to a panel: its protocol, the I2C bus below it, and its reset lines.

A `PanelWire` has the methods of luma's serial interfaces; `luma_wires.py` has the two that there are. The one for I2C uses an
`I2CAdapter`: the bus's device node (`LinuxI2C`), or one that adds a check or a reset to another adapter.

A panel that lost its power in the middle of a byte, or is broken, can hold SDA low; then the whole bus hangs. A TCA9548A closes
all its channels when its RESET goes low (data sheet 8.5.1), which disconnects that panel from the others (`MuxReset`).

Invariant: a wire raises OSError, and no other exception, if the panel does not answer.
"""

import errno
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from companion.core.errors import DeviceError
from companion.devices.pins import install, pin_error_types, pin_errors_named

_REASONS: Final = {
    121: "nothing acknowledges there, check its cable",
    errno.ENXIO: "nothing acknowledges there, check its cable",
    errno.ETIMEDOUT: "the bus timed out, check for a short circuit",
    errno.EIO: "the transfer was interrupted, check its cable",
    errno.EAGAIN: "the bus was lost to another master, check for a short circuit",
    errno.ENOENT: "the system has no such bus, enable it in config.txt",
    errno.EACCES: "access to the bus is denied, add the user to the group i2c or spi",
}
"""By error number; 121 is Linux's EREMOTEIO, which other systems lack."""


class PanelWire(Protocol):
    """One panel's wire. Used by one thread at a time."""

    def command(self, *cmd: int) -> None:
        """Send command bytes in one transaction."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory in one transaction."""

    def status(self) -> int | None:
        """The chip's status byte; None if the wire cannot read."""

    def cleanup(self) -> None:
        """Close the wire."""


def wire_fault_reason(error: OSError) -> str:
    """Why a wire failed, with a remedy if there is one: the end of a sentence, without a full stop."""
    if error.errno is None:
        return str(error).rstrip(".")
    return _REASONS.get(error.errno, str(error).rstrip("."))


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
    """The `I2CAdapter` over /dev/i2c-`bus`. Raises OSError when it cannot be opened, DeviceError without smbus2."""

    def __init__(self, bus: int) -> None:
        try:
            from smbus2 import SMBus, i2c_msg
        except ImportError as error:
            raise DeviceError(f"the library smbus2 is missing; {install(apt=None, pip='smbus2')}") from error
        self._message: Any = i2c_msg
        self._bus = SMBus(bus)

    def write(self, address: int, payload: bytes) -> None:
        # I2C_RDWR, since an SMBus block holds 32 bytes at most.
        self._bus.i2c_rdwr(self._message.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        answer = self._message.read(address, count)
        before = [self._message.write(address, after)] if after else []
        self._bus.i2c_rdwr(*before, answer)
        return bytes(answer)

    def close(self) -> None:
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


RESET_PULSE_SECONDS: Final = 0.001
"""How long a line is held low, and the wait after it; the data sheets require 10 microseconds at most."""
HANGING_BUS_ERRORS: Final = (errno.ETIMEDOUT, errno.EAGAIN, errno.EIO)
"""The errors of a bus whose lines stay low: timeout, bus lost to another master, transfer interrupted."""


class ResetLine:
    """The active-low line on the pin `number` (BCM), claimed for `what` at its first pulse. Thread-safe.

    `factory`: returns the gpiozero pin factory, which the caller closes after this line.
    """

    def __init__(
        self, what: str, number: int, factory: Callable[[], Any], sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._what = what
        self._number = number
        self._factory = factory
        self._sleep = sleep
        self._device: Any = None
        self._pulled = threading.Lock()

    def pulse(self) -> None:
        """Pull the line low and release it. Raises DeviceError if the pin cannot be used."""
        with self._pulled:
            device = self._claimed()
            try:
                device.on()
                self._sleep(RESET_PULSE_SECONDS)
                device.off()
                self._sleep(RESET_PULSE_SECONDS)
            except pin_error_types() as error:
                raise DeviceError(f"{self._what}: GPIO{self._number} cannot be driven ({error})") from error

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _claimed(self) -> Any:
        from gpiozero import OutputDevice

        if self._device is None:
            with pin_errors_named(self._what, self._number):
                self._device = OutputDevice(
                    self._number, active_high=False, initial_value=False, pin_factory=self._factory()
                )
        return self._device


class MuxReset:
    """The `I2CAdapter` to a bus; `line` resets its multiplexers if it hangs. The error is still raised, so that the caller
    starts over and sets the multiplexers again. It owns `adapter` and closes it."""

    def __init__(self, adapter: I2CAdapter, line: ResetLine) -> None:
        self._adapter = adapter
        self._line = line

    def write(self, address: int, payload: bytes) -> None:
        try:
            self._adapter.write(address, payload)
        except OSError as error:
            self._free(error)
            raise

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        try:
            return self._adapter.read(address, count, after)
        except OSError as error:
            self._free(error)
            raise

    def close(self) -> None:
        self._adapter.close()

    def _free(self, error: OSError) -> None:
        if error.errno in HANGING_BUS_ERRORS:
            self._line.pulse()
