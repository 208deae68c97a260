"""What a table is wired like: the records that a configuration becomes and that build.py makes devices from."""

from typing import Literal

from msgspec import Struct

Chip = Literal["ssd1306", "sh1106"]
PinFactory = Literal["lgpio", "rpigpio", "pigpio", "mock"]
DieSource = Literal["machine", "page"]
"""machine: random numbers. page: a die that is thrown in the web page, or a real one whose attitude is set there."""


class KeyPins(Struct, frozen=True):
    """BCM numbers of one seat's keys; each key closes its pin to ground."""

    left: int
    middle: int
    right: int


class I2CPanel(Struct, frozen=True):
    """A panel on /dev/i2c-`bus` at `address` (0x3C or 0x3D)."""

    chip: Chip
    bus: int
    address: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127


class SPIPanel(Struct, frozen=True):
    """A panel on /dev/spidev`port`.`device`; `dc` and `reset` are BCM numbers."""

    chip: Chip
    port: int
    device: int
    dc: int
    reset: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127


class SeatWiring(Struct, frozen=True):
    """One seat: its keys and its panel."""

    keys: KeyPins
    panel: I2CPanel | SPIPanel


class Wiring(Struct, frozen=True):
    """The whole table. `simulated`: mock pins and byte-level panels instead of a Raspberry Pi's.

    `revision`: the board's revision code for gpiozero, needed where /proc is hidden from the service; None asks the Pi.
    """

    simulated: bool
    pin_factory: PinFactory
    seats: tuple[SeatWiring, ...]
    debounce_ms: int = 8
    revision: int | None = None
