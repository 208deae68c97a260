"""Between the daemon and the pages: the daemon tells the hub what stands, and every page hears of it.

Law: what is public travels as `str`, a private screen as `bytes`, and a table's subscription holds `str` only, so no
frame can reach it. All of it runs on the event loop; the hub itself does no I/O, and no page can make it grow: one
that lags behind loses its backlog and gets what then stands instead.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeVar

from companion.core.keys import Key
from companion.core.picture import BLANK, Picture, Run
from companion.core.seat import Seat
from companion.web import frames, messages

T = TypeVar("T")

KeySink = Callable[[Seat, Key, bool], None]
"""Takes (seat, key, down): a key of the page went down or up."""

BACKLOG: Final = 64
"""Messages that a page may lag behind."""
LISTENERS: Final = 32
"""Pages at one time."""


class Dismissed(Exception):  # noqa: N818
    """The table ends this subscription and nothing more comes: a farewell, not an error."""


class Subscription(Generic[T]):
    """What one page has yet to hear. It begins with all that stands, and comes back to that whenever it lags."""

    def __init__(
        self, standing: Callable[[], Iterator[T]], limit: int, leave: Callable[["Subscription[T]"], None]
    ) -> None:
        self._standing = standing
        self._limit = limit
        self._leave = leave
        self._backlog: deque[T] = deque()
        self._stale = True
        self._dismissed = False
        self._news = asyncio.Event()
        self._news.set()

    def put(self, message: T) -> None:
        """Add what happened just now. What is stale learns of it from what stands."""
        if self._stale:
            return
        if len(self._backlog) >= self._limit:
            self._backlog.clear()
            self._stale = True
        else:
            self._backlog.append(message)
        self._news.set()

    def dismiss(self) -> None:
        """End it from the table's side."""
        self._dismissed = True
        self._news.set()

    async def next(self) -> T:
        """The next message, waiting for it; Dismissed once the table is gone."""
        while True:
            if self._dismissed:
                raise Dismissed
            if self._stale:
                self._stale = False
                self._backlog.extend(self._standing())
            if self._backlog:
                return self._backlog.popleft()
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        """End it from the page's side."""
        self._leave(self)

    def __len__(self) -> int:
        """How many messages wait in memory."""
        return len(self._backlog)


class Hub:
    """One table as its pages see it.

    Called for what is done in a bench page: `on_key` for keys, `on_throw` for the page's die, `on_lies` with the top and
    the front, unjudged, of a die that a person looked at, `on_name` with a place at the table and an unjudged name for it.
    """

    def __init__(self, seats: int, names: Sequence[str], *, backlog: int = BACKLOG, listeners: int = LISTENERS) -> None:
        if len(names) != seats:
            raise ValueError(f"A table of {seats} seats has as many names, not {len(names)}.")
        self.seats = seats
        self.on_key: KeySink = lambda _seat, _key, _down: None
        self.on_throw: Callable[[], None] = lambda: None
        self.on_lies: Callable[[object, object], None] = lambda _top, _front: None
        self.on_name: Callable[[Seat, str], None] = lambda _seat, _name: None
        self._backlog = backlog
        self._listeners = listeners
        self._hello = messages.hello(names)
        self._pictures: list[Picture] = [BLANK] * seats
        self._public: str | None = None
        self._event: str | None = None
        self._die: str | None = None
        self._fault = messages.fault(None)
        self._benches: set[Subscription[str | bytes]] = set()
        self._tables: set[Subscription[str]] = set()
        self._holds: dict[tuple[Seat, Key], int] = {}

    # What the daemon tells.

    def frame(self, seat: Seat, runs: tuple[Run, ...], picture: Picture) -> None:
        """The screen of `seat` now shows `picture`; `runs` are what the display path wrote over the one before."""
        message = frames.update(seat, self._pictures[seat], runs, picture)
        self._pictures[seat] = picture
        if message is not None:
            for bench in self._benches:
                bench.put(message)

    def public(
        self, view: Mapping[str, object], number: int, names: Sequence[str] = (), places: Sequence[Seat] = ()
    ) -> None:
        """The public view of the running game, as builtins, after its move `number`; who plays, and where at the table."""
        self._public = messages.public(view, number, names, places)
        self._tell(self._public)

    def event(self, text: str) -> None:
        """A public sentence of what happened."""
        self._event = messages.event(text)
        self._tell(self._event)

    def fault(self, text: str | None) -> None:
        """A public sentence of what does not work; None when all does again."""
        self._fault = messages.fault(text)
        self._tell(self._fault)

    def die(
        self, state: messages.DieState, roller: Seat | None, rolls: int, top: int | None, front: int | None, said: str
    ) -> None:
        """The die in the middle: who is to throw it, how it tumbles or lies, and a sentence about it."""
        self._die = messages.die(state, roller, rolls, top, front, said)
        self._tell(self._die)

    def dismiss(self) -> None:
        """End every subscription."""
        for bench in self._benches:
            bench.dismiss()
        for table in self._tables:
            table.dismiss()

    # What the sockets ask.

    @property
    def crowded(self) -> bool:
        """Whether as many pages listen as may."""
        return len(self._benches) + len(self._tables) >= self._listeners

    def bench(self) -> Subscription[str | bytes]:
        """Everything: the public things and all private screens."""
        bench = Subscription(self._everything, self._backlog, self._benches.discard)
        self._benches.add(bench)
        return bench

    def table(self) -> Subscription[str]:
        """The public things."""
        table = Subscription(self._public_things, self._backlog, self._tables.discard)
        self._tables.add(table)
        return table

    def hands(self) -> "Hands":
        """The hands of one bench page on the keys."""
        return Hands(self)

    def hold(self, seat: Seat, key: Key) -> None:
        """One more page holds the key; the first one presses it."""
        holders = self._holds[seat, key] = self._holds.get((seat, key), 0) + 1
        if holders == 1:
            self.on_key(seat, key, True)

    def release(self, seat: Seat, key: Key) -> None:
        """One page less holds the key; the last one lets it go."""
        holders = self._holds[seat, key] = self._holds[seat, key] - 1
        if holders == 0:
            del self._holds[seat, key]
            self.on_key(seat, key, False)

    def _tell(self, message: str) -> None:
        for table in self._tables:
            table.put(message)
        for bench in self._benches:
            bench.put(message)

    def _public_things(self) -> Iterator[str]:
        yield self._hello
        yield self._fault
        if self._public is not None:
            yield self._public
        if self._event is not None:
            yield self._event
        if self._die is not None:
            yield self._die

    def _everything(self) -> Iterator[str | bytes]:
        yield from self._public_things()
        for seat, picture in enumerate(self._pictures):
            yield frames.full(seat, picture)


class Hands:
    """The keys that one bench page holds down. Law: when it is gone, none of them stays down."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._held: set[tuple[Seat, Key]] = set()

    def move(self, seat: Seat, key: Key, down: bool) -> None:
        """Press or let go. Saying what already is so changes nothing."""
        if down == ((seat, key) in self._held):
            return
        if down:
            self._held.add((seat, key))
            self._hub.hold(seat, key)
        else:
            self._held.remove((seat, key))
            self._hub.release(seat, key)

    def let_go(self) -> None:
        """Let go of everything."""
        for seat, key in sorted(self._held):
            self.move(seat, key, False)
