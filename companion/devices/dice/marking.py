"""The marked cube and its nest: the spots on each face, how six sensors below it read 24 orientations, and the sheet to print.

The nest is square and reads the face that the cube lies on. Its sensors see a face as three by three fields: four at the middles
of the sides (the ring), one at the centre, and one at a corner.

The marking. A quarter turn of the cube rotates the ring by one place and does not move the centre. Of the 16 patterns of a ring,
0000 and 1111 look the same after every turn and 0101 after two; only 0001, 0011 and 0111 differ in all four turns, and from each
other in any turn. Each of these three with a dark or a white centre gives six faces in four turns: 24 codes, one for each
orientation. So the number of a face is the number of white spots in its ring, plus three for a white centre.

With five sensors, most single faults would read as another orientation. So the corners carry parity: they make the number of
white spots that the six sensors see even. A turn does not change that number, so all four corners of a face are equal, and the
sensor may be at any of them. Any two of the 24 codes then differ in two sensors at least. They also differ from a nest without a
die (all dark) and from a nest under a lamp (all white).

The sheet is the net of the cube and the plan of its nest as an SVG, to scale on A4 across. The net is seen from outside. 1 is in
the middle of its cross with 2 below it, so 3 is on its right as on every western die. Each face has its number where no sensor
reads.

Invariant: one wrong sensor never turns a code into another code, nor an empty nest into a code.
"""

from collections.abc import Iterator
from typing import Final

from companion.core.die import FACES, ORIENTATIONS, Orientation, is_orientation, opposite
from companion.core.errors import RuleError

NestCode = tuple[bool, bool, bool, bool, bool, bool]
"""The sensors, white as True: the ring clockwise as seen from above (front, left, back, right), centre, corner."""

NEST_SENSORS: Final = ("front", "left", "back", "right", "centre", "corner")
EMPTY_NEST: Final[NestCode] = (False,) * 6
"""No die: nothing reflects light."""
FLOODED_NEST: Final[NestCode] = (True,) * 6
"""No die, and a lamp over the nest."""


def side_faces(orientation: Orientation) -> tuple[int, int, int, int]:
    """The faces at the four sides of a die, clockwise as seen from above, the front first."""
    return (orientation.front, orientation.left, orientation.back, orientation.right)


def _ring(face: int) -> frozenset[int]:
    """The neighbours at whose edge this face has a white spot: from the lowest on, in the order of the ring."""
    lowest = next(front for front in FACES if is_orientation(opposite(face), front))
    return frozenset(side_faces(Orientation(opposite(face), lowest))[: (face - 1) % 3 + 1])


_RING: Final = {face: _ring(face) for face in FACES}


def is_white_towards(face: int, neighbour: int) -> bool:
    """Whether the spot of `face` beside the edge that it shares with `neighbour` is white."""
    return neighbour in _RING[face]


def has_white_centre(face: int) -> bool:
    """Whether the spot in the middle of `face` is white."""
    return face > 3


def has_white_corners(face: int) -> bool:
    """Whether the spots in the four corners of `face` are white: parity."""
    return (len(_RING[face]) + has_white_centre(face)) % 2 == 1


def encode_orientation(orientation: Orientation) -> NestCode:
    """The code of an orientation."""
    below = orientation.bottom
    front, to_left, away, to_right = (is_white_towards(below, side) for side in side_faces(orientation))
    return (front, to_left, away, to_right, has_white_centre(below), has_white_corners(below))


_ORIENTATIONS: Final = {encode_orientation(orientation): orientation for orientation in ORIENTATIONS}


def decode_orientation(seen: NestCode) -> Orientation | None:
    """The orientation of a code; None for any other pattern, such as EMPTY_NEST."""
    return _ORIENTATIONS.get(seen)


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
