"""A Solomon Systech SSD1309 with 128×64 glass, byte by byte (data sheet rev. 1.1).

It differs from an SSD1306 in two points: the glass has its own supply, so there is no charge pump; and the chip can be locked
(0xFD), after which it ignores everything until it is unlocked.
"""

from typing import Final

from companion.core.picture import Picture
from companion.devices.simulated.display_chip import ChipError, split_commands
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.simulated.ssd1306 import SSD1306_ARGUMENT_COUNTS as SSD1306_LENGTHS

_LENGTHS: Final[dict[int, int]] = {
    **SSD1306_LENGTHS,
    0x8D: 0,  # not in the data sheet; luma sends it with 0x14, which sets the column
    0xFD: 1,  # lock
}


class SSD1309:
    """The chip and its glass."""

    def __init__(self) -> None:
        self._inner = SSD1306("SSD1309", supplied=True)
        self._locked = False

    @property
    def contrast(self) -> int:
        """Its contrast, 0 to 255."""
        return self._inner.contrast

    def power_cycle(self) -> None:
        """Power went off and on: the memory is undefined."""
        self._inner.power_cycle()
        self._locked = False

    def reset(self) -> None:
        """All registers as after power-on."""
        self._inner.reset()
        self._locked = False

    def command(self, stream: bytes) -> None:
        """Receive command bytes; a command and its arguments are in one transaction."""
        for code, arguments in split_commands(stream, _LENGTHS, "SSD1309"):
            if code == 0xFD:
                if arguments not in (b"\x12", b"\x16"):
                    raise ChipError(f"SSD1309: command 0xFD does not take {arguments.hex()}")
                self._locked = arguments == b"\x16"
            elif not self._locked and code != 0x8D:
                self._inner.command(bytes([code]) + arguments)

    def data(self, stream: bytes) -> None:
        """Write into the memory at the pointer; a locked chip ignores it."""
        if not self._locked:
            self._inner.data(stream)

    def status(self) -> int:
        """Bit 6 is set while the display is off; the others are reserved."""
        return self._inner.status()

    def pixels(self) -> Picture:
        """The visible picture."""
        return self._inner.pixels()
