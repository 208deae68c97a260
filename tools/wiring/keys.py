"""The picture of a seat's keys on their strip of stripboard: which legs of a switch belong together, where a strip is cut.

A hole of stripboard is 2.54 mm from the next. A 12 mm switch (Omron B3F-4050 and the like) has its legs 12.5 and 5 mm apart,
which is five holes and two.
"""

from typing import Any, Final

from tools.wiring.leads import CORES
from tools.wiring.picture.sheet import INK, box, dot, line, picture, sheet, words

HOLES: Final = 30
STRIPS: Final = 5
"""Of the stripboard: how many holes each strip has, and how many strips there are."""
PITCH: Final = 8
"""Holes from one key to the next: 20.32 mm."""
FIRST: Final = 4
"""The hole of the first key's left legs."""
LEGS: Final = 5
"""Holes from its left legs to its right ones."""
SIGNAL: Final = 1
GROUND: Final = 3
"""The strips of the legs, counted from the upper one."""
SCREWS: Final = (1, 28)
"""Holes that are widened for the screws, in the middle strip."""
_HOLE: Final = 0.62
_KEYS: Final = (("◀", "green"), ("●", "white"), ("▶", "orange"))
_CORES: Final = {core.at_seat: core for core in CORES}
_COPPER: Final = "#ffe0b2"


def cuts() -> list[int]:
    """The holes at which the signal's strip is cut: between two keys."""
    return [FIRST + LEGS + 2 + PITCH * number for number in range(len(_KEYS) - 1)]


def keys() -> bytes:
    """The picture as SVG."""
    with sheet() as drawn:
        box(drawn, -1, 5.0, HOLES * _HOLE + 1, -10.2, fill="#ffffff", edge="#ffffff")
        words(drawn, (HOLES * _HOLE / 2, 4.3), "The three keys of a seat on stripboard, seen from above", size=15)
        box(drawn, -0.2, 0.6, HOLES * _HOLE + 0.2 - _HOLE + 0.4, -_HOLE * STRIPS + 0.1, fill="#fff8e1")
        for strip in range(STRIPS):
            y = -_HOLE * strip
            box(drawn, -0.1, y + 0.2, HOLES * _HOLE - 0.3, y - 0.2, fill=_COPPER, edge=_COPPER)
            for hole in range(HOLES):
                dot(drawn, (_x(hole), y), "#ffffff", radius=0.08)
        for hole in SCREWS:
            dot(drawn, (_x(hole), -_HOLE * 2), "#90a4ae", radius=0.3)
        for hole in cuts():
            x, y = _x(hole), -_HOLE * SIGNAL
            box(drawn, x - 0.16, y + 0.26, x + 0.16, y - 0.26, fill="#ffffff", edge=INK["red"])
            words(drawn, (x, 1.0), "cut", size=10, ink=INK["red"])
        for number, (sign, colour) in enumerate(_KEYS):
            _switch(drawn, FIRST + PITCH * number, sign, INK[colour])
        end = _x(HOLES - 3)
        line(drawn, [(end, -_HOLE * GROUND), (end, -3.8)], INK["black"])
        dot(drawn, (end, -_HOLE * GROUND), INK["black"], radius=0.14)
        words(drawn, (end - 0.6, -4.3), f"ground, black; in the cable {_CORES['keys, ground'].core}", size=10)
        words(drawn, (_x(SCREWS[0]), 1.0), "2.7 mm, a screw", size=10, ink="#616161")
        middles = [_x(FIRST) + _HOLE * (LEGS / 2 + PITCH * number) for number in range(2)]
        for middle in middles:
            line(drawn, [(middle, -3.1), (middle, -3.9)], "#616161", width=1.2)
        line(drawn, [(middles[0], -3.6), (middles[1], -3.6)], "#616161", width=1.2)
        words(drawn, (sum(middles) / 2, -4.2), f"{PITCH} holes, {PITCH * 2.54:.2f} mm", size=10)
        words(
            drawn,
            (6.4, -5.0),
            "The copper is on the other side. Widen the holes of the legs to 1.2 mm, cut with 4 mm.",
            size=10,
        )
        _legs(drawn)
    return picture(drawn)


def _x(hole: int) -> float:
    return _HOLE * hole + 0.1


def _switch(drawn: Any, hole: int, sign: str, ink: str) -> None:
    """Its body, its four legs, and its own wire from the strip behind it."""
    left, right = _x(hole), _x(hole + LEGS)
    box(drawn, left + 0.12, 0.35, right - 0.12, -_HOLE * 4 - 0.35, fill="#cfd8dc")
    words(drawn, ((left + right) / 2, -_HOLE * 2 - 0.25), sign, size=18, ink=ink)
    for x in (left, right):
        dot(drawn, (x, -_HOLE * SIGNAL), ink, radius=0.14)
        dot(drawn, (x, -_HOLE * GROUND), INK["black"], radius=0.14)
    wire = _x(hole + LEGS + 1)
    line(drawn, [(wire, -_HOLE * SIGNAL), (wire, 2.9)], ink)
    dot(drawn, (wire, -_HOLE * SIGNAL), ink, radius=0.14)
    words(drawn, (wire, 3.6), f"its wire, {sign}", size=10, ink=ink)
    core = _CORES[f"keys, {sign}"]
    words(drawn, (wire, 3.1), f"in the cable {core.core}", size=10, ink=INK[core.colour])


def _legs(drawn: Any) -> None:
    """One switch, larger: which two legs are one contact."""
    x, y = 4.4, -7.4
    box(drawn, x - 1.9, y + 1.5, x + 1.9, y - 1.5, fill="#cfd8dc")
    for up, name, ink in ((0.8, "one contact", INK["green"]), (-0.8, "the other contact", INK["black"])):
        line(drawn, [(x - 2.4, y + up), (x + 2.4, y + up)], ink, width=3)
        for side in (-1, 1):
            dot(drawn, (x + side * 2.4, y + up), ink, radius=0.2)
        words(drawn, (x, y + up * 2.4 - 0.2), name, size=11, ink=ink)
    line(drawn, [(x, y + 0.8), (x, y + 0.3), (x + 0.35, y - 0.3)], "#212121", width=2)
    line(drawn, [(x, y - 0.8), (x, y - 0.3)], "#212121", width=2)
    words(drawn, (13.4, y + 1.1), "Two legs that are 12.5 mm apart are one contact.", size=11)
    words(drawn, (13.4, y + 0.5), "Pressing joins those that are 5 mm apart.", size=11)
    words(drawn, (13.4, y - 0.3), "Any two legs that are diagonally opposite are right.", size=11)
    words(drawn, (13.4, y - 0.9), "A tester beeps between them only while it is pressed.", size=11)
