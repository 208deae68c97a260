"""How a table is wired: the records that a configuration becomes and from which `build` makes devices.

Pins are BCM numbers.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from companion.core.keys import Contact
from companion.core.seat import Place, each_place

ChipName = str
"""luma.oled's name of a device: "ssd1306", "sh1106", "ssd1309" or another of `luma_devices.panel_names`."""
PinFactory = Literal["lgpio", "rpigpio", "pigpio", "mock"]
Pull = Literal["up", "down", "floating"]
"""How the Raspberry Pi pulls an input pin; floating: not at all, for pins that are outputs while a table is open."""
_CONTACTS: Final[Mapping[Contact, str]] = {"left": "◀", "middle": "●", "right": "▶", "back": "fourth key"}


class WiredPin(NamedTuple):
    """A pin that a device is wired to, by its BCM number. `name`: in sentences. `is_key`: a contact to ground that is open while
    nobody presses it."""

    number: int
    name: str
    pull: Pull = "floating"
    is_key: bool = False


class KeyPins(Struct, frozen=True):
    """One seat's keys; each connects its pin to ground. `back`: an optional fourth key, the same as holding ●."""

    left: int
    middle: int
    right: int
    back: int | None = None

    def switches(self) -> dict[Contact, int]:
        """The pin of each contact that can be pressed."""
        return _wired({"left": self.left, "middle": self.middle, "right": self.right, "back": self.back})

    def wired_pins(self) -> tuple[WiredPin, ...]:
        return _contacts(self.switches())


class Encoder(Struct, frozen=True):
    """A rotary encoder instead of keys: turning it is ◀ and ▶, its push switch is ●. `a`, `b`, `push` and `back` connect to
    ground."""

    a: int
    b: int
    push: int
    back: int | None = None

    def switches(self) -> dict[Contact, int]:
        """The pin of each contact that can be pressed."""
        return _wired({"middle": self.push, "back": self.back})

    def wired_pins(self) -> tuple[WiredPin, ...]:
        """The encoder may rest with its lines closed."""
        lines = WiredPin(self.a, "encoder line A", "up"), WiredPin(self.b, "encoder line B", "up")
        return (*lines, *_contacts(self.switches()))


def _wired(switches: Mapping[Contact, int | None]) -> dict[Contact, int]:
    return {contact: pin for contact, pin in switches.items() if pin is not None}


def _contacts(switches: Mapping[Contact, int]) -> tuple[WiredPin, ...]:
    return tuple(WiredPin(pin, _CONTACTS[contact], "up", is_key=True) for contact, pin in switches.items())


class Mux(Struct, frozen=True):
    """A channel (0 to 7) of the TCA9548A at `address` on I2C bus `bus`."""

    address: int
    channel: int
    bus: int = 1


class I2CPanel(Struct, frozen=True):
    """A panel at `address` (0x3C or 0x3D) on I2C, behind `mux` if there is one. `reset`: the pin of its reset line.

    `bus`: N of the /dev/i2c-N to open. Behind a multiplexer: the bus of the multiplexer if the daemon switches it, the bus of
    the channel if the kernel does; None: the number that the kernel gave the channel.
    """

    chip: ChipName
    bus: int | None
    address: int
    rotate: Literal[0, 180] = 0
    contrast: int = 127
    mux: Mux | None = None
    reset: int | None = None

    def wired_pins(self) -> tuple[WiredPin, ...]:
        """The pins that it is wired to, beside those of its bus."""
        return () if self.reset is None else (WiredPin(self.reset, "reset"),)

    @property
    def wires(self) -> int:
        """The number of the bus on the Pi's pins: the multiplexer's bus, if there is one."""
        number = self.bus if self.mux is None else self.mux.bus
        assert number is not None, "a panel without a multiplexer has a bus number"
        return number

    @property
    def switched_by(self) -> Literal["kernel", "daemon"] | None:
        """Who switches the multiplexer; None without one."""
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

    def wired_pins(self) -> tuple[WiredPin, ...]:
        """The pins that it is wired to, beside those of its bus."""
        return (WiredPin(self.dc, "data/command"), WiredPin(self.reset, "reset"))


class SeatWiring(Struct, frozen=True):
    """A seat that is wired to the Pi: its keys and its panel."""

    keys: KeyPins | Encoder
    panel: I2CPanel | SPIPanel

    def wired_pins(self) -> tuple[WiredPin, ...]:
        return self.keys.wired_pins() + self.panel.wired_pins()


class PodSeat(Struct, frozen=True):
    """A seat with a pod: keys, panel and buzzer on a Pico. `serial`: the pod's USB serial number."""

    serial: str
    chip: ChipName = "ssd1306"
    rotate: Literal[0, 180] = 0
    contrast: int = 127


class PhoneSeat(Struct, frozen=True):
    """A seat that is played from a phone: it has no panel, no keys and no pins."""


SeatKind = SeatWiring | PodSeat | PhoneSeat
"""What is at a seat."""


class SoundSettings(Struct, frozen=True):
    """`pin`: of the table's buzzer, or None; pods have their own buzzers. `enabled`: whether there are sounds at all. `quiet`:
    (from, to) in minutes after midnight, local time; it may span midnight."""

    pin: int | None = None
    enabled: bool = True
    quiet: tuple[int, int] | None = None


class I2CSettings(Struct, frozen=True):
    """The I2C bus of the panels. `speed_khz`: its clock. `mux_reset`: the pin of its multiplexers' RESET line, which
    frees a hanging bus; None: not wired."""

    speed_khz: Literal[100, 400] = 100
    mux_reset: int | None = None


class DimmingSettings(Struct, frozen=True):
    """Protection of the panels. `dim_after`: seconds without a key until they are dimmed to `dim_contrast`; 0: never.
    `shift_every`: seconds between shifts of the picture by one pixel while dimmed; 0: never."""

    dim_after: int = 120
    dim_contrast: int = 8
    shift_every: int = 60


class Wiring(Struct, frozen=True):
    """The whole table. `simulated`: mock pins and byte-level panels instead of a Raspberry Pi's.

    `revision`: the board's revision code for gpiozero, needed if /proc is hidden from the service; None: read it.
    """

    simulated: bool
    pin_factory: PinFactory
    seats: tuple[SeatKind, ...]
    debounce_ms: int = 8
    settle_ms: int = 2
    revision: int | None = None
    sounds: SoundSettings = SoundSettings()
    dimming: DimmingSettings = DimmingSettings()
    i2c: I2CSettings = I2CSettings()

    @property
    def phones(self) -> frozenset[Place]:
        """The seats that are played from phones."""
        return frozenset(seat for seat, wired in each_place(self.seats) if isinstance(wired, PhoneSeat))
