"""The die's pod as the table sees it: every reading goes to the sensors of the die, on the loop."""

import secrets
from collections.abc import Callable
from functools import partial

from companion.devices.dice.pod_sensor_die import PodDieSensors
from companion.devices.loop_protocol import Loop
from companion.devices.pods.pod_ports import PortFinder, PortOpener, SerialPort, find_pod_port
from companion.devices.pods.pod_thread import PodThread, TroubleSink
from companion.link import pod_messages
from companion.link.pod_frames import PodFrame
from companion.link.pod_link import UP, PodLink


class NestPodSide:
    """The `Side` of a nest. `heard` takes state, raw, top and front; `lost` nothing."""

    role = pod_messages.ROLE_NEST
    trouble = None

    def __init__(self, heard: Callable[[int, int, int, int], object], lost: Callable[[], object]) -> None:
        self._heard = heard
        self._lost = lost
        self.fine = False

    def begin(self, now: float) -> None:
        """It will say how the die lies."""
        self.fine = True

    def receive(self, frame: PodFrame, now: float) -> None:
        """A reading."""
        reading = pod_messages.unpack_reading(frame.body) if frame.kind == pod_messages.NEST_READING | UP else None
        if reading is not None:
            self._heard(*reading)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Nothing is said to a nest."""

    def end(self, now: float) -> None:
        """It is gone."""
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
    """The pod whose readings `sensors` are told; to be started, and closed. `on_trouble` is called on `loop`."""
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
