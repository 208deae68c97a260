"""A die that a pod reads: its reports of six sensors, or of top and front, become sensor states.

The pod's thread passes readings to `NestPodSide`, which hands them to the sensors of the die (`PodDieSensors`) on the loop. The
pod has already waited STABLE_SECONDS before it reports a settled die, so there is no further wait here. A die that lies as before
was away long enough if twice that time passed between leaving and settling. Invariant: while a pod is gone the die may be moved,
so a die that lies there when the pod comes back is not a roll.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.nest import nest_state
from companion.devices.dice.sensors import STABLE_SECONDS, LyingDie, SensorDie, SensorState
from companion.devices.pods.ports import PortFinder, PortOpener, SerialPort, find_pod_port
from companion.devices.pods.thread import PodThread, TroubleSink
from companion.devices.protocols import Loop
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import UP, PodLink
from companion.pod_wire.pod_messages import DIE_ABSENT, DIE_CHANGING, DIE_COCKED, DIE_SETTLED, DIE_UNREADABLE

_SENSORS: Final = 6
_STATES: Final[dict[int, SensorState]] = {
    DIE_CHANGING: "moving",
    DIE_ABSENT: "absent",
    DIE_COCKED: "unreadable",
    DIE_UNREADABLE: "unreadable",
}


class SerialDie(DieWiring, frozen=True):
    """A pod that reads a die. `serial`: its USB serial number."""

    source = "serial"

    serial: str

    when_simulated: ClassVar[Mapping[str, Any]] = {"serial": "SIMDIE"}

    def pod_serial(self) -> str | None:
        return self.serial

    def build(self, parts: DieParts) -> DieAtTable:
        sensors = PodDieSensors(parts.loop)
        die = pod_sensor_die(sensors, parts.loop)
        if not parts.simulated:
            return DieAtTable(die, pod=nest_pod(self.serial, sensors, parts.loop, parts.on_trouble))
        from companion.devices.simulated.dice import nest_thrower
        from companion.devices.simulated.pod import SimulatedPod, SimulatedPods

        nest = SimulatedPod(self.serial, role="nest")
        ports = SimulatedPods((nest,))
        pod = nest_pod(self.serial, sensors, parts.loop, parts.on_trouble, find_port=ports.find, open_port=ports.open)

        def put(seen: tuple[bool, ...]) -> None:
            nest.lay(sum((not white) << sensor for sensor, white in enumerate(seen)))

        return DieAtTable(die, nest_thrower(put, parts.loop, parts.randbelow), pod)


class PodDieSensors:
    """The sensors of a pod. The pod's owner calls `receive` and `lost`, on the loop."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._state: SensorState = "gone"
        self._on_change: Callable[[float], None] | None = None

    def start(self, changed: Callable[[float], None]) -> None:
        self._on_change = changed

    def read(self) -> SensorState:
        """The last state that the pod reported."""
        return self._state

    def close(self) -> None:
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
    return SensorDie("pod", sensors, loop, stable=0.0, away=2 * STABLE_SECONDS)


class NestPodSide:
    """The `PodSide` of a nest. `on_reading` takes state, raw, top and front; `lost` takes nothing."""

    role = pod_messages.ROLE_NEST
    trouble = None

    def __init__(self, on_reading: Callable[[int, int, int, int], object], lost: Callable[[], object]) -> None:
        self._on_reading = on_reading
        self._lost = lost
        self.fine = False

    def begin(self, now: float) -> None:
        """The session began; the pod will send a reading."""
        self.fine = True

    def receive(self, frame: PodFrame, now: float) -> None:
        reading = pod_messages.unpack_reading(frame.body) if frame.kind == pod_messages.NEST_READING | UP else None
        if reading is not None:
            self._on_reading(*reading)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """No effect: a nest receives no messages."""

    def end(self, now: float) -> None:
        self.fine = False
        self._lost()


def nest_pod(
    serial: str,
    sensors: PodDieSensors,
    loop: Loop,
    on_trouble: TroubleSink,
    *,
    find_port: PortFinder = find_pod_port,
    open_port: PortOpener = SerialPort,
) -> PodThread:
    """The pod that passes its readings to `sensors`; the caller starts and closes it. `on_trouble` is called on `loop`."""
    side = NestPodSide(
        partial(loop.call_soon_threadsafe, sensors.receive), partial(loop.call_soon_threadsafe, sensors.lost)
    )
    return PodThread(
        serial,
        "the die's nest",
        side,
        loop,
        on_trouble,
        find_port=find_port,
        open_port=open_port,
        session=partial(secrets.randbits, 32),
    )


WIRING: Final = SerialDie
