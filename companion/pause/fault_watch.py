"""The watch over screens, keys and phones: what does not work is told, and what a player cannot do without stops the game.

Law: a fault of a seat that plays, in a game that is not over, makes the game wait; in the lobby, at a place where somebody
looks on, and where the players chose to play on it is only told. A seat on a phone waits for its phone alone. Whatever is done
with phones, everybody reads: who shows a code, and which seat is on a phone.
"""

import logging
from collections.abc import Callable, Iterable

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.core.keys import Gesture
from companion.core.seat import Seat
from companion.devices.loop_protocol import Loop, Timer
from companion.pause import pause_screen as pauses
from companion.pause import qr_code
from companion.pause.fault_timing import DeviceFault, FaultSource, FaultTimings, FaultTracker
from companion.pause.pause_screen import LendToPhone, NoPhone, Pause, PhoneLink, PlayOn, ShowingCode
from companion.pause.phone_access import PhoneAccess, TokenBytes
from companion.web.hub import Hub
from companion.web.page_messages import CodeMessage, Greeting
from companion.web.phone_seats import Admitted

log = logging.getLogger("companion")

GONE = "seat {0}: the phone it is played from is gone: wake it, and look at its page again."
BACK = "The screen and keys of seat {0} work again: play on there."


class FaultReport(Struct, frozen=True):
    """Something about a seat works no more, for the reason `sentence`, or (None) works again."""

    seat: Seat
    what: FaultSource
    sentence: str | None


class WatchTimerDue(Struct, frozen=True):
    """A moment that the watch waited for has come."""


