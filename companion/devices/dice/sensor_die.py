"""A real die under any kind of sensors: waits until it is at rest and passes its readings to the table.

Invariant: a timer runs only until STABLE_SECONDS after a change; a die at rest causes no wake-ups.
"""

from collections.abc import Callable
from typing import Literal, Protocol

from companion.devices.dice.die_settling import STABLE_SECONDS, DieSettling, LyingDie, SensorState
from companion.devices.protocols import DieReading, DieSight, DieSink, Loop, Timer

SensorDieKind = Literal["coded", "nest", "pod"]


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
        kind: SensorDieKind,
        sensors: DieSensors,
        loop: Loop,
        *,
        stable: float = STABLE_SECONDS,
        away: float = STABLE_SECONDS,
    ) -> None:
        self.kind: SensorDieKind = kind
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
        """Release the sensors; `sink` is not called again."""
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
