"""The keys of a seat: their events, and the gestures that are made with them.

A contact goes down and up (`KeyEdge`: debounced, while an edge on a pin is not), or a knob is turned (`KnobTurn`).
`seats/gestures.py` makes gestures (`Gesture`) from these events and from time. A player enters everything with gestures.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.seat import Place

Key = Literal["left", "middle", "right"]
KEYS: Final[tuple[Key, ...]] = ("left", "middle", "right")
Contact = Key | Literal["back"]
"""A contact of a seat: one of the three keys, or the fourth key that some seats have."""

Gesture = Literal["left", "middle", "right", "back", "lift", "lower", "left_again", "right_again"]
"""`left`, `middle`, `right`: a tap of that key, or a knob turned by one notch. `back`: the middle key held, or the fourth key.
`lift`, `lower`: both outer keys were pressed together, and one of them was released; or a knob was turned while pushed, and
released. `left_again`, `right_again`: that key is still held, and repeats."""
REPEAT_OF_KEY: Final[dict[Key, Gesture]] = {"left": "left_again", "right": "right_again"}
"""The repeat of each key that repeats. A repeat is no press: it only scrolls on in the list in which the press has scrolled."""
REPEATS: Final[dict[Gesture, Key]] = {again: key for key, again in REPEAT_OF_KEY.items()}
"""The key of each repeat."""


class KeyEdge(Struct, frozen=True):
    """A debounced key went down or up. `at`: seconds on the monotonic clock.

    A key that was `InitiallyDown` has a release without a press.
    """

    seat: Place
    key: Contact
    down: bool
    at: float


class KnobTurn(Struct, frozen=True):
    """A knob was turned by one notch to the left or to the right."""

    seat: Place
    way: Literal["left", "right"]
    at: float


class InitiallyDown(Struct, frozen=True):
    """A key was already down when it was first read, so nobody has pressed it now."""

    seat: Place
    key: Contact
    at: float


class Cancelled(Struct, frozen=True):
    """The keys of a seat are unknown from now on. Keys that are down have no effect, and neither have their releases, which
    follow at once."""

    seat: Place
    at: float


class SignalLost(Struct, frozen=True):
    """The keys of a seat are unknown for the moment. A key that was down does not count as held. The next event resolves the
    state."""

    seat: Place
    at: float


KeyEvent = KeyEdge | KnobTurn | InitiallyDown | Cancelled | SignalLost
