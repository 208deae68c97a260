"""A simulated SPI port: the part of spidev that luma calls, with each panel's D/C and reset lines on mock pins.

The chip select chooses the panel. The traffic is counted. SPI has no acknowledgement, so an unplugged panel is not noticed.
"""

import errno
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.devices.simulated.chip import ChipError, DisplayChip
from companion.devices.simulated.pins import was_low


class WiredSPIPanel(NamedTuple):
    """A panel on a chip select, and the BCM numbers of its D/C and reset pins."""

    chip: DisplayChip
    dc: int
    reset: int


class SimulatedSPI:
    """One opened port. `panels`: by (port, device). `factory`: the gpiozero MockFactory of the driver's pins."""

    def __init__(self, panels: Mapping[tuple[int, int], WiredSPIPanel], factory: Any) -> None:
        self._panels = panels
        self._factory = factory
        self._chip: DisplayChip | None = None
        self._unplugged = False
        self.max_speed_hz = 0
        self.transactions = 0
        self.bytes = 0

    def open(self, port: int, device: int) -> None:
        """Raises OSError if no panel is wired. luma has already pulsed the reset line."""
        if (port, device) not in self._panels:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        panel = self._panels[port, device]
        self._chip = panel.chip
        self._dc, self._reset = self._factory.pin(panel.dc), self._factory.pin(panel.reset)
        if was_low(self._reset):
            self._chip.reset()

    def unplug(self) -> None:
        """Unplug the panel: it loses power and receives nothing. The master does not notice."""
        assert self._chip is not None, "the port is open"
        self._unplugged = True
        self._chip.power_cycle()

    def plug(self) -> None:
        """Plug it in again."""
        self._unplugged = False

    def writebytes(self, data: Sequence[int]) -> None:
        """One transfer, data or commands by the level of the D/C line."""
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
        # A mock pin keeps every past level.
        self._dc.clear_states()

    def close(self) -> None:
        """No effect: the port can be opened again."""
