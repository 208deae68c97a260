"""Readings of a die: the check of what a source reports, and a random one.

Invariant: whatever a source reports, the result is one of the 24 orientations, or an error in one sentence.
"""

from companion.core.die import FACES, ORIENTATIONS, Orientation, is_orientation
from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.devices.protocols import DieReading


def random_orientation(randbelow: RandBelow) -> Orientation:
    """A random orientation, each of the 24 with equal probability."""
    return ORIENTATIONS[randbelow(len(ORIENTATIONS))]


def check_reading(reading: DieReading) -> Orientation:
    """The orientation of a reading. Raises DeviceError, with a sentence for the roller, if no die can lie like that (P1)."""
    top, front = _face(reading.top, "on top"), _face(reading.front, "in front")
    if not is_orientation(top, front):
        how = "the same face" if top == front else "opposite faces"
        raise DeviceError(f"{top} on top and {front} in front are {how}; throw or set it again.")
    return Orientation(top, front)


def check_top_only(reading: DieReading) -> int | None:
    """The face on top, if the source of the reading cannot read the front; else None. Raises DeviceError."""
    if reading.front is not None or reading.source == "hand":
        return None
    return _face(reading.top, "on top")


def _face(face: object, where: str) -> int:
    # In Python True equals 1, but it is no face of a die.
    if not isinstance(face, int) or isinstance(face, bool) or face not in FACES:
        raise DeviceError(f"No die has {_shown(face)} {where}; throw or set it again.")
    return face


def _shown(face: object) -> str:
    """The value, short enough for a screen."""
    if face is None or face == "":
        return "nothing"
    text = f'"{face}"' if isinstance(face, str) else str(face)
    return text if len(text) <= 12 else text[:11] + "…"
