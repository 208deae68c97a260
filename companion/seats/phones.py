"""Who may play a seat from a phone: whoever sends its one-time code, and then the secret that the code was redeemed for.

There are three kinds of seats on phones. A seat that is a phone by the configuration is never played elsewhere: its code is good
until somebody redeems it, and the seat is free or held by one phone. A transferred seat has a panel, and its player chose a phone
in the lobby: its code is good while the panel shows it. Both are a phone's own. A lent seat has a panel that is broken: its code
is good for five minutes.

Invariant: a code is good for one seat, once. A newer phone of the same seat puts the older one out. Of secrets only salted hashes
are kept, and all are compared in constant time. Pure: random bytes and the time are parameters.
"""

from base64 import b32encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from msgspec import Struct, structs

from companion.core.errors import RequestError
from companion.core.seat import Place, seat_number
from companion.core.words import listed
from companion.journal.kept_phones import SALT_BYTES, KeptPhone
from companion.web.codes import LETTERS, TYPED, entered
from companion.web.page_handlers import Admitted

# What is said of phones that play seats; {0} is the number of the seat. To everybody at the table:
PHONE_GONE: Final = "seat {0}: the phone it is played from is gone: wake it, and look at its page again."
PHONE_AWAY: Final = "seat {0}: the phone it is played from is gone: wake it, or press ● at the seat's panel."
PHONE_FREE: Final = "seat {0}: no phone plays it: scan its code on the page /table."
PHONE_HELD: Final = "Seat {0} has a phone: wake it. A new one is given in the lobby's menu."
PHONE_CHOSEN: Final = "Seat {0} is played from a phone: wake it, or press ● at the seat's panel."
PHONE_BACK: Final = "Seat {0} is played at its panel again."

# To the person with the phone, whose page is closed:
PHONE_OUT: Final = "This phone plays seat {0} no more: the seat has a new code."
PHONE_MOVED: Final = "This phone does not play seat {0} any more."
PHONE_SWAPPED: Final = "You have swapped seats."
PHONE_OVER: Final = "The screen and keys of seat {0} work again: play on there."


def played_from_phones(seats: Iterable[Place]) -> str:
    """Which seats are played from phones; empty if none is."""
    numbers = [seat_number(seat) for seat in sorted(seats)]
    if len(numbers) < 2:
        return "".join(f"Seat {number} is played from a phone." for number in numbers)
    return f"Seats {listed(numbers)} are played from phones."


TokenBytes = Callable[[int], bytes]
"""Makes so many random bytes, for secrets."""

BITS: Final = 128
"""Of a phone's secret."""
OWN_CODE: Final = 12
"""Letters of the code for a phone's own seat, 56 bits. Everybody who opens the page /table reads it, so it need only resist
guessing by those who cannot: at the 40 requests a second that the table begins, one of six is found in six million years."""
LENT_CODE: Final = 26
"""Letters of the code for a lent seat, 122 bits."""
CODE_SECONDS: Final = 300.0
"""Seconds that the code for a lent seat is good for."""
_CODE_BYTES: Final = 17
"""Random bytes that a code is made from."""
_REMEMBERED: Final = 64
"""Digests of used codes that are remembered, two for each, so that the refusal says that they were used."""

USED: Final = "This code was used already: take the one that is shown now."
NOT_GOOD: Final = "No seat has this code now: compare it with the one that is shown."
WRONG_LENGTH: Final = f"A code has {TYPED} letters and digits. This one has {{0}}."
WRONG_LETTER: Final = "No code has the sign {0}: it has letters and the digits 2 to 9."
NO_SEAT_ERROR: Final = "This phone plays no seat any more: scan a new code."


class _Offer(Struct, frozen=True):
    digests: tuple[bytes, bytes]
    until: float


