"""A simulated pod: the real firmware in this process, on simulated pins, with a simulated chip on its bus.

It has no thread: it runs while its port is read. Invariant: the table reaches it only through its port, byte by byte.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.core.keys import Contact
from companion.devices.pods.firmware import firmware_module
from companion.devices.pods.ports import PORT_READ_SECONDS
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import SimulatedI2C

POD_PANEL_ADDRESS: Final = 0x3C
_CONTACTS: Final[tuple[Contact, ...]] = ("left", "middle", "right", "back")
_LOST: Final = 5
"""EIO, as from a port whose cable was unplugged."""


class SimulatedHal:
    """The simulated hardware of a pod; firmware/pico.py is the real one. `chip` None: a nest. `clock`: seconds."""

    def __init__(self, serial: str, chip: DisplayChip | None, clock: Callable[[], float]) -> None:
        self.serial = serial
        self.micropython = ""
        """CPython runs it."""
        self.keys = len(_CONTACTS)
        self.pressed: set[int] = set()
        self.latched: list[tuple[int, bool, int]] = []
        """Edges of keys that nobody has looked at; none while whoever changes `pressed` runs the pod before and after."""
        self.seen = 0x3F
        """A bit for each sensor over a dark field; at first an empty nest."""
        self.tones: list[int] = []
        """The frequencies of the buzzer in hertz, in order; 0: silence."""
        self.left = False
        """Whether `leave` was called."""
        self.bus = SimulatedI2C({POD_PANEL_ADDRESS: chip} if chip is not None else {})
        self._clock = clock

    def now(self) -> int:
        """Milliseconds."""
        return int(self._clock() * 1000)

    def down(self, key: int) -> bool:
        """Whether the key is pressed."""
        return key in self.pressed

    def edges(self) -> list[tuple[int, bool, int]]:
        """The edges that were latched since the last call: (key, whether it closed, when)."""
        latched, self.latched = self.latched, []
        return latched

    def panel(self, payload: bytes) -> None:
        """One transaction with the panel."""
        self.bus.write(POD_PANEL_ADDRESS, payload)

    def panel_status(self) -> int:
        """The panel's status byte."""
        return self.bus.read(POD_PANEL_ADDRESS, 1)[0]

    def tone(self, hertz: int) -> None:
        """Play a tone; 0: silence."""
        if (self.tones or [0])[-1] != hertz:
            self.tones.append(hertz)

    def sensors(self) -> int:
        """The sensors of the nest."""
        return self.seen

    def leave(self) -> None:
        """Record it; a real pod restarts without its program."""
        self.left = True


class SimulatedPod:
    """A pod with the role "seat" or "nest"."""

    def __init__(
        self,
        serial: str,
        chip: DisplayChip | None = None,
        *,
        role: str = "seat",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.serial = serial
        self.hal = SimulatedHal(serial, chip, clock)
        self._clock = clock
        self._news = threading.Condition()
        self._plugged = True
        self._woken = False
        self._received = b""
        self._sent = b""
        self._chip = chip
        self._role = role
        self._pod = self._started()

    # What people do with it

    def press(self, key: Contact) -> None:
        self._move(lambda: self.hal.pressed.add(_CONTACTS.index(key)))

    def release(self, key: Contact) -> None:
        self._move(lambda: self.hal.pressed.discard(_CONTACTS.index(key)))

    def lay(self, raw: int) -> None:
        """Set the nest's sensors."""

        def lay() -> None:
            self.hal.seen = raw

        self._move(lay)

    def unplug(self) -> None:
        """Unplug its cable: its port disappears and its program ends."""
        with self._news:
            self._plugged = False
            if self._chip is not None:
                self._chip.power_cycle()
            self._news.notify_all()

    def plug(self) -> None:
        """Plug the cable in: its program starts."""
        with self._news:
            self._plugged = True
            self._received = self._sent = b""
            self._pod = self._started()

    @property
    def plugged(self) -> bool:
        return self._plugged

    # Its port, as `ports.Port`

    def read(self) -> bytes:
        """The bytes that it sends; it runs meanwhile."""
        end = self._clock() + PORT_READ_SECONDS
        with self._news:
            while True:
                self._check()
                received, self._received = self._received, b""
                sent: bytes = self._sent + self._pod.step(received)
                self._sent = b""
                if sent or self._woken or self._clock() >= end:
                    self._woken = False
                    return sent
                self._news.wait(min(end - self._clock(), self._until_due()))

    def write(self, data: bytes) -> None:
        with self._news:
            self._check()
            self._received += data

    def wake(self) -> None:
        with self._news:
            self._woken = True
            self._news.notify_all()

    def close(self) -> None:
        """No effect: the port can be opened again."""

    def _move(self, hand: Callable[[], object]) -> None:
        """A real pod samples every millisecond; this one samples right before and right after a change."""
        with self._news:
            if self._plugged:
                self._sent += self._pod.step(b"")
            hand()
            if self._plugged:
                self._sent += self._pod.step(b"")
            self._news.notify_all()

    def _started(self) -> Any:
        module = firmware_module("pod")
        return module.Pod(self.hal, module.make_role(self._role, self.hal))

    def _until_due(self) -> float:
        due: int | None = self._pod.deadline
        return PORT_READ_SECONDS if due is None else max(0.0, (due - self.hal.now()) / 1000)

    def _check(self) -> None:
        if not self._plugged:
            raise OSError(_LOST, "Input/output error")


class SimulatedPods:
    """The serial ports of a simulated table's pods."""

    def __init__(self, pods: Iterable[SimulatedPod]) -> None:
        self._pods = {pod.serial: pod for pod in pods}

    def find(self, serial: str) -> str | None:
        """The device of that pod: its serial number; None: unplugged."""
        pod = self._pods.get(serial)
        return serial if pod is not None and pod.plugged else None

    def open(self, device: str) -> SimulatedPod:
        """The port of that pod."""
        return self._pods[device]
