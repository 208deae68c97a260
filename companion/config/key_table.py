"""The table of all keys of a configuration and of a board.

The checks, the "did you mean" remedies, the defaults, `--effective` and `--reference` all use it, so none can miss a key.
"""

from typing import Any, Final

from msgspec import Struct

from companion.core.words import MAX_NAME_LETTERS
from companion.table.clock import CLOCKS, OFF


class FlagKind(Struct, frozen=True):
    """true or false."""


class WholeKind(Struct, frozen=True):
    """A whole number within bounds, both included. `optional`: 0 is allowed too and means none."""

    low: int
    high: int
    hexadecimal: bool = False
    optional: bool = False


class SecondsKind(Struct, frozen=True):
    """A number of seconds from 0 to `high`; it may have decimals."""

    high: int


class PinKind(Struct, frozen=True):
    """A BCM number. wiring.py checks that the pin exists and is free."""


class PinsKind(Struct, frozen=True):
    """A list of `count` BCM numbers whose order matters. `optional`: an empty list is allowed too and means none."""

    count: int
    optional: bool = False


class OneOf(Struct, frozen=True):
    """One of a few values. `nicknames`: pairs of a common wrong value and the right one, for "did you mean"."""

    values: tuple[str, ...] | tuple[int, ...]
    hexadecimal: bool = False
    nicknames: tuple[tuple[str | int, str | int], ...] = ()


class PanelKind(Struct, frozen=True):
    """luma.oled's name of a monochrome device of at least 128×64 pixels."""


class TextKind(Struct, frozen=True):
    """A printable text of 1 to `longest` characters."""

    longest: int = 4096


class TextsKind(Struct, frozen=True):
    """A list of texts."""


class HoursKind(Struct, frozen=True):
    """A time span such as "22:00-07:00"; it may include midnight."""


ValueKind = (
    FlagKind | WholeKind | SecondsKind | PinKind | PinsKind | OneOf | PanelKind | TextKind | TextsKind | HoursKind
)


class ConfigKey(Struct, frozen=True):
    """One key. `path`: as documented, with `[]` for any element of a list. `says`: the description for `--reference`.

    `default`: None if there is none or if it depends on other keys; `says` then names them.
    """

    path: str
    kind: ValueKind
    says: str
    example: Any
    default: Any = None


_PANELS: Final = (
    "ssd1306, sh1106, ssd1309, or another monochrome device of luma.oled with at least 128×64 pixels, by its name"
)

