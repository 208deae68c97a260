"""A die that a pod reads: its reports of six sensors, or of top and front, become sensor states.

The pod has already waited STABLE_SECONDS before it reports a settled die, so there is no further wait here. A die that lies as
before was away long enough if twice that time passed between leaving and settling. Invariant: while a pod is gone the die may be
moved, so a die that lies there when the pod comes back is not a roll.
"""

from collections.abc import Callable
from typing import Final

from companion.devices.dice.die_settling import STABLE_SECONDS, LyingDie, SensorState
from companion.devices.dice.nest_die import nest_state
from companion.devices.dice.sensor_die import SensorDie
from companion.devices.protocols import Loop
from companion.link.pod_messages import DIE_ABSENT, DIE_CHANGING, DIE_COCKED, DIE_SETTLED, DIE_UNREADABLE

_SENSORS: Final = 6
_STATES: Final[dict[int, SensorState]] = {
    DIE_CHANGING: "moving",
    DIE_ABSENT: "absent",
    DIE_COCKED: "unreadable",
    DIE_UNREADABLE: "unreadable",
}


class PodDieSensors:
    """The sensors of a pod. The pod's owner calls `receive` and `lost`, on the loop."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._state: SensorState = "gone"
        self._on_change: Callable[[float], None] | None = None

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` when the state changes."""
        self._on_change = changed

    def read(self) -> SensorState:
        """The last state that the pod reported."""
        return self._state

    def close(self) -> None:
        """Stop calling `changed`."""
        self._on_change = None

    def receive(self, state: int, raw: int, top: int, front: int) -> None:
        """A reading came: the fields of `unpack_reading`."""
        self._update(_sensor_state(state, raw, top, front))

    def lost(self) -> None:
        """The pod stopped answering."""
        self._update("gone")

    def _update(self, state: SensorState) -> None:
        if state != self._state:
            self._state = state
            if self._on_change is not None:
                self._on_change(self._loop.time())


def _sensor_state(state: int, raw: int, top: int, front: int) -> SensorState:
    if state != DIE_SETTLED:
        return _STATES.get(state, "unreadable")
    if top or front:
        return LyingDie(top, front or None)
    if raw >> _SENSORS:
        return "unreadable"
    # A set bit is a sensor over a dark field.
    ahead, left, back, right, centre, corner = (not raw >> sensor & 1 for sensor in range(_SENSORS))
    return nest_state((ahead, left, back, right, centre, corner))


def pod_sensor_die(sensors: PodDieSensors, loop: Loop) -> SensorDie:
    """The `Die`."""
    return SensorDie("pod", sensors, loop, stable=0.0, away=2 * STABLE_SECONDS)
