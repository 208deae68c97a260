"""The broadcast to the pages: the daemon puts in the current state and each event, and every page gets them.

Invariant: public messages are `str`, private screens are `bytes`. The subscription of a table page takes `str` only, so no
frame reaches it. A seat's phone (`phone_seats`) gets frames of its own seat only; a bench page gets everything. All of it
runs on the event loop; the hub does no I/O and takes no requests (see page_handlers.py).
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final

from companion.core.picture import BLANK, Picture, PixelRun
from companion.core.seat import Seat
from companion.table.effects import ClockShown
from companion.web import page_messages, screen_frames
from companion.web.phone_seats import PhoneSeats
from companion.web.phones.join_board import JoinBoard
from companion.web.shares import Places
from companion.web.subscription import BACKLOG, Subscription, Wake, at_once
from companion.web.touch.seat_feeds import SeatFeeds

BENCHES: Final = 16
"""Bench pages at one time. Only this machine can open them, so nobody else takes their places."""
SPECTATORS: Final = 200
"""Table pages at one time. Each costs 32 KB of memory; the last of so many gets a move 0.4 s after the first."""
EVENTS: Final = 8
"""The last events, which a page that comes later is told."""
CROWDED: Final = "Too many pages are open at this table."


class Hub:
    """One table as its pages see it. `backlog`: messages that a page may lag behind; `benches` and `spectators`: pages at one
    time. `can_lift`: secrets show while both outer keys are held. `time`: seconds on the clock of the table's inputs.
    Raises ValueError where there is not one name for each seat."""

    def __init__(
        self,
        seats: int,
        names: Sequence[str],
        *,
        backlog: int = BACKLOG,
        benches: int = BENCHES,
        spectators: int = SPECTATORS,
        can_lift: bool = False,
        time: Callable[[], float] = monotonic,
    ) -> None:
        if len(names) != seats:
            raise ValueError(f"A table of {seats} seats has as many names, not {len(names)}.")
        self.seats = seats
        self.seat_feeds = SeatFeeds()
        self._time = time
        self.phone_seats = PhoneSeats(self.seat_feeds, self._clock_messages)
        # Every page that is open may be closed in favour of a page from another address.
        self.bench_places: Places[Subscription[str | bytes]] = Places(benches, benches, _dismiss_crowded, within=False)
        self.table_places: Places[Subscription[str]] = Places(spectators, spectators, _dismiss_crowded, within=False)
        self.join_board = JoinBoard(self._broadcast)
        self._backlog = backlog
        self._hello = page_messages.hello(names, can_lift)
        self._pictures: list[Picture] = [BLANK] * seats
        self._texts: list[Callable[[], bytes]] = [bytes] * seats  # Empty until a screen was shown.
        self._public: str | None = None
        self._events: deque[str] = deque(maxlen=EVENTS)
        self._said_once = False
        self._recap = page_messages.recap_message(None)
        self._clock: ClockShown | None = None
        self._die: str | None = None
        self._fault = page_messages.fault(None)
        self._phones = page_messages.phones(None)
        self._benches: set[Subscription[str | bytes]] = set()
        self._tables: set[Subscription[str]] = set()

    # The daemon puts in the state and the events.

    def frame(self, seat: Seat, runs: tuple[PixelRun, ...], picture: Picture) -> None:
        """The screen of `seat` now shows `picture`; `runs` are what the display path wrote over the one before."""
        message = screen_frames.update(seat, self._pictures[seat], runs, picture)
        self._pictures[seat] = picture
        if message is not None:
            for bench in self._benches:
                bench.put(message)

    def screen_text(self, seat: Seat, make: Callable[[], bytes]) -> None:
        """The screen of `seat` says what `make` returns, which is called where a page wants it."""
        self._texts[seat] = make
        if self._benches:
            message = screen_frames.encode_text(seat, make())
            for bench in self._benches:
                bench.put(message)

    def public(
        self,
        view: Mapping[str, object],
        number: int,
        names: Sequence[str] = (),
        places: Sequence[Seat] = (),
        machines: Sequence[Seat] = (),
    ) -> None:
        """The public view of the game in progress, as builtins, after its move `number`; who plays, at which places, and which
        seats the machine plays."""
        self._public = page_messages.public(view, number, names, places, machines)
        self._broadcast(self._public)

    def event(self, text: str, *, said_once: bool = False) -> None:
        """A public sentence about what happened. `said_once`: it is gone from every list with the next one."""
        message = page_messages.event(text, said_once=said_once)
        if self._events and (self._said_once or self._events[-1] == message):
            self._events.pop()
        self._events.append(message)
        self._said_once = said_once
        self._broadcast(message)

    def recap(self, recap: Mapping[str, object] | None) -> None:
        """The summary of the round that ended last, while a player still reads it; then None."""
        message = page_messages.recap_message(recap)
        if message != self._recap:
            self._recap = message
            self._broadcast(message)

    def clock(self, shown: ClockShown) -> None:
        """The think time, which the pages and the phones of seats count down by themselves."""
        if shown != (self._clock or ClockShown()):
            self._clock = shown
            message = page_messages.clock(shown, self._time())
            self._broadcast(message)
            self.phone_seats.tell(message)

    def fault(self, text: str | None) -> None:
        """A public sentence about device faults; None where there is none."""
        self._fault = page_messages.fault(text)
        self._broadcast(self._fault)

    def phones(self, text: str | None) -> None:
        """A public sentence about seats on phones, and about codes on screens; None where there is neither."""
        self._phones = page_messages.phones(text)
        self._broadcast(self._phones)

    def die(
        self,
        state: page_messages.DieState,
        roller: Seat | None,
        rolls: int,
        top: int | None,
        front: int | None,
        said: str,
        is_in_page: bool = True,
        machine: str = "",
    ) -> None:
        """The die: its state, who throws it, the number of rolls, how it lies (1 to 6), and a sentence about it. `is_in_page`:
        whether the page can throw it. `machine`: the name of the machine whose roll it is."""
        self._die = page_messages.die(state, roller, rolls, top, front, said, is_in_page, machine)
        self._broadcast(self._die)

    def dismiss(self) -> None:
        """End every subscription."""
        for bench in self._benches:
            bench.dismiss()
        for table in self._tables:
            table.dismiss()
        self.phone_seats.dismiss()
        self.seat_feeds.dismiss()

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

    def _broadcast(self, message: str) -> None:
        for bench in self._benches:
            bench.put(message)
        for table in self._tables:
            table.put(message)

    def _current_messages(self) -> Iterator[str]:
        yield self._hello
        yield self._fault
        yield self._phones
        if self._public is not None:
            yield self._public
        if self.join_board.message is not None:  # After the game, which says of which seats a page shows the codes.
            yield self.join_board.message
        yield self._recap
        yield from self._clock_messages()
        yield from self._events
        if self._die is not None:
            yield self._die

    def _clock_messages(self) -> Iterator[str]:
        """As it is now, if there has been a clock: a page that comes later counts on from there."""
        if self._clock is not None:
            yield page_messages.clock(self._clock, self._time())

    def _everything(self) -> Iterator[str | bytes]:
        yield from self._current_messages()
        for seat, picture in enumerate(self._pictures):
            yield screen_frames.full(seat, picture)
            if text := self._texts[seat]():
                yield screen_frames.encode_text(seat, text)


def _dismiss_crowded(page: Subscription[str] | Subscription[str | bytes]) -> None:
    page.dismiss(CROWDED)
