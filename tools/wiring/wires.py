"""Every wire of a board, as records: from which pin of the header, of which colour, to what.

Law: the pins come from the board's TOML through the configuration that the daemon itself reads; nothing is written twice. What
the maps leave open (which ground, which colour) is chosen here by rule.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.config.configuration import Configuration, simulated
from companion.config.pi_header import header_of
from companion.core.errors import ConfigError
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.coded import CodedDie
from companion.devices.dice.nest import NestDie
from companion.devices.wiring import Encoder, I2CPanel, KeyPins, SeatWiring

BOARDS: Final = {"two-seats": 2, "four-seats": 4, "six-seats": 6, "six-pods": 6}
"""The boards that one builds, and their seats."""
DICE: Final = ("button", "coded", "nest")
"""The die rollers on the Pi's own pins."""

GROUNDS: Final = (9, 14, 20, 25, 30, 34, 39)
"""Physical pins: the grounds that wires of ours may take. Not pin 6: its neighbour in the row is pin 4 with 5 V, and a plug that
is one pin off would put that on everything that hangs on the ground strip."""
STRIP_GROUNDS: Final = (9, 25)
"""Two wires feed the ground strip, so that one loose contact is not the only way back."""
BUZZER_GROUND: Final = 39
DIE_GROUND: Final = 34
POWER: Final = 1
SECOND_POWER: Final = 17
"""Physical pins: the grounds of buzzer and die roller, which are two as a pin takes one wire; 3.3 V for the seats and the die."""
FIVE_VOLTS: Final = (2, 4)
SDA: Final = 3
SCL: Final = 5


KEY_ROWS: Final = (4, 5, 7)
"""Rows of a seat's block on the central board: those of ◀, ● and ▶."""


class Wire(Struct, frozen=True):
    """`pin`: physical. `bcm`: None for power and ground. `part` and `to`: which part it goes to, and where on it."""

    pin: int
    bcm: int | None
    signal: str
    colour: str
    part: str
    to: str


class Board(Struct, frozen=True):
    """`wires` of the seats and panels; `dice`: by kind of die roller that finds room, its wires; `channels`: by seat, the
    multiplexer's channel of its panel."""

    name: str
    description: str
    seats: int
    wires: tuple[Wire, ...]
    dice: dict[str, tuple[Wire, ...]]
    channels: dict[int, int]


def board(name: str) -> Board:
    """The board of that name, with all its seats."""
    seats = BOARDS[name]
    configuration = _configuration(name, seats)
    panels = dict(_panels(configuration))
    channels = {seat: panel.mux.channel for seat, panel in panels.items() if panel.mux is not None}
    wires = (*_bus_wires(panels, channels), *_seat_wires(configuration), *_buzzer_wires(configuration))
    return Board(name, _description(name), seats, wires, dict(_dice(name, seats)), channels)


def called(seat: int) -> str:
    """What the pages call a seat of a configuration, whose first is 0: people count from 1."""
    return f"seat {seat + 1}"


def _configuration(name: str, seats: int, die: str = "machine") -> Configuration:
    return simulated(seats, {"HOME": "/"}, board=name, die=die)


def _description(name: str) -> str:
    import tomllib

    from companion.config.boards import boards_folder

    text: str = tomllib.loads((boards_folder() / f"{name}.toml").read_text())["description"]
    return text


def _panels(configuration: Configuration) -> Iterator[tuple[int, I2CPanel]]:
    for seat, wired in enumerate(configuration.wiring.seats):
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, I2CPanel):
            yield seat, wired.panel


def _bus_wires(panels: dict[int, I2CPanel], channels: dict[int, int]) -> Iterator[Wire]:
    """Power and I2C, to the multiplexer or to the panels themselves."""
    if not panels:
        return
    part = "multiplexer" if channels else "panels"
    yield Wire(POWER, None, "3.3 V", "red", part, "3.3 V strip")
    for ground in STRIP_GROUNDS:
        yield Wire(ground, None, "ground", "black", part, "ground strip")
    yield Wire(SDA, 2, "SDA of I2C bus 1", "blue", part, "SDA of the multiplexer" if channels else "SDA strip")
    yield Wire(SCL, 3, "SCL of I2C bus 1", "yellow", part, "SCL of the multiplexer" if channels else "SCL strip")


