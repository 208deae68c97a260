"""From a key to a gesture: a tap, a held ●, a repeat, both outer keys held together; and a key that is stuck.

Time comes in with every call, and `deadline` says when `expire` must be called; `GestureTimers` does so with timers of the loop.
◀ and ▶ act on the press, so they add no latency. ● acts on the release, since only then is it known that it was not held. If the
Secrecy screen can be lifted, ◀ and ▶ also wait for the release, or until they are held so long that they repeat, so that lifting
never enters anything. A knob gives a tap for each notch. Turned while it is pushed, it lifts the Secrecy screen until it is
released; if nothing can be lifted, that turn is ignored.

Invariants. A press makes one tap, and whatever else it makes while it is held is a repeat. What a repeat does on a screen is
decided by `ui.editor`: it scrolls on in the list in which the press has scrolled, no more. A key is stuck if it stays down
longer than a player holds it, because it is stuck or shorted, or something lies on it. No key counts as that while the Secrecy
screen is lifted. A timer runs only while a key is down, so an idle table is never woken; a key that was reported as stuck has
none.

On a busy machine the timer of a held key may run before a release that still waits in the debouncing or in the queue. So a timer
that runs late waits once more, and lets the release come first. Edges carry their own times, so a tap stays a tap.
"""

import math
from collections.abc import Callable
from typing import Final, Literal, assert_never

from msgspec import Struct

from companion.core.keys import (
    REPEAT_OF_KEY,
    Cancelled,
    Contact,
    Gesture,
    InitiallyDown,
    Key,
    KeyEdge,
    KeyEvent,
    KnobTurn,
    SignalLost,
)
from companion.core.seat import Place, all_places
from companion.devices.protocols import Loop, Timer
from companion.table.effects import Gestured

REPEAT_AFTER: Final = 0.45
"""Seconds until a held ◀ or ▶ repeats."""
REPEAT_EVERY: Final = 0.12
"""Seconds between two repeats."""
REPEAT_UNTIL: Final = 20.0
"""Seconds after which a held key repeats no more. No finger holds it that long, and a stuck key must not repeat for ever."""


class HeldKeyRepeat:
    """The repeats of the keys of one seat. `after`: seconds until a held key repeats; 0: it never does."""

    def __init__(self, after: float = REPEAT_AFTER) -> None:
        self._after = after
        self._next: dict[Key, float] = {}
        self._end: dict[Key, float] = {}

    def press(self, key: Key, at: float) -> None:
        """A key went down."""
        self._next[key] = at + self._after
        self._end[key] = at + REPEAT_UNTIL

    def next_at(self, key: Key) -> float | None:
        """When a key that is down repeats next; None if it repeats no more. ● never repeats."""
        if key == "middle" or not self._after or self._next[key] >= self._end[key]:
            return None
        return self._next[key]

    def repeated(self, key: Key, at: float) -> None:
        """The key has repeated at that time."""
        self._next[key] = at + REPEAT_EVERY


HOLD: Final = 0.5
"""Seconds after which ● is held."""


