"""A real die under sensors of any kind: the inputs on GPIO pins, when the die has come to rest, and the `Die` itself.

Edges come from gpiozero's threads; a `DieLine` only passes on (time, level), and a group of them (`DieLines`) one change at a
time, so a sensor that flickers at its threshold cannot flood the loop. `DieSettling` turns the states of the sensors, with their
times, into readings. `SensorDie` runs it and passes them to the table.

Invariants: a state counts when it has not changed for STABLE_SECONDS. Each throw gives one reading. A die that was there at the
start, or that lies as before and was away for less than STABLE_SECONDS, is not a new roll. A timer runs only until STABLE_SECONDS
after a change; a die at rest causes no wake-ups.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol

from companion.core.errors import DeviceError
from companion.devices.pins import pin_errors_named
from companion.devices.protocols import DieKind, DieReading, DieSight, DieSink, Loop, Timer

STABLE_SECONDS: Final = 0.3
"""How long a state must hold."""


class LyingDie(NamedTuple):
    """A die at rest that can be read. `front`: None if the sensors cannot read it."""

    top: object
    front: object


SensorState = LyingDie | Literal["moving", "absent", "unreadable", "silent", "gone"]
"""The sensors at one moment: a die; moving: the reader says that it moves; absent: no die; unreadable: a pattern of no
orientation; silent: the reader's strobe is low; gone: the reader does not answer."""

DieEvents = tuple[LyingDie | DieSight, ...]


class DieSettling:
    """One die. `state`: the first state; `stable`: how long a state must hold; `away`: how long a die that lies as before must
    have been away to count as a new roll. Seconds."""

    def __init__(self, state: SensorState, stable: float = STABLE_SECONDS, away: float = STABLE_SECONDS) -> None:
        self._stable = stable
        self._away = away
        self._latest = self._settled = state
        self._is_still = True
        self._changed = 0.0
        self._deadline: float | None = None
        self._last_lying = state if isinstance(state, LyingDie) else None
        """How it lay at the last reading, or at the start."""
        self._left_at = 0.0
        """When it left that place."""
        self._unknown = state == "gone"
        """Whether its reader was gone, even for a moment, since the sensors were last at rest."""

    @property
    def deadline(self) -> float | None:
        """When to read the sensors again (`expire`), in seconds; None: only an edge can change anything."""
        return self._deadline

    @property
    def settled(self) -> SensorState:
        """The state when the sensors were last at rest, or at the start."""
        return self._settled

    def edge(self, state: SensorState, at: float) -> DieEvents:
        """A sensor changed at `at`; `state` may still be the same state as before."""
        was_still, self._is_still = self._is_still, False
        self._unknown = self._unknown or state == "gone"
        self._latest, self._changed = state, at
        self._deadline = None if state == "moving" else at + self._stable
        if not was_still:
            return ()
        if self._settled == self._last_lying:
            self._left_at = at
        return (DieSight("tumbling"),)

    def expire(self, state: SensorState, at: float) -> DieEvents:
        """The deadline passed: the state at `at` is `state`. Before the deadline this does nothing."""
        if self._deadline is None or at < self._deadline:
            return ()
        if state == "moving" or state != self._latest:
            # An edge was missed; wait again.
            return self.edge(state, at)
        # While its reader was gone the die may have been moved.
        unknown, self._unknown = self._unknown, state == "gone"
        self._settled, self._deadline, self._is_still = state, None, True
        if not isinstance(state, LyingDie):
            return (DieSight(state),)
        again = state == self._last_lying and self._changed - self._left_at < self._away
        self._last_lying = state
        return (DieSight("lying"),) if unknown or again else (state,)


_STALE: Final = 1.0
"""Seconds: an edge that seems older has a time of another clock."""

Hook = Callable[[bool, float], object]
"""Takes (level, seconds on the loop's clock), on gpiozero's thread."""


