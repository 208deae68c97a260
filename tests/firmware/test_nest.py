"""The nest: the firmware sends its sensors' levels, the table computes the die's orientation. In this process, and on a real
MicroPython over a real port."""

import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.die import ORIENTATIONS, Orientation
from companion.devices.dice.marking import encode_orientation
from companion.devices.dice.sensors import LyingDie
from companion.devices.dice.serial import NestPodSide, PodDieSensors, nest_pod
from companion.devices.pods.firmware import firmware_module
from companion.devices.pods.ports import SerialPort
from companion.devices.pods.session import PodSession
from companion.devices.pods.thread import PodThread
from companion.devices.simulated.pod import SimulatedHal
from companion.pod_wire.pod_messages import DIE_CHANGING, DIE_SETTLED, pack_reading
from tests.devices.clock import HandLoop
from tests.firmware.pico import Hub, Pico
from tests.until import until_notified

SERIAL = "E6614C311B4AD1E0"
EMPTY = 0x3F


def bits(lies: Orientation) -> int:
    """What the sensors see of a cube that lies like this: a bit for each that is over a dark field."""
    return sum(1 << sensor for sensor, white in enumerate(encode_orientation(lies)) if not white)


class Nest:
    """A nest's firmware and the table's half of the link, with a manual clock."""

    def __init__(self) -> None:
        self.now = 50.0
        self.hal = SimulatedHal(SERIAL, None, lambda: self.now)
        self.told: list[tuple[int, int]] = []
        self.lost = 0
        side = NestPodSide(lambda state, raw, top, front: self.told.append((state, raw)), self._lose)
        self.session = PodSession(SERIAL, side, iter(range(1, 99)).__next__)
        self.session.open(self.now)
        module = firmware_module("pod")
        self.pod: Any = module.Pod(self.hal, module.make_role("nest", self.hal))
        self._said = b""

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self._said = self.pod.step(self.session.step(self._said, self.now))
            self.now += 0.01

    def _lose(self) -> None:
        self.lost += 1


def test_what_lies_there_at_the_start_is_told_when_it_has_stood_still() -> None:
    nest = Nest()
    nest.run(0.2)
    assert nest.told == [(DIE_CHANGING, 0)]
    nest.run(0.2)
    assert nest.told == [(DIE_CHANGING, 0), (DIE_SETTLED, EMPTY)]
    nest.run(5)
    assert len(nest.told) == 2


def test_what_each_sensor_sees_is_told() -> None:
    """Which orientation that is, is the table's business."""
    nest = Nest()
    for sensor in range(6):
        nest.hal.seen = EMPTY ^ 1 << sensor
        nest.run(0.5)
        assert nest.told[-2:] == [(DIE_CHANGING, 0), (DIE_SETTLED, EMPTY ^ 1 << sensor)]


def test_while_it_moves_it_is_never_settled_and_told_now_and_then() -> None:
    nest = Nest()
    nest.run(0.5)
    nest.told.clear()
    for number in range(20):
        nest.hal.seen = number % 2
        nest.run(0.25)
    assert nest.told == [(DIE_CHANGING, 0)] * 20
    nest.run(0.4)
    assert nest.told[-1] == (DIE_SETTLED, 1)


def test_a_nest_that_is_gone_is_told_once() -> None:
    nest = Nest()
    nest.run(0.5)
    end = nest.now + 5
    while nest.now < end:
        nest.session.step(b"", nest.now)
        nest.now += 0.01
    assert nest.lost == 1


def sees(sensors: PodDieSensors, lies: Orientation) -> bool:
    return sensors.read() == LyingDie(*lies)


@pytest.mark.slow
@pytest.mark.process
def test_the_sensors_of_a_real_nest_make_every_orientation(tmp_path: Path) -> None:
    """All 24, through MicroPython's pins and a pseudo-terminal, to what the die's sensors see. Four nests read six each at the
    same time, since a nest waits 300 ms before it calls a die settled."""
    news = threading.Condition()

    class Loop(HandLoop):
        def call_soon_threadsafe(self, callback: Any, *args: Any) -> None:
            with news:
                callback(*args)
                news.notify_all()

    loop = Loop()
    loop.now = 0.0
    nests: list[tuple[Pico, PodDieSensors]] = []
    with ExitStack() as stack:
        for number in range(4):
            serial = f"{SERIAL[:-1]}{number}"
            pico, sensors = Pico(tmp_path / serial, serial, "nest"), PodDieSensors(loop)
            stack.callback(pico.close)
            pod: PodThread = nest_pod(
                serial, sensors, loop, lambda error: None, find_port=Hub(pico).find, open_port=SerialPort
            )
            stack.callback(pod.close)
            pico.plug()
            pod.start()
            nests.append((pico, sensors))
        for first in range(0, len(ORIENTATIONS), len(nests)):
            row = ORIENTATIONS[first : first + len(nests)]
            for (pico, _), lies in zip(nests, row, strict=True):
                for sensor in range(6):
                    pico.drive(2 + sensor, bits(lies) >> sensor & 1)
            for (_, sensors), lies in zip(nests, row, strict=True):
                until_notified(news, partial(sees, sensors, lies))


class Link:
    """The pod's end of a link, which may have no room for another frame."""

    def __init__(self) -> None:
        self.room = True
        self.sent: list[bytes] = []

    def send(self, kind: int, body: bytes, now: int) -> None:
        self.sent.append(body)


def test_levels_that_changed_while_the_link_had_no_room_are_sent_later() -> None:
    hal, link = SimulatedHal(SERIAL, None, lambda: 0.0), Link()
    nest: Any = firmware_module("nest").NestPod(hal)
    hal.seen = 1
    nest.begin(0)
    nest.step(link, 0)
    nest.step(link, 400)
    assert nest.deadline is None, "everything is sent"
    link.room, hal.seen = False, 2
    for now in (410, 600, 800):
        nest.step(link, now)
        assert nest.deadline is not None
    link.room = True
    nest.step(link, 810)
    assert link.sent == [
        pack_reading(DIE_CHANGING, 0, 0, 0),
        pack_reading(DIE_SETTLED, 1, 0, 0),
        pack_reading(DIE_SETTLED, 2, 0, 0),
    ]
    assert nest.deadline is None
