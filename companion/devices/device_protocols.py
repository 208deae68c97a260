"""What the daemon knows of hardware: these protocols and nothing else.

The real classes (gpio.py, oled.py) and the simulated table implement them; one suite of tests runs on both.
Every method is called on the daemon's event loop and returns at once.
"""

from collections.abc import Callable
from typing import Final, Literal, Protocol

from msgspec import Struct

from companion.core.keys import KeyEvent
from companion.core.picture import Picture, PixelRun
from companion.dice.attitude import Attitude

KeyEventSink = Callable[[KeyEvent], None]
Sound = Literal["turn", "accepted", "refused", "end"]
"""It is somebody's turn; a move was made; what was done does not count; the game is over."""
RunSink = Callable[[int, tuple[PixelRun, ...]], None]
"""Takes (seat, runs): bytes that now stand on that seat's panel."""
Shift = tuple[int, int]
"""Columns to the right and lines down by which a picture is moved; each 0 or 1."""
UNMOVED: Final[Shift] = (0, 0)


DieKind = Literal["machine", "page", "button", "coded", "nest", "pod"]
"""Where rolls come from: random numbers; a die in the page; random numbers behind a roll key; a real die that a module, the
sensors of a nest, or a pod looks at."""


class DieReading(Struct, frozen=True):
    """What a die is said to show, before it was judged: `top` and `front` are anything that a source may say.

    `source`: the kind of die, or a real one that a person looked at. `front` is None where a "coded" die or a "pod" cannot
    tell.
    """

    source: DieKind | Literal["hand"]
    top: object
    front: object


class DieSight(Struct, frozen=True):
    """What is seen of a die that makes no reading now.

    tumbling: it was thrown, or what is seen changes. lying: it lies as it lay when it was read last, or at the start.
    absent: none is there. unreadable: one is there, askew. silent: its reader has nothing to say. gone: its reader does not
    answer. `lies`: how a die that was thrown will come to rest, where that is known.
    """

    what: Literal["tumbling", "lying", "absent", "unreadable", "silent", "gone"]
    lies: Attitude | None = None


DieSink = Callable[[DieReading | DieSight], None]


class KeySource(Protocol):
    """The keys of every seat."""

    def start(self, sink: KeyEventSink) -> None:
        """From now on hand every debounced edge and every notch of a knob to `sink`, on the event loop; and, before this
        returns, every key that is down already."""

    def close(self) -> None:
        """Let the pins go; `sink` is not called any more."""


class Buzzer(Protocol):
    """What sounds: the table's one buzzer, or that of one seat's pod. All the table hears it."""

    def play(self, sound: Sound) -> None:
        """Let it sound; what is still sounding is cut off."""

    def close(self) -> None:
        """Be silent, and let the pin go."""


class Display(Protocol):
    """One seat's private screen."""

    @property
    def seat(self) -> int:
        """The seat that can read it."""

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        """Hand over the newest picture. An older one that is still waiting is dropped; `urgent` goes before others."""

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        """Show what is shown, and whatever comes, at `contrast` (0 to 255) and moved by `shift`; None: at the contrast it
        is wired with. The new contrast goes before any picture, that of an `urgent` display first."""

    def check(self) -> None:
        """See to it that the panel still shows: one that lost its power unnoticed is started and drawn anew."""

    def close(self) -> None:
        """Blank the panel, switch it off, and wait for that."""


class Die(Protocol):
    """The die roller in the middle of the table."""

    @property
    def kind(self) -> DieKind:
        """Where its rolls come from."""

    @property
    def by_hand(self) -> bool:
        """Whether somebody has to throw it, so that the table waits and says so."""

    @property
    def throws(self) -> bool:
        """Whether `throw` throws it; a real die is thrown by a hand alone."""

    def start(self, sink: DieSink) -> None:
        """From now on hand every reading to `sink`, good or bad, asked for or not, and every sight."""

    def ask(self) -> None:
        """A roll is wanted, and one reading is awaited."""

    def throw(self) -> None:
        """The roller threw it with the own key."""

    def close(self) -> None:
        """Let it go; `sink` is not called any more."""
