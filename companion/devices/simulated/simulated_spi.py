"""A simulated SPI port: as much of spidev as luma calls, with each panel's D/C and reset on mock pins.

The chip select decides which panel hears. It counts what goes over the wire. SPI acknowledges nothing, so an unplugged
panel is not noticed.
"""

import errno
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.devices.simulated.display_chip import ChipError, DisplayChip, was_low


class WiredSPIPanel(NamedTuple):
    """A panel behind a chip select, and the BCM numbers of the pins that its D/C and reset lines hang on."""

    chip: DisplayChip
    dc: int
    reset: int


class SimulatedSPI:
    """One opened port. `panels`: by (port, device). `factory`: a gpiozero MockFactory, whose pins the driver moves."""

    def __init__(self, panels: Mapping[tuple[int, int], WiredSPIPanel], factory: Any) -> None:
        self._panels = panels
        self._factory = factory
        self._chip: DisplayChip | None = None
        self._unplugged = False
        self.max_speed_hz = 0
        self.transactions = 0
        self.bytes = 0

    def open(self, port: int, device: int) -> None:
        """Raises OSError where no panel is wired. luma has moved the reset line by now."""
        if (port, device) not in self._panels:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        panel = self._panels[port, device]
        self._chip = panel.chip
        self._dc, self._reset = self._factory.pin(panel.dc), self._factory.pin(panel.reset)
        if was_low(self._reset):
            self._chip.reset()

    def unplug(self) -> None:
        """Pull the panel's plug: it loses power, and hears nothing. The master does not notice."""
        assert self._chip is not None, "only what is open can be pulled"
        self._unplugged = True
        self._chip.power_cycle()

    def plug(self) -> None:
        """Put the plug back in."""
        self._unplugged = False

    def writebytes(self, data: Sequence[int]) -> None:
        """One transfer, with the D/C line as it stands."""
        assert self._chip is not None, "luma opens before it writes"
        if not self._reset.state:
            raise ChipError("the panel is held in reset")
        self.transactions += 1
        self.bytes += len(data)
        if self._unplugged:
            return
        if self._dc.state:
            self._chip.data(bytes(data))
        else:
            self._chip.command(bytes(data))
        # A mock pin remembers every level it ever had.
        self._dc.clear_states()

    def close(self) -> None:
        """Whoever opens the port next finds the same panel."""
