"""Which key of a seat stays down longer than any hand holds it: stuck, shorted, or something lies on it.

Pure: time comes in with every call, and `deadline` says when `expire` wants to be called. Law: while a hand lifts the Secrecy
screen none of its keys counts, and a key that is told is waited for no more.
"""

from typing import Final

from companion.core.keys import Contact

STUCK: Final = 20.0
"""Seconds after which a key that is down alone is stuck."""


class StuckKeys:
    """The keys of one seat. `key`: the one that is stuck, the first where there are several; None where none is."""

    def __init__(self) -> None:
        self._since: dict[Contact, float] = {}
        self._lifted = False
        self.key: Contact | None = None

    @property
    def deadline(self) -> float | None:
        """When `expire` is to be called, in seconds on the clock of the edges; None: nothing is waited for."""
        if self.key is not None or self._lifted or not self._since:
            return None
        return min(self._since.values()) + STUCK

    def edge(self, key: Contact, down: bool, at: float) -> None:
        """A key went down or up, or was found down."""
        if down:
            self._since.setdefault(key, at)
        else:
            self._since.pop(key, None)
        self.expire(at)

    def lift(self, lifted: bool, at: float) -> None:
        """A hand lifts the Secrecy screen, or lowers it: what stays down after that counts from now on."""
        self._lifted = lifted
        self._since = dict.fromkeys(self._since, at)
        self.expire(at)

    def expire(self, at: float) -> None:
        """Bring `key` up to the time `at`."""
        over = [] if self._lifted else [key for key, since in self._since.items() if at >= since + STUCK]
        if self.key not in over:
            self.key = over[0] if over else None