class PhoneAccess:
    """The phones of one table. `token_bytes`: for codes and secrets. `configured`: the seats that are phones by the
    configuration; `panels`: the other seats; `kept`: the phones that hold seats from earlier."""

    def __init__(
        self,
        token_bytes: TokenBytes,
        configured: Iterable[Place] = (),
        panels: Iterable[Place] = (),
        kept: Iterable[KeptPhone] = (),
    ) -> None:
        self._token_bytes = token_bytes
        self._configured = frozenset(configured)
        self._panels = frozenset(panels)
        self._offers: dict[Place, _Offer] = {}
        self._codes: dict[Place, str] = {}
        """The codes of the own seats that are free. They are public."""
        self._transfers: dict[Place, str] = {}
        """The codes that panels show in the lobby, each for its own seat."""
        self._phones: dict[Place, KeptPhone] = {
            phone.seat: phone
            for phone in kept
            if phone.seat in (self._panels if phone.transferred else self._configured)
        }
        self._used: list[bytes] = []
        for seat in self._configured - self._phones.keys():
            self._codes[seat] = self._new_code(OWN_CODE)

    @property
    def own(self) -> frozenset[Place]:
        """The seats that are phones by the configuration, and those that were transferred to one."""
        return self._configured | self.transferred

    @property
    def transferred(self) -> frozenset[Place]:
        """The seats with a panel whose players chose a phone."""
        return frozenset(seat for seat, phone in self._phones.items() if phone.transferred)

    @property
    def on_phone(self) -> frozenset[Place]:
        """The seats that are played from a phone, or wait for one."""
        return self._configured | self._phones.keys()

    @property
    def lent(self) -> frozenset[Place]:
        """The seats that a phone plays because their own screen or keys are broken."""
        return frozenset(self._phones) - self.own

    @property
    def transfers(self) -> dict[Place, str]:
        """The codes with which a phone can take a seat from its panel now."""
        return dict(self._transfers)

    @property
    def codes(self) -> dict[Place, str]:
        """The own seats that are free, with their codes."""
        return dict(sorted(self._codes.items()))

    @property
    def offered(self) -> frozenset[Place]:
        """The seats for which a code is good now."""
        return frozenset((*self._offers, *self._codes))

    @property
    def kept(self) -> tuple[KeptPhone, ...]:
        """What must be kept, so that the phones of own seats play on after a restart."""
        return tuple(phone for seat, phone in sorted(self._phones.items()) if seat in self.own)

    @property
    def deadline(self) -> float | None:
        """When `expire` must be called, in seconds; None: not before the next offer."""
        return min((offer.until for offer in self._offers.values()), default=None)

    def offer(self, seat: Place, at: float) -> str:
        """A new code for a lent seat; an older one is void."""
        code = self._new_code(LENT_CODE)
        self._offers[seat] = _Offer(_digests(code), at + CODE_SECONDS)
        return code

    def offer_transfer(self, seat: Place) -> str:
        """The code with which a phone can take a seat from its panel, until it is withdrawn."""
        assert seat in self._panels, "only a seat with a panel can be transferred"
        if seat not in self._transfers:
            self._transfers[seat] = self._new_code(OWN_CODE)
        return self._transfers[seat]

    def withdraw_transfer(self, seat: Place) -> None:
        """Make the code with which a phone can take a seat from its panel void."""
        self._transfers.pop(seat, None)

    def withdraw(self, seat: Place) -> None:
        """Make the code of a lent seat void."""
        self._offers.pop(seat, None)

    def expire(self, at: float) -> None:
        """The time is `at`: old codes are void."""
        for seat, offer in list(self._offers.items()):
            if at >= offer.until:
                self.withdraw(seat)

    def seat_of(self, code: str, at: float) -> Place:
        """The seat for which a code is good, whole or as it is typed; it stays good. Raises RequestError with a sentence for the
        person with the phone, which says what is wrong."""
        found = self._found(code, at)
        if found is None:
            raise RequestError(self._fault(entered(code)))
        return found[0]

    def _found(self, code: str, at: float) -> tuple[Place, tuple[bytes, bytes]] | None:
        """The seat for which a code is good, and the digests of the code."""
        self.expire(at)
        digest = _digest(entered(code))
        good = [(seat, offer.digests) for seat, offer in self._offers.items()]
        good += [(seat, _digests(shown)) for seat, shown in (*self._codes.items(), *self._transfers.items())]
        found = [one for one in good if sum(compare_digest(known, digest) for known in one[1])]
        return found[0] if found else None

    def _fault(self, code: str) -> str:
        """What is wrong with a code that is good for no seat."""
        if _digest(code) in self._used:
            return USED
        for letter in code:
            if letter not in LETTERS:
                return WRONG_LETTER.format(letter) if letter.isascii() and letter.isprintable() else NOT_GOOD
        return NOT_GOOD if len(code) in (TYPED, OWN_CODE, LENT_CODE) else WRONG_LENGTH.format(len(code))

    def redeem(self, code: str, at: float) -> Admitted:
        """Give the seat of a code to the phone that sent it. Raises RequestError as `seat_of` does."""
        found = self._found(code, at)
        if found is None:
            raise RequestError(self._fault(entered(code)))
        seat, digests = found
        self._offers.pop(seat, None)
        self._codes.pop(seat, None)
        transferred = self._transfers.pop(seat, None) is not None
        self._used = [*self._used, *digests][-_REMEMBERED:]
        secret, salt = self._random(BITS // 8), self._token_bytes(SALT_BYTES)
        self._phones[seat] = KeptPhone(seat, salt, _digest(secret, salt), transferred)
        return Admitted(seat, secret)

    def resume(self, secret: str) -> Place:
        """The seat of the phone that has this secret. Raises RequestError."""
        found = [
            phone.seat for phone in self._phones.values() if compare_digest(_digest(secret, phone.salt), phone.digest)
        ]
        if not found:
            raise RequestError(NO_SEAT_ERROR)
        return found[0]

    def release(self, seat: Place) -> None:
        """The phone of a seat is put out, and its code is void. A seat with a panel is played there again; another one is free,
        with a new code."""
        self._phones.pop(seat, None)
        self.withdraw(seat)
        if seat in self._configured:
            self._codes[seat] = self._new_code(OWN_CODE)

    def swap(self, one: Place, other: Place) -> None:
        """The players of two seats have swapped them: the phone of each plays on at the other seat, and codes that were shown
        for these seats are void. A seat with a panel that its new player has no phone for is played at the panel; another one
        has a new code."""
        phones = {one: self._phones.pop(other, None), other: self._phones.pop(one, None)}
        for seat, phone in phones.items():
            self.withdraw(seat)
            self.withdraw_transfer(seat)
            if phone is not None:
                self._codes.pop(seat, None)
                self._phones[seat] = structs.replace(phone, seat=seat, transferred=seat in self._panels)
            elif seat in self._configured and seat not in self._codes:
                self._codes[seat] = self._new_code(OWN_CODE)

    def _new_code(self, letters: int) -> str:
        """So many letters, all as likely but for one part in four thousand."""
        number, code = int.from_bytes(self._token_bytes(_CODE_BYTES), "big"), ""
        for _ in range(letters):
            number, letter = divmod(number, len(LETTERS))
            code += LETTERS[letter]
        return code

    def _random(self, size: int) -> str:
        return b32encode(self._token_bytes(size)).decode().rstrip("=")


def _digests(code: str) -> tuple[bytes, bytes]:
    """Of a code as it is scanned, and as it is typed."""
    return _digest(code), _digest(code[:TYPED])


def _digest(secret: str, salt: bytes = b"") -> bytes:
    return sha256(salt + secret.encode(errors="replace")).digest()