_SEATS: Final = (
    ConfigKey(
        "seats[].kind",
        OneOf(("wired", "pod", "phone")),
        "wired: keys and panel on the Pi's own pins; pod: a microcontroller with both on a USB cable; phone: no hardware, "
        "whoever scans the seat's code on the page /table plays from a phone",
        "pod",
        "wired",
    ),
    ConfigKey(
        "seats[].pod", TextKind(64), 'pod: its serial number, as "companion pods list" prints it', "E6614C311B4A6F2D"
    ),
    ConfigKey(
        "seats[].keys.kind",
        OneOf(("keys", "encoder")),
        "keys: three or four push buttons; encoder: a rotary encoder with a push switch",
        "encoder",
        "keys",
    ),
    ConfigKey("seats[].keys.left", PinKind(), "keys: BCM number of the key ◀, which closes to ground", 17),
    ConfigKey("seats[].keys.middle", PinKind(), "keys: BCM number of the key ●", 27),
    ConfigKey("seats[].keys.right", PinKind(), "keys: BCM number of the key ▶", 22),
    ConfigKey("seats[].keys.a", PinKind(), "encoder: BCM number of contact A, often marked CLK", 17),
    ConfigKey("seats[].keys.b", PinKind(), "encoder: BCM number of contact B, often marked DT", 27),
    ConfigKey("seats[].keys.push", PinKind(), "encoder: BCM number of the push switch, often marked SW", 22),
    ConfigKey(
        "seats[].keys.back", PinKind(), "BCM number of a further key that does what holding ● does; by default none", 4
    ),
    ConfigKey("seats[].panel.kind", OneOf(("i2c", "spi")), "how the panel is wired", "i2c", "i2c"),
    ConfigKey("seats[].panel.chip", PanelKind(), f"the panel's controller: {_PANELS}", "ssd1306"),
    ConfigKey(
        "seats[].panel.bus",
        WholeKind(1, 99),
        "i2c: N of /dev/i2c-N. Behind panel.mux the default is the kernel's bus for panel.channel, and another number must "
        "be that bus; with the number of panel.mux_bus the companion switches the channels itself",
        1,
    ),
    ConfigKey(
        "seats[].panel.address",
        # Many panels are labelled with the 8-bit form of the address: the 7-bit address shifted left by one.
        OneOf((0x3C, 0x3D), hexadecimal=True, nicknames=((0x78, 0x3C), (0x7A, 0x3D))),
        "i2c: the address that is soldered on the panel",
        0x3C,
    ),
    ConfigKey(
        "seats[].panel.mux",
        WholeKind(0x70, 0x77, hexadecimal=True, optional=True),
        "i2c: address of the panel's TCA9548A multiplexer, which the kernel's i2c-mux overlay switches; 0 (the default): none",
        0x70,
    ),
    ConfigKey("seats[].panel.channel", WholeKind(0, 7), "i2c: the panel's channel of panel.mux", 0),
    ConfigKey("seats[].panel.mux_bus", WholeKind(1, 99), "i2c: N of the I2C bus that panel.mux is wired to", 1, 1),
    ConfigKey("seats[].panel.port", WholeKind(0, 1), "spi: P of /dev/spidevP.D", 0),
    ConfigKey("seats[].panel.device", WholeKind(0, 2), "spi: D of /dev/spidevP.D", 0),
    ConfigKey("seats[].panel.dc", PinKind(), "spi: BCM number of data/command", 24),
    ConfigKey(
        "seats[].panel.reset", PinKind(), "BCM number of reset; i2c: only for panels that need it, by default none", 25
    ),
    ConfigKey("seats[].panel.rotate", OneOf((0, 180)), "degrees; 180 for a panel mounted upside down", 0, 0),
    ConfigKey("seats[].panel.contrast", WholeKind(0, 255), "brightness", 127, 127),
)

# The die and the buzzer, which belong to no seat. A board gives the pins; a table gives the kind of die.
_MIDDLE: Final = (
    ConfigKey("die.key", PinKind(), "button: BCM number of the roll key, which closes to ground", 26),
    ConfigKey(
        "die.leds",
        PinsKind(4, optional=True),
        "button: BCM numbers of the pip LEDs: centre, the two diagonals, the middle row; [] or by default none",
        [8, 7, 19, 13],
    ),
    ConfigKey("die.bits", PinsKind(3), "coded: BCM numbers of the face code, lowest bit first", [8, 7, 26]),
    ConfigKey("die.strobe", PinKind(), "coded: BCM number of the line that is high while the code holds", 19),
    ConfigKey(
        "die.turn",
        PinsKind(2, optional=True),
        "coded: BCM numbers of the quarter turn, lower bit first; [] or by default none",
        [10, 9],
    ),
    ConfigKey(
        "die.ring", PinsKind(4), "nest: BCM numbers of the sensors at the front, left, back and right", [8, 7, 26, 19]
    ),
    ConfigKey("die.centre", PinKind(), "nest: BCM number of the centre's sensor", 10),
    ConfigKey("die.parity", PinKind(), "nest: BCM number of the sensor in a corner, which is parity", 9),
    ConfigKey(
        "die.dark",
        OneOf(("low", "high")),
        "nest: the level of a sensor over a dark field; sensor boards with a comparator differ, a bare sensor gives high",
        "low",
        "high",
    ),
    ConfigKey("die.serial", TextKind(64), "serial: the pod's serial number", "E6614C311B4A6F2D"),
    ConfigKey(
        "buzzer.pin",
        PinKind(),
        "BCM number of a piezo buzzer's line; by default none, and none where it is not enabled",
        12,
    ),
)

_I2C: Final = (
    ConfigKey(
        "i2c.speed_khz",
        OneOf((100, 400), nicknames=((100_000, 100), (400_000, 400))),
        "clock of the panels' I2C bus: 400 only for wires of 20 cm (docs/build.md); companion setup switches it",
        400,
        100,
    ),
    ConfigKey(
        "i2c.mux_reset",
        PinKind(),
        "BCM number of the line to RESET of the multiplexers, which frees a hung bus; by default none, and none where no "
        "panel is behind a multiplexer",
        14,
    ),
)

