"""What the daemon knows of hardware: these protocols and nothing else.

The real classes (gpio.py, oled.py) and the simulated table implement them; one suite of tests runs on both.
Every method is called on the daemon's event loop and returns at once.
"""

from collections.abc import Callable
from typing import Protocol

from companion.core.keys import KeyEdge
from companion.core.picture import Picture, Run

KeySink = Callable[[KeyEdge], None]
RunSink = Callable[[int, tuple[Run, ...]], None]
"""Takes (seat, runs): bytes that now stand on that seat's panel."""


class Keys(Protocol):
    """The keys of every seat."""

    def start(self, sink: KeySink) -> None:
        """From now on hand every debounced edge to `sink`, on the event loop."""

    def close(self) -> None:
        """Let the pins go; `sink` is not called any more."""


class Display(Protocol):
    """One seat's private screen."""

    @property
    def seat(self) -> int:
        """The seat that can read it."""

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        """Hand over the newest picture. An older one that is still waiting is dropped; `urgent` goes before others."""

    def close(self) -> None:
        """Blank the panel, switch it off, and wait for that."""
