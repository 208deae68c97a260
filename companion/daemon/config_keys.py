"""Every key of a configuration and of a board, in one table.

The checks, the "did you mean", the defaults, `--effective` and `--keys` are all made from it, so none can forget a key.
"""

from typing import Any, Final

from msgspec import Struct


class Flag(Struct, frozen=True):
    """true or false."""


class Whole(Struct, frozen=True):
    """A whole number within bounds; or, where it is `optional`, 0 for none."""

    low: int
    high: int
    hexadecimal: bool = False
    optional: bool = False


class Pin(Struct, frozen=True):
    """A BCM number; which exist depends on the header, and which are free on the others."""


class Pins(Struct, frozen=True):
    """As many BCM numbers as said, in an order that means something; or, where they are `optional`, an empty list."""

    count: int
    optional: bool = False


class Choice(Struct, frozen=True):
    """One of a few values. `nicknames`: what people write instead, and what they mean by it."""

    values: tuple[str, ...] | tuple[int, ...]
    hexadecimal: bool = False
    nicknames: tuple[tuple[str | int, str | int], ...] = ()


class Text(Struct, frozen=True):
    """A printable text of 1 to `longest` characters."""

    longest: int = 4096


class Texts(Struct, frozen=True):
    """A list of texts."""


class Hours(Struct, frozen=True):
    """A stretch of the day, "22:00-07:00"; it may run past midnight."""


Kind = Flag | Whole | Pin | Pins | Choice | Text | Texts | Hours


class Key(Struct, frozen=True):
    """One key. `path` as it is documented, `[]` standing for any element of a list.

    `default` is None where there is none or where it depends on other keys; `says` then tells which.
    """

    path: str
    kind: Kind
    says: str
    example: Any
    default: Any = None


_CHIPS: Final = ("ssd1306", "sh1106", "ssd1309")

_SEATS: Final = (
    Key(
        "seats[].kind",
        Choice(("wired", "pod")),
        "wired: keys and panel on the Pi's own pins; pod: a microcontroller with both on a USB cable",
        "pod",
        "wired",
    ),
    Key("seats[].pod", Text(64), 'pod: its serial number, as "companion pods list" prints it', "E6614C311B4A6F2D"),
    Key(
        "seats[].keys.kind",
        Choice(("keys", "encoder")),
        "keys: three or four push buttons; encoder: a rotary encoder with a push switch",
        "encoder",
        "keys",
    ),
    Key("seats[].keys.left", Pin(), "keys: BCM number of the key ◀, which closes to ground", 17),
    Key("seats[].keys.middle", Pin(), "keys: BCM number of the key ●", 27),
    Key("seats[].keys.right", Pin(), "keys: BCM number of the key ▶", 22),
    Key("seats[].keys.a", Pin(), "encoder: BCM number of contact A, often marked CLK", 17),
    Key("seats[].keys.b", Pin(), "encoder: BCM number of contact B, often marked DT", 27),
    Key("seats[].keys.push", Pin(), "encoder: BCM number of the push switch, often marked SW", 22),
    Key("seats[].keys.back", Pin(), "BCM number of a further key that does what holding ● does; by default none", 4),
    Key("seats[].panel.kind", Choice(("i2c", "spi")), "how the panel is wired", "i2c", "i2c"),
    Key("seats[].panel.chip", Choice(_CHIPS), "the panel's controller", "ssd1306"),
    Key(
        "seats[].panel.bus",
        Whole(1, 99),
        "i2c: N of /dev/i2c-N. Behind panel.mux by default the kernel's bus of panel.channel, against which a number is "
        "checked; the number of panel.mux_bus: the companion switches the channels itself",
        1,
    ),
    Key(
        "seats[].panel.address",
        # Many panels have the address printed on them as it stands on the wire, one bit further left.
        Choice((0x3C, 0x3D), hexadecimal=True, nicknames=((0x78, 0x3C), (0x7A, 0x3D))),
        "i2c: the address that is soldered on the panel",
        0x3C,
    ),
    Key(
        "seats[].panel.mux",
        Whole(0x70, 0x77, hexadecimal=True, optional=True),
        "i2c: address of the TCA9548A that the panel is behind, which the kernel's i2c-mux overlay switches; 0 or by default "
        "none",
        0x70,
    ),
    Key("seats[].panel.channel", Whole(0, 7), "i2c: the panel's channel of panel.mux", 0),
    Key("seats[].panel.mux_bus", Whole(1, 99), "i2c: N of the I2C bus that panel.mux is wired to", 1, 1),
    Key("seats[].panel.port", Whole(0, 1), "spi: P of /dev/spidevP.D", 0),
    Key("seats[].panel.device", Whole(0, 2), "spi: D of /dev/spidevP.D", 0),
    Key("seats[].panel.dc", Pin(), "spi: BCM number of data/command", 24),
    Key("seats[].panel.reset", Pin(), "BCM number of reset; i2c: only for panels that need it, by default none", 25),
    Key("seats[].panel.rotate", Choice((0, 180)), "degrees; 180 for a panel mounted upside down", 0, 0),
    Key("seats[].panel.contrast", Whole(0, 255), "brightness", 127, 127),
)

