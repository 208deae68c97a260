"""Solomon Systech's SSD1306 and SSD1309 with 128×64 glass, byte by byte (data sheets rev. 1.1).

As on the usual modules, the picture is upright with segments remapped (A1) and rows scanned downwards (C8). It is visible only
while the display is on and the charge pump runs, which is the only supply of the glass. Scrolling is not simulated.

An SSD1309 differs in two points: the glass has its own supply, so there is no charge pump; and the chip can be locked (0xFD),
after which it ignores everything until it is unlocked.
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

_SSD1306_ARGUMENTS: Final[dict[int, int]] = {
    **dict.fromkeys(range(0x20), 0),  # column start of page mode, low and high half
    0x20: 1,  # addressing mode
    0x21: 2,  # column window
    0x22: 2,  # page window
    0x2E: 0,  # stop scrolling
    **dict.fromkeys(range(0x40, 0x80), 0),  # start line
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    **dict.fromkeys(range(0xA0, 0xA2), 0),  # segment remap
    **dict.fromkeys(range(0xA4, 0xA8), 0),  # all on, inverse
    0xA8: 1,  # multiplex ratio
    **dict.fromkeys(range(0xAE, 0xB0), 0),  # off, on
    **dict.fromkeys(range(0xB0, 0xB8), 0),  # page of page mode
    0xC0: 0,  # rows upwards
    0xC8: 0,  # rows downwards
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # wiring of the rows
    0xDB: 1,  # deselect level
    0xE3: 0,  # no operation
}

_HORIZONTAL: Final = 0
_PAGE: Final = 2


class SSD1306:
    """The chip and its glass. `name`: its name in errors. `supplied`: the glass has its own supply instead of the pump's."""

    def __init__(self, name: str = "SSD1306", *, supplied: bool = False) -> None:
        self._name = name
        self._supplied = supplied
        self._memory = bytearray()
        self.power_cycle()

    def power_cycle(self) -> None:
        self._memory = bytearray([POWER_ON_NOISE]) * (WIDTH * PAGES)
        self.reset()

    def reset(self) -> None:
        """All registers as after power-on (data sheet 8.5)."""
        self._on = self._pump = self._all_on = self._inverse = False
        self._mode = _PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = self._page = 0
        self._remapped = self._downwards = False
        self._start_line = self._offset = 0
        self._data_came_last = False
        self._multiplex = HEIGHT - 1
        self.contrast = 0x7F

    def command(self, stream: bytes) -> None:
        """Receive command bytes; a command and its arguments are in one transaction."""
        self._data_came_last = False
        for command in split_commands(stream, _SSD1306_ARGUMENTS, self._name):
            self._do(command)

    def data(self, stream: bytes) -> None:
        """Write into the memory at the pointer, which advances by the addressing mode."""
        self._data_came_last = True
        for byte in stream:
            if self._column >= WIDTH:
                raise ChipError(f"{self._name}: a write past column {WIDTH - 1} of page {self._page}")
            # The remap applies to new bytes; the memory does not change (data sheet 10.1.8).
            segment = WIDTH - 1 - self._column if self._remapped else self._column
            self._memory[self._page * WIDTH + segment] = byte
            self._move_on()

    def status(self) -> int:
        """Bit 6 is set while the display is off; the others are reserved, and differ from batch to batch."""
        if self._data_came_last:
            raise ChipError(f"{self._name}: a read after data returns the memory, not the status")
        return 0x06 | (0 if self._on else 0x40)

    def pixels(self) -> Picture:
        if not (self._on and (self._pump or self._supplied)):
            return bytes(WIDTH * PAGES)
        usual = self._downwards and self._multiplex == HEIGHT - 1
        if usual and not (self._start_line or self._offset or self._inverse or self._all_on):
            # The usual case: each page as in the memory, segment 127 at the left.
            return b"".join(self._memory[page : page + WIDTH][::-1] for page in range(0, WIDTH * PAGES, WIDTH))
        return lines_to_picture([self._line(y) for y in range(HEIGHT)])

    def _line(self, y: int) -> int:
        row = y if self._downwards else HEIGHT - 1 - y
        row = (row + self._offset) % HEIGHT
        if row > self._multiplex:
            return 0
        if self._all_on:
            return (1 << WIDTH) - 1
        line = (row + self._start_line) % HEIGHT
        start, bit = (line >> 3) * WIDTH, line & 7
        # Segment 127 is at the left of the glass.
        lit = sum(1 << x for x in range(WIDTH) if self._memory[start + WIDTH - 1 - x] >> bit & 1)
        return lit ^ ((1 << WIDTH) - 1) if self._inverse else lit

    def _move_on(self) -> None:
        if self._mode == _PAGE:
            # The chip would wrap within the page; no driver here means that.
            self._column += 1
        elif self._mode == _HORIZONTAL:
            self._column, wrapped = _next(self._column, self._columns)
            if wrapped:
                self._page, _ = _next(self._page, self._pages)
        else:  # vertical
            self._page, wrapped = _next(self._page, self._pages)
            if wrapped:
                self._column, _ = _next(self._column, self._columns)

    def _do(self, command: ChipCommand) -> None:
        code, arguments = command
        match code:
            case _ if code < 0x20 or 0xB0 <= code < 0xB8:
                self._point(code)
            case 0x20:
                self._mode = _within(command, 0, _PAGE)
            case 0x21:
                self._columns = _window(command, WIDTH)
                self._column = arguments[0]
            case 0x22:
                self._pages = _window(command, PAGES)
                self._page = arguments[0]
            case _ if 0x40 <= code < 0x80:
                self._start_line = code & 0x3F
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D:
                if arguments[0] not in (0x10, 0x14):
                    raise _refusal(command)
                self._pump = arguments[0] == 0x14
            case 0xA0 | 0xA1:
                self._remapped = code == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = code == 0xA7
            case 0xA8:
                self._multiplex = _within(command, 15, 63)
            case 0xAE | 0xAF:
                self._on = code == 0xAF
            case 0xC0 | 0xC8:
                self._downwards = code == 0xC8
            case 0xD3:
                self._offset = _within(command, 0, 63)
            case 0xDA:
                # With any other setting the lines of this glass are in the wrong order.
                _within(command, 0x12, 0x12)
            case 0xDB:
                _within(command, 0, 0x7F)
            case _:
                # Clock, pre-charge, stop scrolling, no operation: not visible.
                pass

    def _point(self, code: int) -> None:
        if self._mode != _PAGE:
            raise ChipError(f"{self._name}: command 0x{code:02X} belongs to page addressing mode")
        if code >= 0xB0:
            self._page = code & 0x07
        elif code >= 0x10:
            self._column = (code & 0x0F) << 4 | self._column & 0x0F
        else:
            self._column = self._column & 0xF0 | code


