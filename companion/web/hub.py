"""The broadcast to the pages: the table tells what is so now and each event, and every page gets them.

    Subscription   the messages that one page has not got yet: first the current state, then every event
    SeatFeeds      the data of seats for touch interfaces, from seats/router.py
    PhoneSeats     the seats that are played from phones: their pictures from seats/router.py
    Hub            the pages of the table and of the bench

Invariants: a record is encoded once, where it enters, and sent only if it differs from the last one of its kind. A page begins
with the newest of each kind, in the order of `messages.Kept`.

Public messages are `str`, private screens and data are `bytes`. The subscription of a table page takes `str` only, so no frame
reaches it. The page of a seat gets frames and data of that seat, and of what is public the clock and the cues; a bench page gets
everything. A page that lags cannot make the backlog grow: it loses its backlog, and gets the current state instead.

All of it runs on the event loop; nothing here does I/O or takes requests (see page_handlers.py).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Final, Generic, TypeVar, get_args

from companion.core.picture import BLANK, Picture, PixelRun
from companion.core.seat import Place, each_place
from companion.core.sound import SoundCue
from companion.table.effects import ClockShown, Publish
from companion.ui.screens import Secrecy
from companion.web import messages
from companion.web.codes import JoinBoard
from companion.web.held_keys import HeldKeys
from companion.web.messages import Clock, Cue, Event, Fault, Hello, Kept, Log, Phones, Public, Recap, Said, encode
from companion.web.page_handlers import PageHandlers
from companion.web.shares import Places

T = TypeVar("T")

BACKLOG: Final = 64
"""Messages that a page may lag behind."""

Wake = Callable[[Callable[[], None]], None]
"""Makes the given call, now or a little later."""


def at_once(call: Callable[[], None]) -> None:
    """Make the call now."""
    call()


class Dismissed(Exception):  # noqa: N818
    """The table ended this subscription; not an error. `final`: the page must not connect again."""

    def __init__(self, reason: str, *, final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


class Subscription(Generic[T]):
    """The messages for one page. `current` yields the messages of the current state. `limit`: messages that the page may lag
    behind. `leave` is called when the page closes. `wake` decides when a waiting page is woken for a new message."""

    def __init__(
        self,
        current: Callable[[], Iterator[T]],
        limit: int,
        leave: Callable[["Subscription[T]"], None],
        wake: Wake = at_once,
    ) -> None:
        self._current = current
        self._limit = limit
        self._leave = leave
        self._wake = wake
        self._is_waking = False
        self._backlog: deque[T] = deque()
        self._stale = True
        self._dismissed: Dismissed | None = None
        self._news = asyncio.Event()
        self._news.set()

    def put(self, message: T) -> None:
        """Add an event. A page that lags gets it with the current state."""
        if self._stale:
            return
        if len(self._backlog) >= self._limit:
            self._backlog.clear()
            self._stale = True
        else:
            self._backlog.append(message)
        if not self._is_waking and not self._news.is_set():
            self._is_waking = True
            self._wake(self._awake)

    def dismiss(self, reason: str = "The table is closing.", *, final: bool = False) -> None:
        """End it, by the table."""
        self._dismissed = Dismissed(reason, final=final)
        self._news.set()

    async def next(self) -> T:
        """The next message, waiting for it; Dismissed once the table is gone."""
        while True:
            if self._dismissed is not None:
                raise self._dismissed
            if self._stale:
                self._stale = False
                self._backlog.extend(self._current())
            if self._backlog:
                return self._backlog.popleft()
            self._news.clear()
            await self._news.wait()

    def _awake(self) -> None:
        self._is_waking = False
        self._news.set()

    def close(self) -> None:
        """End it, by the page."""
        self._leave(self)

    def __len__(self) -> int:
        """The number of messages that wait in memory."""
        return len(self._backlog)


FeedPage = Subscription[bytes] | Subscription[str | bytes]


class SeatFeeds:
    """The pages that want data, by seat. Nothing is kept of a seat whose data no page wants, and a page gets only what was made
    after it asked."""

    def __init__(self) -> None:
        self._pages: dict[Place, set[FeedPage]] = {}
        self._newest: dict[Place, bytes] = {}

    def is_wanted(self, seat: Place) -> bool:
        """Whether any page wants the data of a seat."""
        return bool(self._pages.get(seat))

    def put(self, seat: Place, data: bytes) -> None:
        """Send a seat's data to its pages."""
        message = messages.encode_data(seat, data)
        if not self.is_wanted(seat) or self._newest.get(seat) == message:
            return
        self._newest[seat] = message
        for page in self._pages[seat]:
            page.put(message)

    def newest(self, seat: Place) -> Iterator[bytes]:
        """The last message of a seat, for a page that lags."""
        if seat in self._newest:
            yield self._newest[seat]

    def join(self, seat: Place, page: FeedPage) -> None:
        """Send that page the data of a seat from now on."""
        # The page that joins gets what is made for it, even where an earlier page has the same already.
        self._newest.pop(seat, None)
        self._pages.setdefault(seat, set()).add(page)

    def leave(self, seat: Place, page: FeedPage) -> None:
        """Send that page nothing more."""
        pages = self._pages.get(seat, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(seat, None)
            self._newest.pop(seat, None)

    def page(self, seat: Place) -> Subscription[bytes]:
        """The data of one seat alone, without its screen."""
        page: Subscription[bytes] = Subscription(
            lambda: self.newest(seat), BACKLOG, lambda page: self.leave(seat, page)
        )
        self.join(seat, page)
        return page

    def dismiss(self) -> None:
        """End every page."""
        for pages in list(self._pages.values()):
            for page in list(pages):
                page.dismiss()


REPLACED: Final = "The page of this seat was opened in another tab. To play on here, load this page again."
NO_PAGE: Final = "This table has no web page: it is switched on by web.enabled in the configuration."


class PhoneSeats:
    """The pages of all phones, and the address at which a phone reaches the table. Each seat has one page, which shows that
    seat's screen and presses that seat's keys. `public`: the public messages for a phone that comes now.

    Invariant: a page that connects later replaces the one before. A picture that was shown before the seat moved to a phone is
    never sent.
    """

    def __init__(self, feeds: SeatFeeds, public: Callable[[], Iterable[str]] = tuple) -> None:
        self._feeds = feeds
        self._public = public
        self._address: str | None = None
        self._scheme = "http"
        self._unreachable = NO_PAGE
        self._pictures: dict[Place, Picture] = {}
        self._texts: dict[Place, Callable[[], bytes]] = {}
        self._said: dict[Place, bytes] = {}
        """The last text that the page of a seat was sent."""
        self._pages: dict[Place, Subscription[str | bytes]] = {}
        self._keys: dict[Place, HeldKeys] = {}

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

    def is_open(self, seat: Place) -> bool:
        """Whether a phone shows the page of a seat now."""
        return seat in self._pages

    def show(self, seat: Place, picture: Picture) -> None:
        """Show `picture` on the phone of a seat."""
        before = self._pictures.get(seat)
        self._pictures[seat] = picture
        page = self._pages.get(seat)
        message = (
            messages.whole_screen(seat, picture)
            if before is None
            else messages.changed_screen(seat, before, (), picture)
        )
        if page is not None and message is not None:
            page.put(message)

    def screen_text(self, seat: Place, make: Callable[[], bytes]) -> None:
        """The screen on the phone of a seat says what `make` returns, which is called where a phone shows it."""
        self._texts[seat] = make
        page = self._pages.get(seat)
        if page is not None and self._said.get(seat) != (message := messages.encode_text(seat, make())):
            self._said[seat] = message
            page.put(message)

    def forget(self, seat: Place) -> None:
        """The seat shows something else than before, and no phone looks at it: its next page gets what is shown then."""
        self._pictures.pop(seat, None)
        self._texts.pop(seat, None)

    def tell(self, message: str) -> None:
        """Send a public message to every phone."""
        for page in self._pages.values():
            page.put(message)

    def recall(self, seat: Place, why: str) -> None:
        """The seat is played at the table again. Close its page with the reason `why`, release its keys, drop its picture."""
        self.put_out(seat, why)
        self.forget(seat)

    def put_out(self, seat: Place, why: str) -> None:
        """The phone of a seat may not play it any more. Close its page with the reason `why` and release its keys. The seat's
        picture stays for its next phone."""
        self._end(seat, why, final=True)

    def move_away(self, seat: Place, why: str) -> None:
        """The phone of a seat plays another one from now on: its page connects anew, and is told which."""
        self._end(seat, why, final=False)
        self.forget(seat)

    def _end(self, seat: Place, why: str, *, final: bool) -> None:
        self._close_keys(seat)
        page = self._pages.pop(seat, None)
        if page is not None:
            self._feeds.leave(seat, page)
            page.dismiss(why, final=final)

    def dismiss(self) -> None:
        """End every page."""
        for page in self._pages.values():
            page.dismiss()

    def page(self, seat: Place, handlers: PageHandlers) -> Subscription[str | bytes]:
        """The frames of one seat, for the phone that was admitted to it."""

        def current() -> Iterator[str | bytes]:
            yield from self._public()
            if seat in self._pictures:
                yield messages.whole_screen(seat, self._pictures[seat])
            if seat in self._texts:
                self._said[seat] = messages.encode_text(seat, self._texts[seat]())
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

    def keys(self, seat: Place, handlers: PageHandlers) -> HeldKeys:
        """The keys of the newest page of a seat. A newer page, or the seat's return to the table, closes them."""
        keys = HeldKeys(handlers.press_phone_key, handlers.phone_keys_lost)
        self._close_keys(seat)
        self._keys[seat] = keys
        return keys

    def _close_keys(self, seat: Place) -> None:
        keys = self._keys.pop(seat, None)
        if keys is not None:
            keys.close()


BENCHES: Final = 16
"""Bench pages at one time. Only this machine can open them, so nobody else takes their places."""
SPECTATORS: Final = 200
"""Table pages at one time. Each costs 32 KB of memory; the last of so many gets a move 0.4 s after the first."""
LOGGED: Final = 50
"""The last lines of the log, which a page that comes later is told."""
KEPT: Final[tuple[type[Kept], ...]] = get_args(Kept)
CROWDED: Final = "Too many pages are open at this table."


class Hub:
    """One table as its pages see it. `backlog`: messages that a page may lag behind; `benches` and `spectators`: pages at one
    time. `secrecy`: as the table is configured. `time`: seconds on the clock of the table's inputs.
    Raises ValueError where there is not one name for each seat."""

    def __init__(
        self,
        seats: int,
        names: Sequence[str],
        *,
        backlog: int = BACKLOG,
        benches: int = BENCHES,
        spectators: int = SPECTATORS,
        secrecy: Secrecy = "open",
        time: Callable[[], float] = monotonic,
    ) -> None:
        if len(names) != seats:
            raise ValueError(f"A table of {seats} seats has as many names, not {len(names)}.")
        self.seats = seats
        self.secrecy = secrecy
        self.seat_feeds = SeatFeeds()
        self._time = time
        self.phone_seats = PhoneSeats(self.seat_feeds, self._clock_and_log)
        # Every page that is open may be closed in favour of a page from another address.
        self.bench_places: Places[Subscription[str | bytes]] = Places(benches, benches, _dismiss_crowded, within=False)
        self.table_places: Places[Subscription[str]] = Places(spectators, spectators, _dismiss_crowded, within=False)
        self.join_board = JoinBoard(self.tell)
        self._backlog = backlog
        self._pictures: list[Picture] = [BLANK] * seats
        self._texts: list[Callable[[], bytes]] = [bytes] * seats  # Empty until a screen was shown.
        self._kept: dict[type[Kept], str] = {
            type(one): encode(one) for one in (Hello.of(names, secrecy), Fault(), Phones(), Recap())
        }
        self._log: deque[Said] = deque(maxlen=LOGGED)
        self._number = 0
        self._clock: ClockShown | None = None
        self._benches: set[Subscription[str | bytes]] = set()
        self._tables: set[Subscription[str]] = set()
        self._listeners: list[Callable[[Kept], None]] = []

    # The table tells what is so now, and what happens.

    def frame(self, seat: Place, runs: tuple[PixelRun, ...], picture: Picture) -> None:
        """The screen of `seat` now shows `picture`; `runs` are what the display path wrote over the one before."""
        message = messages.changed_screen(seat, self._pictures[seat], runs, picture)
        self._pictures[seat] = picture
        if message is not None:
            for bench in self._benches:
                bench.put(message)

    def screen_text(self, seat: Place, make: Callable[[], bytes]) -> None:
        """The screen of `seat` says what `make` returns, which is called where a page wants it."""
        self._texts[seat] = make
        if self._benches:
            message = messages.encode_text(seat, make())
            for bench in self._benches:
                bench.put(message)

    def tell(self, record: Kept) -> None:
        """This is so from now on."""
        if isinstance(record, Public):
            self._number = record.number
        message = encode(record)
        if self._kept.get(type(record)) != message:
            self._kept[type(record)] = message
            self._broadcast(message)
            for listener in self._listeners:
                listener(record)

    def publish(self, public: Publish) -> None:
        """The game is so now, and this happened last."""
        seats = (public.names, public.places, public.machines, public.handed_over)
        self.tell(Public(public.view, public.number, *seats, public.absent))
        if public.anew:
            self._log.clear()
            self._everywhere(encode(Log()))
        for text in public.did:
            self._say(text)
        self.tell(Event(public.event))

    def event(self, text: str, *, happened: bool = True) -> None:
        """The event line says this from now on. `happened`: the log has it, too."""
        if happened:
            self._say(text)
        self.tell(Event(text))

    def _say(self, text: str) -> None:
        said = Said(text, self._number)
        if self._log and self._log[-1] == said:
            return
        self._log.append(said)
        self._everywhere(encode(said))

    def cue(self, sounds: tuple[SoundCue, ...]) -> None:
        """This is heard now, and by no page that comes later."""
        self._everywhere(encode(Cue(sounds)))

    def clock(self, shown: ClockShown) -> None:
        """The think time, which the pages and the phones of seats count down by themselves."""
        if shown != (self._clock or ClockShown()):
            self._clock = shown
            message = encode(Clock.of(shown, self._time()))
            self._broadcast(message)
            self.phone_seats.tell(message)

    def dismiss(self) -> None:
        """End every subscription."""
        for bench in self._benches:
            bench.dismiss()
        for table in self._tables:
            table.dismiss()
        self.phone_seats.dismiss()
        self.seat_feeds.dismiss()

    def listen(self, listener: Callable[[Kept], None]) -> None:
        """Tell `listener` from now on what every page of the table is told."""
        self._listeners.append(listener)

    # The sockets subscribe.

    def bench(self) -> Subscription[str | bytes]:
        """The public messages, and all private screens."""
        bench = Subscription(self._everything, self._backlog, self._benches.discard)
        self._benches.add(bench)
        return bench

    def table(self, wake: Wake = at_once) -> Subscription[str]:
        """The public messages; `wake` as for `Subscription`."""
        table = Subscription(self._current_messages, self._backlog, self._tables.discard, wake)
        self._tables.add(table)
        return table

    def _everywhere(self, message: str) -> None:
        self._broadcast(message)
        self.phone_seats.tell(message)

    def _broadcast(self, message: str) -> None:
        for bench in self._benches:
            bench.put(message)
        for table in self._tables:
            table.put(message)

    def _current_messages(self) -> Iterator[str]:
        for kind in KEPT:
            if kind in self._kept:
                yield self._kept[kind]
        yield from self._clock_and_log()

    def _clock_and_log(self) -> Iterator[str]:
        yield from self._clock_messages()
        yield encode(Log(tuple(self._log)))

    def _clock_messages(self) -> Iterator[str]:
        """As it is now, if there has been a clock: a page that comes later counts on from there."""
        if self._clock is not None:
            yield encode(Clock.of(self._clock, self._time()))

    def _everything(self) -> Iterator[str | bytes]:
        yield from self._current_messages()
        for seat, picture in each_place(self._pictures):
            yield messages.whole_screen(seat, picture)
            if text := self._texts[seat]():
                yield messages.encode_text(seat, text)


def _dismiss_crowded(page: Subscription[str] | Subscription[str | bytes]) -> None:
    page.dismiss(CROWDED)
