"""The table's half of a nest pod: passes its readings to the sensors of the die, on the loop."""

import secrets
from collections.abc import Callable
from functools import partial

from companion.devices.dice.pod_sensor_die import PodDieSensors
from companion.devices.pods.pod_ports import PortFinder, PortOpener, SerialPort, find_pod_port
from companion.devices.pods.pod_thread import PodThread, TroubleSink
from companion.devices.protocols import Loop
from companion.link import pod_messages
from companion.link.pod_frames import PodFrame
from companion.link.pod_link import UP, PodLink


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
        """A reading."""
        reading = pod_messages.unpack_reading(frame.body) if frame.kind == pod_messages.NEST_READING | UP else None
        if reading is not None:
            self._on_reading(*reading)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """No effect: a nest receives no messages."""

    def end(self, now: float) -> None:
        """The session ended."""
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
