"""Solomon Systech's greyscale controllers with their glass, byte by byte, as luma.oled wires them: SSD1322, SSD1325, SSD1327,
SSD1362, SSD1363, and the SSD1322 on Newhaven's glass, with two columns for each pixel.

A window of columns (0x15) and rows (0x75) is filled line by line, with four bits for each pixel. A column address stands for
two or four pixels. Only lit and dark are told apart. How columns and rows are remapped on the glass is taken from luma's
settings: a setting of a real module that luma has wrong is not found here.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec import Struct

from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.devices.simulated.chip import ChipError, DisplayChip, lines_to_picture, split_commands
from companion.devices.wiring import ChipName

_COMMON: Final = {
    0x15: 2,  # columns of the window
    0x75: 2,  # rows of the window
    **dict.fromkeys(range(0xA4, 0xA8), 0),  # display modes
    0xAE: 0,
    0xAF: 0,
}


class GreyscaleKind(Struct, frozen=True):
    """One controller on its glass. `columns` are pixels for each column address, `first` the address at the left of the glass.

    `lengths`: the number of arguments of each command besides the common ones. `as_data`: arguments are sent as data, and
    pixels after 0x5C. `high_first`: whether the left pixel of a byte is in its high half. `swapped`: the two bytes of a column
    address are exchanged. `dots`: columns of a pixel. `dark_mode`: the display mode in which all pixels are off.
    """

    name: str
    width: int
    height: int
    columns: int
    lengths: dict[int, int]
    first: int = 0
    as_data: bool = False
    high_first: bool = False
    swapped: bool = False
    dots: int = 1
    dark_mode: int = 0xA5
    contrast_command: int = 0x81


_1322: Final = {
    **dict.fromkeys((0x5C, 0xA9, 0xB9), 0),
    **dict.fromkeys((0xA1, 0xA2, 0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE, 0xC1, 0xC7, 0xCA, 0xFD), 1),
    **dict.fromkeys((0xA0, 0xB4, 0xD1), 2),
}
SSD1322: Final = GreyscaleKind(
    "SSD1322", 256, 64, 4, _1322, first=28, as_data=True, high_first=True, dark_mode=0xA4, contrast_command=0xC1
)
SSD1322_NHD: Final = GreyscaleKind(
    "SSD1322", 128, 64, 4, _1322, first=28, as_data=True, high_first=True, dots=2, dark_mode=0xA4, contrast_command=0xC1
)
SSD1325: Final = GreyscaleKind(
    "SSD1325",
    128,
    64,
    2,
    {
        0x81: 1,
        0x86: 0,
        **dict.fromkeys((0xA0, 0xA1, 0xA2, 0xA8, 0xAD, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xBC, 0xBE, 0xBF), 1),
        0xB8: 8,
    },
)
SSD1327: Final = GreyscaleKind(
    "SSD1327",
    128,
    128,
    2,
    # The data sheet's grey scale table has 15 entries; luma sends 8 in a transaction of their own.
    {
        **dict.fromkeys((0x81, 0xA0, 0xA1, 0xA2, 0xA8, 0xAB, 0xB1, 0xB3, 0xB6, 0xBC, 0xBE, 0xD5), 1),
        0xB8: 8,
    },
)
SSD1362: Final = GreyscaleKind(
    "SSD1362",
    256,
    64,
    2,
    {**dict.fromkeys((0x81, 0xA0, 0xA1, 0xA2, 0xA8, 0xAB, 0xAD, 0xB1, 0xB3, 0xBC, 0xBE), 1), 0xB9: 0},
)
SSD1363: Final = GreyscaleKind(
    "SSD1363",
    256,
    128,
    4,
    {**dict.fromkeys((0x5C, 0xB9), 0), **dict.fromkeys((0xA2, 0xAD, 0xB3, 0xC1, 0xCA, 0xFD), 1), 0xA0: 2},
    first=8,
    as_data=True,
    swapped=True,
    contrast_command=0xC1,
)


class GreyscaleChip:
    """The chip and its glass."""

    def __init__(self, kind: GreyscaleKind) -> None:
        self._kind = kind
        self._lengths = _COMMON | kind.lengths
        self._dots: list[list[bool]] = []
        self.power_cycle()

    def power_cycle(self) -> None:
        self._dots = [
            [x // self._kind.dots % 3 == 0 for x in range(self._kind.width * self._kind.dots)]
            for _ in range(self._kind.height)
        ]
        self.reset()

    def reset(self) -> None:
        self._on = False
        self._mode = 0xA6 if self._kind.dark_mode == 0xA4 else 0xA4
        self._columns = (0, 0)
        self._rows = (0, 0)
        self._x = self._y = 0
        self._pending: bytes | None = None
        self._drawing = not self._kind.as_data
        self.contrast = 0x7F

    def command(self, stream: bytes) -> None:
        if self._pending is not None:
            raise ChipError(f"{self._kind.name}: command 0x{self._pending[0]:02X} lacks an argument")
        if not self._kind.as_data:
            for code, arguments in split_commands(stream, self._lengths, self._kind.name):
                self._do(code, arguments)
            return
        for code in stream:
            if code not in self._lengths:
                raise ChipError(f"{self._kind.name}: no command 0x{code:02X}")
            self._drawing = code == 0x5C
            if self._lengths[code]:
                self._pending = bytes([code])
            else:
                self._do(code, b"")

    def data(self, stream: bytes) -> None:
        """Fill the window; or the arguments of the last command."""
        if self._pending is not None:
            self._pending += stream
            code, arguments = self._pending[0], self._pending[1:]
            if len(arguments) > self._lengths[code]:
                raise ChipError(f"{self._kind.name}: command 0x{code:02X} takes fewer arguments")
            if len(arguments) == self._lengths[code]:
                self._pending = None
                self._do(code, arguments)
            return
        if not self._drawing:
            raise ChipError(f"{self._kind.name}: data that no command asked for")
        for byte in stream:
            self._write(byte)

    def status(self) -> int:
        """Bit 6 is set while the display is off."""
        return 0 if self._on else 0x40

    def glass(self) -> list[int]:
        """All lines, the top one first; bit x is the pixel in column x."""
        if not self._on or self._mode == self._kind.dark_mode:
            return [0] * self._kind.height
        dots = self._kind.dots
        return [
            sum(1 << x for x in range(self._kind.width) if all(line[x * dots : (x + 1) * dots])) for line in self._dots
        ]

    def pixels(self) -> Picture:
        """The picture in the middle of the glass; it is all that may be lit."""
        left, top = (self._kind.width - WIDTH) // 2, (self._kind.height - HEIGHT) // 2
        lines = self.glass()
        middle = [line >> left & ((1 << WIDTH) - 1) for line in lines[top : top + HEIGHT]]
        if (
            any(lines[:top])
            or any(lines[top + HEIGHT :])
            or any(line != inner << left for line, inner in zip(lines[top : top + HEIGHT], middle, strict=True))
        ):
            return b"\xff" * (WIDTH * PAGES)
        return lines_to_picture(middle)

    def _write(self, byte: int) -> None:
        unit = self._kind.columns // 2
        first, last = (self._columns[0] * unit, (self._columns[1] + 1) * unit - 1)
        place = (self._x ^ 1 if self._kind.swapped else self._x) - self._kind.first * unit
        halves = (byte >> 4, byte & 0x0F)
        left, right = halves if self._kind.high_first else halves[::-1]
        if not 0 <= place < len(self._dots[0]) // 2:
            raise ChipError(f"{self._kind.name}: a write beside the glass")
        self._dots[self._y][2 * place : 2 * place + 2] = [bool(left), bool(right)]
        self._x += 1
        if self._x > last:
            self._x = first
            self._y = self._rows[0] if self._y == self._rows[1] else self._y + 1

    def _do(self, code: int, arguments: bytes) -> None:
        match code:
            case 0x15:
                self._columns = self._window(code, arguments, 0x80)
                self._x = self._columns[0] * (self._kind.columns // 2)
            case 0x75:
                self._rows = self._window(code, arguments, self._kind.height)
                self._y = self._rows[0]
            case 0xAE | 0xAF:
                self._on = code == 0xAF
            case _ if 0xA4 <= code <= 0xA7:
                self._mode = code
            case _ if code == self._kind.contrast_command:
                self.contrast = arguments[0]
            case _:
                # Voltages, clocks, tables: not visible.
                pass

    def _window(self, code: int, arguments: bytes, size: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < size:
            raise ChipError(f"{self._kind.name}: command 0x{code:02X} does not take {arguments.hex(' ')}")
        return first, last


MODELS: Final[Mapping[ChipName, Callable[[], DisplayChip]]] = {
    "ssd1322": partial(GreyscaleChip, SSD1322),
    "ssd1322_nhd": partial(GreyscaleChip, SSD1322_NHD),
    "ssd1325": partial(GreyscaleChip, SSD1325),
    "ssd1327": partial(GreyscaleChip, SSD1327),
    "ssd1362": partial(GreyscaleChip, SSD1362),
    "ssd1363": partial(GreyscaleChip, SSD1363),
}