def _next(value: int, window: tuple[int, int]) -> tuple[int, bool]:
    return (window[0], True) if value == window[1] else (value + 1, False)


def _window(command: ChipCommand, size: int) -> tuple[int, int]:
    first, last = command.arguments
    if not first <= last < size:
        raise _refusal(command)
    return first, last


def _within(command: ChipCommand, lowest: int, highest: int) -> int:
    value = command.arguments[0]
    if not lowest <= value <= highest:
        raise _refusal(command)
    return value


def _refusal(command: ChipCommand) -> ChipError:
    return ChipError(f"command 0x{command.code:02X} does not take {command.arguments.hex(' ')}")


_SSD1309_ARGUMENTS: Final[dict[int, int]] = {
    **_SSD1306_ARGUMENTS,
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
        return self._inner.contrast

    def power_cycle(self) -> None:
        self._inner.power_cycle()
        self._locked = False

    def reset(self) -> None:
        self._inner.reset()
        self._locked = False

    def command(self, stream: bytes) -> None:
        """Receive command bytes; a command and its arguments are in one transaction."""
        for code, arguments in split_commands(stream, _SSD1309_ARGUMENTS, "SSD1309"):
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
        return self._inner.status()

    def pixels(self) -> Picture:
        return self._inner.pixels()


MODELS: Final[Mapping[ChipName, Callable[[], DisplayChip]]] = {
    "ssd1306": SSD1306,
    "ssd1309": SSD1309,
    # luma drives these like their relatives.
    "ssd1305": partial(SSD1306, "SSD1305", supplied=True),
    "ssd1315": partial(SSD1306, "SSD1315"),
}
