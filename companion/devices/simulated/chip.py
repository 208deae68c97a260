"""The common part of the simulated display chips: the protocol of a chip, and how bytes become commands.

The models are strict. Anything that the data sheets do not define, or that a driver of this project must not send, raises
`ChipError`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from companion.core.picture import HEIGHT, WIDTH, Picture

POWER_ON_NOISE: Final = 0xA5
"""The memory at power-on is undefined; this pattern is easy to notice."""


class ChipError(Exception):
    """The chip received something undefined."""


class ChipCommand(NamedTuple):
    """A command byte and the bytes that belong to it."""

    code: int
    arguments: bytes


class DisplayChip(Protocol):
    """A display controller with its glass, on any kind of wire."""

    @property
    def contrast(self) -> int:
        """Its contrast, 0 to 255."""

    def command(self, stream: bytes) -> None:
        """Receive command bytes."""

    def data(self, stream: bytes) -> None:
        """Receive bytes for the picture memory."""

    def status(self) -> int:
        """The result of an I2C read after a command. Raises ChipError after data, when the chip would return its memory."""

    def reset(self) -> None:
        """The reset line went low: all registers as after power-on; the memory stays."""

    def power_cycle(self) -> None:
        """Power went off and on."""

    def pixels(self) -> Picture:
        """The visible picture."""


def split_commands(stream: bytes, lengths: Mapping[int, int], chip: str) -> Iterator[ChipCommand]:
    """The commands of one transaction. `lengths`: the number of arguments of each known code."""
    position = 0
    while position < len(stream):
        code = stream[position]
        if code not in lengths:
            raise ChipError(f"{chip}: no command 0x{code:02X}")
        end = position + 1 + lengths[code]
        if end > len(stream):
            raise ChipError(f"{chip}: command 0x{code:02X} lacks an argument")
        yield ChipCommand(code, stream[position + 1 : end])
        position = end


def i2c_write(chip: DisplayChip, payload: bytes) -> None:
    """Pass one I2C write transaction, without the address, to a chip.

    A control byte says what follows: bit 7 (Co) set, one byte; clear, all the rest. Bit 6 (D/C) set, data; clear,
    commands (SSD1306 data sheet 8.1.5.2). The bytes of one command may follow several control bytes.
    """
    position = 0
    pending = bytearray()
    while position < len(payload):
        control = payload[position]
        if control & 0x3F:
            raise ChipError(f"no control byte 0x{control:02X}")
        end = position + 2 if control & 0x80 else len(payload)
        part = payload[position + 1 : end]
        if not part:
            raise ChipError("a control byte without bytes behind it")
        if not control & 0x40:
            pending += part
        else:
            if pending:
                chip.command(bytes(pending))
                pending.clear()
            chip.data(part)
        position = end
    if pending:
        chip.command(bytes(pending))


def lines_to_picture(lines: list[int]) -> Picture:
    """A picture from 64 lines, the top one first, each a number whose bit x is the pixel in column x."""
    picture = bytearray(WIDTH * HEIGHT // 8)
    for y, line in enumerate(lines):
        start, bit = (y >> 3) * WIDTH, 1 << (y & 7)
        while line:
            lowest = line & -line
            picture[start + lowest.bit_length() - 1] |= bit
            line ^= lowest
    return bytes(picture)
