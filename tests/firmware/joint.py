"""The table's half of a session and the real firmware in this process, with a manual clock."""

from collections.abc import Callable
from typing import Any

from companion.core.keys import KeyEvent
from companion.core.picture import Picture, PixelRun
from companion.core.seat import Place
from companion.devices.pods.firmware import firmware_module
from companion.devices.pods.seat import SeatPodSide
from companion.devices.pods.session import PodSession
from companion.devices.simulated.pod import SimulatedHal
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import PodSeat

SERIAL = "E6614C311B4A6F2D"
TICK = 0.01
"""Seconds between two exchanges."""
SESSION = 0x1A2B3C4D

Spoil = Callable[[bytes], bytes]


def same(data: bytes) -> bytes:
    """A wire that changes nothing."""
    return data


class Joint:
    """Seat `seat` and its pod. `down` and `up` may change the bytes on their way."""

    def __init__(
        self, *, seat: int = 0, serial: str = SERIAL, pods: str = SERIAL, down: Spoil = same, up: Spoil = same
    ) -> None:
        self.now = 100.0
        self.chip = SSD1306()
        self.hal = SimulatedHal(pods, self.chip, lambda: self.now)
        self.keys: list[KeyEvent] = []
        self.runs: list[tuple[PixelRun, ...]] = []
        self.side = SeatPodSide(Place(seat), PodSeat(serial), self.runs.append, self.keys.append)
        self._numbers = iter(range(SESSION, SESSION + 1000))
        self.session = PodSession(serial, self.side, lambda: next(self._numbers))
        self.session.open(self.now)
        self.down, self.up = down, up
        self.said = b""
        """The last bytes that came up."""
        self.start()

    def start(self) -> None:
        """Power comes to the pod."""
        module = firmware_module("pod")
        self.pod: Any = module.Pod(self.hal, module.make_role("seat", self.hal))

    def step(self) -> None:
        """Exchange the bytes of both ends, and advance the clock."""
        out = self.session.step(self.said, self.now)
        self.said = self.up(self.pod.step(self.down(out) if out else b""))
        self.now += TICK

    def run_until(self, is_so: Callable[[], bool], seconds: float = 8.0) -> None:
        """Step until `is_so` holds; fail after so many seconds."""
        end = self.now + seconds
        while not is_so():
            assert self.now < end, "it never came to that"
            self.step()

    def run(self, seconds: float) -> None:
        """Step for that many seconds."""
        end = self.now + seconds
        while self.now < end:
            self.step()


def showing(picture: Picture) -> Joint:
    """Seat 2 and its pod, whose panel shows that picture."""
    joint = Joint(seat=2)
    joint.side.show(picture)
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.pixels() == picture
    return joint


class Damage:
    """Changes one byte of a stream, the one at `place`: `how` makes other bytes of it."""

    def __init__(self, place: int, how: Callable[[bytes], bytes]) -> None:
        self._place = place
        self._how = how
        self._passed = 0

    def __call__(self, data: bytes) -> bytes:
        at = self._place - self._passed
        self._passed += len(data)
        return data[:at] + self._how(data[at : at + 1]) + data[at + 1 :] if 0 <= at < len(data) else data


class Count:
    """Counts what passes."""

    def __init__(self) -> None:
        self.bytes = 0
        self.all = b""

    def __call__(self, data: bytes) -> bytes:
        self.bytes += len(data)
        self.all += data
        return data
