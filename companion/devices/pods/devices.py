"""The pods of a table's seats as `Display`, `Buzzer` and `KeySource`."""

import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.core.keys import Contact, InitiallyDown, KeyEdge, KeyEvent
from companion.core.picture import Picture
from companion.core.seat import Seat, seat_number
from companion.devices.buzzer import MELODIES
from companion.devices.panels.bus import FaultSink
from companion.devices.pods.ports import PortFinder, PortOpener, SerialPort, find_pod_port
from companion.devices.pods.seat import SeatPodSide
from companion.devices.pods.session import ANSWER_TIMEOUT
from companion.devices.pods.thread import PodThread
from companion.devices.protocols import UNMOVED, KeyEventSink, KeySource, Loop, RunSink, Shift, Sound, Timer
from companion.devices.wiring import PodSeat

_ANSWER_WITHIN: Final = ANSWER_TIMEOUT / 1000 + 1.0
"""Seconds after which it is known whether a pod answers."""


class PodDisplay:
    """The `Display` of one seat: a panel on a pod."""

    def __init__(self, seat: Seat, pod: PodThread, side: SeatPodSide) -> None:
        self._seat = seat
        self._pod = pod
        self._side = side

    @property
    def seat(self) -> Seat:
        """The seat whose player can read it."""
        return self._seat

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        """Send the newest picture. Each pod has its own cable, so `urgent` has no effect."""
        del urgent
        self._pod.update(lambda: self._side.show(picture))

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        """From now on use `contrast` (None: the configured one) and `shift`."""
        del urgent
        self._pod.update(lambda: self._side.dim(contrast, shift))

    def check(self) -> None:
        """Check that the panel still shows its picture."""
        self._pod.update(self._side.check)

    def darken(self) -> None:
        """Start to `close`, without waiting."""
        self._pod.update(self._side.close)

    def close(self) -> None:
        """Blank the panel, switch it off, and wait until that is done; a missing pod is given up."""
        self.darken()
        self._pod.close(lambda: self._side.closed)


class PodBuzzer:
    """The `Buzzer` of one seat."""

    def __init__(self, pod: PodThread, side: SeatPodSide) -> None:
        self._pod = pod
        self._side = side

    def play(self, sound: Sound) -> None:
        """Play a sound; it replaces one that is still playing."""
        tones = [(note.hertz, round(note.seconds * 1000)) for note in MELODIES[sound]]
        self._pod.update(lambda: self._side.play(tones))

    def close(self) -> None:
        """No effect: it stops with its pod."""


class PodKeys:
    """The `KeySource` of all seats with a pod."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._sink: KeyEventSink | None = None
        self._down: dict[tuple[Seat, Contact], None] = {}

    def start(self, sink: KeyEventSink) -> None:
        """From now on pass every key event to `sink`; report keys that are already down at once."""
        self._sink = sink
        for seat, contact in self._down:
            sink(InitiallyDown(seat, contact, self._loop.time()))

    def close(self) -> None:
        """`sink` is not called again."""
        self._sink = None

    def receive(self, event: KeyEvent) -> None:
        """An event of a pod's key; on the loop."""
        if isinstance(event, KeyEdge | InitiallyDown):
            if isinstance(event, InitiallyDown) or event.down:
                self._down[event.seat, event.key] = None
            else:
                self._down.pop((event.seat, event.key), None)
        if self._sink is not None:
            self._sink(event)


class TableKeys:
    """The `KeySource` of the whole table: keys on the Pi's pins and keys of pods."""

    def __init__(self, *parts: KeySource) -> None:
        self._parts = parts

    def start(self, sink: KeyEventSink) -> None:
        """From now on pass every key event to `sink`; report keys that are already down at once."""
        for part in self._parts:
            part.start(sink)

    def close(self) -> None:
        """`sink` is not called again."""
        for part in self._parts:
            part.close()


class Pods:
    """The pods of `seats`, by seat. `on_runs` and `on_fault` are called on `loop`.

    `find` and `open_port` are the system's functions, or those of simulated pods.
    """

    def __init__(
        self,
        seats: Mapping[Seat, PodSeat],
        loop: Loop,
        on_runs: RunSink,
        on_fault: FaultSink,
        *,
        find_port: PortFinder = find_pod_port,
        open_port: PortOpener = SerialPort,
    ) -> None:
        self.keys = PodKeys(loop)
        self.displays: dict[Seat, PodDisplay] = {}
        self.buzzers: dict[Seat, PodBuzzer] = {}
        self._pods: dict[Seat, PodThread] = {}
        for seat, wiring in seats.items():
            side = SeatPodSide(
                seat,
                wiring,
                partial(loop.call_soon_threadsafe, on_runs, seat),
                partial(loop.call_soon_threadsafe, self.keys.receive),
            )
            pod = PodThread(
                wiring.serial,
                f"seat {seat_number(seat)}: screen",
                side,
                loop,
                partial(on_fault, seat),
                find_port=find_port,
                open_port=open_port,
                session=partial(secrets.randbits, 32),
            )
            self._pods[seat] = pod
            self.displays[seat] = PodDisplay(seat, pod, side)
            self.buzzers[seat] = PodBuzzer(pod, side)

    def open(self) -> None:
        """Start the search for them. A pod blanks its panel when its session begins."""
        for pod in self._pods.values():
            pod.start()

    def close(self) -> None:
        """Blank all panels at the same time, and wait until that is done."""
        self.keys.close()
        for display in self.displays.values():
            display.darken()
        for display in self.displays.values():
            display.close()

    def blank(self) -> tuple[DeviceError, ...]:
        """Only find every pod once and blank it; returns the errors of those that did not answer."""
        self.open()
        for pod in self._pods.values():
            pod.wait(_answered(pod), _ANSWER_WITHIN)
        self.close()
        return tuple(pod.trouble for pod in self._pods.values() if pod.trouble is not None)


def _answered(pod: PodThread) -> Callable[[], bool]:
    return lambda: pod.linked or pod.trouble is not None


class NoLoop:
    """The part of a `Loop` that blanking needs; callbacks are dropped."""

    def time(self) -> float:
        """Seconds on the monotonic clock."""
        return time.monotonic()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        """No effect."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Not available."""
        raise NotImplementedError
