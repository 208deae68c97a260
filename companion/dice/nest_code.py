"""The marked cube and its nest: which spots each face carries, and how six sensors below it read all 24 attitudes.

The nest is square and reads the face that the cube lies on. Its sensors look at a face as at a board of three by three:
four at the middles of the sides (the ring), one at the centre, and one at a corner.

How the marking is found. A quarter turn of the cube turns the ring by one place and leaves the centre where it is. Of the 16
patterns of a ring, 0000 and 1111 look the same after every turn and 0101 after two; only 0001, 0011 and 0111 look different
in all four, and they are different from each other in any turn. Each of these three with a dark or a white centre makes six
faces of four turns: 24 codes, as many as a die has attitudes. So it is a face's number that its ring has one, two or three
white spots, and three more for a white centre.

Five sensors alone would take most single faults for another attitude. So the corners carry parity: they make the number of
white spots that the six sensors see even. A turn does not change that number, so all four corners of a face are alike, and
it is no matter which of them the sensor is at. Any two of the 24 codes then differ in two sensors at least. So do they from a
nest without a die (all dark, therefore even and not odd parity) and from one with a lamp in it (all white).

Law: one wrong sensor, whichever it is, makes of a code no other code, and a code out of nothing.
"""

from typing import Final

from companion.dice.attitude import ATTITUDES, FACES, Attitude, back, bottom, is_attitude, left, opposite, right

NestCode = tuple[bool, bool, bool, bool, bool, bool]
"""What the sensors see, white as True: the ring clockwise as seen from above (front, left, back, right), centre, corner."""

NEST_SENSORS: Final = ("front", "left", "back", "right", "centre", "corner")
EMPTY_NEST: Final[NestCode] = (False,) * 6
"""No die: nothing sends light back."""
FLOODED_NEST: Final[NestCode] = (True,) * 6
"""No die, and a lamp over the nest."""


def side_faces(attitude: Attitude) -> tuple[int, int, int, int]:
    """The faces at the four sides of a die, clockwise as seen from above, the front first."""
    return (attitude.front, left(attitude), back(attitude), right(attitude))


def _ring(face: int) -> frozenset[int]:
    """The faces at whose side this one has a white spot: from the lowest onwards, as the ring goes."""
    lowest = next(front for front in FACES if is_attitude(opposite(face), front))
    return frozenset(side_faces(Attitude(opposite(face), lowest))[: (face - 1) % 3 + 1])


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


def encode_attitude(attitude: Attitude) -> NestCode:
    """What the sensors see of a cube that lies like this."""
    below = bottom(attitude)
    front, to_left, away, to_right = (is_white_towards(below, side) for side in side_faces(attitude))
    return (front, to_left, away, to_right, has_white_centre(below), has_white_corners(below))


_ATTITUDES: Final = {encode_attitude(attitude): attitude for attitude in ATTITUDES}


def decode_attitude(seen: NestCode) -> Attitude | None:
    """How a cube lies that the sensors see so; None where no cube does, or none is there (`EMPTY`)."""
    return _ATTITUDES.get(seen)
