"""The codes that screens show: for a seat that a phone may take, or the reason why none can.

Invariant: the code of a panel's own seat is shown on that panel alone, and is good only until it is withdrawn.
"""

from collections.abc import Callable

from companion.core.seat import Seat, seat_number
from companion.devices.protocols import Loop
from companion.pause import qr_code
from companion.pause.code_screen import CodeView, NoPhone, PhoneLink, ShowingCode
from companion.pause.phone_access import PhoneAccess
from companion.pause.phone_sentences import PHONE_CHOSEN, PHONE_HELD
from companion.web.phone_seats import PhoneSeats


class PhoneOffers:
    """Makes the codes of `phones` into links. `phone_seats` has the address of the page."""

    def __init__(self, phones: PhoneAccess, phone_seats: PhoneSeats, loop: Loop) -> None:
        self._phones = phones
        self._phone_seats = phone_seats
        self._loop = loop

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that are phones by the configuration and that no phone holds."""
        return tuple(self._phones.codes)

    def offer(self, seat: Seat) -> CodeView:
        """A code with which a phone can take a seat that is free or broken, or why there is none."""
        if seat in self._phones.own and seat not in self._phones.codes:
            sentence = PHONE_CHOSEN if seat in self._phones.transferred else PHONE_HELD
            return NoPhone(seat, sentence.format(seat_number(seat)))
        return self._showing(seat, lambda: self._phones.codes.get(seat) or self._phones.offer(seat, self._loop.time()))

    def offer_transfer(self, seat: Seat) -> CodeView:
        """A code with which a phone can take a seat from its working panel, or why there is none."""
        if seat in self._phones.on_phone:
            return NoPhone(seat, PHONE_CHOSEN.format(seat_number(seat)))
        return self._showing(seat, lambda: self._phones.offer_transfer(seat))

    def withdraw_transfer(self, seat: Seat) -> None:
        """The panel of a seat does not show its code any more."""
        self._phones.withdraw_transfer(seat)

    def is_good(self, shown: ShowingCode) -> bool:
        """Whether the code of a free seat, or of a panel's own seat, can still be used."""
        return shown.link.code in (self._phones.codes.get(shown.seat), self._phones.transfers.get(shown.seat))

    def _showing(self, seat: Seat, code: Callable[[], str]) -> CodeView:
        page = self._phone_seats.join_page
        if page is None:
            return NoPhone(seat, self._phone_seats.unreachable)
        made = code()
        return ShowingCode(PhoneLink(seat, page, made, qr_code.modules(page, made)))
