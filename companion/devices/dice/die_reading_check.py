"""The die: what a reading of one must be, and the machine's random numbers in its place.

Law: whatever a source says a die shows, it is one of the 24 attitudes or it is refused in a sentence.
"""

from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.devices.device_protocols import DieKind, DieReading, DieSink
from companion.dice.attitude import ATTITUDES, FACES, Attitude, is_attitude


class MachineDie:
    """Random numbers behind the rolling seat's own key: a roll is there as soon as it is asked for."""

    kind: DieKind = "machine"
    by_hand = False
    throws = False

    def __init__(self, randbelow: RandBelow) -> None:
        self._randbelow = randbelow
        self._sink: DieSink = lambda _reading: None

    def start(self, sink: DieSink) -> None:
        """From now on hand every roll to `sink`."""
        self._sink = sink

    def ask(self) -> None:
        """Roll."""
        self._sink(DieReading("machine", *draw_attitude(self._randbelow)))

    def throw(self) -> None:
        """Nothing: it has rolled already."""

    def close(self) -> None:
        """Nothing is held."""


def draw_attitude(randbelow: RandBelow) -> Attitude:
    """An attitude by luck, each of the 24 with equal chance."""
    return ATTITUDES[randbelow(len(ATTITUDES))]


def check_reading(reading: DieReading) -> Attitude:
    """How the die lies. Raises DeviceError, with a sentence for the roller, where none can lie like that (P1)."""
    top, front = _face(reading.top, "on top"), _face(reading.front, "in front")
    if not is_attitude(top, front):
        how = "the same face" if top == front else "opposite faces"
        raise DeviceError(f"{top} on top and {front} in front are {how}; throw again, or set it again.")
    return Attitude(top, front)


def check_top_only(reading: DieReading) -> int | None:
    """The face on top where the reading's source cannot tell the front; None where it tells one. Raises DeviceError."""
    if reading.front is not None or reading.source not in ("coded", "pod"):
        return None
    return _face(reading.top, "on top")


def _face(said: object, where: str) -> int:
    # To Python true is the number 1; on a die it is not.
    if not isinstance(said, int) or isinstance(said, bool) or said not in FACES:
        raise DeviceError(f"No die has {_shown(said)} {where}; throw again, or set it again.")
    return said


def _shown(face: object) -> str:
    """What was read, as short as a screen wants it."""
    if face is None or face == "":
        return "nothing"
    text = f'"{face}"' if isinstance(face, str) else str(face)
    return text if len(text) <= 12 else text[:11] + "…"
