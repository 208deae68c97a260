"""A reading made with three keys: the face on top where nothing has read it, and the face in front where nothing can.

◀ ▶ go from number to number, ● takes one; held, it goes back. A number that no die can have beside the other is not offered.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.core.keys import Gesture
from companion.core.screen import CELL, LINE, Fill, Mark, Screen, Text, wrap
from companion.core.picture import WIDTH
from companion.devices.ports import Reading
from companion.games.die import FACES, is_attitude
from companion.ui.compose import labels

_BETWEEN = 21
"""Pixels from one number to the next."""


class Dial(Struct, frozen=True):
    """`top`: the face on top, None while that is asked; `source`: what read it, "hand" where the roller did."""

    source: str
    top: int | None = None
    at: int = 0
