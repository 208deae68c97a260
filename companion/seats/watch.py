"""When does the game wait for a device? Watches screens, keys and phones: announces their faults, and pauses the game where a
player cannot play without them.

Invariant: the game pauses for a fault of a seat that plays a game in progress. In the lobby, at a place that only watches, and
where the players chose to play on, the fault is announced only. A seat on a phone needs its phone alone. Everybody reads which
seat shows a code and which seat is on a phone.

A seat that is a phone by the configuration or by its player's choice (an own phone) differs in one point: people put phones away
between their turns, so it pauses the game only while it is asked for something, and its phone counts as back at once.
"""

import logging
from collections.abc import Callable
from typing import Any, Final, NamedTuple, assert_never

from msgspec import Struct

from companion.config.pi_header import header_of
from companion.core.errors import DeviceError
from companion.core.keys import Contact, Gesture
from companion.core.screen import Screen
from companion.core.seat import Place, seat_number
from companion.devices.protocols import Loop, Timer
from companion.devices.wiring import Encoder, PhoneSeat, PodSeat, Wiring
from companion.seats.codes import PhoneOffers
from companion.seats.device_faults import DeviceFault, FaultReport, FaultSource, FaultTimings, FaultTracker
from companion.seats.gestures import KeyStuck
from companion.seats.pause import TAIL, OfferPhone, Pause, PlayOn, begin_pause
from companion.seats.phones import (
    PHONE_AWAY,
    PHONE_BACK,
    PHONE_FREE,
    PHONE_GONE,
    PHONE_OVER,
    PHONE_SWAPPED,
    PhoneAccess,
    played_from_phones,
)
from companion.table.effects import Awaited, PhonesAway
from companion.table.state import At, Needed
from companion.web.codes import OwnPhone, written
from companion.web.hub import Hub
from companion.web.messages import Fault, Phones
from companion.web.page_handlers import Admitted

SIGNS: Final[dict[Contact, str]] = {
    "left": "the key ◀",
    "middle": "the key ●",
    "right": "the key ▶",
    "back": "the fourth key",
}


def stuck(wiring: Wiring, seat: Place, key: Contact) -> str:
    """`seat 2: the key ● is stuck down (GPIO24, pin 18).`, or the pod's serial number for a key of a pod."""
    wired = wiring.seats[seat]
    if isinstance(wired, PodSeat):
        return f"seat {seat_number(seat)}: {SIGNS[key]} is stuck down (pod {wired.serial})."
    assert not isinstance(wired, PhoneSeat), "a phone's keys are not watched for being stuck"
    pin = wired.keys.switches()[key]
    named = "the knob's switch ●" if isinstance(wired.keys, Encoder) and key == "middle" else SIGNS[key]
    return f"seat {seat_number(seat)}: {named} is stuck down (GPIO{pin}, pin {_physical(wiring, pin)})."


def _physical(wiring: Wiring, pin: int) -> int:
    """The number of the pin on the header."""
    header = header_of(wiring.revision) or header_of(None)
    assert header is not None, "gpiozero knows the usual header"
    return header.physical[pin]


log = logging.getLogger("companion")


class WatchTimerDue(Struct, frozen=True):
    """The watch must be updated: a time that it waits for has come, or a phone was admitted."""


def duration(seconds: float) -> str:
    """How long a phone is away, in whole minutes, since each number redraws every screen; empty in the first one. Seconds that
    stand still would be wrong soon."""
    return f"{int(seconds // 60)} min" if seconds >= 60 else ""


