"""The protocols through which the daemon uses hardware, and the part of an event loop that devices use.

A simulated table has the same classes on mock pins and simulated chips, so the same tests run on both. Every method is called on
the daemon's event loop, but for those of `Loop` that say otherwise. Each returns at once; `close` of a display alone waits until
its panel is dark.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from companion.core.die import Orientation
from companion.core.keys import KeyEvent
from companion.core.picture import Picture, PixelRun
from companion.core.seat import Place
from companion.core.sound import Sound

KeyEventSink = Callable[[KeyEvent], None]
RunSink = Callable[[Place, tuple[PixelRun, ...]], None]
"""Takes (seat, runs): bytes that are now on that seat's panel."""
Shift = tuple[int, int]
"""By how many columns to the right and lines down a picture is shifted; each 0 or 1."""
UNMOVED: Final[Shift] = (0, 0)


DieKind = str
"""The source of rolls. machine: random numbers. page: a die in the web page. button: random numbers behind a roll key. coded,
nest, pod: a real die, read by a module, by the sensors of a nest, or by a pod."""


class DieReading(Struct, frozen=True):
    """What a source reports of a die, unchecked: `top` and `front` can be any value.

    `source`: the kind of die; "hand": a person entered the faces of a real die. `front` is None if the die's reader cannot read
    it.
    """

    source: DieKind
    top: object
    front: object


class DieSight(Struct, frozen=True):
    """The state of a die when there is no new reading.

    tumbling: it was thrown, or its sensors change. lying: it lies as at the last reading, or as at the start. absent: there is
    no die. unreadable: there is one, but it is cocked. silent: the reader reports nothing. gone: the reader does not answer.
    `lies`: how a thrown die will come to rest, if that is known.
    """

    what: Literal["tumbling", "lying", "absent", "unreadable", "silent", "gone"]
    lies: Orientation | None = None


DieSink = Callable[[DieReading | DieSight], None]


class KeySource(Protocol):
    """The keys of every seat."""

    def start(self, sink: KeyEventSink) -> None:
        """From now on pass every debounced edge and every notch of a knob to `sink`, on the event loop. Before this returns,
        report every key that is already down."""

    def close(self) -> None:
        """Release the pins; `sink` is not called again."""


class Buzzer(Protocol):
    """A buzzer: the table's, or that of one seat's pod. Everybody at the table hears it."""

    def play(self, sound: Sound) -> None:
        """Play a sound; it replaces one that is still playing."""

    def close(self) -> None:
        """Stop the sound and release the pin."""


class Display(Protocol):
    """One seat's private screen."""

    @property
    def seat(self) -> int:
        """The seat that can read it."""

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        """Queue the newest picture. It replaces an older one that still waits; `urgent` pictures go first."""

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        """From now on show pictures at `contrast` (0 to 255; None: the configured contrast), shifted by `shift`. A contrast is
        sent before any picture, that of an `urgent` display first."""

    def check(self) -> None:
        """Check that the panel still shows its picture: one that lost its power is started and drawn again."""

    def close(self) -> None:
        """Blank the panel, switch it off, and wait until that is done."""


class Die(Protocol):
    """The table's die."""

    @property
    def kind(self) -> DieKind:
        """The source of its rolls."""

    @property
    def by_hand(self) -> bool:
        """Whether a player has to throw it; the table then waits and shows a request."""

    @property
    def throws(self) -> bool:
        """Whether `throw` has an effect; a real die is thrown by hand only."""

    def start(self, sink: DieSink) -> None:
        """From now on pass every reading and every change of state to `sink`, valid or not, requested or not."""

    def ask(self) -> None:
        """Request a roll: the table waits for one reading."""

    def throw(self) -> None:
        """The roller pressed their key to throw it."""

    def close(self) -> None:
        """Release its resources; `sink` is not called again."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Loop(Protocol):
    """The event loop: runs all calls of the daemon, one after another. asyncio's loop is one, and so is the manual clock of the
    tests."""

    def time(self) -> float:
        """Seconds on the monotonic clock. Thread-safe."""

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        """Make the call on the loop, after the calls that already wait. Thread-safe."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Make the call when `time()` reaches `when`. Only from the loop itself."""
