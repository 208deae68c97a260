"""The texts for the roller, by the kind of die: how to throw it, and the obstacle to a roll that is asked for.

Every text fits six lines of a screen, 21 letters each.
"""

from typing import Final

from companion.devices.device_protocols import DieKind
from companion.dice.attitude import Attitude, left, right

_BY_KEY: Final = "● sets it by hand."

HOW: Final[dict[DieKind, str]] = {
    "machine": "",
    "page": "Throw the die. ● throws it, and so does the page. A die of your own: set in the page how it lies.",
    "button": "Throw the die: press the roll key in the middle, or ●.",
    "coded": f"Throw the die. It counts when it lies still. {_BY_KEY}",
    "nest": f"Throw the die and lay it in the nest as it fell. {_BY_KEY}",
    "pod": f"Throw the die and lay it where it is read, as it fell. {_BY_KEY}",
}
TUMBLING: Final = "The die tumbles ..."
MOVING: Final = "The die moves. It counts when it lies still."

_ABSENT: Final = {
    "coded": f"No die is there. Throw it. {_BY_KEY}",
    "nest": f"No die lies in the nest. Throw it and lay it in as it fell. {_BY_KEY}",
    "pod": f"No die lies there. Throw it and lay it in as it fell. {_BY_KEY}",
}
_UNREADABLE: Final = {
    "coded": f"The die cannot be read: it is cocked or askew. Throw it again. {_BY_KEY}",
    "nest": f"The die is cocked or askew. Lay it flat in the nest, and shade it from lamps. {_BY_KEY}",
    "pod": f"The die is cocked or askew. Lay it flat where it is read. {_BY_KEY}",
}
_LYING: Final = f"The die lies as before. Lift it and throw it. {_BY_KEY}"
_GONE: Final = f"The die's reader does not answer: look at its cable. {_BY_KEY}"


def obstacle(kind: DieKind, what: str) -> str:
    """The obstacle that a sight of the die means; "" where there is none, and the roller reads how to throw."""
    match what:
        case "absent":
            return _ABSENT.get(kind, "")
        case "unreadable":
            return _UNREADABLE.get(kind, "")
        case "lying":
            return _LYING
        case "gone":
            return _GONE
        case _:
            return ""


def die_state(lies: Attitude) -> str:
    """How a die lies, in a sentence."""
    return f"{lies.top} on top; in front {lies.front}, left {left(lies)}, right {right(lies)}."
