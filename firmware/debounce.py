"""Debounces one key's contact, by the rules of companion/devices/keys/debounce.py: a level counts when the contact has held
it for the settling time; a press is dated at the first edge of its bounces, a release at the last; after a change the contact is
locked out. There are no edges here: the contact is sampled, and one that is closed in a single sample is a spike.

Invariant: presses and releases are reported alternately, at least a lock-out apart, and none is lost that lasts for a lock-out
and the settling time. Times are milliseconds.
"""

LOCKOUT_MS = 8
SETTLING_MS = 3
"""One more than on a Pi: samples tell only to a millisecond when a level began."""


class Debounce:
    """One contact. `down`: its level at the start, which is not reported."""

    def __init__(self, down: bool, lockout: int = LOCKOUT_MS, settling: int = SETTLING_MS) -> None:
        self._reported = down
        self._level = down
        self._since = None
        """The time of the first sample with `_level`; None: it has had no other."""
        self._began = None
        """The time of the first closed sample of these bounces."""
        self._free = None
        """The end of the newest lock-out; None: none yet."""
        self._locked = False
        self._lockout = lockout
        self._settling = settling

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
        if down != self._level:
            # Open for less than the settling time before a press counts: the contact bounces.
            if down and (self._reported or self._since is None or at - self._since >= self._settling):
                self._began = at
            self._level = down
            self._since = at
        if self._locked:
            if at < self._free:
                return []
            self._locked = False
        if self._level == self._reported or at < self._settled_at():
            return []
        self._reported = down
        when = self._began if down else self._since
        if self._free is not None:
            when = max(when, self._free)
        self._free = when + self._lockout
        self._locked = True
        return [(down, when)]

    def _settled_at(self) -> int:
        settled = self._since + self._settling
        return settled if self._free is None else max(settled, self._free)
