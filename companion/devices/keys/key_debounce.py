"""Debounces one key's contact: edges with their times become presses and releases.

The first edge of a press counts at once, so a press has no added latency. Then further edges are locked out while the contact
bounces. When the lock-out ends the level is read again, so a release during the lock-out is reported late but never lost. A
release counts only after the contact stayed open for a moment, so a spike or a poor contact under a held key is not a release.
Presses and releases are reported alternately, at least a lock-out apart.
"""

from typing import Final, NamedTuple

SETTLING_SHARE: Final = 1 / 8
"""How long a level must hold before it counts, if its first edge does not count: this share of the lock-out."""

_LONG_AGO: Final = float("-inf")


class ContactChange(NamedTuple):
    """The contact is now closed (`down`) or open. `at`: when that began, in seconds; never within the lock-out of the previous
    change."""

    down: bool
    at: float


class KeyDebounce:
    """One contact. `lockout`: seconds. `down`: its level before the first edge, which is not reported."""

    def __init__(self, lockout: float, *, down: bool = False) -> None:
        self._lockout = lockout
        self._settling_time = lockout * SETTLING_SHARE
        self._reported = down
        self._level = down
        self._since = _LONG_AGO
        """When the contact took `_level`; `_noticed`: when that edge was delivered."""
        self._noticed = _LONG_AGO
        self._free = _LONG_AGO
        """The end of the newest lock-out."""
        self._locked = False
        self._before_edge: tuple[bool, float] | None = None
        """Set if `_level` was read before its edge was delivered: the level before it, and since when."""

    @property
    def deadline(self) -> float | None:
        """When to read the level again (`expire`), in seconds; None: only an edge can change anything."""
        if self._locked:
            return self._free
        # Counted from the delivery: if all edges are delivered late, their distances stay the same.
        return None if self._level == self._reported else max(self._noticed + self._settling_time, self._free)

    def edge(self, down: bool, at: float, now: float) -> tuple[ContactChange, ...]:
        """The contact closed or opened at `at`, and it is `now`.

        More than one change is returned only if edges arrive so late that deadlines passed before this one.
        """
        if self._before_edge is not None and down == self._level:
            # This edge has the real time; until then the previous level may have held long enough to count.
            self._level, self._since = self._before_edge
        self._before_edge = None
        late = self._until(at)
        if down == self._level:
            # The edge in between was not reported: it was shorter than the system can notice.
            return late
        self._level, self._since, self._noticed = down, max(at, self._since), now
        # An edge with a time within the lock-out is a bounce, even if it arrives later.
        if down and not self._reported and not self._locked and at >= self._free:
            return (*late, self._report(at))
        return late

    def expire(self, down: bool, now: float) -> tuple[ContactChange, ...]:
        """The deadline passed: the contact's level at `now` is `down`. Before the deadline this does nothing."""
        if self.deadline is None or now < self.deadline:
            return ()
        if down != self._level:
            # Its edge is not delivered yet.
            self._before_edge = self._level, self._since
            self._level, self._since, self._noticed = down, now, now
        self._locked = False
        if self._level == self._reported or now < self._noticed + self._settling_time:
            return ()
        return (self._report(max(self._since, self._free)),)

    def until(self, at: float) -> tuple[ContactChange, ...]:
        """All edges up to `at` were delivered: the changes of deadlines that passed by then."""
        if self._before_edge is None:
            return self._until(at)
        # The level was read before its edge was delivered, so that edge is later than `at`: until then the level before it held.
        read, before = (self._level, self._since), self._before_edge
        self._level, self._since = before
        changes = self._until(at)
        (self._level, self._since), self._before_edge = read, before
        return changes

    def _until(self, at: float) -> tuple[ContactChange, ...]:
        """The changes that were due before an edge at `at`."""
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
