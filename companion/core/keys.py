"""The keys of a seat, and what a hand can do with them.

A contact goes down and up (`KeyEdge`), or a knob is turned (`KnobTurn`); out of that and time come gestures (`Gesture`), which are
all that a seat can say.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.seat import Seat

Key = Literal["left", "middle", "right"]
KEYS: Final[tuple[Key, ...]] = ("left", "middle", "right")
Contact = Key | Literal["back"]
"""What can be down at a seat: one of the three keys, or the fourth one that some seats have."""

Gesture = Literal["left", "middle", "right", "back", "lift", "lower", "left_again", "right_again"]
"""A tap of one of the three keys, or a knob turned by a notch; `back`: the middle key held, or the fourth key; `lift` and
`lower`: both outer keys went down together, and one of them came up again; or a knob was turned while pushed, and let go;
`left_again` and `right_again`: that key is still held, and repeats."""
AGAIN: Final[dict[Key, Gesture]] = {"left": "left_again", "right": "right_again"}
"""The repeats by their key. A repeat is no press: it leafs on in the list that the press has leafed in, and does nothing else."""
REPEATS: Final[dict[Gesture, Key]] = {again: key for key, again in AGAIN.items()}
"""The keys by their repeat."""


class KeyEdge(Struct, frozen=True):
    """A debounced key went down or up. `at`: seconds on the monotonic clock.

    A release may come without a press: of a key that was `InitiallyDown`.
    """

    seat: Seat
    key: Contact
    down: bool
    at: float


class KnobTurn(Struct, frozen=True):
    """A knob was turned by one notch to the left or to the right."""

    seat: Seat
    way: Literal["left", "right"]
    at: float


class InitiallyDown(Struct, frozen=True):
    """A key was down already when it was first looked at, so nobody has pressed it now."""

    seat: Seat
    key: Contact
    at: float


class Cancelled(Struct, frozen=True):
    """Nobody knows any more what is done at a seat: whatever is down there has no effect, and neither has its release, which
    comes right behind."""

    seat: Seat
    at: float


class SignalLost(Struct, frozen=True):
    """Nobody hears for the moment what is done at a seat: what is down there is not taken for held. What comes next tells how
    it went on."""

    seat: Seat
    at: float


KeyEvent = KeyEdge | KnobTurn | InitiallyDown | Cancelled | SignalLost
