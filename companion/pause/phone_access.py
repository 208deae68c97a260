"""Who may play a seat from a phone: whoever sends its one-time code, and then the session that the code was redeemed for.

Invariant: a code has 128 random bits and is good for one seat, once, for five minutes. A session has as many; a newer one of
the same seat ends it. Only hashes of both are kept. Pure: random bytes and the time are parameters.
"""

from base64 import b32encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Struct

from companion.core.errors import RequestError
from companion.core.seat import Seat
from companion.web.page_handlers import Admitted

TokenBytes = Callable[[int], bytes]
"""Makes so many random bytes, for secrets."""

BITS: Final = 128
LASTS: Final = 300.0
"""Seconds that a code is good for."""
_REMEMBERED: Final = 32
"""Used codes that are remembered, so that the refusal says that they were used."""


class _Offer(Struct, frozen=True):
    digest: bytes
    until: float


class PhoneAccess:
    """The phones of one table. `token_bytes`: for codes and sessions."""

    def __init__(self, token_bytes: TokenBytes) -> None:
        self._token_bytes = token_bytes
        self._offers: dict[Seat, _Offer] = {}
        self._sessions: dict[Seat, bytes] = {}
        self._used: list[bytes] = []

    @property
    def on_phone(self) -> frozenset[Seat]:
        """The seats that are played from a phone."""
        return frozenset(self._sessions)

    @property
    def offered(self) -> frozenset[Seat]:
        """The seats for which a code is good now."""
        return frozenset(self._offers)

    @property
    def deadline(self) -> float | None:
        """When `expire` must be called, in seconds; None: not before the next offer."""
        return min((offer.until for offer in self._offers.values()), default=None)

    def offer(self, seat: Seat, at: float) -> str:
        """A new code for a seat, of 26 capitals and digits; an older one is void."""
        code = self._secret()
        self._offers[seat] = _Offer(_digest(code), at + LASTS)
        return code

    def withdraw(self, seat: Seat) -> None:
        """Make the code of a seat void."""
        self._offers.pop(seat, None)

    def expire(self, at: float) -> None:
        """The time is `at`: old codes are void."""
        for seat, offer in list(self._offers.items()):
            if at >= offer.until:
                self.withdraw(seat)

    def redeem(self, code: str, at: float) -> Admitted:
        """Redeem a code, in any case and with any blanks. Raises RequestError with a sentence for the person with the phone."""
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
        """The page of a phone was loaded again. Raises RequestError."""
        digest = _digest(session)
        seat = next((seat for seat, known in self._sessions.items() if known == digest), None)
        if seat is None:
            raise RequestError("This phone plays no seat any more: let a neighbour's screen show a new code.")
        return Admitted(seat, session)

    def end_session(self, seat: Seat) -> None:
        """The seat is played at the table again: its session and its code are void."""
        self._sessions.pop(seat, None)
        self.withdraw(seat)

    def _secret(self) -> str:
        return b32encode(self._token_bytes(BITS // 8)).decode().rstrip("=")


def _digest(secret: str) -> bytes:
    # The lookup is by hash, so the duration of a comparison reveals nothing of a secret, and a memory dump has none.
    return sha256(secret.encode(errors="replace")).digest()