class DieLine:
    """One input. `what`: its name in errors. Raises DeviceError if the pin cannot be used."""

    def __init__(self, what: str, number: int, factory: Any, loop: Loop, *, pull_up: bool) -> None:
        from gpiozero import DigitalInputDevice

        self._factory = factory
        self._loop = loop
        self._hook: Hook | None = None
        with pin_errors_named(f"the die: its {what}", number):
            self._device = DigitalInputDevice(number, pull_up=pull_up, bounce_time=None, pin_factory=factory)
        self._pin = self._device.pin

    def start(self, hook: Hook) -> None:
        """From now on pass every edge to `hook`."""
        self._hook = hook
        # The pin's hook, since the device's events do not carry the time of the edge. The pin holds it weakly.
        self._pin.when_changed = self._changed

    def is_high(self) -> bool:
        return bool(self._pin.state)

    def close(self) -> None:
        self._hook = None
        self._device.close()

    def _changed(self, ticks: Any, state: Any) -> None:
        hook = self._hook
        if hook is None:
            return
        now = self._loop.time()
        age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        hook(bool(state), now - age if 0 <= age < _STALE else now)


class DieLines:
    """A group of inputs. `wired`: name → BCM number. Raises DeviceError if a pin cannot be used."""

    def __init__(self, wired: Mapping[str, int], factory: Any, loop: Loop, *, pull_up: bool) -> None:
        self._loop = loop
        self._lines: list[DieLine] = []
        self._changed_sink: Callable[[float], None] | None = None
        self._at = 0.0
        self._is_pending = False
        try:
            for what, number in wired.items():
                self._lines.append(DieLine(what, number, factory, loop, pull_up=pull_up))
        except DeviceError:
            self.close()
            raise

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop, with the time of the newest edge."""
        self._changed_sink = changed
        for line in self._lines:
            line.start(self._edge)

    def levels(self) -> tuple[bool, ...]:
        """The levels (high: True) in the order of the wiring, read one after another: they are consistent only if they hold."""
        return tuple(line.is_high() for line in self._lines)

    def close(self) -> None:
        """Release the pins; nothing is called again."""
        self._changed_sink = None
        for line in self._lines:
            line.close()

    def _edge(self, _level: bool, at: float) -> None:
        """On gpiozero's thread."""
        self._at = at
        if not self._is_pending:
            self._is_pending = True
            self._loop.call_soon_threadsafe(self._changed)

    def _changed(self) -> None:
        # First, so that an edge from here on is passed on again.
        self._is_pending = False
        if self._changed_sink is not None:
            self._changed_sink(self._at)


class DieSensors(Protocol):
    """The sensors of a die."""

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop, with the time, when the state may have changed."""

    def read(self) -> SensorState:
        """The current state."""

    def close(self) -> None:
        """Release the sensors."""


class SensorDie:
    """A `Die` on `sensors`, which it closes. `stable` and `away`: see `DieSettling`."""

    by_hand = True
    throws = False

    def __init__(
        self,
        kind: DieKind,
        sensors: DieSensors,
        loop: Loop,
        *,
        stable: float = STABLE_SECONDS,
        away: float = STABLE_SECONDS,
    ) -> None:
        self.kind = kind
        self._sensors = sensors
        self._loop = loop
        self._stable = stable
        self._away = away
        self._rest: DieSettling | None = None
        self._sink: DieSink | None = None
        self._timer: Timer | None = None

    def start(self, sink: DieSink) -> None:
        """From now on pass states and readings to `sink`. A die that already lies there is not a roll."""
        self._sink = sink
        # Listen first, then read, so that no change is missed.
        self._sensors.start(self._changed)
        self._rest = DieSettling(self._sensors.read(), self._stable, self._away)

    def ask(self) -> None:
        """Request a roll. Every throw gives a reading, so only a state that prevents one is reported again."""
        settled = None if self._rest is None else self._rest.settled
        if settled == "unreadable" or settled == "gone":
            self._report((DieSight(settled),))

    def throw(self) -> None:
        """No effect: it is thrown by hand."""

    def close(self) -> None:
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._sensors.close()

    def _changed(self, at: float) -> None:
        if self._rest is not None:
            self._report(self._rest.edge(self._sensors.read(), at))

    def _deadline_passed(self) -> None:
        self._timer = None
        if self._rest is not None and self._sink is not None:
            self._report(self._rest.expire(self._sensors.read(), self._loop.time()))

    def _report(self, events: tuple[LyingDie | DieSight, ...]) -> None:
        if self._sink is None or self._rest is None:
            return
        for one in events:
            self._sink(DieReading(self.kind, *one) if isinstance(one, LyingDie) else one)
        if self._rest.deadline is not None and self._timer is None:
            self._timer = self._loop.call_at(self._rest.deadline, self._deadline_passed)
