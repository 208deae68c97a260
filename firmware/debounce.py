"""One key's contact without bounces, by the rules of companion/devices/keys/key_debounce.py: the first edge of a press counts at
once, then the contact is locked out, then its level is looked at again; a release counts when the contact stayed open for a
moment. Here nobody tells of edges: the contact is looked at in every millisecond, so that moment is three looks long.

Law: down and up are told strictly in turn, at least a lock-out apart, and none is lost that outlasts it. Milliseconds.
"""

LOCKOUT_MS = 8
SETTLING_MS = 3
"""So long a contact must stay as it is to be believed, where its first edge does not count."""


class Debounce:
    """One contact. `down`: how it stands at first; that is never told."""

    def __init__(self, down: bool, lockout: int = LOCKOUT_MS) -> None:
        self._reported = down
        self._level = down
        self._since = 0
        """When it was first seen at the level that was last seen."""
        self._sampled_at = None
        self._free = None
        """The end of the newest lock-out; None: there was none."""
        self._locked = False
        self._lockout = lockout

    @property
    def down(self) -> bool:
        """As it was told last."""
        return self._reported

    @property
    def deadline(self):
        """When to look again though nothing moves; None: not at all."""
        if self._locked:
            return self._free
        return None if self._level == self._reported else self._settled_at()

    def sample(self, down: bool, at: int) -> "list[tuple[bool, int]]":
        """The contact is closed or open at `at`: the changes (closed, when) that this tells, one at most."""
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
        # A contact that was open at a look after the lock-out does not bounce any more.
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
