"""What a table is wired like: the records that a configuration becomes and that build.py makes devices from.

Pins are BCM numbers.
"""

from typing import Literal

from msgspec import Struct

ChipName = Literal["ssd1306", "sh1106", "ssd1309"]
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
    """A channel (0 to 7) of the TCA9548A at `address` on I2C bus `bus`."""

    address: int
    channel: int
    bus: int = 1


class I2CPanel(Struct, frozen=True):
    """A panel at `address` (0x3C or 0x3D) on I2C, behind `mux` if there is one. `reset`: the pin of its reset line.

    `bus`: N of the /dev/i2c-N that is opened. Behind a multiplexer that is the multiplexer's own bus where the daemon
    switches it, and the channel's own where the kernel does; None: whichever number the kernel gave the channel.
    """

    chip: ChipName
    bus: int | None
    address: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127
    mux: Mux | None = None
    reset: int | None = None

    @property
    def wires(self) -> int:
        """The number of the bus that leaves the Pi: that of the multiplexer, where there is one."""
        number = self.bus if self.mux is None else self.mux.bus
        assert number is not None, "a panel that is behind no multiplexer says its bus"
        return number

    @property
    def switched_by(self) -> Literal["kernel", "daemon"] | None:
        """Who switches the multiplexer; None where there is none."""
        if self.mux is None:
            return None
        return "daemon" if self.bus == self.mux.bus else "kernel"


class SPIPanel(Struct, frozen=True):
    """A panel on /dev/spidev`port`.`device`."""

    chip: ChipName
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
    chip: ChipName = "ssd1306"
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


class SoundSettings(Struct, frozen=True):
    """A buzzer on `pin`, None where there is none; pods have their own. `enabled`: whether anything sounds at all.
    `quiet`: (from, to) in minutes after midnight, local time; it may run past midnight."""

    pin: int | None = None
    enabled: bool = True
    quiet: tuple[int, int] | None = None


class I2CSettings(Struct, frozen=True):
    """The I2C bus of the panels. `speed_khz`: its clock. `mux_reset`: the pin of the RESET line of its multiplexers, which
    frees a bus that hangs; None where that is not wired."""

    speed_khz: Literal[100, 400] = 400
    mux_reset: int | None = None


class DimmingSettings(Struct, frozen=True):
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
    sounds: SoundSettings = SoundSettings()
    dimming: DimmingSettings = DimmingSettings()
    i2c: I2CSettings = I2CSettings()
