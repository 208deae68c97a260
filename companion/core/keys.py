"""The three keys of a seat, and what a hand can do with them.

A key goes down and up (`KeyEdge`); out of edges and time come gestures (`Gesture`), which are all that a seat can say.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.seat import Seat

Key = Literal["left", "middle", "right"]
KEYS: Final[tuple[Key, ...]] = ("left", "middle", "right")

Gesture = Literal["left", "middle", "right", "back", "lift", "lower"]
"""A tap of one of the three keys; `back`: the middle key held; `lift` and `lower`: both outer keys went down together,
and one of them came up again."""


class KeyEdge(Struct, frozen=True):
    """A debounced key went down or up. `at`: seconds on the monotonic clock."""

    seat: Seat
    key: Key
    down: bool
    at: float
