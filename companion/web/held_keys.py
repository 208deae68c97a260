"""The keys that pages hold down.

Invariant: when a page is gone, none of its keys stays down.
"""

from collections.abc import Callable

from companion.core.keys import Key
from companion.core.seat import Place

KeySink = Callable[[Place, Key, bool], None]
"""Takes (seat, key, down): a page pressed or released a key."""


def _ignore(_seat: Place) -> None:
    """Nobody needs to know."""


class HeldKeys:
    """The keys of one page. `sink` takes every press and release in order. `on_lost` is called before each release that no
    finger made, because the page is gone."""

    def __init__(self, sink: KeySink, on_lost: Callable[[Place], None] = _ignore) -> None:
        self._sink = sink
        self._on_lost = on_lost
        self._is_closed = False
        self._held: set[tuple[Place, Key]] = set()

    @property
    def is_closed(self) -> bool:
        """Whether the page is gone, or plays no more."""
        return self._is_closed

    def move(self, seat: Place, key: Key, down: bool) -> None:
        """Press or release a key. A press of a key that is down, or a release of one that is up, changes nothing."""
        if self._is_closed or down == ((seat, key) in self._held):
            return
        if down:
            self._held.add((seat, key))
        else:
            self._held.remove((seat, key))
        self._sink(seat, key, down)

    def close(self) -> None:
        """The page is gone: release every key, and ignore what follows."""
        for seat, key in sorted(self._held):
            self._on_lost(seat)
            self.move(seat, key, False)
        self._is_closed = True


class SharedKeys:
    """The keys that all bench pages share. The first page that holds a key presses it; the last one releases it."""

    def __init__(self, sink: KeySink) -> None:
        self._sink = sink
        self._holders: dict[tuple[Place, Key], int] = {}

    def of_page(self) -> HeldKeys:
        """The keys of one more page."""
        return HeldKeys(self._move)

    def _move(self, seat: Place, key: Key, down: bool) -> None:
        holders = self._holders.get((seat, key), 0) + (1 if down else -1)
        self._holders[seat, key] = holders
        if holders == (1 if down else 0):
            self._sink(seat, key, down)
