"""One key's contact, made clean: out of edges with their times come presses and releases.

The first edge counts at once, so a press has no added latency. Then the contact is locked out while it bounces; when
the lock-out ends its level is looked at again, so that a release inside the lock-out is told late but never lost.
Down and up are told strictly in turn.
"""

from typing import NamedTuple


class Change(NamedTuple):
    """The contact is now closed (`down`) or open. `at`: seconds, never before that of the change before it."""

    down: bool
    at: float


class Debounce:
    """One contact. `lockout`: seconds. `down`: how it stands before the first edge; that is never told."""

    def __init__(self, lockout: float, *, down: bool = False) -> None:
        self._lockout = lockout
        self._told = down
        self._seen = down
        self._deadline: float | None = None

    @property
    def deadline(self) -> float | None:
        """When to look at the level again (`expire`), in seconds; None when nothing but an edge can change anything."""
        return self._deadline

    def edge(self, down: bool, at: float) -> tuple[Change, ...]:
        """The contact closed or opened at `at`.

        Two changes come out only when edges arrive so late that a lock-out ended unnoticed before this one.
        """
        late = () if self._deadline is None or at < self._deadline else self.expire(self._seen, self._deadline)
        self._seen = down
        if self._deadline is not None and at < self._deadline:
            return late
        if down == self._told:
            return late
        return (*late, self._tell(down, at))

    def expire(self, down: bool, at: float) -> tuple[Change, ...]:
        """The time is `at` and the contact's level is `down`. Before the deadline this does nothing."""
        if self._deadline is None or at < self._deadline:
            return ()
        self._deadline = None
        self._seen = down
        # What is told here bounces like any other change, and so it is locked out like any other.
        return () if down == self._told else (self._tell(down, at),)

    def _tell(self, down: bool, at: float) -> Change:
        self._told = down
        self._deadline = at + self._lockout
        return Change(down, at)
