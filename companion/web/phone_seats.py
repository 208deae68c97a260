"""The seats that are played from a phone: for each one page, which gets that seat's screen and moves that seat's keys.

Law: what the page of a seat hears is frames of that seat and nothing else; whoever opens it later takes its place. Who may
open it is the daemon's to judge (`admit`), and a picture that was shown before the seat was lent is not to be had.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from companion.core.errors import RequestError
from companion.core.picture import Picture
from companion.core.seat import Seat
from companion.web import screen_frames
from companion.web.held_keys import HeldKeys, KeySink
from companion.web.page_messages import Greeting
from companion.web.subscription import Subscription

BACKLOG: Final = 64
ELSEWHERE: Final = "The page of this seat was opened in another place."


class Admitted(Struct, frozen=True):
    """Whoever says `session` from now on is the phone of `seat`."""

    seat: Seat
    session: str


def _nobody(_greeting: Greeting) -> Admitted:
    raise RequestError("No seat of this table is played from a phone.")


class PhoneSeats:
    """The daemon sets what is asked of it: `admit` judges a greeting and raises RequestError; `on_key` takes keys as a bench's
    are taken, and `on_lost` hears of a seat before a key of it comes up that no finger let go; `on_there` hears whether the page
    of a seat is connected."""

    def __init__(self) -> None:
        self.admit: Callable[[Greeting], Admitted] = _nobody
        self.on_key: KeySink = lambda _seat, _key, _down: None
        self.on_lost: Callable[[Seat], None] = lambda _seat: None
        self.on_there: Callable[[Seat, bool], None] = lambda _seat, _there: None
        self.address: str | None = None
        """Host and port at which a phone reaches the table; None where it cannot."""
        self.unreachable = "This table has no web page: it is switched on by web.enabled in the configuration."
        """Why it cannot."""
        self._pictures: dict[Seat, Picture] = {}
        self._pages: dict[Seat, Subscription[bytes]] = {}
        self._hands: dict[Seat, HeldKeys] = {}

    def show(self, seat: Seat, picture: Picture) -> None:
        """The screen of a seat that is lent now shows `picture`."""
        before = self._pictures.get(seat)
        self._pictures[seat] = picture
        page = self._pages.get(seat)
        message = (
            screen_frames.full(seat, picture) if before is None else screen_frames.update(seat, before, (), picture)
        )
        if page is not None and message is not None:
            page.put(message)

    def recall(self, seat: Seat, why: str) -> None:
        """The seat is lent no more: its page is told why and moves no key any more, and its picture is gone."""
        self._let_go(seat)
        self._pictures.pop(seat, None)
        page = self._pages.pop(seat, None)
        if page is not None:
            page.dismiss(why, final=True)

    def dismiss(self) -> None:
        """End every page."""
        for page in self._pages.values():
            page.dismiss()

    def page(self, seat: Seat) -> Subscription[bytes]:
        """The frames of one seat, for whoever was admitted to it."""

        def standing() -> Iterator[bytes]:
            if seat in self._pictures:
                yield screen_frames.full(seat, self._pictures[seat])

        self._let_go(seat)
        older = self._pages.get(seat)
        page = Subscription(standing, BACKLOG, lambda left: self._leave(seat, left))
        self._pages[seat] = page
        if older is not None:
            older.dismiss(ELSEWHERE, final=True)
        self.on_there(seat, True)
        return page

    def hands(self, seat: Seat) -> HeldKeys:
        """The hands of the newest page of a seat, until the seat is lent no more or has a newer page."""
        hands = HeldKeys(lambda seat, key, down: self.on_key(seat, key, down), lambda seat: self.on_lost(seat))
        self._let_go(seat)
        self._hands[seat] = hands
        return hands

    def _let_go(self, seat: Seat) -> None:
        hands = self._hands.pop(seat, None)
        if hands is not None:
            hands.let_go()

    def _leave(self, seat: Seat, page: Subscription[bytes]) -> None:
        if self._pages.get(seat) is page:
            del self._pages[seat]
            self.on_there(seat, False)
