"""The die of the web page: it waits for a throw, tumbles, and comes to rest.

Invariant: one throw at a time, and only after a request. The result is drawn at the throw.
"""

from typing import Final

from companion.core.die import Orientation
from companion.core.prompt import RandBelow
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.readings import random_orientation
from companion.devices.protocols import DieKind, DieReading, DieSight, DieSink, Loop, Timer

TUMBLE_SECONDS: Final = 1.1
"""Seconds until the page's die is at rest."""


class PageDie(DieWiring, frozen=True):
    """A die that is thrown in the page, or a real one whose orientation is entered there."""

    source = "page"
    has_hardware = False

    def build(self, parts: DieParts) -> DieAtTable:
        return DieAtTable(ThrownInPage(parts.loop, parts.randbelow))


class ThrownInPage:
    """A `Die`. `randbelow`: random numbers; `tumble`: seconds until it is at rest."""

    kind: DieKind = "page"
    by_hand = True
    throws = True

    def __init__(self, loop: Loop, randbelow: RandBelow, tumble: float = TUMBLE_SECONDS) -> None:
        self._loop = loop
        self._randbelow = randbelow
        self._tumble = tumble
        self._sink: DieSink = lambda _event: None
        self._thrown: Orientation | None = None
        self._timer: Timer | None = None
        self._wanted = False

    def start(self, sink: DieSink) -> None:
        """From now on pass to `sink` how a thrown die will lie, and then its reading."""
        self._sink = sink

    def ask(self) -> None:
        """Request a roll: the next throw counts."""
        self._wanted = True

    def throw(self) -> None:
        """Throw it, if a roll was requested and it does not tumble already."""
        if self._thrown is not None or not self._wanted:
            return
        self._thrown = random_orientation(self._randbelow)
        self._sink(DieSight("tumbling", self._thrown))
        self._timer = self._loop.call_at(self._loop.time() + self._tumble, self._rest)

    def close(self) -> None:
        """A die that tumbles does not count."""
        if self._timer is not None:
            self._timer.cancel()
        self._thrown, self._wanted, self._sink = None, False, lambda _event: None

    def _rest(self) -> None:
        assert self._thrown is not None, "only what was thrown comes to rest"
        lies, self._thrown, self._wanted = self._thrown, None, False
        self._sink(DieReading("page", *lies))


WIRING: Final = PageDie
