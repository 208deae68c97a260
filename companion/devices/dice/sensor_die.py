"""A real die under sensors: whatever looks at it, this waits until it rests and hands its readings to the table.

Law: a timer runs only while something changed less than STABLE ago; a die that lies there costs no wake-up.
"""

from collections.abc import Callable
from typing import Literal, Protocol

from companion.devices.device_protocols import DieReading, DieSight, DieSink
from companion.devices.dice.die_settling import STABLE_SECONDS, DieSettling, LyingDie, SensorState
from companion.devices.loop_protocol import Loop, Timer

SensorDieKind = Literal["coded", "nest", "pod"]


class DieSensors(Protocol):
    """What looks at the die."""

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop, with the time, whenever what is seen may be another."""

    def read(self) -> SensorState:
        """What is seen now."""

    def close(self) -> None:
        """Look no more."""


class SensorDie:
    """The `Die` port over `sensors`, which it closes. `stable` and `away`: see Rest."""

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
        """From now on hand sights and readings to `sink`. A die that lies there already is none."""
        self._sink = sink
        # First heard, then looked at, so that no change falls between the two.
        self._sensors.start(self._changed)
        self._rest = DieSettling(self._sensors.read(), self._stable, self._away)

    def ask(self) -> None:
        """A roll is wanted. Each time that the die is laid down is a reading, so only what hinders one is told again."""
        settled = None if self._rest is None else self._rest.settled
        if settled == "unreadable" or settled == "gone":
            self._tell((DieSight(settled),))

    def throw(self) -> None:
        """Nothing: a hand throws it."""

    def close(self) -> None:
        """Let the sensors go; `sink` is not called any more."""
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._sensors.close()

    def _changed(self, at: float) -> None:
        if self._rest is not None:
            self._tell(self._rest.edge(self._sensors.read(), at))

    def _look_again(self) -> None:
        self._timer = None
        if self._rest is not None and self._sink is not None:
            self._tell(self._rest.expire(self._sensors.read(), self._loop.time()))

    def _tell(self, told: tuple[LyingDie | DieSight, ...]) -> None:
        if self._sink is None or self._rest is None:
            return
        for one in told:
            self._sink(DieReading(self.kind, *one) if isinstance(one, LyingDie) else one)
        if self._rest.deadline is not None and self._timer is None:
            self._timer = self._loop.call_at(self._rest.deadline, self._look_again)