def _seat_wires(configuration: Configuration) -> Iterator[Wire]:
    """Three keys, to the rows of the seat's block; its ground comes from the ground strip."""
    physical = _physical()
    for seat, wired in enumerate(configuration.wiring.seats):
        if not isinstance(wired, SeatWiring):
            continue
        for (sign, colour, bcm), row in zip(_lines(wired.keys), KEY_ROWS, strict=True):
            yield Wire(physical[bcm], bcm, f"key {sign}", colour, called(seat), f"row {row} of its block")


def _lines(keys: KeyPins | Encoder) -> list[tuple[str, str, int]]:
    """(sign, colour, BCM number) of each line."""
    if isinstance(keys, Encoder):
        return [("A", "green", keys.a), ("B", "orange", keys.b), ("push", "white", keys.push)]
    return [("◀", "green", keys.left), ("●", "white", keys.middle), ("▶", "orange", keys.right)]


def _buzzer_wires(configuration: Configuration) -> Iterator[Wire]:
    if (bcm := configuration.wiring.sounds.pin) is not None:
        yield Wire(_physical()[bcm], bcm, "buzzer", "brown", "buzzer", "+, through 100 Ω")
        yield Wire(BUZZER_GROUND, None, "ground", "black", "buzzer", "-")


def _dice(name: str, seats: int) -> Iterator[tuple[str, tuple[Wire, ...]]]:
    for kind in DICE:
        try:
            die = _configuration(name, seats, kind).die
        except ConfigError:
            continue  # no room for it beside so many seats
        yield kind, tuple(die_wires(die, _physical(), SECOND_POWER, DIE_GROUND))


def die_wires(die: object, physical: Mapping[int, int], power: int, ground: int) -> Iterator[Wire]:
    """The wires of a die roller; the last two are the physical pins that feed it."""

    def line(bcm: int, signal: str, colour: str, to: str) -> Wire:
        return Wire(physical[bcm], bcm, signal, colour, "die", to)

    earth = Wire(ground, None, "ground", "black", "die", "GND")
    fed = Wire(power, None, "3.3 V", "red", "die", "VCC")
    match die:
        case ButtonDie(key, leds):
            yield line(key, "roll key", "green", "one contact of the roll key")
            yield Wire(ground, None, "ground", "black", "die", "the other contact, and every LED's cathode")
            spots = (
                "the centre's LED, through 1 kΩ",
                "top left and bottom right, through 1 kΩ each",
                "top right and bottom left, through 1 kΩ each",
                "the two in the middle row, through 1 kΩ each",
            )
            for bcm, spot in zip(leds or (), spots, strict=False):
                yield line(bcm, "pip LEDs", "violet", spot)
        case CodedDie(bits, strobe, turn):
            yield from (line(bcm, f"bit {n}", "violet", f"bit {n} of the module") for n, bcm in enumerate(bits))
            yield line(strobe, "strobe", "white", "strobe of the module")
            yield from (line(bcm, f"turn {n}", "grey", f"turn {n} of the module") for n, bcm in enumerate(turn or ()))
            yield from (earth, fed)
        case NestDie(ring, centre, parity):
            places = ("front", "left", "back", "right")
            for bcm, place in zip(ring, places, strict=True):
                yield line(bcm, f"ring, {place}", "violet", f"C of the sensor at the {place}")
            yield line(centre, "centre", "white", "C of the sensor in the centre")
            yield line(parity, "parity", "grey", "C of the sensor in a corner")
            yield Wire(ground, None, "ground", "black", "die", "the nest's own ground strip")
            yield Wire(power, None, "3.3 V", "red", "die", "the nest's own 3.3 V strip")


def _physical() -> dict[int, int]:
    header = header_of(None)
    assert header is not None, "gpiozero knows the Raspberry Pi 3B"
    return header.physical
