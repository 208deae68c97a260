"""Every key of a configuration and of a board, in one table.

The checks, the "did you mean", the defaults, `--effective` and `--keys` are all made from it, so none can forget a key.
"""

from typing import Any, Final

from msgspec import Struct


class Flag(Struct, frozen=True):
    """true or false."""


class Whole(Struct, frozen=True):
    """A whole number within bounds."""

    low: int
    high: int
    hexadecimal: bool = False


class Pin(Struct, frozen=True):
    """A BCM number; which exist depends on the header, and which are free on the others."""


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


Kind = Flag | Whole | Pin | Choice | Text | Texts


class Key(Struct, frozen=True):
    """One key. `path` as it is documented, `[]` standing for any element of a list.

    `default` is None where there is none or where it depends on other keys; `says` then tells which.
    """

    path: str
    kind: Kind
    says: str
    example: Any
    default: Any = None


_SEATS: Final = (
    Key("seats[].keys.left", Pin(), "BCM number of the key ◀, which closes to ground", 17),
    Key("seats[].keys.middle", Pin(), "BCM number of the key ●", 27),
    Key("seats[].keys.right", Pin(), "BCM number of the key ▶", 22),
    Key("seats[].panel.kind", Choice(("i2c", "spi")), "how the panel is wired", "i2c", "i2c"),
    Key("seats[].panel.chip", Choice(("ssd1306", "sh1106")), "the panel's controller", "ssd1306"),
    Key("seats[].panel.bus", Whole(1, 99), "i2c: N of /dev/i2c-N; behind a multiplexer, the channel's own", 1),
    Key(
        "seats[].panel.address",
        # Many panels have the address printed on them as it stands on the wire, one bit further left.
        Choice((0x3C, 0x3D), hexadecimal=True, nicknames=((0x78, 0x3C), (0x7A, 0x3D))),
        "i2c: the address that is soldered on the panel",
        0x3C,
    ),
    Key("seats[].panel.port", Whole(0, 1), "spi: P of /dev/spidevP.D", 0),
    Key("seats[].panel.device", Whole(0, 2), "spi: D of /dev/spidevP.D", 0),
    Key("seats[].panel.dc", Pin(), "spi: BCM number of data/command", 24),
    Key("seats[].panel.reset", Pin(), "spi: BCM number of reset", 25),
    Key("seats[].panel.rotate", Choice((0, 180)), "degrees; 180 for a panel mounted upside down", 0, 0),
    Key("seats[].panel.contrast", Whole(0, 255), "brightness", 127, 127),
)

SIMULATED: Final = Key("simulated", Flag(), "mock pins and simulated panels; by default as the board says", True)

BOARD_KEYS: Final = (
    Key("description", Text(), "what the board is, in a sentence", "Two seats"),
    Key("simulated", Flag(), "mock pins and simulated panels instead of a Raspberry Pi's", True, False),
    Key("default_seats", Whole(1, 99), "seats of a table that does not list its own; by default all", 2),
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
        "die.source",
        Choice(("machine", "page")),
        "who rolls: random numbers at once, or a die in the page, where a real one can be set too",
        "page",
        "machine",
    ),
    Key("keys.debounce_ms", Whole(1, 50), "how long a key is deaf after an edge", 8, 8),
    Key("keys.hold_ms", Whole(200, 3000), "how long ● is held for back", 500, 500),
    Key("displays.chip", Choice(("ssd1306", "sh1106")), "every panel's controller, over the board's", "sh1106"),
    Key("displays.rotate", Choice((0, 180)), "every panel's rotation, over the board's", 180),
    Key("displays.contrast", Whole(0, 255), "every panel's brightness, over the board's", 127),
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
