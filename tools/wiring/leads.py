"""Everything between the Pi's header and a seat that is no wire of the header: the central board's resistors and capacitors, the
cable of each seat, and the electrical limits that their values keep.

The circuit of a seat, from the Pi to its keys and its panel:

    3.3 V ──────┬──────────┬───────────────── cable ──── VCC of the panel, 10 µF to GND
              4.7 kΩ     4.7 kΩ (with a multiplexer: SDA and SCL alike)
    SDA, SCL ──────────────┴───────────────── cable ──── SDA, SCL
    GPIO ───────┴────┬──────── 1 kΩ ───────── cable ──── key ── ground
                   100 nF
    ground ──────────┴─────────────────────── cable ──── GND

Between the strips of 3.3 V and ground 220 µF are soldered, so that a panel whose capacitor is empty can be plugged in while the
Pi runs: what `lowest_supply` computes. What is drawn, what is in the tables and what the parts list counts is made from these
records.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tools.wiring.wires import Board, called

VOLTS: Final = 3.3
PULL_UP: Final = 4700
"""Ohms, from SDA and from SCL of each channel to 3.3 V."""
POD_PULL_UP: Final = 2200
"""Ohms, from SDA and SCL of a pod's panel to its 3.3 V: a Pico's own are too weak, and nothing else pulls that bus."""
RESET_PULL_UP: Final = 10_000
"""Ohms, from the multiplexer's RST to 3.3 V."""

KEY_PULL_UP: Final = 4700
KEY_SERIES: Final = 1000
KEY_CAPACITOR: Final = 100
"""Ohms from a key's GPIO to 3.3 V, ohms between GPIO and cable, nanofarads from the GPIO to ground."""

CAPACITOR: Final = 10
"""Microfarads, between VCC and GND of each panel."""
STRIP_CAPACITOR: Final = 220
"""Microfarads, between the strips of 3.3 V and ground."""

CABLE: Final = 2.0
"""Metres of a seat's cable, at most."""
CAPACITANCE: Final = 50e-12 + CABLE * 52e-12
"""Farads of a channel: a panel, the multiplexer's channel and the board; and a patch cable, whose pairs have 52 pF a metre."""
RISE: Final = {100: 1000e-9, 400: 300e-9}
"""By clock in kHz: seconds that a line may take to rise from 30 to 70 % (NXP UM10204, table 10)."""
SINK: Final = 3e-3
LOW: Final = 0.4
LEAST_SUPPLY: Final = 0.9 * VOLTS
"""Amperes that a chip must be able to draw from a line that it pulls to LOW volts (the same table); volts below which 3.3 V
may not fall, for which chips are still specified (10 %)."""
PI_PULL_UP: Final = 1800
"""Ohms, on a Raspberry Pi's own SDA and SCL."""
MODULE_PULL_UP: Final = 10_000
"""Ohms, what the boards of multiplexers and of panels bring themselves: Adafruit's, and most others."""


class Lead(Struct, frozen=True):
    """One wire between two parts, neither of which is the header."""

    colour: str
    start: str
    end: str


class Resistor(Struct, frozen=True):
    """`ohms` between two ends."""

    ohms: int
    start: str
    end: str


class Core(Struct, frozen=True):
    """One wire of a seat's cable. `row`: of the seat's block on the central board, from 1. `core`: its colour in a patch cable;
    the two of a pair are twisted together. `at_seat`: where it ends there."""

    row: int
    core: str
    signal: str
    at_seat: str

    @property
    def colour(self) -> str:
        """Its own colour, without the white of the thinner striped ones."""
        return self.core.split()[-1]

    @property
    def striped(self) -> bool:
        """Whether it is half white."""
        return self.core.startswith("white")


CORES: Final = (
    Core(1, "orange", "3.3 V", "panel, VCC"),
    Core(2, "white and orange", "SDA", "panel, SDA"),
    Core(3, "white and green", "SCL", "panel, SCL"),
    Core(4, "blue", "◀", "keys, ◀"),
    Core(5, "white and blue", "●", "keys, ●"),
    Core(6, "green", "ground", "panel, GND"),
    Core(7, "white and brown", "▶", "keys, ▶"),
    Core(8, "brown", "ground", "keys, ground"),
)
"""SCL is twisted with ground and SDA with 3.3 V, so that no clock runs beside a key."""