SIMULATED: Final = ConfigKey(
    "simulated", FlagKind(), "mock pins and simulated panels; by default as the board says", True
)

BOARD_KEYS: Final = (
    ConfigKey("description", TextKind(), "what the board is, in a sentence", "Two seats"),
    ConfigKey("simulated", FlagKind(), "mock pins and simulated panels instead of a Raspberry Pi's", True, False),
    ConfigKey("default_seats", WholeKind(1, 99), "seats of a table that does not list its own; by default all", 2),
    *_MIDDLE,
    *_I2C,
    *_SEATS,
)

TABLE_KEYS: Final = (
    ConfigKey(
        "board",
        TextKind(),
        "a pin map of hardware/boards, or the path of your own (with a / or .toml in it)",
        "two-seats",
    ),
    SIMULATED,
    ConfigKey(
        "pin_factory",
        OneOf(("lgpio", "rpigpio", "pigpio", "mock")),
        "what gpiozero reaches the pins through; by default mock where simulated, else lgpio",
        "lgpio",
    ),
    ConfigKey(
        "revision",
        WholeKind(0x2, 0xFFFFFFFF, hexadecimal=True),
        "the Raspberry Pi's revision code, needed where /proc is hidden; by default the Pi is asked",
        0x902120,
    ),
    ConfigKey(
        "table.secrecy", OneOf(("open", "lift")), "lift: secrets show while both outer keys are held", "open", "open"
    ),
    ConfigKey(
        "table.material",
        OneOf(("screens", "box")),
        "box: you play with the tiles and cards of your own game, and the player who draws one enters it with their keys",
        "box",
        "screens",
    ),
    ConfigKey(
        "table.clock",
        OneOf(CLOCKS, nicknames=(("on", "turn 60"), ("60", "turn 60"), (60, "turn 60"))),
        "the think time, in seconds: for each turn, or for each player over a whole game; at its end there is a sound, and it "
        "never moves for anybody; the lobby can choose another",
        "turn 60",
        OFF,
    ),
    ConfigKey(
        "table.machine_pace",
        SecondsKind(60),
        "seconds that the machine takes for a move where it plays a seat, or more if it thinks longer, or if an announcement is "
        "unread; 0: no wait",
        2.5,
        2.5,
    ),
    ConfigKey(
        "table.power_off",
        FlagKind(),
        "whether the lobby's page Table offers to switch the machine off; only the service on a Raspberry Pi ever does",
        True,
        True,
    ),
    ConfigKey(
        "die.source",
        OneOf(("machine", "page", "button", "coded", "nest", "serial"), nicknames=(("pod", "serial"),)),
        "who rolls: random numbers at once; a die in the page, where a real one can be set too; random numbers when a roll "
        "key is pressed; a module that reads a die; a marked cube in a nest of sensors; or such a nest on a pod",
        "page",
        "machine",
    ),
    *(key for key in _MIDDLE if key.path.startswith("die.")),
    *(key for key in _MIDDLE if key.path.startswith("buzzer.")),
    ConfigKey("buzzer.enabled", FlagKind(), "whether buzzers sound at all, on pods too", True, True),
    ConfigKey(
        "buzzer.quiet", HoursKind(), "when no buzzer sounds, by this machine's clock; by default never", "22:00-07:00"
    ),
    ConfigKey("keys.debounce_ms", WholeKind(1, 50), "how long a key is ignored after a press or a release", 8, 8),
    ConfigKey(
        "keys.settle_ms",
        WholeKind(1, 20),
        "how long a key must stay closed until its press counts, or open until its release counts; what is shorter is a spike",
        2,
        2,
    ),
    ConfigKey("keys.hold_ms", WholeKind(200, 3000), "how long ● must be held to go back", 500, 500),
    ConfigKey(
        "keys.repeat_ms",
        WholeKind(0, 5000),
        "how long ◀ or ▶ is held until it repeats in a list; 0: never",
        450,
        450,
    ),
    *_I2C,
    ConfigKey("displays.chip", PanelKind(), "every panel's controller, over the board's, as panel.chip", "sh1106"),
    ConfigKey("displays.rotate", OneOf((0, 180)), "every panel's rotation, over the board's", 180),
    ConfigKey("displays.contrast", WholeKind(0, 255), "every panel's brightness, over the board's", 127),
    ConfigKey(
        "displays.dim_after_s", WholeKind(0, 86400), "seconds without a key until panels are dimmed; 0: never", 120, 120
    ),
    ConfigKey("displays.dim_contrast", WholeKind(0, 255), "brightness of a dimmed panel", 8, 8),
    ConfigKey(
        "displays.shift_every_s",
        WholeKind(0, 86400),
        "seconds between shifts of a dimmed picture by one pixel, against burn-in; 0: never",
        60,
        60,
    ),
    ConfigKey("web.enabled", FlagKind(), "whether the table can be seen in a browser", True, True),
    ConfigKey(
        "web.host", TextKind(), "the address to listen at, unless systemd opens the port", "127.0.0.1", "127.0.0.1"
    ),
    ConfigKey("web.port", WholeKind(0, 65535), "the port to listen at; 0 takes any free one", 8080, 8080),
    ConfigKey(
        "web.bench",
        FlagKind(),
        "the view that shows every seat's secrets; allowed only at a loopback address, and by default only "
        "where simulated",
        True,
    ),
    ConfigKey(
        "web.allowed_hosts",
        TextsKind(),
        "host names that browsers may use, in addition to localhost and web.host",
        ["companion.local"],
        (),
    ),
    ConfigKey(
        "web.certificate",
        TextKind(),
        "for TLS (https): the path of the certificate with its chain, a PEM file that the table's user may read; by default none",
        "/etc/companion/table.pem",
    ),
    ConfigKey(
        "web.key",
        TextKind(),
        "for TLS: the path of the certificate's key, a PEM file without a password; by default none",
        "/etc/companion/table.key",
    ),
    ConfigKey(
        "web.wifi",
        TextKind(32),
        "the name of the Wi-Fi network from which phones reach the table; the page /table then shows a QR code for it, too; by "
        "default none",
        "companion",
    ),
    ConfigKey(
        "web.wifi_password",
        TextKind(63),
        "the password of web.wifi, which everybody reads who opens the page /table; by default the network has none",
        "abcd2345efgh",
    ),
    ConfigKey(
        "club.broker",
        TextKind(),
        "for a table in a club (docs/club.md): the club's MQTT broker; mqtts:// for TLS, or mqtt:// on this machine; by default "
        "the table is in no club",
        "mqtts://club.local:8883",
    ),
    ConfigKey(
        "club.table",
        TextKind(32),
        "the table's name in the club, which is its user name at the broker, too: small letters, digits and hyphens",
        "table-4",
    ),
    ConfigKey(
        "club.password_file",
        TextKind(),
        "the path of the file with the table's password at the broker; by default none",
        "/etc/companion/club-password",
    ),
    ConfigKey(
        "club.ca_file",
        TextKind(),
        "the path of the certificate of the club's own authority, a PEM file; by default the authorities that the system knows",
        "/etc/companion/club-ca.pem",
    ),
    ConfigKey("club.prefix", TextKind(256), "what the club's topics begin with", "companion", "companion"),
    ConfigKey(
        "club.delay_s",
        SecondsKind(3600),
        "how many seconds later the public of the club sees what happens at the table; results are not delayed",
        0,
        0,
    ),
    ConfigKey(
        "club.discovery",
        OneOf(("device", "entities", "none")),
        "how Home Assistant is told of the table: as one device, by single entities for programs that do not read that, or not",
        "device",
        "device",
    ),
    ConfigKey(
        "journal.path",
        TextKind(),
        "the games' file, absolute or from ~/; by default journal.sqlite3 in $STATE_DIRECTORY, or in companion in "
        "$XDG_STATE_HOME or ~/.local/state",
        "/var/lib/companion/journal.sqlite3",
    ),
    ConfigKey(
        "seats[].name",
        TextKind(MAX_NAME_LETTERS),
        "the player's name on the screens; by default Player 1, Player 2, ...",
        "Ada",
    ),
    *_SEATS,
)
