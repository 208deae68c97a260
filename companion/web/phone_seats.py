"""The seats that are played from phones. Each has one page, which shows that seat's screen and presses that seat's keys.

Invariant: the page of a seat gets frames of that seat, the same as text, the clock, which is public, and nothing else. A page
that connects later replaces the one before. A picture that was shown before the seat moved to a phone is never sent.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from companion.core.picture import Picture
from companion.core.seat import Seat
from companion.web import screen_frames
from companion.web.held_keys import HeldKeys
from companion.web.page_handlers import PageHandlers
from companion.web.subscription import BACKLOG, Subscription
from companion.web.touch.seat_feeds import SeatFeeds

REPLACED: Final = "The page of this seat was opened in another place."
NO_PAGE: Final = "This table has no web page: it is switched on by web.enabled in the configuration."


class PhoneSeats:
    """The pages of all phones, and the address at which a phone reaches the table. `clock`: the public message of the
    think time, as it is now."""

    def __init__(self, feeds: SeatFeeds, clock: Callable[[], Iterable[str]] = tuple) -> None:
        self._feeds = feeds
        self._clock = clock
        self._address: str | None = None
        self._scheme = "http"
        self._unreachable = NO_PAGE
        self._pictures: dict[Seat, Picture] = {}
        self._texts: dict[Seat, Callable[[], bytes]] = {}
        self._said: dict[Seat, bytes] = {}
        """The last text that the page of a seat was sent."""
        self._pages: dict[Seat, Subscription[str | bytes]] = {}
        self._keys: dict[Seat, HeldKeys] = {}

    @property
    def address(self) -> str | None:
        """Host and port at which a phone reaches the table; None where it cannot."""
        return self._address

    @property
    def unreachable(self) -> str:
        """Why no phone reaches the table, as a sentence with the remedy. It counts while `address` is None."""
        return self._unreachable

    @property
    def join_page(self) -> str | None:
        """The address of the page at which a phone joins; None where no phone reaches the table."""
        return None if self._address is None else f"{self._scheme}://{self._address}/seat"

    def set_address(self, address: str | None, unreachable: str, scheme: str = "http") -> None:
        """The web server listens now. `address` and `unreachable` as in the properties."""
        self._address, self._unreachable, self._scheme = address, unreachable, scheme

    def is_open(self, seat: Seat) -> bool:
        """Whether a phone shows the page of a seat now."""
        return seat in self._pages

    def show(self, seat: Seat, picture: Picture) -> None:
        """Show `picture` on the phone of a seat."""
        before = self._pictures.get(seat)
        self._pictures[seat] = picture
        page = self._pages.get(seat)
        message = (
            screen_frames.full(seat, picture) if before is None else screen_frames.update(seat, before, (), picture)
        )
        if page is not None and message is not None:
            page.put(message)

    def screen_text(self, seat: Seat, make: Callable[[], bytes]) -> None:
        """The screen on the phone of a seat says what `make` returns, which is called where a phone shows it."""
        self._texts[seat] = make
        page = self._pages.get(seat)
        if page is not None and self._said.get(seat) != (message := screen_frames.encode_text(seat, make())):
            self._said[seat] = message
            page.put(message)

    def forget(self, seat: Seat) -> None:
        """The seat shows something else than before, and no phone looks at it: its next page gets what is shown then."""
        self._pictures.pop(seat, None)
        self._texts.pop(seat, None)

    def tell(self, message: str) -> None:
        """Send a public message to every phone."""
        for page in self._pages.values():
            page.put(message)

    def recall(self, seat: Seat, why: str) -> None:
        """The seat is played at the table again. Close its page with the reason `why`, release its keys, drop its picture."""
        self.put_out(seat, why)
        self.forget(seat)

    def put_out(self, seat: Seat, why: str) -> None:
        """The phone of a seat may not play it any more. Close its page with the reason `why` and release its keys. The seat's
        picture stays for its next phone."""
        self._close_keys(seat)
        page = self._pages.pop(seat, None)
        if page is not None:
            self._feeds.leave(seat, page)
            page.dismiss(why, final=True)

    def dismiss(self) -> None:
        """End every page."""
        for page in self._pages.values():
            page.dismiss()

    def page(self, seat: Seat, handlers: PageHandlers) -> Subscription[str | bytes]:
        """The frames of one seat, for the phone that was admitted to it."""

        def current() -> Iterator[str | bytes]:
            yield from self._clock()
            if seat in self._pictures:
                yield screen_frames.full(seat, self._pictures[seat])
            if seat in self._texts:
                self._said[seat] = screen_frames.encode_text(seat, self._texts[seat]())
                yield self._said[seat]
            yield from self._feeds.newest(seat)

        def leave(page: Subscription[str | bytes]) -> None:
            self._feeds.leave(seat, page)
            if self._pages.get(seat) is page:
                del self._pages[seat]
                handlers.phone_connected(seat, False)

        self._close_keys(seat)
        older = self._pages.get(seat)
        page: Subscription[str | bytes] = Subscription(current, BACKLOG, leave)
        self._pages[seat] = page
        self._feeds.join(seat, page)
        handlers.seat_data_wanted(seat)
        if older is not None:
            older.dismiss(REPLACED, final=True)
        handlers.phone_connected(seat, True)
        return page

    def keys(self, seat: Seat, handlers: PageHandlers) -> HeldKeys:
        """The keys of the newest page of a seat. A newer page, or the seat's return to the table, closes them."""
        keys = HeldKeys(handlers.press_phone_key, handlers.phone_keys_lost)
        self._close_keys(seat)
        self._keys[seat] = keys
        return keys

    def _close_keys(self, seat: Seat) -> None:
        keys = self._keys.pop(seat, None)
        if keys is not None:
            keys.close()
