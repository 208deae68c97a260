"""Finds a stuck key: one that stays down longer than a player holds it, because it is stuck or shorted, or something lies on it.

Pure: time comes in with every call, and `deadline` says when `expire` must be called. Invariant: no key counts while the Secrecy
screen is lifted, and a key that was reported as stuck has no deadline.
"""

from typing import Final

from companion.core.keys import Contact

STUCK: Final = 20.0
"""Seconds after which a key that stays down counts as stuck."""


class StuckKeys:
    """The keys of one seat. `key`: the stuck key, the first if there are several; None if none is stuck."""

    def __init__(self) -> None:
        self._since: dict[Contact, float] = {}
        self._lifted = False
        self.key: Contact | None = None

    @property
    def deadline(self) -> float | None:
        """When `expire` must be called, in seconds on the clock of the edges; None: it waits for no time."""
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
        """A player lifts or lowers the Secrecy screen: keys that stay down after that count from now on."""
        self._lifted = lifted
        self._since = dict.fromkeys(self._since, at)
        self.expire(at)

    def expire(self, at: float) -> None:
        """Update `key` for the time `at`."""
        over = [] if self._lifted else [key for key, since in self._since.items() if at >= since + STUCK]
        if self.key not in over:
            self.key = over[0] if over else None
