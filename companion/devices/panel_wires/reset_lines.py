"""Reset lines on pins of the Pi: of a panel that needs a pulse at its start, and of the multiplexers on a hanging bus.

A panel that lost its power in the middle of a byte, or is broken, can hold SDA low; then the whole bus hangs. A TCA9548A closes
all its channels when its RESET goes low (data sheet 8.5.1), which disconnects that panel from the others.
"""

import errno
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_bus import I2CAdapter
from companion.devices.pins import pin_error_types, pin_errors_named

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
        """Release the pin."""
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
        """One write transaction."""
        try:
            self._adapter.write(address, payload)
        except OSError as error:
            self._free(error)
            raise

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction."""
        try:
            return self._adapter.read(address, count, after)
        except OSError as error:
            self._free(error)
            raise

    def close(self) -> None:
        """Close the bus."""
        self._adapter.close()

    def _free(self, error: OSError) -> None:
        if error.errno in HANGING_BUS_ERRORS:
            self._line.pulse()
