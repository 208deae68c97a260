"""The wires that do not begin at the header, from strips and multiplexer to the panels; the resistors and capacitors there.

Law: what is drawn, what is in the tables and what the parts list counts is made from these.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tools.wiring.wires import Board, called

PULL_UP: Final = 2200
"""Ohms, from SDA and from SCL of each channel to 3.3 V."""
RESET_PULL_UP: Final = 10_000
"""Ohms, from the multiplexer's RST to 3.3 V."""
CAPACITOR: Final = 47
"""Microfarads, between VCC and GND of each panel; 10 to 100 will do."""
CAPACITANCE: Final = 100e-12
"""Farads: a panel, 20 cm of wire and the multiplexer's channel."""
RISE_400: Final = 300e-9
"""Seconds that a line may take to rise at 400 kHz, from 30 to 70 % (NXP UM10204, table 10)."""
SINK: Final = 3e-3
"""Amperes that a chip must be able to draw from a line that it pulls low (the same table)."""


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


def rise_time(ohms: float) -> float:
    """Seconds that a line of CAPACITANCE needs from 30 to 70 % of its height; 0.8473 is ln(0.7 / 0.3)."""
    return 0.8473 * ohms * CAPACITANCE


def leads(board: Board) -> tuple[Lead, ...]:
    """Every wire between strips, multiplexer and panels."""
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
    for seat in range(board.seats if board.wires else 0):
        channel = board.channels.get(seat)
        yield Lead("red", "3.3 V strip", f"{called(seat)}'s panel, VCC")
        sda, scl = ("SDA strip", "SCL strip") if channel is None else (f"SD{channel}", f"SC{channel}")
        yield Lead("blue", sda, f"{called(seat)}'s panel, SDA")
        yield Lead("yellow", scl, f"{called(seat)}'s panel, SCL")
        yield Lead("black", "ground strip", f"{called(seat)}'s panel, GND")
