"""The marked cube and its nest: the spots on each face, and how six sensors below it read all 24 orientations.

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

Invariant: one wrong sensor never turns a code into another code, nor an empty nest into a code.
"""

from typing import Final

from companion.core.die import FACES, ORIENTATIONS, Orientation, back, bottom, is_orientation, left, opposite, right

NestCode = tuple[bool, bool, bool, bool, bool, bool]
"""The sensors, white as True: the ring clockwise as seen from above (front, left, back, right), centre, corner."""

NEST_SENSORS: Final = ("front", "left", "back", "right", "centre", "corner")
EMPTY_NEST: Final[NestCode] = (False,) * 6
"""No die: nothing reflects light."""
FLOODED_NEST: Final[NestCode] = (True,) * 6
"""No die, and a lamp over the nest."""


def side_faces(orientation: Orientation) -> tuple[int, int, int, int]:
    """The faces at the four sides of a die, clockwise as seen from above, the front first."""
    return (orientation.front, left(orientation), back(orientation), right(orientation))


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
    below = bottom(orientation)
    front, to_left, away, to_right = (is_white_towards(below, side) for side in side_faces(orientation))
    return (front, to_left, away, to_right, has_white_centre(below), has_white_corners(below))


_ORIENTATIONS: Final = {encode_orientation(orientation): orientation for orientation in ORIENTATIONS}


def decode_orientation(seen: NestCode) -> Orientation | None:
    """The orientation of a code; None for any other pattern, such as EMPTY_NEST."""
    return _ORIENTATIONS.get(seen)
