"""How often a wrong code may be sent: by one client, and by all together.

A code needs no limit to be safe: at the 40 requests a second that the table begins, one of six codes of 56 bits is found in
four million years. The limits are for who tries nevertheless.

Invariant: nobody who has sent only a few wrong codes, or none, is held up by those of others; and the memory that this takes is
bounded.
"""

from typing import Final

from companion.web.connections.address_quota import Client
from companion.web.connections.token_bucket import MonotonicClock, TokenBucket

OF_A_CLIENT: Final = 10
"""Wrong codes at once of one client; then one in ten seconds."""
MISREAD: Final = 3
"""Wrong codes at once of one client that anybody may send, whatever others do."""
OF_ALL: Final = 60
"""Wrong codes at once of all clients together; then one a second. It holds up those who sent more than MISREAD."""
MOST_CLIENTS: Final = 256
"""Clients that are remembered; the one that failed longest ago is forgotten first."""


class JoinTries:
    """The wrong codes so far. `clock` as in TokenBucket."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._all = TokenBucket(1.0, OF_ALL, clock)
        self._each: dict[Client, TokenBucket] = {}

    def may(self, client: Client) -> bool:
        """Whether this client may try a code now."""
        own = self._each.get(client)
        if own is None or own.left > OF_A_CLIENT - MISREAD:
            return True
        return own.wait() == 0 and self._all.wait() == 0

    def failed(self, client: Client) -> None:
        """A code from this client was wrong."""
        own = self._each.pop(client, None) or TokenBucket(0.1, OF_A_CLIENT, self._clock)
        if len(self._each) >= MOST_CLIENTS:
            del self._each[next(iter(self._each))]
        self._each[client] = own
        own.take()
        self._all.take()
