"""A simulated SPI port with one panel: as much of spidev as luma calls, with D/C and reset on mock pins.

It counts what goes over the wire. SPI acknowledges nothing, so an unplugged panel is not noticed.
"""

from collections.abc import Sequence
from typing import Any

from companion.devices.simulated.chip import Chip, ChipError


class SimulatedSPI:
    """The port. `factory`: a gpiozero MockFactory, whose pins `dc` and `reset` the driver moves."""

    def __init__(self, chip: Chip, factory: Any, *, dc: int, reset: int) -> None:
        self._chip = chip
        self._dc = factory.pin(dc)
        self._reset = factory.pin(reset)
        self.max_speed_hz = 0
        self.transactions = 0
        self.bytes = 0

    def open(self, port: int, device: int) -> None:
        """There is only this one, so any number is right. luma has moved the reset line by now."""
        del port, device
        if any(not past.state for past in self._reset.states):
            self._chip.reset()
        self._reset.clear_states()

    def writebytes(self, data: Sequence[int]) -> None:
        """One transfer, with the D/C line as it stands."""
        if not self._reset.state:
            raise ChipError("the panel is held in reset")
        self.transactions += 1
        self.bytes += len(data)
        if self._dc.state:
            self._chip.data(bytes(data))
        else:
            self._chip.command(bytes(data))
        # A mock pin remembers every level it ever had.
        self._dc.clear_states()

    def close(self) -> None:
        """Whoever opens the port next finds the same panel."""
