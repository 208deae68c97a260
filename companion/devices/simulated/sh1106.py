"""A Sino Wealth SH1106 with 128×64 glass, byte by byte (data sheet 2.3).

Its memory is 132 columns wide and the glass uses the 128 in the middle. It has page addressing only. As on the usual modules, the
picture is upright with segments remapped (A1) and rows scanned downwards (C8).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.devices.simulated.chip import (
    POWER_ON_NOISE,
    ChipCommand,
    ChipError,
    DisplayChip,
    lines_to_picture,
    split_commands,
)
from companion.devices.wiring import ChipName

_COLUMNS: Final = 132
_FIRST_SEGMENT: Final = (_COLUMNS - WIDTH) // 2

_LENGTHS: Final[dict[int, int]] = {
    **dict.fromkeys(range(0x20), 0),  # column, low and high half
    0x20: 0,  # not in the data sheet; luma sends it, and the chip ignores it
    **dict.fromkeys(range(0x30, 0x34), 0),  # pump voltage
    **dict.fromkeys(range(0x40, 0x80), 0),  # start line
    0x81: 1,  # contrast
    0x8D: 0,  # not in the data sheet; luma sends it with 0x14, which sets the column
    **dict.fromkeys(range(0xA0, 0xA2), 0),  # segment remap
    **dict.fromkeys(range(0xA4, 0xA8), 0),  # all on, inverse
    0xA8: 1,  # multiplex ratio
    0xAD: 1,  # DC-DC converter
    **dict.fromkeys(range(0xAE, 0xB0), 0),  # off, on
    **dict.fromkeys(range(0xB0, 0xB8), 0),  # page
    0xC0: 0,  # rows upwards
    0xC8: 0,  # rows downwards
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # wiring of the rows
    0xDB: 1,  # deselect level
    0xE3: 0,  # no operation
}


class SH1106:
    """The chip and its glass. `name`: its name in errors."""

    def __init__(self, name: str = "SH1106") -> None:
        self._name = name
        self._memory = bytearray()
        self.power_cycle()

    def power_cycle(self) -> None:
        self._memory = bytearray([POWER_ON_NOISE]) * (_COLUMNS * PAGES)
        self.reset()

    def reset(self) -> None:
        """All registers as after power-on; the converter is on."""
        self._on = self._all_on = self._inverse = False
        self._converter = True
        self._column = self._page = 0
        self._remapped = self._downwards = False
        self._start_line = self._offset = 0
        self._data_came_last = False
        self._multiplex = HEIGHT - 1
        self.contrast = 0x80

    def command(self, stream: bytes) -> None:
        """Receive command bytes; a command and its argument are in one transaction."""
        self._data_came_last = False
        for command in split_commands(stream, _LENGTHS, self._name):
            self._do(command)

    def data(self, stream: bytes) -> None:
        """Write into the page at the column, which advances."""
        self._data_came_last = True
        for byte in stream:
            if self._column >= _COLUMNS:
                raise ChipError(f"{self._name}: a write past column {_COLUMNS - 1} of page {self._page}")
            self._memory[self._page * _COLUMNS + self._column] = byte
            self._column += 1

    def status(self) -> int:
        """Bit 6 is set while the display is off; the others are reserved, and differ from batch to batch."""
        if self._data_came_last:
            raise ChipError(f"{self._name}: a read after data returns the memory, not the status")
        return 0x08 | (0 if self._on else 0x40)

    def pixels(self) -> Picture:
        if not (self._on and self._converter):
            return bytes(WIDTH * PAGES)
        usual = self._remapped and self._downwards and self._multiplex == HEIGHT - 1
        if usual and not (self._start_line or self._offset or self._inverse or self._all_on):
            # The usual case: each page as in the memory, the lowest segment of the glass at the left.
            starts = range(_FIRST_SEGMENT, _COLUMNS * PAGES, _COLUMNS)
            return b"".join(self._memory[start : start + WIDTH] for start in starts)
        return lines_to_picture([self._line(y) for y in range(HEIGHT)])

    def _line(self, y: int) -> int:
        row = y if self._downwards else HEIGHT - 1 - y
        row = (row + self._offset) % HEIGHT
        if row > self._multiplex:
            return 0
        if self._all_on:
            return (1 << WIDTH) - 1
        line = (row + self._start_line) % HEIGHT
        start, bit = (line >> 3) * _COLUMNS, line & 7
        lit = sum(1 << x for x in range(WIDTH) if self._memory[start + self._column_at(x)] >> bit & 1)
        return lit ^ ((1 << WIDTH) - 1) if self._inverse else lit

    def _column_at(self, x: int) -> int:
        """The memory column at `x`. The highest segment is at the left of the glass."""
        segment = _FIRST_SEGMENT + WIDTH - 1 - x
        return _COLUMNS - 1 - segment if self._remapped else segment

    def _do(self, command: ChipCommand) -> None:
        code, arguments = command
        match code:
            case _ if code < 0x10:
                self._column = self._column & 0xF0 | code
            case _ if code < 0x20:
                self._column = (code & 0x0F) << 4 | self._column & 0x0F
            case _ if 0x40 <= code < 0x80:
                self._start_line = code & 0x3F
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._remapped = code == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = code == 0xA7
            case 0xA8:
                self._multiplex = _within(command, 0, 63)
            case 0xAD:
                self._converter = _within(command, 0x8A, 0x8B) == 0x8B
            case 0xAE | 0xAF:
                self._on = code == 0xAF
            case _ if 0xB0 <= code < 0xB8:
                self._page = code & 0x07
            case 0xC0 | 0xC8:
                self._downwards = code == 0xC8
            case 0xD3:
                self._offset = _within(command, 0, 63)
            case 0xDA:
                # With any other setting the lines of this glass are in the wrong order.
                _within(command, 0x12, 0x12)
            case _:
                # Voltages, clock, pre-charge, no operation: not visible.
                pass


def _within(command: ChipCommand, lowest: int, highest: int) -> int:
    value = command.arguments[0]
    if not lowest <= value <= highest:
        raise ChipError(f"SH1106: command 0x{command.code:02X} does not take 0x{value:02X}")
    return value


MODELS: Final[Mapping[ChipName, Callable[[], DisplayChip]]] = {
    "sh1106": SH1106,
    # luma drives it like its relative.
    "ch1115": partial(SH1106, "CH1115"),
}
