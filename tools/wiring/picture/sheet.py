"""What every picture of the guide is drawn with: a sheet, its colours, boxes and words, and the picture's bytes.

Law: the same drawing gives the same bytes under every Python. schemdraw writes a float's last digits, which differ where a sum
was rounded another way (Python's `sum` compensates from 3.12 on), so each number is written with two decimals.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import schemdraw
import schemdraw.elements as elm

Point = tuple[float, float]
"""To the right and upwards, in schemdraw's units."""

INK: Final = {
    "red": "#c62828",
    "black": "#212121",
    "blue": "#1565c0",
    "yellow": "#f9a825",
    "green": "#2e7d32",
    "white": "#9e9e9e",
    "orange": "#ef6c00",
    "brown": "#6d4c41",
    "violet": "#6a1b9a",
    "grey": "#607d8b",
}
"""How an insulation's colour is drawn; white, which paper swallows, as a light grey."""
EDGE: Final = "#616161"
COUNTED: Final = "A pin's number, 1 to 40, is its place on the header, as you count it; it is not the number of a GPIO."
"""The legend of pictures that name pins in words."""
_NUMBER: Final = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_MINUS_ZERO: Final = re.compile(r"-0(?![.\d])")
_PARTS: Final[dict[str, Any]] = {
    "resistor": elm.Resistor,
    "capacitor": elm.Capacitor,
    "LED": elm.LED,
    "key": elm.Button,
}
"""By name; none of them has types."""


def sheet() -> Any:
    """An empty drawing, to be used with `with`; `picture` gives its bytes."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"  # paths would need the machine's fonts
    return schemdraw.Drawing(show=False, fontsize=11, font="sans-serif", lw=1.6)


def picture(drawn: Any) -> bytes:
    """The drawing as SVG."""
    svg: str = drawn.get_imagedata("svg").decode()
    return rounded(svg).rstrip().encode() + b"\n"


def rounded(svg: str) -> str:
    """Every number with a point in it at two decimals, and no minus before a zero."""
    return _MINUS_ZERO.sub("0", _NUMBER.sub(lambda number: f"{round(float(number[0]), 2) + 0.0:g}", svg))


def words(drawn: Any, at: Point, text: str, *, size: float = 11, ink: str = "#212121") -> None:
    """Words in the middle above `at`."""
    # Without an angle of its own it would turn with whatever was drawn before it.
    drawn.add(elm.Label().theta(0).at(at).label(text, fontsize=size, color=ink))


def box(drawn: Any, left: float, top: float, right: float, bottom: float, *, fill: str, edge: str = EDGE) -> None:
    """A rectangle."""
    drawn.add(elm.Rect(corner1=(left, top), corner2=(right, bottom), fill=fill).at((0, 0)).theta(0).color(edge))


def line(drawn: Any, way: Sequence[Point], ink: str, *, width: float = 2.2, dashed: bool = False) -> None:
    """A wire along `way`."""
    for here, there in pairwise(way):
        if here != there:
            drawn.add(elm.Line().at(here).to(there).color(ink).linewidth(width).linestyle("--" if dashed else "-"))


def dot(drawn: Any, at: Point, ink: str, *, radius: float = 0.09) -> None:
    """Where wires are joined; larger: a pin."""
    drawn.add(elm.Dot(radius=radius).at(at).color(ink))


def part(drawn: Any, name: str, here: Point, there: Point, *, ink: str = "#212121") -> None:
    """A part with two ends between two points: resistor, capacitor with its plus at `here`, LED with its anode there, key."""
    element = _PARTS[name](polar=True) if name == "capacitor" else _PARTS[name]()
    drawn.add(element.at(here).to(there).color(ink).linewidth(1.6))
