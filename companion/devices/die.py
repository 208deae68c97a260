"""The die: what a reading of one must be, and the machine's random numbers in its place.

Law: whatever a source says a die shows, it is one of the 24 attitudes or it is refused in a sentence.
"""

from companion.core.errors import DeviceError
from companion.core.prompt import Pick
from companion.devices.ports import Attitudes, Reading, ReadingSink
from companion.games.die import ATTITUDES, FACES, Attitude, is_attitude


class MachineDie:
    """Random numbers behind the rolling seat's own key: a roll is there as soon as it is asked for."""

    by_hand = False

    def __init__(self, pick: Pick) -> None:
        self._pick = pick
        self._sink: ReadingSink = lambda _reading: None

    def start(self, sink: ReadingSink, _tumbling: Attitudes) -> None:
        """From now on hand every roll to `sink`."""
        self._sink = sink

    def ask(self) -> None:
        """Roll."""
        self._sink(Reading("machine", *drawn(self._pick)))

    def throw(self) -> None:
        """Nothing: it has rolled already."""

    def close(self) -> None:
        """Nothing is held."""


def drawn(pick: Pick) -> Attitude:
    """An attitude by luck, each of the 24 with equal chance."""
    return ATTITUDES[pick(len(ATTITUDES))]


def attitude(reading: Reading) -> Attitude:
    """How the die lies. Raises DeviceError, with a sentence for the roller, where none can lie like that (P1)."""
    top, front = reading.top, reading.front
    for where, face in (("on top", top), ("in front", front)):
        # To Python true is the number 1; on a die it is not.
        if not isinstance(face, int) or isinstance(face, bool) or face not in FACES:
            raise DeviceError(f"No die has {_shown(face)} {where}; throw again, or set it again.")
    assert isinstance(top, int)
    assert isinstance(front, int)
    if not is_attitude(top, front):
        how = "the same face" if top == front else "opposite faces"
        raise DeviceError(f"{top} on top and {front} in front are {how}; throw again, or set it again.")
    return Attitude(top, front)


def _shown(face: object) -> str:
    """What was read, as short as a screen wants it."""
    if face is None or face == "":
        return "nothing"
    text = f'"{face}"' if isinstance(face, str) else str(face)
    return text if len(text) <= 12 else text[:11] + "…"