class Gestures:
    """The gestures of one seat. `lifting`: both outer keys together, or a knob pushed and turned, lift the Secrecy screen. `hold`
    and `repeat`: seconds until ● is held and until ◀ or ▶ repeats; with 0 it never repeats."""

    def __init__(self, *, lifting: bool, hold: float = HOLD, repeat: float = REPEAT_AFTER) -> None:
        self._lifting = lifting
        self._hold = hold
        self._repeat = HeldKeyRepeat(repeat)
        self._down: dict[Key, float] = {}
        """Since when each key is down."""
        self._lifted = False
        self._spent: set[Key] = set()
        """Keys whose press has had its effect, so that their release has none."""
        self._lifters: set[Key] = set()
        """Keys that lifted the screen. One of them may stay down after the screen was lowered; it still enters nothing."""
        self.deadline: float | None = None
        """When `expire` must be called, in seconds on the clock of the edges; None: it waits for no time."""

    def change(self, key: Contact, down: bool, at: float) -> list[Gesture]:
        """A key went down or up at time `at`; returns the gestures that this completes."""
        if key == "back":
            return ["back"] if down else []
        found = self._pressed(key, at) if down else self._released(key)
        self._set_deadline(at)
        return found

    def turn(self, way: Key, at: float) -> list[Gesture]:
        """The gestures of a knob that is turned by one notch at time `at`."""
        if "middle" not in self._down:
            return [way]
        if not self._lifting or self._lifted:
            return []
        self._lifted = True
        self._spent.add("middle")
        self._lifters = {"middle"}
        self._set_deadline(at)
        return ["lift"]

    def expire(self, at: float) -> list[Gesture]:
        """The gestures that are due at time `at`: a held ●, a repeat."""
        found: list[Gesture] = []
        if self.deadline is None or at < self.deadline:
            return found
        for key, since in self._down.items():
            repeat_at = self._repeat_at(key)
            if key == "middle" and key not in self._spent and at >= since + self._hold:
                self._spent.add(key)
                found.append("back")
            elif repeat_at is not None and at >= repeat_at:
                # If the tap had to wait, because the screen might have been lifted, it comes now.
                found.append(REPEAT_OF_KEY[key] if key in self._spent else key)
                self._spent.add(key)
                self._repeat.repeated(key, at)
        self._set_deadline(at)
        return found

    def lose_signal(self) -> None:
        """Until the next edge it is unknown which keys are down: none counts as held, and none repeats."""
        self.deadline = None

    def cancel(self) -> None:
        """Cancel the presses of all keys that are down, and ignore their releases. A lifted screen is still lowered by one."""
        kept = self._lifters if self._lifted else set()
        self._down = {key: since for key, since in self._down.items() if key in kept}
        self._lifters &= kept
        self.deadline = None

    def _pressed(self, key: Key, at: float) -> list[Gesture]:
        self._down[key] = at
        self._repeat.press(key, at)
        self._spent.discard(key)
        if key == "middle":
            return []
        if self._lifting and self._both_outer():
            self._lifted = True
            self._spent |= {"left", "right"}
            self._lifters = {"left", "right"}
            return ["lift"]
        if self._lifting:
            return []
        self._spent.add(key)
        return [key]

    def _released(self, key: Key) -> list[Gesture]:
        if key not in self._down:
            return []
        del self._down[key]
        if self._lifted and key in self._lifters:
            self._lifters.remove(key)
            self._lifted = False
            return ["lower"]
        self._lifters.discard(key)
        if key in self._spent:
            return []
        return [key]

    def _repeat_at(self, key: Key) -> float | None:
        """When a key that is down repeats; None if it lifts the Secrecy screen, or might."""
        if key in self._lifters or self._both_outer():
            return None
        return self._repeat.next_at(key)

    def _both_outer(self) -> bool:
        return "left" in self._down and "right" in self._down

    def _set_deadline(self, at: float) -> None:
        held = self._down.get("middle") if "middle" not in self._spent else None
        times = [None if held is None else held + self._hold, *map(self._repeat_at, self._down)]
        due = min((when for when in times if when is not None), default=None)
        self.deadline = None if due is None else max(due, at)


STUCK: Final = 20.0
"""Seconds after which a key that stays down counts as stuck."""


class StuckKeys:
    """The keys of one seat. `key`: the stuck key, the first if there are several; None if none is stuck."""

    def __init__(self) -> None:
        self._since: dict[Contact, float] = {}
        self._lifted = False
        self.key: Contact | None = None

    @property
    def deadline(self) -> float | None:
        """When `expire` must be called, in seconds on the clock of the edges; None: it waits for no time."""
        if self.key is not None or self._lifted or not self._since:
            return None
        return min(self._since.values()) + STUCK

    def change(self, key: Contact, down: bool, at: float) -> None:
        """A key went down or up, or was found down."""
        if down:
            self._since.setdefault(key, at)
        else:
            self._since.pop(key, None)
        self.expire(at)

    def lift(self, lifted: bool, at: float) -> None:
        """A player lifts or lowers the Secrecy screen: keys that stay down after that count from now on."""
        self._lifted = lifted
        self._since = dict.fromkeys(self._since, at)
        self.expire(at)

    def expire(self, at: float) -> None:
        """Update `key` for the time `at`."""
        over = [] if self._lifted else [key for key, since in self._since.items() if at >= since + STUCK]
        if self.key not in over:
            self.key = over[0] if over else None


