"""Who may play a seat from a phone: a code that is shown once and taken once, and then the secret of that one page.

Law: a code is 128 random bits, for one seat, good once and for five minutes; whoever has redeemed it is known by a secret of
as many bits, and a newer redemption ends that. Neither is kept, only its hash. Pure but for the luck, which is passed in.
"""

from base64 import b32encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Struct

from companion.core.errors import RequestError
from companion.core.seat import Seat
from companion.web.phone_seats import Admitted

TokenBytes = Callable[[int], bytes]
"""So many random bytes that nobody can foretell."""

BITS: Final = 128
LASTS: Final = 300.0
"""Seconds that a code is good for."""
_REMEMBERED: Final = 32
"""Used codes that are known as such."""


class _Offer(Struct, frozen=True):
    digest: bytes
    until: float


class PhoneAccess:
    """The phones of one table. `mint`: where secrets come from."""

    def __init__(self, mint: TokenBytes) -> None:
        self._mint = mint
        self._offers: dict[Seat, _Offer] = {}
        self._sessions: dict[Seat, bytes] = {}
        self._used: list[bytes] = []

    @property
    def lent(self) -> frozenset[Seat]:
        """The seats that are played from a phone."""
        return frozenset(self._sessions)

    @property
    def offered(self) -> frozenset[Seat]:
        """The seats for which a code is good now."""
        return frozenset(self._offers)

    @property
    def deadline(self) -> float | None:
        """When `expire` wants to be called, in seconds."""
        return min((offer.until for offer in self._offers.values()), default=None)

    def offer(self, seat: Seat, at: float) -> str:
        """A new code for a seat; an older one is void. It consists of 26 capitals and digits."""
        code = self._secret()
        self._offers[seat] = _Offer(_digest(code), at + LASTS)
        return code

    def withdraw(self, seat: Seat) -> None:
        """The code of a seat is void."""
        self._offers.pop(seat, None)

    def expire(self, at: float) -> None:
        """The time is `at`: old codes are void."""
        for seat, offer in list(self._offers.items()):
            if at >= offer.until:
                self.withdraw(seat)

    def redeem(self, code: str, at: float) -> Admitted:
        """Take a code, in any case and with any blanks. Raises RequestError with a sentence for who holds the phone."""
        self.expire(at)
        digest = _digest("".join(code.split()).upper())
        seat = next((seat for seat, offer in self._offers.items() if offer.digest == digest), None)
        if seat is None:
            if digest in self._used:
                raise RequestError("This code was used already: let a neighbour's screen show a new one.")
            raise RequestError("This code is not good, or no more: let a neighbour's screen show a new one.")
        self.withdraw(seat)
        self._used = [*self._used, digest][-_REMEMBERED:]
        session = self._secret()
        self._sessions[seat] = _digest(session)
        return Admitted(seat, session)

    def resume(self, session: str) -> Admitted:
        """The phone is there again, after its page was loaded anew. Raises RequestError."""
        digest = _digest(session)
        seat = next((seat for seat, known in self._sessions.items() if known == digest), None)
        if seat is None:
            raise RequestError("This phone plays no seat any more: let a neighbour's screen show a new code.")
        return Admitted(seat, session)

    def let_go(self, seat: Seat) -> None:
        """The seat is played at the table again; its phone and its code are void."""
        self._sessions.pop(seat, None)
        self.withdraw(seat)

    def _secret(self) -> str:
        return b32encode(self._mint(BITS // 8)).decode().rstrip("=")


def _digest(secret: str) -> bytes:
    # Looked up by hash, so that no comparison's duration tells anything of a secret; and a dump of memory holds none.
    return sha256(secret.encode(errors="replace")).digest()
