"""How often a wrong code may be sent, by one client and by all together, and how often one client may take a seat.

A code needs no limit to be safe: at the 40 requests a second that the table begins, one of six codes of 56 bits is found in
four million years. The limits are for who tries nevertheless. Each seat that is taken is an entry of the journal.

Invariant: nobody who has sent only a few wrong codes, or none, is held up by those of others; and the memory that this takes is
bounded.
"""

from typing import Final

from companion.web.shares import Client, MonotonicClock, TokenBucket

OF_A_CLIENT: Final = 10
"""Wrong codes at once of one client; then one in ten seconds."""
MISREAD: Final = 3
"""Wrong codes at once of one client that anybody may send, whatever others do."""
OF_ALL: Final = 60
"""Wrong codes at once of all clients together; then one a second. It holds up those who sent more than MISREAD."""
SEATS_TAKEN: Final = 24
"""Seats that one client takes at once, a whole table behind one proxy four times; then one in five seconds."""
MOST_CLIENTS: Final = 256
"""Clients that are remembered; the one that is heard of longest ago is forgotten first."""


class JoinTries:
    """The wrong codes and the seats that were taken so far. `clock` as in TokenBucket."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._all = TokenBucket(1.0, OF_ALL, clock)
        self._wrong = _Buckets(0.1, OF_A_CLIENT, clock)
        self._taken = _Buckets(0.2, SEATS_TAKEN, clock)

    def may(self, client: Client) -> bool:
        """Whether this client may try a code now."""
        left = self._wrong.left(client)
        return left > OF_A_CLIENT - MISREAD or (left >= 1 and self._all.wait() == 0)

    def failed(self, client: Client) -> None:
        """A code from this client was wrong."""
        self._wrong.take(client)
        self._all.take()

    def may_join(self, client: Client) -> bool:
        """Whether this client may take a seat now."""
        return self._taken.left(client) >= 1

    def joined(self, client: Client) -> None:
        """This client has taken a seat."""
        self._taken.take(client)


class _Buckets:
    """A token bucket for each of the clients that were heard of last."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._each: dict[Client, TokenBucket] = {}

    def left(self, client: Client) -> float:
        own = self._each.get(client)
        return self._burst if own is None else own.left

    def take(self, client: Client) -> None:
        own = self._each.pop(client, None) or TokenBucket(self._rate, self._burst, self._clock)
        if len(self._each) >= MOST_CLIENTS:
            del self._each[next(iter(self._each))]
        self._each[client] = own
        own.take()