def rise_time(ohms: float, farads: float = CAPACITANCE) -> float:
    """Seconds that a line needs from 30 to 70 % of its height; 0.8473 is ln(0.7 / 0.3)."""
    return 0.8473 * ohms * farads


def parallel(*ohms: float) -> float:
    """Resistors side by side."""
    return 1 / sum(1 / one for one in ohms)


def least_total() -> float:
    """Ohms: with fewer on a line, a chip that pulls it low must sink more than SINK."""
    return (VOLTS - LOW) / SINK


def least_pull_up(*others: float) -> float:
    """Ohms that a channel's own resistor must have at least, with `others` on the same line.

    The default is what hangs on an open channel: the Pi's, the multiplexer's board's and the panel's.
    """
    beside = others or (PI_PULL_UP, MODULE_PULL_UP, MODULE_PULL_UP)
    return 1 / (1 / least_total() - sum(1 / one for one in beside))


def greatest_pull_up(khz: int, farads: float = CAPACITANCE) -> float:
    """Ohms that it may have at most, to rise in time alone: an open channel conducts little above 2 V."""
    return RISE[khz] / (0.8473 * farads)


def lowest_supply(plugged: float, fixed: float, inner: float = 1.0) -> float:
    """The lowest voltage of the Pi's own 3.3 V while an empty capacitor is plugged in, without any help of its regulator.

    `plugged` and `fixed`: microfarads at the panel and at the strips; `inner`: ohms inside the one at the panel, 1 and more in an
    electrolytic of 10 µF, hardly any in a ceramic one. Cable and contacts have 0.1 Ω, the capacitor at the strips 0.3 Ω, the wire
    from the Pi 0.05 Ω, and the Pi has 30 µF of ceramics. A regulator answers after some 15 µs, which is as long as this looks.
    """
    wire = 0.1 + inner
    step, pi, panel, strip = 5e-9, VOLTS, 0.0, VOLTS
    lowest = VOLTS
    for _ in range(3000):
        # The node of the strips, from what flows in through the three ways.
        ways = [(pi, 0.055), (panel, wire)] + ([(strip, 0.3)] if fixed else [])
        node = sum(volts / ohms for volts, ohms in ways) / sum(1 / ohms for _, ohms in ways)
        pi -= (pi - node) / 0.055 / 30e-6 * step
        panel += (node - panel) / wire / (plugged * 1e-6) * step
        if fixed:
            strip -= (strip - node) / 0.3 / (fixed * 1e-6) * step
        lowest = min(lowest, pi)
    return lowest


def pressed_level() -> float:
    """Volts at a GPIO while its key is down, the Pi's own 50 kΩ included."""
    up = parallel(KEY_PULL_UP, 50_000)
    return VOLTS * KEY_SERIES / (up + KEY_SERIES)


def rest_level(supply: float = 3.2, inner: float = 33_000) -> float:
    """The least volts at a key's GPIO while nothing is pressed and no program has set the pin: GPIO 9 to 27 then have a pull-down
    resistor inside (33 to 73 kΩ in a BCM2711, about 50 kΩ in the others)."""
    return supply * inner / (inner + KEY_PULL_UP)


def leads(board: Board) -> tuple[Lead, ...]:
    """Every jumper wire between strips, multiplexer and the blocks of the seats."""
    return tuple(_leads(board))


def resistors(board: Board) -> tuple[Resistor, ...]:
    """Those of the multiplexer's channels and of its RST; without one the Pi's own (1.8 kΩ) are enough."""
    if not board.channels:
        return ()
    channels = (
        Resistor(PULL_UP, f"{line}{channel}", "3.3 V strip")
        for channel in board.channels.values()
        for line in ("SD", "SC")
    )
    return (*channels, Resistor(RESET_PULL_UP, "RST", "3.3 V strip"))


def _leads(board: Board) -> Iterator[Lead]:
    if board.channels:
        yield Lead("red", "3.3 V strip", "multiplexer's VIN")
        yield Lead("black", "ground strip", "multiplexer's GND")
        yield Lead("violet", "RST strip", "multiplexer's RST")
    for seat in range(board.seats if board.wires else 0):
        channel = board.channels.get(seat)
        sda, scl = ("SDA strip", "SCL strip") if channel is None else (f"SD{channel}", f"SC{channel}")
        ends = (("red", "3.3 V strip", 1), ("blue", sda, 2), ("yellow", scl, 3), ("black", "ground strip", 6))
        for colour, start, row in ends:
            yield Lead(colour, start, f"{called(seat)}'s block, row {row}")
