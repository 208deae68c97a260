"""The pins of a Raspberry Pi's header: which exist, their physical positions, and which are reserved.

The data comes from gpiozero, which is imported on use, since that takes a small Pi a second.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

ANY_PI: Final = 0xA02082
"""The revision code of a Raspberry Pi 3B; every Pi since 2014 has the same header."""

RESERVED_PINS: Final = {
    0: "the data line of the ID EEPROM",
    1: "the clock line of the ID EEPROM",
    2: "SDA of I2C bus 1",
    3: "SCL of I2C bus 1",
}

SPI_LINES: Final = {
    0: {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"},
    1: {16: "CE2", 17: "CE1", 18: "CE0", 19: "MISO", 20: "MOSI", 21: "SCLK"},
}
"""By SPI port. The kernel claims all select lines of a port, used or not."""

# The order of suggestions: first the pins without a second function, last those of the serial console.
_PROPOSED: Final = (17, 27, 22, 23, 24, 25, 5, 6, 13, 16, 26, 12, 4, 18, 19, 20, 21, 7, 8, 9, 10, 11, 15, 14)


class Header(Struct, frozen=True):
    """A board's header. `physical`: the header position of each BCM number. `soc`: the chip, such as BCM2712."""

    model: str
    soc: str
    physical: dict[int, int]

    def bcm_at(self, position: int) -> int | None:
        """The BCM number at a physical position; None if no GPIO is there."""
        return next((bcm for bcm, at in self.physical.items() if at == position), None)

    def spare(self, used: Iterable[int]) -> int | None:
        """A pin to suggest that is neither used nor reserved; None if all are."""
        gone = {*used, *RESERVED_PINS}
        return next((pin for pin in _PROPOSED if pin in self.physical and pin not in gone), None)


def header_of(revision: int | None) -> Header | None:
    """The header of the board with this revision code; None if gpiozero knows no such board, or it has no header."""
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.pi import PiBoardInfo

    try:
        board = PiBoardInfo.from_revision(ANY_PI if revision is None else revision)
    except PinUnknownPi:
        return None
    # For a board newer than gpiozero itself it returns model "???" with a guessed header.
    main = board.headers.get("J8") or board.headers.get("P1")
    if main is None or board.model == "???":
        return None
    pins = {
        int(pin.name.removeprefix("GPIO")): number for number, pin in main.pins.items() if pin.name.startswith("GPIO")
    }
    return Header(model=board.model, soc=board.soc, physical=dict(sorted(pins.items())))


def ranges(numbers: Iterable[int]) -> str:
    """`0 to 27`, or `0, 1, 4 and 7 to 11`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [
        word
        for run in runs
        for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