# What stands in the middle of the table. A board says the pins, a table which kind of die there is.
_MIDDLE: Final = (
    Key("die.key", Pin(), "button: BCM number of the roll key, which closes to ground", 26),
    Key(
        "die.leds",
        Pins(4, optional=True),
        "button: BCM numbers of the pip LEDs: centre, the two diagonals, the middle row; [] or by default none",
        [8, 7, 19, 13],
    ),
    Key("die.bits", Pins(3), "coded: BCM numbers of the face code, lowest bit first", [8, 7, 26]),
    Key("die.strobe", Pin(), "coded: BCM number of the line that is high while the code holds", 19),
    Key(
        "die.turn",
        Pins(2, optional=True),
        "coded: BCM numbers of the quarter turn, lower bit first; [] or by default none",
        [10, 9],
    ),
    Key("die.ring", Pins(4), "nest: BCM numbers of the sensors at the front, left, back and right", [8, 7, 26, 19]),
    Key("die.centre", Pin(), "nest: BCM number of the centre's sensor", 10),
    Key("die.parity", Pin(), "nest: BCM number of the sensor in a corner, which is parity", 9),
    Key(
        "die.dark",
        Choice(("low", "high")),
        "nest: the level of a sensor over a dark field; sensor boards with a comparator differ, a bare sensor gives high",
        "low",
        "high",
    ),
    Key("die.serial", Text(64), "serial: the pod's serial number", "E6614C311B4A6F2D"),
    Key(
        "buzzer.pin",
        Pin(),
        "BCM number of a piezo buzzer's line; by default none, and none where it is not enabled",
        12,
    ),
)

_I2C: Final = (
    Key(
        "i2c.speed_khz",
        Choice((100, 400), nicknames=((100_000, 100), (400_000, 400))),
        "clock of the panels' I2C bus: 100 for wires that are too long for 400; companion setup switches it",
        400,
        400,
    ),
    Key(
        "i2c.mux_reset",
        Pin(),
        "BCM number of the line to RESET of the multiplexers, which frees a bus that hangs; by default none, and none where no "
        "panel is behind one",
        14,
    ),
)

SIMULATED: Final = Key("simulated", Flag(), "mock pins and simulated panels; by default as the board says", True)

BOARD_KEYS: Final = (
    Key("description", Text(), "what the board is, in a sentence", "Two seats"),
    Key("simulated", Flag(), "mock pins and simulated panels instead of a Raspberry Pi's", True, False),
    Key("default_seats", Whole(1, 99), "seats of a table that does not list its own; by default all", 2),
    *_MIDDLE,
    *_I2C,
    *_SEATS,
)

