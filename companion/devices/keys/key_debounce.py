"""One key's contact, made clean: out of edges with their times come presses and releases.

The first edge of a press counts at once, so a press has no added latency. Then the contact is locked out while it bounces;
when the lock-out ends its level is looked at again, so that a release inside the lock-out is told late but never lost. A
release counts when the contact stayed open for a moment, so that a spike or a weak spot under a held key is none.
Down and up are told strictly in turn, and at least a lock-out apart.
"""

from typing import Final, NamedTuple

SETTLING_SHARE: Final = 1 / 8
"""How long a contact must stay as it is to be believed, where its first edge does not count: this share of the lock-out."""

_LONG_AGO: Final = float("-inf")


class ContactChange(NamedTuple):
    """The contact is now closed (`down`) or open. `at`: seconds, when that began; never before the end of the lock-out
    after the change before it."""

    down: bool
    at: float


class KeyDebounce:
    """One contact. `lockout`: seconds. `down`: how it stands before the first edge; that is never told."""

    def __init__(self, lockout: float, *, down: bool = False) -> None:
        self._lockout = lockout
        self._settling_time = lockout * SETTLING_SHARE
        self._reported = down
        self._level = down
        self._since = _LONG_AGO
        """When the contact took the level that was last seen, and when that was heard of."""
        self._noticed = _LONG_AGO
        self._free = _LONG_AGO
        """The end of the newest lock-out."""
        self._locked = False
        self._before_edge: tuple[bool, float] | None = None
        """Where the level that was last seen was looked at before its edge came: the level before it, and since when."""

    @property
    def deadline(self) -> float | None:
        """When to look at the level again (`expire`), in seconds; None when nothing but an edge can change anything."""
        if self._locked:
            return self._free
        # From when it was heard of: edges that all come late come no further apart for that.
        return None if self._level == self._reported else max(self._noticed + self._settling_time, self._free)

    def edge(self, down: bool, at: float, now: float) -> tuple[ContactChange, ...]:
        """The contact closed or opened at `at`, and it is `now`.

        Two changes or more come out only when edges arrive so late that deadlines passed unnoticed before this one.
        """
        if self._before_edge is not None and down == self._level:
            # It says when it really was; until then the level before it may have stood long enough to count.
            self._level, self._since = self._before_edge
        self._before_edge = None
        late = self._until(at)
        if down == self._level:
            # The edge between was not reported: it came and went faster than the system looks.
            return late
        self._level, self._since, self._noticed = down, max(at, self._since), now
        # An edge that is dated before the end of the lock-out and arrives after it bounced like those that came in time.
        if down and not self._reported and not self._locked and at >= self._free:
            return (*late, self._report(at))
        return late

    def expire(self, down: bool, now: float) -> tuple[ContactChange, ...]:
        """It is `now`, and the contact's level is `down`. Before the deadline this does nothing."""
        if self.deadline is None or now < self.deadline:
            return ()
        if down != self._level:
            # Its edge is still on its way.
            self._before_edge = self._level, self._since
            self._level, self._since, self._noticed = down, now, now
        self._locked = False
        if self._level == self._reported or now < self._noticed + self._settling_time:
            return ()
        return (self._report(max(self._since, self._free)),)

    def until(self, at: float) -> tuple[ContactChange, ...]:
        """All edges up to `at` were heard: what was to be told by then, where the deadline passed unnoticed."""
        return () if self._before_edge is not None else self._until(at)

    def _until(self, at: float) -> tuple[ContactChange, ...]:
        """What the level that was last seen has become by the time of the next edge."""
        changes: list[ContactChange] = []
        while not self._locked or self._free <= at:
            believed = max(self._since + self._settling_time, self._free)
            self._locked = False
            if self._level == self._reported or believed > at:
                break
            changes.append(self._report(max(self._since, self._free)))
        return tuple(changes)

    def _report(self, at: float) -> ContactChange:
        self._reported = self._level
        self._free = at + self._lockout
        self._locked = True
        self._before_edge = None
        return ContactChange(self._reported, at)
