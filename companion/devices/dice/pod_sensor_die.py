"""A die on a pod: what the pod says of its six sensors, or of top and front, becomes looks.

The pod's own debounce has held a settled reading for STABLE already, so that nothing is waited for here; a die that lies as
before was away long enough when there are STABLE more between its leaving and its settling. Law: a pod that was gone says
nothing of what became of the die meanwhile, so what lies there when it comes back is no roll.
"""

from collections.abc import Callable
from typing import Final

from companion.devices.dice.die_settling import STABLE_SECONDS, LyingDie, SensorState
from companion.devices.dice.nest_die import nest_state
from companion.devices.dice.sensor_die import SensorDie
from companion.devices.loop_protocol import Loop
from companion.link.pod_messages import DIE_ABSENT, DIE_CHANGING, DIE_COCKED, DIE_SETTLED, DIE_UNREADABLE

_SENSORS: Final = 6
_LOOKS: Final[dict[int, SensorState]] = {
    DIE_CHANGING: "moving",
    DIE_ABSENT: "absent",
    DIE_COCKED: "unreadable",
    DIE_UNREADABLE: "unreadable",
}


class PodDieSensors:
    """What a pod sees. Whoever owns the pod calls `heard` and `lost`, on the loop."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._look: SensorState = "gone"
        self._tell: Callable[[float], None] | None = None

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` when the pod has said something."""
        self._tell = changed

    def read(self) -> SensorState:
        """What the pod said last."""
        return self._look

    def close(self) -> None:
        """Listen no more."""
        self._tell = None

    def receive(self, state: int, raw: int, top: int, front: int) -> None:
        """A reading came, as `link.messages.unpack_reading` gives it."""
        self._see(_looked(state, raw, top, front))

    def lost(self) -> None:
        """The pod does not answer any more."""
        self._see("gone")

    def _see(self, look: SensorState) -> None:
        if look != self._look:
            self._look = look
            if self._tell is not None:
                self._tell(self._loop.time())


def _looked(state: int, raw: int, top: int, front: int) -> SensorState:
    if state != DIE_SETTLED:
        return _LOOKS.get(state, "unreadable")
    if top or front:
        return LyingDie(top, front or None)
    if raw >> _SENSORS:
        return "unreadable"
    # A bit stands for a sensor over a dark field.
    ahead, left, back, right, centre, corner = (not raw >> sensor & 1 for sensor in range(_SENSORS))
    return nest_state((ahead, left, back, right, centre, corner))


def pod_sensor_die(sensors: PodDieSensors, loop: Loop) -> SensorDie:
    """The `Die` port."""
    return SensorDie("pod", sensors, loop, stable=0.0, away=2 * STABLE_SECONDS)
