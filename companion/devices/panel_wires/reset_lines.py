"""Reset lines on pins of the Pi: of a panel that needs a pulse at its start, and of the multiplexers on a bus that hangs.

A panel that lost its power in the middle of a byte, or broke, can hold SDA low; then nobody on that bus is heard any more.
A TCA9548A whose RESET goes low closes all its channels (data sheet 8.5.1), which cuts that panel off from all others.
"""

import errno
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_wire import I2CAdapter
from companion.devices.pins.pin_errors import pin_error_types, pin_errors_named

RESET_PULSE_SECONDS: Final = 0.001
"""How long a line is low, and how long is waited after it; the chips' data sheets ask for 10 microseconds at most."""
HANGING_BUS_ERRORS: Final = (errno.ETIMEDOUT, errno.EAGAIN, errno.EIO)
"""What a bus says whose lines do not go up: it timed out, was lost to another master, or the transfer broke off."""


class ResetLine:
    """The line on the pin `number` (BCM), active low, claimed at its first pulse for `what`.

    `factory`: gives the gpiozero pin factory, which stays the caller's to close, after this. Any thread may pull it.
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
        """Pull it low, and let it go. Raises DeviceError where the pin cannot be had or moved."""
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
        """Let the pin go."""
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
    """The `Adapter` to a bus whose multiplexers are reset by `line` when it hangs. What hung is told all the same: whoever
    uses the bus starts over, and sets the multiplexers anew. It closes `adapter` with itself."""

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
        """Let the bus go."""
        self._adapter.close()

    def _free(self, error: OSError) -> None:
        if error.errno in HANGING_BUS_ERRORS:
            self._line.pulse()
