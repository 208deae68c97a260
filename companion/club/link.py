"""A table in a club: tells the club what everybody at the table sees, sends it finished games, and takes its orders.

    session and hub → PublicTable (public.py) → state, at most one a second; events; both `delay_s` late
    journal → Outbox (outbox.py) → games, until the club has acknowledged them
    the club's order → the layer "order" of the table

Nothing of it waits for a broker or makes the table wait: what the session calls returns at once.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from msgspec import structs

from companion import __version__
from companion.club.home_assistant import LONGEST_WAIT, STATUS_TOPIC, discovery, png
from companion.club.mqtt import Account, Connection, Listener, read_password
from companion.club.orders import Orders
from companion.club.outbox import Outbox
from companion.club.public import PublicTable
from companion.club.wire import (
    CLUB,
    OFFLINE,
    ONLINE,
    Ack,
    Event,
    Order,
    OrderReport,
    Phase,
    State,
    Topics,
    decoded,
    encoded,
    trusted_time,
)
from companion.config.club import ClubSettings, broker_address
from companion.core.game import Result
from companion.core.screen import Screen
from companion.journal.worker import JournalWorker
from companion.table.effects import JournalEntry, Opened
from companion.table.state import TableSetup
from companion.web.hub import Hub
from companion.web.messages import Club

log = logging.getLogger("companion")

LATE: Final = 0.05
"""Seconds after the end of a minute: a timer that ran early would have to run twice."""
BETWEEN_STATES: Final = 1.0
"""Seconds between two states."""
REFUSED_BY_BROKER: Final = (
    "The broker does not take what this table sends ({}): have its access rules let {} write below {}/{}/."
)


class ClubLink(Listener):
    """The connection of one table with its club. `hub` is told of troubles, and tells what pages see. `ordered` is called when
    the club's order is another one: the table's consumer then calls `take_order`. `relay`: as in `Surroundings.club_socket`.
    Raises ConfigError where a file of the settings cannot be read."""

    def __init__(
        self,
        settings: ClubSettings,
        hub: Hub,
        journal: JournalWorker,
        ordered: Callable[[], None] = lambda: None,
        *,
        relay: str | None = None,
        now: Callable[[], float] = time.time,
        uniform: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._settings = settings
        self._hub = hub
        self._journal = journal
        self._ordered = ordered
        self._given: Order | Literal["none"] | None = None
        """What the club has ordered since the table asked last; None: nothing else."""
        self.orders = Orders(self._report_order, now)
        self._minute: asyncio.TimerHandle | None = None
        """When another minute of a round is shown."""
        self._now = now
        self._uniform = uniform
        self._loop = asyncio.get_running_loop()
        self._topics = Topics(settings.prefix, settings.table)
        self._club_topic = f"{settings.prefix}/{CLUB}/availability"
        self._club_is_online: bool | None = None
        self._trouble: str | None = None
        self._forbidden: str | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._newest: State | None = None
        """The newest state that may be sent."""
        self._sent: State | None = None
        self._next_state = 0.0
        """Not before this time on the loop's clock is a state sent."""
        self._late: deque[tuple[float, State | Event, Screen | None]] = deque()
        """What the public may see only later, and when; with a state what somebody who looks on sees on a screen."""
        self.looks: Callable[[], Screen] | None = None
        """What somebody who looks on sees on a screen; set by who has the table."""
        self._newest_screen: Screen | None = None
        self._sent_screen: Screen | None = None
        self._discovery = discovery(settings.discovery, self._topics, hub.seats)
        self._discovering: set[int] = set()
        """Messages of discovery that the broker has not answered."""
        self._introduction: asyncio.TimerHandle | None = None
        self._public = PublicTable(hub.seats, self._happened, lambda: trusted_time(now()))
        self._connection = Connection(
            broker_address(settings.broker),
            Account(settings.table, read_password(settings.password_file), (self._topics.of("availability"), OFFLINE)),
            self,
            ca_file=settings.ca_file,
            relay=relay,
            uniform=uniform,
        )
        self._outbox = Outbox(journal, settings.table, self._send_game, self._tell_page, uniform)
        hub.listen(self._take)

    # The service starts and stops it.

    def start(self) -> None:
        """Connect, and stay connected."""
        self._tasks = [asyncio.create_task(self._connection.run()), asyncio.create_task(self._outbox.run())]
        for task in self._tasks:
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A fault of ours in it: the table goes on without its club, and says so."""
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the connection with the club has ended by a fault of the companion's own", exc_info=error)
            self.trouble("The connection with the club has ended by a fault of the program: start the companion again.")

    async def close(self) -> None:
        """Tell the club that the table closes, and end everything."""
        self._public.stopped("closing")
        state = self._stamped(self._public.state(*self.orders.present))
        if not self._settings.delay_s:
            self._publish_state(state)
        self._connection.publish(self._topics.of("availability"), OFFLINE, retain=True)
        if self._introduction is not None:
            self._introduction.cancel()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError, Exception):  # `_ended` has told it
                await task
        for timer in (self._timer, self._minute):
            if timer is not None:
                timer.cancel()
        await self._connection.close()

    # The session tells what happens.

    def kept(self, entry: JournalEntry, result: Result | None) -> None:
        """The journal has this entry."""
        self._public.kept(entry, result)
        self.orders.kept(entry, result)
        if result is not None:
            self._outbox.note_game()

    def resumed(self, opened: Opened, *, over: bool) -> None:
        """The journal was opened, and this game goes on. `over`: it does not."""
        self._public.resumed(opened)
        self.orders.resumed(opened, over=over)
        self._outbox.forget()
        if self._given is not None:
            self._ordered()

    def settled(self, phase: Phase | None, reason: str | None, *, in_lobby: bool) -> None:
        """What stops the game after an input; None: nothing does. `in_lobby`: the lobby is open."""
        self._public.stopped(phase, reason)
        self.orders.settled(in_lobby)
        self._tell_page()
        self._changed()
        self._wait_for_minute()

    def _wait_for_minute(self) -> None:
        """Have the table look again when another minute of the round is shown, and not before."""
        wait = self.orders.until_next
        if self._minute is not None:
            self._minute.cancel()
        self._minute = None if wait is None else self._loop.call_later(wait + LATE, self._ordered)

    async def take_order(self, setup: TableSetup) -> None:
        """What the club has ordered counts from now on. Raises JournalError."""
        given = self._given
        if given == "none":
            self.orders.withdraw()
        elif given is not None:
            self.orders.take(given, await self._journal.ordered(given.order), setup)
        if self._given is given:
            self._given = None

    def _take(self, record: object) -> None:
        self._public.take(record)  # type: ignore[arg-type]
        self._changed()

    # What is sent

    def _changed(self) -> None:
        """Another state may be public now."""
        state = self._public.state(*self.orders.present)
        last = next((one for _, one, _ in reversed(self._late) if isinstance(one, State)), self._newest)
        if last is None or state != structs.replace(last, at=None, software=""):
            self._say(self._stamped(state))

    def _stamped(self, state: State) -> State:
        return structs.replace(state, at=trusted_time(self._now()), software=__version__)

    def _happened(self, event: Event) -> None:
        self._say(structs.replace(event, at=trusted_time(self._now())))

    def _say(self, said: State | Event) -> None:
        sees = self.looks() if self.looks is not None and self._discovery and isinstance(said, State) else None
        self._late.append((self._loop.time() + self._settings.delay_s, said, sees))
        self._send_due()

    def _send_due(self) -> None:
        """Send what may be seen now, and set the timer for the rest."""
        now = self._loop.time()
        while self._late and self._late[0][0] <= now:
            match self._late.popleft():
                case (_, State() as state, screen):
                    self._newest, self._newest_screen = state, screen
                case (_, event, _):
                    self._connection.publish(self._topics.of("event"), encoded(event))
        if self._newest is not self._sent and self._connection.is_connected and now >= self._next_state:
            assert self._newest is not None, "None is None"
            self._publish_state(self._newest)
        due = [self._late[0][0]] if self._late else []
        if self._newest is not self._sent and self._connection.is_connected:
            due.append(self._next_state)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(min(due), self._send_due) if due else None

    def _publish_state(self, state: State) -> None:
        self._sent, self._next_state = state, self._loop.time() + BETWEEN_STATES
        self._connection.publish(self._topics.of("state"), encoded(state), qos=0, retain=True)
        screen = self._newest_screen
        if screen is not None and screen != self._sent_screen and self._connection.is_connected:
            self._sent_screen = screen
            self._connection.publish(self._topics.of("picture"), png(screen), qos=0, retain=True)

    def _introduce(self) -> None:
        """Tell Home Assistant of the table."""
        for topic, payload in self._discovery:
            if (mid := self._connection.publish(topic, payload, retain=True)) is not None:
                self._discovering.add(mid)

    def _report_order(self, report: OrderReport) -> None:
        self._connection.publish(self._topics.of("orders"), encoded(report))

    def _send_game(self, payload: bytes) -> int | None:
        return self._connection.publish(self._topics.of("games"), payload)

    # What the connection tells

    def connected(self) -> None:
        """Say hello, and everything that is so now."""
        self._connection.subscribe([self._topics.of("ack"), self._topics.of("order"), self._club_topic])
        if self._discovery:
            self._connection.subscribe([STATUS_TOPIC], needed=False)
        self._connection.publish(self._topics.of("availability"), ONLINE, retain=True)
        self._sent = self._sent_screen = None
        self._discovering.clear()
        self._introduce()
        self._forbidden = None
        self._send_due()
        self._outbox.connected(is_connected=True)

    def message(self, topic: str, payload: bytes) -> None:
        """What the club says."""
        if topic == self._topics.of("ack"):
            ack = decoded(payload, Ack, topic)
            if ack is not None:
                self._outbox.take(ack)
        elif topic == self._topics.of("order"):
            given: Order | Literal["none"] | None = decoded(payload, Order, topic) if payload else "none"
            if given is not None:
                self._given = given
                self._ordered()
        elif topic == STATUS_TOPIC and payload == ONLINE:
            if self._introduction is not None:
                self._introduction.cancel()
            self._introduction = self._loop.call_later(self._uniform(0.0, LONGEST_WAIT), self._introduce)
        elif topic == self._club_topic:
            before, self._club_is_online = self._club_is_online, payload == ONLINE
            if before is False and self._club_is_online:
                self._outbox.club_is_back()

    def acknowledged(self, mid: int, refusal: str | None) -> None:
        """The broker has taken a message, or refused it."""
        if mid in self._discovering:
            # A club without Home Assistant need not allow it.
            self._discovering.discard(mid)
            if refusal is not None:
                log.info("the broker does not let this table tell Home Assistant of itself: %s", refusal)
            return
        self._outbox.puback(mid)
        forbidden = None if refusal is None else self._refusal(refusal)
        if forbidden is not None and self._forbidden is None:
            log.warning("%s", forbidden)
            self._forbidden = forbidden
            self._tell_page()

    def trouble(self, sentence: str | None) -> None:
        """Why there is no connection."""
        self._trouble = sentence
        if not self._connection.is_connected:
            self._outbox.connected(is_connected=False)
        self._tell_page()

    def _refusal(self, reason: str) -> str:
        settings = self._settings
        return REFUSED_BY_BROKER.format(reason, settings.table, settings.prefix, settings.table)

    def _tell_page(self) -> None:
        """The page of the table shows what the club wants to be played, what is wrong with it, and how many games it refuses."""
        sentences = [one for one in (self.orders.sentence, self._trouble, self._forbidden) if one]
        if refused := self._outbox.refused:
            games = "a finished game" if len(refused) == 1 else f"{len(refused)} finished games"
            sentences.append(f"The club refuses {games}: {next(iter(refused.values()))}")
        self._hub.tell(Club(" ".join(sentences) or None))
