"""The keys that one page holds down.

Law: when the page is gone, none of them stays down.
"""

from collections.abc import Callable

from companion.core.keys import Key
from companion.core.seat import Seat

KeySink = Callable[[Seat, Key, bool], None]
"""Takes (seat, key, down): a key of a page went down or up."""


class Hands:
    """The hands of one page. `sink` is told of every key that it presses or lets go, strictly in turn."""

    def __init__(self, sink: KeySink) -> None:
        self._sink = sink
        self._held: set[tuple[Seat, Key]] = set()

    def move(self, seat: Seat, key: Key, down: bool) -> None:
        """Press or let go. Saying what already is so changes nothing."""
        if down == ((seat, key) in self._held):
            return
        if down:
            self._held.add((seat, key))
        else:
            self._held.remove((seat, key))
        self._sink(seat, key, down)

    def let_go(self) -> None:
        """Let go of everything."""
        for seat, key in sorted(self._held):
            self.move(seat, key, False)