class KeyStuck(Struct, frozen=True):
    """A key of a place is stuck down; None: none is any more."""

    place: Place
    key: Contact | None


LATE: Final = 0.01
"""Seconds after its time at which a timer is late."""
LATE_WAIT: Final = 0.08
"""Seconds that a late timer waits once more; longer than the longest lock-out and settling of a key."""


class GestureTimers:
    """The gestures of the keys of every seat, at their panels or (`by`) on phones. `hold` and `repeat`: seconds, see Gestures.
    `put`: takes what happened, into the app's queue. `used`: is told of every event, so that the panels are lit. A finger that
    rests on a phone is not a stuck key."""

    def __init__(
        self,
        seats: int,
        loop: Loop,
        put: Callable[[Gestured | KeyStuck], None],
        *,
        by: Literal["panel", "phone"] = "panel",
        used: Callable[[Place], None] = lambda _seat: None,
        lifting: bool,
        hold: float,
        repeat: float = REPEAT_AFTER,
    ) -> None:
        self._gestures = [Gestures(lifting=lifting, hold=hold, repeat=repeat) for _ in range(seats)]
        self._stuck = [StuckKeys() for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._loop = loop
        self._put = put
        self._used = used
        self._by = by

    def take(self, event: KeyEvent) -> None:
        """An event of a key or a knob: the `KeyEventSink` of the keys of the table (`TableHardware.start_keys`)."""
        gestures, stuck, seat = self._gestures[event.seat], self._stuck[event.seat], event.seat
        reported = stuck.key
        match event:
            case KeyEdge(key=key, down=down, at=at):
                stuck.change(key, down, at)
                self._emit(seat, gestures.change(key, down, at), at, reported)
            case KnobTurn(way=way, at=at):
                self._emit(seat, gestures.turn(way, at), at, reported)
            case InitiallyDown(key=key, at=at):
                stuck.change(key, True, at)
                self._emit(seat, [], at, reported)
            case Cancelled():
                self.cancel_seat(seat)
            case SignalLost():
                gestures.lose_signal()
                self._set_timer(seat)
            case _:
                assert_never(event)
        self._used(seat)

    def cancel_presses(self) -> None:
        """Cancel all presses at every seat, and ignore the releases that follow."""
        for seat in all_places(len(self._gestures)):
            self.cancel_seat(seat)

    def cancel_seat(self, seat: Place) -> None:
        """Cancel all presses at one seat, and ignore the releases that follow."""
        self._gestures[seat].cancel()
        self._set_timer(seat)

    def close(self) -> None:
        for timer in self._timers:
            if timer is not None:
                timer.cancel()

    def _expire(self, seat: Place, due: float) -> None:
        now = self._loop.time()
        if now > due + LATE:
            self._timers[seat] = self._loop.call_at(now + LATE_WAIT, self._expire, seat, math.inf)
            return
        self._timers[seat], reported = None, self._stuck[seat].key
        self._stuck[seat].expire(now)
        self._emit(seat, self._gestures[seat].expire(now), now, reported)

    def _emit(self, seat: Place, gestures: list[Gesture], at: float, reported: Contact | None) -> None:
        """Pass gestures on. `reported`: the stuck key that was told of last."""
        for gesture in gestures:
            if gesture in ("lift", "lower"):
                self._stuck[seat].lift(gesture == "lift", at)
            self._put(Gestured(seat, gesture, self._loop.time(), self._by))
        if (stuck := self._stuck[seat].key) != reported and self._by == "panel":
            self._put(KeyStuck(seat, stuck))
        self._set_timer(seat)

    def _set_timer(self, seat: Place) -> None:
        if (waiting := self._timers[seat]) is not None:
            waiting.cancel()
        wanted = [self._gestures[seat].deadline, self._stuck[seat].deadline]
        deadline = min((when for when in wanted if when is not None), default=None)
        self._timers[seat] = None if deadline is None else self._loop.call_at(deadline, self._expire, seat, deadline)
