"""One key's contact, made clean, as companion/devices/keys/key_debounce.py does it, which says why: the first edge of a press counts at
once, then the contact is locked out, then its level is looked at again; a release counts when the contact stayed open for a
moment. Here nobody tells of edges: the contact is looked at in every millisecond, so that moment is three looks long.

Law: down and up are told strictly in turn, at least a lock-out apart, and none is lost that outlasts it. Milliseconds.
"""

LOCKOUT = 8
SETTLING = 3
"""So long a contact must stay as it is to be believed, where its first edge does not count."""


class Debounce:
    """One contact. `down`: how it stands at first; that is never told."""

    def __init__(self, down: bool, lockout: int = LOCKOUT) -> None:
        self._told = down
        self._seen = down
        self._since = 0
        """When it was first seen at the level that was last seen."""
        self._looked = None
        self._free = None
        """The end of the newest lock-out; None: there was none."""
        self._locked = False
        self._lockout = lockout

    @property
    def down(self) -> bool:
        """As it was told last."""
        return self._told

    @property
    def deadline(self):
        """When to look again though nothing moves; None: not at all."""
        if self._locked:
            return self._free
        return None if self._seen == self._told else self._believed()

    def look(self, down: bool, at: int) -> "list[tuple[bool, int]]":
        """The contact is closed or open at `at`: the changes (closed, when) that this tells, one at most."""
        before, self._looked = self._looked, at
        if down != self._seen:
            self._seen = down
            self._since = at
        if self._locked:
            if at < self._free:
                return []
            self._locked = False
        if self._seen == self._told:
            return []
        # A contact that was open at a look after the lock-out does not bounce any more.
        at_once = down and (self._free is None or (before >= self._free and self._since == at))
        if not at_once and at < self._believed():
            return []
        self._told = down
        when = self._since if self._free is None else max(self._since, self._free)
        self._free = when + self._lockout
        self._locked = True
        return [(down, when)]

    def _believed(self) -> int:
        settled = self._since + SETTLING
        return settled if self._free is None else max(settled, self._free)
