"""What the simulated display chips have in common: how bytes become commands, and what a chip is to its wire.

The models are strict. What the data sheets do not define, or what a driver of this project has no business to send, is
a `ChipError` and never a guess.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

from companion.core.picture import HEIGHT, WIDTH, Picture

POWER_ON_NOISE: Final = 0xA5
"""What a chip's memory holds when power comes: anything; here something that is seen at once."""


class ChipError(Exception):
    """The chip was sent something that means nothing to it."""


class ChipCommand(NamedTuple):
    """A command byte and the bytes that belong to it."""

    code: int
    arguments: bytes


class DisplayChip(Protocol):
    """A display controller with its glass, whatever the wire."""

    @property
    def contrast(self) -> int:
        """How bright it is, 0 to 255."""

    def command(self, stream: bytes) -> None:
        """Take command bytes."""

    def data(self, stream: bytes) -> None:
        """Take bytes for the picture memory."""

    def status(self) -> int:
        """What an I2C read gives after a command. Raises ChipError after data, when the chip would give its memory."""

    def reset(self) -> None:
        """The reset line went low: every register is as after power-on; the memory stays."""

    def power_cycle(self) -> None:
        """Power was cut and came again."""

    def pixels(self) -> Picture:
        """What a person in front of the glass sees."""


def split_commands(stream: bytes, lengths: Mapping[int, int], chip: str) -> Iterator[ChipCommand]:
    """The commands of one transaction. `lengths`: how many arguments belong to each known code."""
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
    """Hand a chip one I2C write transaction, the address left out.

    A control byte says what follows: bit 7 (Co) set, one byte; clear, all the rest. Bit 6 (D/C) set, data; clear,
    commands (SSD1306 data sheet 8.1.5.2). The bytes of one command may stand behind several control bytes.
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
            raise ChipError("a control byte with nothing behind it")
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


def was_low(pin: Any) -> bool:
    """Whether a mock pin was low at any time since this was last asked."""
    was = any(not past.state for past in pin.states)
    # A mock pin remembers every level it ever had.
    pin.clear_states()
    return was


def lines_to_picture(lines: list[int]) -> Picture:
    """A picture out of 64 lines from the top, each a number whose bit x is the pixel in column x."""
    picture = bytearray(WIDTH * HEIGHT // 8)
    for y, line in enumerate(lines):
        start, bit = (y >> 3) * WIDTH, 1 << (y & 7)
        while line:
            lowest = line & -line
            picture[start + lowest.bit_length() - 1] |= bit
            line ^= lowest
    return bytes(picture)
