"""The outlines of a Raspberry Pi and a Pico round their header, to scale: which end has the USB sockets, and where pin 1 is.

The sizes are those of the makers' drawings, in millimetres; 2.54 mm, from pin to pin, is `PITCH`.
"""

from typing import Any, Final

from msgspec import Struct

from tools.wiring.picture.sheet import INK, Point, box, line, words

PITCH: Final = 0.8
"""From pin to pin, in schemdraw's units."""
_MM: Final = PITCH / 2.54

ZERO: Final = (65.0, 30.0)
"""Length and width of a Raspberry Pi Zero 2."""
_FIRST_PIN: Final = 8.37
"""From the edge with the microSD card to the middle of pin 1, on both."""
_HEADER_EDGE: Final = 3.5
"""From the edge beside the even pins to the middle of the header, on both."""
_BOARD: Final = "#e8f5e9"
_METAL: Final = "#cfd8dc"


class Pico(Struct, frozen=True):
    """Widths in schemdraw's units."""

    width: float
    rows: float
    """Between the two rows of pins."""


PICO: Final = Pico(width=21 * _MM, rows=17.78 * _MM)
_PICO_LENGTH: Final = 51.0
_PICO_FIRST_PIN: Final = 1.37
"""From the edge with the USB socket to the middle of pin 1."""


class Reach(Struct, frozen=True):
    """How far a board goes from the middle of its header's first row."""

    top: float
    left: float
    right: float
    bottom: float


def reach(round_header: bool) -> Reach:
    """Of a Pico, or of the Pi whose outline is drawn."""
    if round_header:
        top = _PICO_FIRST_PIN * _MM
        return Reach(top + 0.6, PICO.width / 2, PICO.width / 2, _PICO_LENGTH * _MM - top)
    top = _FIRST_PIN * _MM
    return Reach(top, (ZERO[1] - _HEADER_EDGE) * _MM, _HEADER_EDGE * _MM, ZERO[0] * _MM - top)


def outline(drawn: Any, *, round_header: bool) -> None:
    """The board under its header."""
    one = reach(round_header)
    if round_header:
        box(drawn, -one.left, _PICO_FIRST_PIN * _MM, one.right, -one.bottom, fill=_BOARD)
        box(drawn, -4 * _MM, one.top, 4 * _MM, -4.3 * _MM, fill=_METAL)
        words(drawn, (0, -1.1), "USB", size=10, ink="#616161")
        words(drawn, (0.4, -one.bottom / 2), "Raspberry Pi Pico", size=11, ink="#616161")
        return
    box(drawn, -one.left, one.top, one.right, -one.bottom, fill=_BOARD)
    # A Zero has its sockets along the edge that is far from the header.
    for middle, size, name in ((12.4, 11.2, "HDMI"), (41.4, 7.5, "USB"), (54.0, 7.5, "power")):
        y = one.top - middle * _MM
        box(drawn, -one.left - 0.35, y + size / 2 * _MM, -one.left + 1.3, y - size / 2 * _MM, fill=_METAL)
        words(drawn, (-one.left + 0.5, y + size / 2 * _MM - 0.45), name, size=9, ink="#616161")
    box(drawn, -one.left + 3.2, one.top + 0.15, -one.left + 6.8, one.top - 1.5, fill=_METAL)
    words(drawn, (-one.left + 5.0, one.top - 0.8), "microSD", size=9, ink="#616161")
    words(drawn, (0.2, -one.bottom - 0.5), "Raspberry Pi Zero 2", ink="#616161")
    words(drawn, (0.2, -one.bottom - 1.0), "on a 3, 4 or 5, which is larger, the header", size=9, ink="#616161")
    words(drawn, (0.2, -one.bottom - 1.4), "lies the same way, and USB is at this end", size=9, ink="#616161")


def pin_one(drawn: Any, at: Point, side: int) -> None:
    """A square round pin 1, and what it is."""
    x, y = at
    box(drawn, x - 0.24, y + 0.24, x + 0.24, y - 0.24, fill="#ffffff", edge=INK["red"])
    line(drawn, [(x, y + 0.24), (x, y + 0.75)], INK["red"], width=1.2)
    words(drawn, (x + side * 0.7, y + 0.8), "pin 1", size=10, ink=INK["red"])
