"""When a held key repeats: ◀ or ▶ held down gives one repeat after another, until it is released.

Pure: time comes in with every call. Invariant: a press gives one tap; whatever else it gives while it is held is a repeat. What a
repeat does on a screen is decided by `ui.seat_desk`: it leafs on in the list in which the press has leafed, and nothing else.
"""

from typing import Final

from companion.core.keys import Key

REPEAT_AFTER: Final = 0.45
"""Seconds until a held ◀ or ▶ repeats."""
REPEAT_EVERY: Final = 0.12
"""Seconds between two repeats."""
REPEAT_UNTIL: Final = 20.0
"""Seconds after which a held key repeats no more. No finger holds it that long, and a stuck key must not leaf for ever."""


class HeldKeyRepeat:
    """The repeats of the keys of one seat. `after`: seconds until a held key repeats; 0: it never does."""

    def __init__(self, after: float = REPEAT_AFTER) -> None:
        self._after = after
        self._next: dict[Key, float] = {}
        self._end: dict[Key, float] = {}

    def press(self, key: Key, at: float) -> None:
        """A key went down."""
        self._next[key] = at + self._after
        self._end[key] = at + REPEAT_UNTIL

    def next_at(self, key: Key) -> float | None:
        """When a key that is down repeats next; None if it repeats no more. ● never repeats."""
        if key == "middle" or not self._after or self._next[key] >= self._end[key]:
            return None
        return self._next[key]

    def repeated(self, key: Key, at: float) -> None:
        """The key has repeated at that time."""
        self._next[key] = at + REPEAT_EVERY