def next_age(seconds: float) -> float:
    """When `duration` says something else, in the same seconds."""
    return 60 * (seconds // 60 + 1)


class News(NamedTuple):
    """A sentence for all players but the one who did what it says."""

    sentence: str
    by: Place


class FaultWatch:
    """The devices of the seats of a wiring. `put`: queues what must come back to `take` in its turn. `phones`: who may play from
    one. In front of the seats it is the layer "pause"."""

    name = "pause"

    def __init__(
        self,
        wiring: Wiring,
        loop: Loop,
        hub: Hub,
        put: Callable[[FaultReport | WatchTimerDue], None],
        *,
        timings: FaultTimings,
        phones: PhoneAccess,
    ) -> None:
        self._wiring = wiring
        self._places = len(wiring.seats)
        self._loop = loop
        self._hub = hub
        self._put = put
        self._timings = timings
        self._faults = FaultTracker(timings.recovery)
        self._phones = phones
        self.offers = PhoneOffers(phones, hub.phone_seats, loop)
        """The codes that screens show."""
        self._playing: frozenset[Place] = frozenset()
        """The places that the game in progress needs, when it was judged last."""
        self._waived: dict[tuple[Place, FaultSource], bool] = {}
        """The faults despite which the players play on; True once that seat was not to act since then."""
        self._news: list[News] = []
        self._announced: tuple[str, str] = ("", "")
        """What the pages show: of faults, and of phones."""
        self._timer: Timer | None = None
        self._unread_until = 0.0
        """Until then nobody has read what the game waits for."""
        self.pause: Pause | None = None
        """What the game waits for; None: it does not."""
        self.away = PhonesAway(())
        """Whose phones are away, and whom of them the game waits for. That pauses nothing: all others see their boards."""
        self._away_since: dict[Place, float] = {}
        for seat in sorted(phones.own):
            self._faults.report(seat, "phone", self._without_phone(seat), loop.time(), grace=timings.phone_grace)
        self._show_phones()
        self._set_timer()

    @property
    def on_phone(self) -> frozenset[Place]:
        """The seats that are played from a phone."""
        return self._phones.on_phone

    @property
    def sentences(self) -> str:
        """All faults, for everybody; empty where there is none."""
        return self._announced[0]

    # Called on the loop by devices and pages. What happened goes into the queue.

    def panel_fault(self, seat: Place, error: DeviceError | None) -> None:
        """A screen stopped answering, or shows again."""
        if error is not None:
            log.warning("%s", error)
        self._put(FaultReport(seat, "screen", None if error is None else str(error)))

    def phone_connected(self, seat: Place, connected: bool) -> None:
        """The page of a seat's phone connected or disconnected."""
        if seat in self.on_phone:
            self._put(FaultReport(seat, "phone", None if connected else self._without_phone(seat)))

    def seat_of(self, code: str) -> Place:
        """The seat that a code is good for; the code stays good. Raises RequestError."""
        return self._phones.seat_of(code, self._loop.time())

    def admit(self, code: str) -> Admitted:
        """Give the seat of a code to the phone that sent it, at once. Raises RequestError."""
        admitted = self._phones.redeem(code, self._loop.time())
        seat = admitted.seat
        if seat not in self._phones.own:
            self._news.append(News(f"Seat {seat_number(seat)} is played from a phone from now on.", seat))
        elif seat in self._playing:
            self._news.append(News(f"Seat {seat_number(seat)} has a new phone.", seat))
        self._report_own(seat)
        return admitted

    def resume(self, secret: str) -> Place:
        """The seat of the phone that has this secret. Raises RequestError."""
        return self._phones.resume(secret)

    def put_out(self, seat: Place, why: str) -> None:
        """The phone of a seat plays it no more, at once: its secret is worth nothing, and its page is closed with the reason
        `why`. A seat that was transferred is played at its panel again; another own phone's seat gets a new code."""
        returns = seat in self._phones.transferred
        self._phones.release(seat)
        if returns:
            self._faults.drop(seat, "phone")
            self._hub.phone_seats.recall(seat, why)
            if seat in self._playing:
                self._news.append(News(PHONE_BACK.format(seat_number(seat)), seat))
        else:
            self._hub.phone_seats.put_out(seat, why)
        self._report_own(seat)

    def swap(self, one: Place, other: Place) -> None:
        """The players of two seats have swapped them, and each keeps the own phone. Its page connects anew, to the other seat."""
        if not self.on_phone & {one, other}:
            return
        self._phones.swap(one, other)
        for seat in (one, other):
            self._faults.drop(seat, "phone")
            self._hub.phone_seats.move_away(seat, PHONE_SWAPPED)
        for seat in (one, other):
            self._report_own(seat)

    @property
    def transferred(self) -> frozenset[Place]:
        """The seats with a panel whose players chose a phone."""
        return self._phones.transferred

    def may_return(self, seat: Place) -> bool:
        """Whether a transferred seat can be taken back at its panel: in the lobby, and in a game while its phone is not
        connected."""
        return seat not in self._playing or not self._hub.phone_seats.is_open(seat)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What is in front of the seats

    def active(self, at: At) -> bool:
        """Whether the game waits for a device."""
        return self.pause is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        assert self.pause is not None, "only an active layer is drawn"
        return self.pause.seen_from(at.place)

    def screen(self, at: At) -> Screen:
        assert self.pause is not None, "only an active layer is drawn"
        return self.pause.screen(at.place)

    def words(self, at: At) -> str:
        assert self.pause is not None, "only an active layer is drawn"
        return self.pause.words(at.place)

    # Called by the one consumer of the queue.

    def take(self, given: FaultReport | KeyStuck | WatchTimerDue) -> None:
        """Take what was queued, in its turn."""
        match given:
            case KeyStuck(seat, key):
                sentence = None if key is None else stuck(self._wiring, seat, key)
                if sentence is not None:
                    log.warning("%s", sentence)
                self._report(seat, "keys", sentence)
            case FaultReport(seat, what, sentence):
                self._report(seat, what, sentence)
            case WatchTimerDue():
                pass
            case _:
                assert_never(given)

    def _report(self, seat: Place, what: FaultSource, sentence: str | None) -> None:
        is_phone, timings = what == "phone", self._timings
        if is_phone and seat not in self.on_phone:
            return  # it disconnected in the moment in which its seat returned to the table
        if is_phone and sentence is None and seat in self._phones.own:
            self._faults.drop(seat, "phone")
            return
        self._faults.report(
            seat,
            what,
            sentence,
            self._loop.time(),
            grace=timings.phone_grace if is_phone else timings.grace,
            recovery=timings.phone_return if not is_phone and seat in self.on_phone else 0,
        )

    def judge(self, game: Needed) -> None:
        """Update `pause` and all announcements, by what the open game needs."""
        if not (self.pause or self.on_phone or any(self._announced) or self._faults.deadline):
            self._playing = frozenset()  # it counts for phones and faults alone
            return  # no fault, as after nearly every key
        now = self._loop.time()
        self._faults.expire(now)
        self._phones.expire(now)
        self._return_from_phones(self._faults.active)
        active = self._faults.active
        acting = frozenset(game.acting)
        self._end_waivers(active, acting)
        needed = frozenset(game.playing)
        self._playing = needed
        self._note_away(game, active, now)
        # Silence agrees only to what everybody sees who is asked, so a proposal waits for the phone of whoever it asks.
        faults = tuple(
            fault
            for fault in active
            if fault.seat in needed
            and self._stops(fault)
            and (fault.seat in game.asked or fault.seat not in self._phones.own)
        )
        blind = frozenset(fault.seat for fault in active if self._counts(fault))
        if not faults:
            self.pause = None
        elif self.pause is None:
            self.pause = begin_pause(self._places, faults, blind)
            self._unread_until = now + self._timings.reading
        else:
            if self.pause.grows_by(faults):
                self._unread_until = now + self._timings.reading
            self.pause = self.pause.now(faults, blind).expired(self._phones.offered)
        for seat in self._phones.offered - (self.pause.shown if self.pause is not None else frozenset()):
            self._phones.withdraw(seat)
        self._announce(active)
        self._show_phones()
        self._set_timer()

    def _note_away(self, game: Needed, active: tuple[DeviceFault, ...], now: float) -> None:
        """Whose own phones are not connected, and for how long the game has waited for one."""
        away = tuple(fault.seat for fault in active if fault.what == "phone" and fault.seat in self._phones.own)
        self._away_since = {seat: self._away_since.get(seat, now) for seat in away}
        late = tuple(seat for seat in away if now - self._away_since[seat] >= self._timings.late)
        whom = next((seat for seat in away if seat in game.acting), None)
        if whom is None:
            self.away = PhonesAway(away, late=late)
            return
        name = game.names[game.playing.index(whom)]
        if whom in self._phones.codes:
            page = self._hub.phone_seats.join_page
            where = (
                f"open {page} there and write {written(self._phones.codes[whom])}." if page else "see the page /table."
            )
            missing = f"No phone: {name}"
            self.away = PhonesAway(away, Awaited(missing, f"No phone plays for {name}: {where}", missing), late)
            return
        age = duration(now - self._away_since[whom])
        sentence = f"{name}'s phone has been away for {age}." if age else f"Waiting for {name}'s phone."
        awaited = Awaited(f"{name}'s phone{f': {age}' if age else ''}", sentence, f"{name} is away")
        self.away = PhonesAway(away, awaited, late)

    def take_gesture(self, place: Place, gesture: Gesture) -> None:
        """Take a gesture during a pause; `judge` must follow."""
        assert self.pause is not None, "only a pause has keys of its own"
        if self._loop.time() < self._unread_until:
            return  # it was meant for the game: nobody has read the screen of the pause yet
        self.pause, request = self.pause.after_gesture(place, gesture)
        match request:
            case PlayOn(by):
                self._waived |= {fault.name: False for fault in self.pause.faults}
                seats = " and ".join(
                    str(seat_number(seat)) for seat in sorted({fault.seat for fault in self.pause.faults})
                )
                said = f"Seat {seat_number(by)} lets the game go on without what is missing at seat {seats}."
                self._news.append(News(said, by))
            case OfferPhone(seat, by):
                self.pause = self.pause.offering(by, self.offers.offer(seat))
            case None:
                pass

    def news(self) -> tuple[News, ...]:
        """What every player must have read, each sentence once."""
        news, self._news = tuple(self._news), []
        return news

    def _return_from_phones(self, active: tuple[DeviceFault, ...]) -> None:
        """A seat whose own screen and keys work is not played from its phone any more."""
        broken = {fault.seat for fault in active if fault.what != "phone"}
        for seat in self._phones.lent - broken:
            self._phones.release(seat)
            self._faults.drop(seat, "phone")
            self._hub.phone_seats.recall(seat, PHONE_OVER.format(seat_number(seat)))

    def _end_waivers(self, active: tuple[DeviceFault, ...], acting: frozenset[Place]) -> None:
        """Playing on is good until the fault is over; without a screen, until the seat is to act the next time."""
        names = {fault.name for fault in active}
        for (seat, what), rested in list(self._waived.items()):
            if (seat, what) not in names or (rested and seat in acting and what != "keys"):
                del self._waived[seat, what]
            elif seat not in acting:
                self._waived[seat, what] = True

    def _counts(self, fault: DeviceFault) -> bool:
        """Whether a fault concerns whoever plays the seat now. A seat on a phone needs its phone alone."""
        return (fault.what == "phone") == (fault.seat in self.on_phone)

    def _stops(self, fault: DeviceFault) -> bool:
        return self._counts(fault) and fault.name not in self._waived

    def _announce(self, active: tuple[DeviceFault, ...]) -> None:
        """Send the pages the sentences of faults and of phones, where they changed."""
        screens = {fault.seat for fault in active if fault.what == "screen"}
        faults = [] if len(screens) < self._places else ["No screen of this table answers."]
        stopping = frozenset(fault.name for fault in self.pause.faults) if self.pause is not None else frozenset()
        # That somebody has put their phone away is worth a word only while the game waits for it.
        said = [fault for fault in active if fault.name in stopping or fault.seat not in self._phones.own]
        faults += [fault.sentence for fault in said if not fault.recovering]
        faults += [TAIL] if self.pause is not None else []
        faults += [self.away.awaited.sentence] if self.away.awaited is not None else []
        phones = [played_from_phones(self._phones.lent), *(self.pause.codes if self.pause is not None else ())]
        sentences = " ".join(faults), " ".join(filter(None, phones))
        self._hub.tell(Fault(sentences[0] or None))
        self._hub.tell(Phones(sentences[1] or None))
        self._announced = sentences

    def _without_phone(self, seat: Place) -> str:
        gone = PHONE_AWAY if seat in self._phones.transferred else PHONE_GONE
        return (PHONE_FREE if seat in self._phones.codes else gone).format(seat_number(seat))

    def _report_own(self, seat: Place) -> None:
        """The phone of a seat changed. Everybody sees its code at once; what it means for the game is judged in its turn."""
        self._show_phones()
        is_own = seat in self._phones.own
        self._put(FaultReport(seat, "phone", self._without_phone(seat)) if is_own else WatchTimerDue())

    def _show_phones(self) -> None:
        """Show everybody the seats that are phones, with the codes of those that are free."""
        codes, is_open, panels = self._phones.codes, self._hub.phone_seats.is_open, self._phones.transferred
        self._hub.join_board.show(
            [
                OwnPhone(seat, "free", codes[seat])
                if seat in codes
                else OwnPhone(seat, "here" if is_open(seat) else "away", has_panel=seat in panels)
                for seat in sorted(self._phones.own)
            ]
        )

    def _set_timer(self) -> None:
        self.close()
        ages = [since + self._timings.late for seat, since in self._away_since.items() if seat not in self.away.late]
        if self.away.awaited is not None:
            ages += [since + next_age(self._loop.time() - since) for since in self._away_since.values()]
        due = [when for when in (self._faults.deadline, self._phones.deadline, *ages) if when is not None]
        if due:
            self._timer = self._loop.call_at(min(due), self._put, WatchTimerDue())
