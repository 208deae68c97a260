"""Debounces one key's contact, by the rules of companion/devices/keys/key_debounce.py: the first edge of a press counts at once,
then edges are locked out, then the level is read again; a release counts after the contact stayed open for a moment. There are
no edges here: the contact is sampled every millisecond, and that moment is three samples long.

Invariant: presses and releases are reported alternately, at least a lock-out apart, and none longer than a lock-out is lost.
Times are milliseconds.
"""

LOCKOUT_MS = 8
SETTLING_MS = 3
"""How long a level must hold before it counts, if its first edge does not count."""


class Debounce:
    """One contact. `down`: its level at the start, which is not reported."""

    def __init__(self, down: bool, lockout: int = LOCKOUT_MS) -> None:
        self._reported = down
        self._level = down
        self._since = 0
        """The time of the first sample with `_level`."""
        self._sampled_at = None
        self._free = None
        """The end of the newest lock-out; None: none yet."""
        self._locked = False
        self._lockout = lockout

    @property
    def down(self) -> bool:
        """The level that was last reported."""
        return self._reported

    @property
    def deadline(self):
        """When the next sample is needed though nothing changes; None: not at all."""
        if self._locked:
            return self._free
        return None if self._level == self._reported else self._settled_at()

    def sample(self, down: bool, at: int) -> "list[tuple[bool, int]]":
        """Take a sample: the contact is closed (`down`) or open at `at`. Returns the changes (closed, when), one at most."""
        before, self._sampled_at = self._sampled_at, at
        if down != self._level:
            self._level = down
            self._since = at
        if self._locked:
            if at < self._free:
                return []
            self._locked = False
        if self._level == self._reported:
            return []
        # After a sample that was open after the lock-out, the contact no longer bounces.
        at_once = down and (self._free is None or (before >= self._free and self._since == at))
        if not at_once and at < self._settled_at():
            return []
        self._reported = down
        when = self._since if self._free is None else max(self._since, self._free)
        self._free = when + self._lockout
        self._locked = True
        return [(down, when)]

    def _settled_at(self) -> int:
        settled = self._since + SETTLING_MS
        return settled if self._free is None else max(settled, self._free)