class FaultWatch:
    """`queue` takes what is to be handed to `hear` in its turn. `mint`: where secrets come from."""

    def __init__(
        self,
        places: int,
        loop: Loop,
        hub: Hub,
        queue: Callable[[FaultReport | WatchTimerDue], None],
        *,
        calm: FaultTimings,
        mint: TokenBytes,
    ) -> None:
        self._places = places
        self._loop = loop
        self._hub = hub
        self._queue = queue
        self._calm = calm
        self._faults = FaultTracker(calm.rest)
        self._phones = PhoneAccess(mint)
        self._waived: dict[tuple[Seat, FaultSource], bool] = {}
        """What the players play on without; whether they did so before that seat was asked for its next move."""
        self._news: list[str] = []
        self._told: tuple[str, str] = ("", "")
        self._timer: Timer | None = None
        self._unread = 0.0
        """Until then nobody has read what the game waits for."""
        self.pause: Pause | None = None
        """What the game waits for; None: it does not."""
        hub.lent.admit = self._admit
        hub.lent.on_there = self._there

    @property
    def lent(self) -> frozenset[Seat]:
        """The seats that are played from a phone."""
        return self._phones.lent

    @property
    def sentences(self) -> str:
        """What does not work, for everybody; empty where all does."""
        return self._told[0]

    # What comes in on the loop, and goes into the queue.

    def screen(self, seat: Seat, error: DeviceError | None) -> None:
        """A screen stopped answering, or shows again."""
        if error is not None:
            log.warning("%s", error)
        self._queue(FaultReport(seat, "screen", None if error is None else str(error)))

    def stuck(self, seat: Seat, sentence: str | None) -> None:
        """A key of a seat is stuck, or none is any more."""
        if sentence is not None:
            log.warning("%s", sentence)
        self._queue(FaultReport(seat, "keys", sentence))

    def close(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What the table's one consumer does with it.

    def hear(self, note: FaultReport | WatchTimerDue) -> None:
        """Take what was queued, in its turn."""
        # A phone may leave in the moment in which its seat goes home.
        if isinstance(note, FaultReport) and (note.what != "phone" or note.seat in self.lent):
            calm, own = self._calm, note.what != "phone"
            self._faults.heard(
                note.seat,
                note.what,
                note.sentence,
                self._loop.time(),
                grace=calm.grace if own else calm.asleep,
                rest=calm.home if own and note.seat in self.lent else 0,
            )

    def judge(self, playing: Iterable[Seat], acting: Iterable[Seat]) -> None:
        """Bring `pause` and all that is told up to now. `playing`: the places that a running game needs; `acting`: those that
        it asks for a move."""
        if not (self.pause or self.lent or any(self._told) or self._faults.deadline):
            return  # all is well, as it is after nearly every key
        now = self._loop.time()
        self._faults.expire(now)
        self._phones.expire(now)
        self._go_home(self._faults.standing)
        standing = self._faults.standing
        self._forgive(standing, frozenset(acting))
        needed = frozenset(playing)
        faults = tuple(fault for fault in standing if fault.seat in needed and self._stops(fault))
        blind = frozenset(fault.seat for fault in standing if self._counts(fault))
        if not faults:
            self.pause = None
        elif self.pause is None:
            self.pause = pauses.begin(self._places, faults, blind)
            self._unread = now + self._calm.hands
        else:
            if self.pause.grows_by(faults):
                self._unread = now + self._calm.hands
            self.pause = self.pause.now(faults, blind).expired(self._phones.offered)
        for seat in self._phones.offered - (self.pause.shown if self.pause is not None else frozenset()):
            self._phones.withdraw(seat)
        self._tell(standing)
        self._wait()

    def touched(self, place: Seat, gesture: Gesture) -> None:
        """Take a gesture while the game waits; to be judged after it."""
        assert self.pause is not None, "only a pause has keys of its own"
        if self._loop.time() < self._unread:
            return  # it was meant for the game: nobody has read yet what stands there now
        self.pause, wish = self.pause.touched(place, gesture)
        match wish:
            case PlayOn(by):
                self._waived |= {fault.name: False for fault in self.pause.faults}
                seats = " and ".join(str(seat) for seat in sorted({fault.seat for fault in self.pause.faults}))
                self._news.append(f"Seat {by} lets the game go on without what is missing at seat {seats}.")
            case LendToPhone(seat, by):
                self.pause = self.pause.lending(by, self._offer(seat))
            case None:
                pass

    def news(self) -> tuple[str, ...]:
        """What everybody at the table must have read, each sentence once."""
        told, self._news = tuple(self._news), []
        return told

    # How

    def _offer(self, seat: Seat) -> ShowingCode | NoPhone:
        lent = self._hub.lent
        if lent.address is None:
            return NoPhone(seat, lent.unreachable)
        page = f"http://{lent.address}/seat"
        code = self._phones.offer(seat, self._loop.time())
        return ShowingCode(PhoneLink(seat, page, code, qr_code.modules(page, code)))

    def _admit(self, greeting: Greeting) -> Admitted:
        """On the loop, at once. Raises RequestError."""
        if not isinstance(greeting, CodeMessage):
            return self._phones.resume(greeting.session)
        admitted = self._phones.redeem(greeting.code, self._loop.time())
        self._news.append(f"Seat {admitted.seat} is played from a phone from now on.")
        self._queue(WatchTimerDue())
        return admitted

    def _there(self, seat: Seat, there: bool) -> None:
        """The page of a seat is connected, or no more."""
        if seat in self.lent:
            self._queue(FaultReport(seat, "phone", None if there else GONE.format(seat)))

    def _go_home(self, standing: tuple[DeviceFault, ...]) -> None:
        """A seat whose own screen and keys work leaves its phone."""
        broken = {fault.seat for fault in standing if fault.what != "phone"}
        for seat in self.lent - broken:
            self._phones.let_go(seat)
            self._faults.drop(seat, "phone")
            self._hub.lent.recall(seat, BACK.format(seat))

    def _forgive(self, standing: tuple[DeviceFault, ...], acting: frozenset[Seat]) -> None:
        """Playing on holds until the fault is over; without a screen, until the seat is asked for its next move."""
        names = {fault.name for fault in standing}
        for (seat, what), rested in list(self._waived.items()):
            if (seat, what) not in names or (rested and seat in acting and what != "keys"):
                del self._waived[seat, what]
            elif seat not in acting:
                self._waived[seat, what] = True

    def _counts(self, fault: DeviceFault) -> bool:
        """A seat on a phone needs its phone alone."""
        return (fault.what == "phone") == (fault.seat in self.lent)

    def _stops(self, fault: DeviceFault) -> bool:
        return self._counts(fault) and fault.name not in self._waived

    def _tell(self, standing: tuple[DeviceFault, ...]) -> None:
        """The page, where anything of it is new."""
        screens = {fault.seat for fault in standing if fault.what == "screen"}
        sentences = [] if len(screens) < self._places else ["No screen of this table answers."]
        sentences += [fault.sentence for fault in standing if not fault.mending]
        sentences += [pauses.TAIL] if self.pause is not None else []
        phones = [f"Seat {seat} is played from a phone." for seat in sorted(self.lent)]
        phones += self.pause.codes if self.pause is not None else ()
        told = " ".join(sentences), " ".join(phones)
        if told[0] != self._told[0]:
            self._hub.fault(told[0] or None)
        if told[1] != self._told[1]:
            self._hub.phones(told[1] or None)
        self._told = told

    def _wait(self) -> None:
        self.close()
        due = [when for when in (self._faults.deadline, self._phones.deadline) if when is not None]
        if due:
            self._timer = self._loop.call_at(min(due), self._queue, WatchTimerDue())
