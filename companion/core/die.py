"""A western die at rest: its 24 orientations, and which seat sees which face.

An orientation is (top, front). Opposite faces add up to 7, and 1, 2, 3 run anticlockwise round their corner: with 1 on top and
2 in front, 3 is on the right and 4 on the left.
"""

from typing import Final, NamedTuple

FACES: Final = (1, 2, 3, 4, 5, 6)


class Orientation(NamedTuple):
    """How a die lies, for a person in front of it."""

    top: int
    front: int

    @property
    def right(self) -> int:
        """The face that a person in front of the die sees on the right."""
        return _RIGHT[self]

    @property
    def left(self) -> int:
        """The face that a person in front of the die sees on the left."""
        return opposite(self.right)

    @property
    def back(self) -> int:
        """The face away from the front."""
        return opposite(self.front)

    @property
    def bottom(self) -> int:
        """The face that the die lies on."""
        return opposite(self.top)

    def turned(self) -> "Orientation":
        """P4: a quarter turn that brings the face on the right to the front; the top stays."""
        return Orientation(self.top, self.right)

    def towards(self, seats: int) -> tuple[int, ...]:
        """P2: the face towards each of `seats` (2 to 6), clockwise around the die, the first in front of it."""
        if seats == 2:
            return (self.front, self.back)
        if seats == 3:
            return (self.front, self.left, self.back)
        return (self.front, self.left, self.back, self.right, self.top, self.bottom)[:seats]


_OUTWARD: Final = {1: (0, 0, 1), 2: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0), 5: (0, 1, 0), 6: (0, 0, -1)}
"""P1: the direction of each face (right, away, up) while 1 is on top and 2 in front."""


def opposite(face: int) -> int:
    """P1: the opposite face."""
    return 7 - face


def is_orientation(top: int, front: int) -> bool:
    """P1: whether a die can lie like this."""
    return top in FACES and front in FACES and front not in (top, opposite(top))


def _right(top: int, front: int) -> int:
    """The face on the right, by the cross product up × front."""
    (a, b, c), (x, y, z) = _OUTWARD[top], _OUTWARD[front]
    across = (b * z - c * y, c * x - a * z, a * y - b * x)
    return next(face for face, outward in _OUTWARD.items() if outward == across)


ORIENTATIONS: Final = tuple(Orientation(top, front) for top in FACES for front in FACES if is_orientation(top, front))
_RIGHT: Final = {orientation: _right(*orientation) for orientation in ORIENTATIONS}
