"""The keys that one page holds down.

Law: when the page is gone, none of them stays down.
"""

from collections.abc import Callable

from companion.core.keys import Key
from companion.core.seat import Seat

KeySink = Callable[[Seat, Key, bool], None]
"""Takes (seat, key, down): a key of a page went down or up."""


class HeldKeys:
    """The hands of one page. `sink` is told of every key that it presses or lets go, strictly in turn; `on_lost` of each key
    that no finger let go, before `sink` is."""

    def __init__(self, sink: KeySink, on_lost: Callable[[Seat], None] = lambda _seat: None) -> None:
        self._sink = sink
        self._on_lost = on_lost
        self._is_over = False
        self._held: set[tuple[Seat, Key]] = set()

    def move(self, seat: Seat, key: Key, down: bool) -> None:
        """Press or let go. Saying what already is so changes nothing."""
        if self._is_over or down == ((seat, key) in self._held):
            return
        if down:
            self._held.add((seat, key))
        else:
            self._held.remove((seat, key))
        self._sink(seat, key, down)

    def let_go(self) -> None:
        """The page is gone: let go of everything, and press nothing any more."""
        for seat, key in sorted(self._held):
            self._on_lost(seat)
            self.move(seat, key, False)
        self._is_over = True
