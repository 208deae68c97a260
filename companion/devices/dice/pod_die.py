"""The die's pod as the table sees it: every reading goes to the eyes of the die, on the loop."""

import secrets
from collections.abc import Callable
from functools import partial

from companion.devices.dice.serial_die import PodSensors
from companion.devices.loop_protocol import Loop
from companion.devices.pods.pod_ports import Finder, Opener, SerialPort, find
from companion.devices.pods.pod_thread import PodThread, TroubleSink
from companion.link import pod_messages
from companion.link.link_frames import UP, LinkFrame, PodLink


class DieSide:
    """The `Side` of a nest. `heard` takes state, raw, top and front; `lost` nothing."""

    role = pod_messages.NEST
    trouble = None

    def __init__(self, heard: Callable[[int, int, int, int], object], lost: Callable[[], object]) -> None:
        self._heard = heard
        self._lost = lost
        self.fine = False

    def begin(self, now: float) -> None:
        """It will say how the die lies."""
        self.fine = True

    def heard(self, frame: LinkFrame, now: float) -> None:
        """A reading."""
        reading = pod_messages.unpack_reading(frame.body) if frame.kind == pod_messages.READING | UP else None
        if reading is not None:
            self._heard(*reading)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Nothing is said to a nest."""

    def end(self, now: float) -> None:
        """It is gone."""
        self.fine = False
        self._lost()


def die_pod(
    serial: str,
    eyes: PodSensors,
    loop: Loop,
    on_trouble: TroubleSink,
    *,
    find: Finder = find,
    open_port: Opener = SerialPort,
) -> PodThread:
    """The pod whose readings `eyes` are told; to be started, and closed. `on_trouble` is called on `loop`."""
    side = DieSide(partial(loop.call_soon_threadsafe, eyes.heard), partial(loop.call_soon_threadsafe, eyes.lost))
    return PodThread(
        serial,
        "the die's nest",
        side,
        loop,
        on_trouble,
        find=find,
        open_port=open_port,
        session=partial(secrets.randbits, 32),
    )
