"""One key's contact, made clean, as companion/devices/debounce.py does it: the first edge counts at once, then the contact
is locked out, then its level is looked at again. Here the contact is looked at again and again instead of waiting for edges.

Law: down and up are told strictly in turn, and none is lost that outlasts the lock-out. Milliseconds.
"""

LOCKOUT = 8


class Debounce:
    """One contact. `down`: how it stands at first; that is never told."""

    def __init__(self, down: bool, lockout: int = LOCKOUT) -> None:
        self._told = down
        self._lockout = lockout
        self.deadline = None

    def look(self, down: bool, at: int) -> "list[tuple[bool, int]]":
        """The contact is closed or open at `at`: the changes (closed, when) that this tells, one at most."""
        if self.deadline is not None and at < self.deadline:
            return []
        self.deadline = None
        if down == self._told:
            return []
        self._told = down
        self.deadline = at + self._lockout
        return [(down, at)]
