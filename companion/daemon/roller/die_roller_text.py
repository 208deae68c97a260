"""The texts for the roller, by the kind of die: how to throw it, and the obstacle to a roll that is asked for.

Every text fits three lines of a screen.
"""

from typing import Final

from companion.core.die import Orientation, left, right
from companion.devices.dice.die import DieWiring
from companion.devices.protocols import DieKind

_READ: Final = "It counts when it lies still."
_HOW: Final[dict[DieKind, str]] = {
    "machine": "",
    "page": "Throw it here or in the page, or enter your own die in the page.",
    "button": "Press the roll key in the middle, or throw it here.",
    "coded": _READ,
    "nest": "Lay it in the nest as it fell.",
    "pod": "Lay it where it is read, as it fell.",
}
_OWN_THROWS: Final = {"page": "Roll my own die", "button": "Press the roll key myself"}
TUMBLING: Final = "The die tumbles ..."
MOVING: Final = "The die moves. It counts when it lies still."

_ABSENT: Final = {
    "coded": "No die is there. Throw it.",
    "nest": "No die lies in the nest. Throw it and lay it in as it fell.",
    "pod": "No die lies there. Throw it and lay it in as it fell.",
}
_UNREADABLE: Final = {
    "coded": "The die cannot be read: it is cocked or askew. Throw it again.",
    "nest": "The die is cocked or askew. Lay it flat in the nest, in the shade.",
    "pod": "The die is cocked or askew. Lay it flat where it is read.",
}
_LYING: Final = "The die lies as before. Lift it and throw it."
_GONE: Final = "The die's reader does not answer: look at its cable."


def how_to_throw(kind: DieKind) -> str:
    """How to throw that die; "" for random numbers."""
    return _HOW.get(kind, _READ)


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


def own_throw(die: DieWiring) -> str:
    """How a player rolls otherwise than by a tap that throws that die; "" where no tap throws it, or nobody does."""
    return _OWN_THROWS.get(die.source, "")


def die_state(lies: Orientation) -> str:
    """How a die lies, in a sentence."""
    return f"{lies.top} on top; in front {lies.front}, left {left(lies)}, right {right(lies)}."
