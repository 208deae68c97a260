"""Debounces one key's contact: edges with their times become presses and releases.

    contact    ___||_____________|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|_____________
                spike: nothing   ^     ^ reported                  ^     ^ reported
                                 press, dated here           release, dated here

A level counts when the contact has held it without a break for the settling time. A press is dated at the first edge of its
bounces, a release at the last. So a spike, however often it comes, is neither a press nor a release. After a change the contact
is locked out for a while; a release in that time is reported late but never lost. A timer is needed only while a level settles
or a lock-out lasts (`deadline`), never for a key at rest.

Presses and releases are reported alternately, at least a lock-out apart, all of them later than they happened by the settling
time and their bounces.
"""

from typing import Final, NamedTuple

_LONG_AGO: Final = float("-inf")


class ContactChange(NamedTuple):
    """The contact is now closed (`down`) or open. `at`: when that began, in seconds; never within the lock-out of the previous
    change."""

    down: bool
    at: float


class _Level(NamedTuple):
    """The contact is closed (`down`) or open `since` its last edge. `began`: the first edge of the bounces before that."""

    down: bool
    since: float
    began: float


class KeyDebounce:
    """One contact. `lockout`, `settle`: seconds. `down`: its level before the first edge, which is not reported."""

    def __init__(self, lockout: float, settle: float, *, down: bool = False) -> None:
        self._lockout = lockout
        self._settle = settle
        self._reported = down
        self._level = _Level(down, _LONG_AGO, _LONG_AGO)
        self._noticed = _LONG_AGO
        """When the last edge was delivered."""
        self._free = _LONG_AGO
        """The end of the newest lock-out."""
        self._locked = False
        self._before_edge: _Level | None = None
        """Set if `_level` was read before its edge was delivered: the level before it."""

    @property
    def deadline(self) -> float | None:
        """When to read the level again (`expire`), in seconds; None: only an edge can change anything."""
        if self._locked:
            return self._free
        # Counted from the delivery: if all edges are delivered late, their distances stay the same.
        return None if self._level.down == self._reported else max(self._noticed + self._settle, self._free)

    def edge(self, down: bool, at: float, now: float) -> tuple[ContactChange, ...]:
        """The contact closed or opened at `at`, and it is `now`. Returns the changes whose deadlines passed before `at`."""
        if self._before_edge is not None and down == self._level.down:
            # This edge has the real time; until then the previous level may have held long enough to count.
            self._level = self._before_edge
        self._before_edge = None
        late = self._until(at)
        # An edge to the same level: the one in between was not reported, since it was shorter than the system can notice.
        if down != self._level.down:
            self._level, self._noticed = self._next_level(down, at), now
        return late

    def expire(self, down: bool, now: float) -> tuple[ContactChange, ...]:
        """The deadline passed: the contact's level at `now` is `down`. Before the deadline this does nothing."""
        if self.deadline is None or now < self.deadline:
            return ()
        if down != self._level.down:
            # Its edge is not delivered yet.
            self._before_edge = self._level
            self._level, self._noticed = self._next_level(down, now), now
        self._locked = False
        if self._level.down == self._reported or now < self._noticed + self._settle:
            return ()
        return (self._report(),)

    def until(self, at: float) -> tuple[ContactChange, ...]:
        """All edges up to `at` were delivered: the changes of deadlines that passed by then."""
        if self._before_edge is None:
            return self._until(at)
        # The level was read before its edge was delivered, so that edge is later than `at`: until then the level before it held.
        read, before = self._level, self._before_edge
        self._level = before
        changes = self._until(at)
        self._level, self._before_edge = read, before
        return changes

    def _until(self, at: float) -> tuple[ContactChange, ...]:
        """The changes that were due before an edge at `at`."""
        changes: list[ContactChange] = []
        while not self._locked or self._free <= at:
            believed = max(self._level.since + self._settle, self._free)
            self._locked = False
            if self._level.down == self._reported or believed > at:
                break
            changes.append(self._report())
        return tuple(changes)

    def _next_level(self, down: bool, at: float) -> _Level:
        """The level after an edge at `at`."""
        since = max(at, self._level.since)
        bounces = down and not self._reported and since - self._level.since < self._settle
        return _Level(down, since, self._level.began if bounces or not down else since)

    def _report(self) -> ContactChange:
        self._reported = self._level.down
        at = max(self._level.began if self._reported else self._level.since, self._free)
        self._free = at + self._lockout
        self._locked = True
        self._before_edge = None
        return ContactChange(self._reported, at)
