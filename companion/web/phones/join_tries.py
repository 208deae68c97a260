"""How often a wrong code may be sent: from one address, and from all together.

Invariant: who sends good codes is never slowed down by their own, and the memory that this takes is bounded.
"""

from typing import Final

from companion.web.connections.token_bucket import MonotonicClock, TokenBucket

OF_AN_ADDRESS: Final = 10
"""Wrong codes at once of one address; then one in ten seconds."""
OF_ALL: Final = 60
"""Wrong codes at once of all addresses; then one a second."""
MOST_ADDRESSES: Final = 256
"""Addresses that are remembered; the one that failed longest ago is forgotten first."""


class JoinTries:
    """The wrong codes so far. `clock` as in TokenBucket."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._all = TokenBucket(1.0, OF_ALL, clock)
        self._each: dict[str, TokenBucket] = {}

    def may(self, address: str) -> bool:
        """Whether this address may try a code now."""
        own = self._each.get(address)
        return (own is None or own.wait() == 0) and self._all.wait() == 0

    def failed(self, address: str) -> None:
        """A code from this address was wrong."""
        own = self._each.pop(address, None) or TokenBucket(0.1, OF_AN_ADDRESS, self._clock)
        if len(self._each) >= MOST_ADDRESSES:
            del self._each[next(iter(self._each))]
        self._each[address] = own
        own.take()
        self._all.take()
