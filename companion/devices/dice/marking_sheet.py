"""The marking sheet: the net of the marked cube and the plan of its nest as an SVG, to scale on A4 across.

The net is seen from outside. 1 is in the middle of its cross with 2 below it, so 3 is on its right as on every western die. Each
face has three by three fields, with its number where no sensor reads.
"""

from collections.abc import Iterator
from typing import Final

from companion.core.die import Orientation
from companion.core.errors import RuleError
from companion.devices.dice.nest_code import (
    NEST_SENSORS,
    has_white_centre,
    has_white_corners,
    is_white_towards,
    side_faces,
)

SMALLEST_CUBE_MM: Final = 12
"""Millimetres: the sensors are a third of it apart, and the smallest sensors are just under 4 mm."""
LARGEST_CUBE_MM: Final = 45
"""Millimetres: the net and the text fit on A4 and on Letter."""
USUAL_CUBE_MM: Final = 20

CUBE_NET: Final = {
    (1, 0): Orientation(5, 1),
    (0, 1): Orientation(4, 2),
    (1, 1): Orientation(1, 2),
    (2, 1): Orientation(3, 2),
    (3, 1): Orientation(6, 2),
    (1, 2): Orientation(2, 6),
}
"""(column, row) → the face there and the face beyond its lower edge, as the orientation of a die seen from above."""

_WIDTH, _HEIGHT = 297, 210
_LEFT, _TOP = 14, 16
SENSOR_POSITIONS: Final = {
    "front": (0, 1),
    "left": (-1, 0),
    "back": (0, -1),
    "right": (1, 0),
    "centre": (0, 0),
    "corner": (1, 1),
}
"""The place of each sensor, in thirds of the cube from its centre, to the right and to the front."""


def is_white(lies: Orientation, across: int, down: int) -> bool:
    """Whether the field at (`across`, `down`), each -1 to 1 from the centre, is white on the upper face of a die seen from
    above, its front at the bottom."""
    if across and down:
        return has_white_corners(lies.top)
    if not across and not down:
        return has_white_centre(lies.top)
    front, left, back, right = side_faces(lies)
    neighbour = {(0, 1): front, (-1, 0): left, (0, -1): back, (1, 0): right}[across, down]
    return is_white_towards(lies.top, neighbour)


def marking_sheet(size: float = USUAL_CUBE_MM) -> str:
    """The sheet for a cube of `size` millimetres. Raises RuleError if the sensors or the paper do not suit that size."""
    if not SMALLEST_CUBE_MM <= size <= LARGEST_CUBE_MM:
        raise RuleError(
            f"A cube of {size:g} mm cannot be marked: below {SMALLEST_CUBE_MM} mm the sensors do not fit under it, above "
            f"{LARGEST_CUBE_MM} mm its net does not fit on a sheet; choose a size from {SMALLEST_CUBE_MM} to "
            f"{LARGEST_CUBE_MM}."
        )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}mm" height="{_HEIGHT}mm" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="3.4">',
            f"<title>Marking of a die of {size:g} mm for its nest</title>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
            _text(_LEFT, 10, f"A die of {size:g} mm for the nest: six faces, printed side outwards", 'font-size="5"'),
            *_net(size),
            *_plan(_LEFT + 4 * size + 10, _TOP, size),
            *_words(_TOP + 3 * size + 10, size),
            "</svg>",
            "",
        )
    )


def _net(size: float) -> Iterator[str]:
    for (column, row), lies in CUBE_NET.items():
        x, y = _LEFT + column * size, _TOP + row * size
        yield f'<g id="face-{lies.top}" transform="translate({x:g} {y:g})">'
        yield f'<rect width="{size:g}" height="{size:g}" fill="black"/>'
        third, crisp = size / 3, 'shape-rendering="crispEdges"'
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                if is_white(lies, across, down):
                    # Whole thirds, so that a cube that lies slightly off its place is still read.
                    place = f'x="{(across + 1) * third:.3f}" y="{(down + 1) * third:.3f}"'
                    yield f'<rect {place} width="{third:.3f}" height="{third:.3f}" fill="white" {crisp}/>'
        yield from _numbers(lies.top, size)
        yield f'<rect width="{size:g}" height="{size:g}" fill="none" stroke="gray" stroke-width="0.2"/>'
        yield "</g>"


def _numbers(face: int, size: float) -> Iterator[str]:
    """The number, upright from each of the four sides, where four fields meet: as far from the sensors as possible."""
    for turn in range(4):
        middle = size / 2
        x, y = size / 3, size * 2 / 3
        yield f'<g transform="rotate({90 * turn} {middle:g} {middle:g})">'
        yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{size * 0.09:.3f}" fill="white" stroke="gray" stroke-width="0.15"/>'
        style = f'font-size="{size * 0.15:.3f}" font-weight="bold" text-anchor="middle"'
        yield _text(x, y + size * 0.054, str(face), style)
        yield "</g>"


def _plan(x: float, y: float, size: float) -> Iterator[str]:
    """The nest from above, at (`x`, `y`)."""
    yield f'<g id="nest" transform="translate({x:.3f} {y:.3f})">'
    yield f'<rect width="{size:g}" height="{size:g}" fill="none" stroke="black" stroke-width="0.4"/>'
    for sensor in NEST_SENSORS:
        across, down = SENSOR_POSITIONS[sensor]
        cx, cy = size / 2 + across * size / 3, size / 2 + down * size / 3
        yield f'<circle cx="{cx:.3f}" cy="{cy:.3f}" r="{size * 0.11:.3f}" fill="none" stroke="black" stroke-width="0.3"/>'
        letter = sensor[0].upper() if sensor != "corner" else "P"
        style = f'font-size="{size * 0.13:.3f}" text-anchor="middle"'
        yield _text(cx, cy + size * 0.046, letter, style)
    yield f'<path d="M{size / 2:g} {size + 5.5:g}l-2 -3h4z"/>'
    lines = (
        "The nest from above, its sensors",
        "a third of the cube apart:",
        "F front (the arrow: to the first player)",
        "L left, B back, R right, C centre",
        "P parity, at any of the corners",
    )
    for row, line in enumerate(lines):
        yield _text(0, size + 12 + 4.6 * row, line)
    yield "</g>"


def _words(y: float, size: float) -> Iterator[str]:
    yield f'<path id="bar" d="M{_LEFT} {y:g}v-2h50v2" fill="none" stroke="black" stroke-width="0.3"/>'
    yield _text(_LEFT + 54, y, f"Print at 100 %: this bar is 50 mm long, and the cube {size:g} mm.")
    lines = (
        "Black must be black to infrared light too: laser toner, or ink with carbon. Many black inks are clear to it.",
        "Cut along the outer edge, fold at the grey lines, and glue it round the cube. Matt paper reads better than glossy.",
        "A face's number: its white spots at the middles of the sides, and 3 more for a white centre. The corners are parity.",
        "Check: with 1 on top and 2 towards you, 3 is on the right. Opposite faces add up to 7.",
    )
    for row, line in enumerate(lines, 1):
        yield _text(_LEFT, y + 5.4 * row, line)


def _text(x: float, y: float, words: str, style: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" {style}>{words}</text>' if style else f'<text x="{x:g}" y="{y:g}">{words}</text>'
