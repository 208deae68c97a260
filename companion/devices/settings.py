"""What a table is wired like: the records that a configuration becomes and that build.py makes devices from.

Pins are BCM numbers.
"""

from typing import Literal

from msgspec import Struct

Chip = Literal["ssd1306", "sh1106", "ssd1309"]
PinFactory = Literal["lgpio", "rpigpio", "pigpio", "mock"]


class KeyPins(Struct, frozen=True):
    """One seat's keys; each closes its pin to ground. `back`: a fourth key that does what holding ● does."""

    left: int
    middle: int
    right: int
    back: int | None = None


class Encoder(Struct, frozen=True):
    """A rotary encoder in the place of keys: turned it is ◀ and ▶, its push switch is ●. `a`, `b`, `push` and `back` close
    to ground."""

    a: int
    b: int
    push: int
    back: int | None = None


class Mux(Struct, frozen=True):
    """A TCA9548A that the daemon itself switches, where the kernel's i2c-mux overlay is not used. `channel`: 0 to 7."""

    address: int
    channel: int


class I2CPanel(Struct, frozen=True):
    """A panel on /dev/i2c-`bus` at `address` (0x3C or 0x3D), behind `mux` if there is one."""

    chip: Chip
    bus: int
    address: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127
    mux: Mux | None = None


class SPIPanel(Struct, frozen=True):
    """A panel on /dev/spidev`port`.`device`."""

    chip: Chip
    port: int
    device: int
    dc: int
    reset: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127


class SeatWiring(Struct, frozen=True):
    """One seat on the Pi's own pins: its keys and its panel."""

    keys: KeyPins | Encoder
    panel: I2CPanel | SPIPanel


class PodSeat(Struct, frozen=True):
    """One seat on a microcontroller of its own: keys, panel and buzzer. `serial`: the pod's USB serial number."""

    serial: str
    chip: Chip = "ssd1306"
    rotate: Literal[0, 180] = 0
    contrast: int = 127


class ButtonDie(Struct, frozen=True):
    """A roll key and, as an option, seven pip LEDs on four outputs: the centre, and the three pairs
    (top left and bottom right; top right and bottom left; middle left and middle right)."""

    key: int
    leds: tuple[int, int, int, int] | None = None


class CodedDie(Struct, frozen=True):
    """Three bits of the face on top, the lowest first, and a strobe that is high while they hold. `turn`: two bits of the
    quarter turn, the lower first."""

    bits: tuple[int, int, int]
    strobe: int
    turn: tuple[int, int] | None = None


class NestDie(Struct, frozen=True):
    """Six reflective sensors under a square nest: four in a ring (front, left, back, right: clockwise from above), one in the
    centre, and one for parity at a corner. `dark`: the level of a sensor over a dark field."""

    ring: tuple[int, int, int, int]
    centre: int
    parity: int
    dark: Literal["low", "high"] = "high"


class SerialDie(Struct, frozen=True):
    """A pod that reads a die. `serial`: its USB serial number."""

    serial: str


DieWiring = Literal["machine", "page"] | ButtonDie | CodedDie | NestDie | SerialDie
"""machine: random numbers. page: a die that is thrown in the web page, or a real one whose attitude is set there."""


class Sounds(Struct, frozen=True):
    """A buzzer on `pin`, None where there is none; pods have their own. `enabled`: whether anything sounds at all.
    `quiet`: (from, to) in minutes after midnight, local time; it may run past midnight."""

    pin: int | None = None
    enabled: bool = True
    quiet: tuple[int, int] | None = None


class Care(Struct, frozen=True):
    """What spares the panels. `dim_after`: seconds without a key until they are dimmed to `dim_contrast`; 0: never.
    `shift_every`: seconds between shifts of the picture by one pixel while dimmed; 0: never."""

    dim_after: int = 120
    dim_contrast: int = 8
    shift_every: int = 60


class Wiring(Struct, frozen=True):
    """The whole table. `simulated`: mock pins and byte-level panels instead of a Raspberry Pi's.

    `revision`: the board's revision code for gpiozero, needed where /proc is hidden from the service; None asks the Pi.
    """

    simulated: bool
    pin_factory: PinFactory
    seats: tuple[SeatWiring | PodSeat, ...]
    debounce_ms: int = 8
    revision: int | None = None
    sounds: Sounds = Sounds()
    care: Care = Care()