TABLE_KEYS: Final = (
    Key(
        "board", Text(), "a pin map of hardware/boards, or the path of your own (with a / or .toml in it)", "two-seats"
    ),
    SIMULATED,
    Key(
        "pin_factory",
        Choice(("lgpio", "rpigpio", "pigpio", "mock")),
        "what gpiozero reaches the pins through; by default mock where simulated, else lgpio",
        "lgpio",
    ),
    Key(
        "revision",
        Whole(0x2, 0xFFFFFFFF, hexadecimal=True),
        "the Raspberry Pi's revision code, needed where /proc is hidden; by default the Pi is asked",
        0x902120,
    ),
    Key("table.secrecy", Choice(("open", "lift")), "lift: secrets show while both outer keys are held", "open", "open"),
    Key(
        "table.material",
        Choice(("screens", "box")),
        "box: you play with the tiles and cards of your own game, and whoever draws one tells the table which it is",
        "box",
        "screens",
    ),
    Key(
        "table.power_off",
        Flag(),
        "whether the lobby's page Table offers to switch the machine off; only the service on a Raspberry Pi ever does",
        True,
        True,
    ),
    Key(
        "die.source",
        Choice(("machine", "page", "button", "coded", "nest", "serial"), nicknames=(("pod", "serial"),)),
        "who rolls: random numbers at once; a die in the page, where a real one can be set too; random numbers when a roll "
        "key is pressed; a module that reads a die; a marked cube in a nest of sensors; or such a nest on a pod",
        "page",
        "machine",
    ),
    *(key for key in _MIDDLE if key.path.startswith("die.")),
    *(key for key in _MIDDLE if key.path.startswith("buzzer.")),
    Key("buzzer.enabled", Flag(), "whether anything sounds at all, on pods too", True, True),
    Key("buzzer.quiet", Hours(), "when nothing sounds, by this machine's clock; by default never", "22:00-07:00"),
    Key("keys.debounce_ms", Whole(1, 50), "how long a key is deaf after an edge", 8, 8),
    Key("keys.hold_ms", Whole(200, 3000), "how long ● is held for back", 500, 500),
    Key(
        "keys.repeat_ms",
        Whole(0, 5000),
        "how long ◀ or ▶ is held until it leafs on in a list by itself; 0: never",
        450,
        450,
    ),
    *_I2C,
    Key("displays.chip", Choice(_CHIPS), "every panel's controller, over the board's", "sh1106"),
    Key("displays.rotate", Choice((0, 180)), "every panel's rotation, over the board's", 180),
    Key("displays.contrast", Whole(0, 255), "every panel's brightness, over the board's", 127),
    Key("displays.dim_after_s", Whole(0, 86400), "seconds without a key until panels are dimmed; 0: never", 120, 120),
    Key("displays.dim_contrast", Whole(0, 255), "brightness of a dimmed panel", 8, 8),
    Key(
        "displays.shift_every_s",
        Whole(0, 86400),
        "seconds between shifts of a dimmed picture by one pixel, against burn-in; 0: never",
        60,
        60,
    ),
    Key("web.enabled", Flag(), "whether the table can be seen in a browser", True, True),
    Key("web.host", Text(), "the address to listen at, unless systemd brings the port", "127.0.0.1", "127.0.0.1"),
    Key("web.port", Whole(0, 65535), "the port to listen at; 0 takes any free one", 8080, 8080),
    Key(
        "web.bench",
        Flag(),
        "the view that shows every seat's secrets; only at an address of this machine alone, and by default only "
        "where simulated",
        True,
    ),
    Key(
        "web.allowed_hosts",
        Texts(),
        "names by which browsers may call, beside localhost and web.host",
        ["companion.local"],
        (),
    ),
    Key(
        "journal.path",
        Text(),
        "the games' file, absolute or from ~/; by default journal.sqlite3 in $STATE_DIRECTORY, or in companion in "
        "$XDG_STATE_HOME or ~/.local/state",
        "/var/lib/companion/journal.sqlite3",
    ),
    Key("seats[].name", Text(8), "the player's name on the screens; by default Seat 0, Seat 1, ...", "Ada"),
    *_SEATS,
)
