"""A Sino Wealth SH1107 with 128×128 glass, byte by byte (data sheet 2.1).

It has page addressing as luma.oled sets it. The picture is in the middle of the glass: pages 4 to 11.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.picture import PAGES, WIDTH, Picture
from companion.devices.simulated.chip import POWER_ON_NOISE, ChipError, DisplayChip, split_commands
from companion.devices.wiring import ChipName

_PAGES: Final = 16
_FIRST_PAGE: Final = (_PAGES - PAGES) // 2
_LENGTHS: Final[dict[int, int]] = {
    **dict.fromkeys(range(0x18), 0),  # column, low and high half
    0x20: 0,  # page addressing
    0x81: 1,  # contrast
    **dict.fromkeys(range(0xA0, 0xA2), 0),  # segment remap
    **dict.fromkeys(range(0xA4, 0xA8), 0),  # all on, inverse
    0xA8: 1,  # multiplex ratio
    0xAD: 1,  # DC-DC converter
    **dict.fromkeys(range(0xAE, 0xB0), 0),  # off, on
    **dict.fromkeys(range(0xB0, 0xC0), 0),  # page
    0xC0: 0,  # rows upwards
    0xC8: 0,  # rows downwards
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # not in the data sheet; luma sends it, as for an SH1106
    0xDB: 1,  # deselect level
    0xDC: 1,  # start line
    0xE3: 0,  # no operation
}


class SH1107:
    """The chip and its glass."""

    def __init__(self) -> None:
        self._memory = bytearray()
        self.power_cycle()

    def power_cycle(self) -> None:
        self._memory = bytearray([POWER_ON_NOISE]) * (WIDTH * _PAGES)
        self.reset()

    def reset(self) -> None:
        self._on = False
        self._column = self._page = 0
        self._data_came_last = False
        self.contrast = 0x80

    def command(self, stream: bytes) -> None:
        """Receive command bytes; a command and its argument are in one transaction."""
        self._data_came_last = False
        for code, arguments in split_commands(stream, _LENGTHS, "SH1107"):
            match code:
                case _ if code < 0x10:
                    self._column = self._column & 0x70 | code
                case _ if code < 0x18:
                    self._column = (code & 0x07) << 4 | self._column & 0x0F
                case 0x81:
                    self.contrast = arguments[0]
                case 0xAE | 0xAF:
                    self._on = code == 0xAF
                case _ if 0xB0 <= code < 0xC0:
                    self._page = code & 0x0F
                case 0xA1 | 0xA5 | 0xA7 | 0xC8:
                    raise ChipError(f"SH1107: command 0x{code:02X} is not simulated")
                case _:
                    # Voltages, clock, the settings after power-on: not visible.
                    pass

    def data(self, stream: bytes) -> None:
        """Write into the page at the column, which advances."""
        self._data_came_last = True
        for byte in stream:
            if self._column >= WIDTH:
                raise ChipError(f"SH1107: a write past column {WIDTH - 1} of page {self._page}")
            self._memory[self._page * WIDTH + self._column] = byte
            self._column += 1

    def status(self) -> int:
        """Bit 6 is set while the display is off; the others are reserved, and differ from batch to batch."""
        if self._data_came_last:
            raise ChipError("SH1107: a read after data returns the memory, not the status")
        return 0x07 | (0 if self._on else 0x40)

    def pixels(self) -> Picture:
        """The picture in the middle of the glass; it is all that may be lit."""
        if not self._on:
            return bytes(WIDTH * PAGES)
        above, below = _FIRST_PAGE * WIDTH, (_FIRST_PAGE + PAGES) * WIDTH
        if any(self._memory[:above]) or any(self._memory[below:]):
            return b"\xff" * (WIDTH * PAGES)
        return bytes(self._memory[above:below])


MODELS: Final[Mapping[ChipName, Callable[[], DisplayChip]]] = {
    "sh1107": SH1107,
}
