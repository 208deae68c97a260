"""A simulated pod: the real program of the firmware in this process, on simulated pins, with a simulated chip on its bus.

It has no thread: whoever reads its port lets it run. Law: it is reached over its port alone, byte by byte, as a real one is.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.core.keys import Contact
from companion.devices.pods.firmware_files import firmware_module
from companion.devices.pods.pod_ports import PORT_READ_SECONDS
from companion.devices.simulated.display_chip import DisplayChip
from companion.devices.simulated.simulated_i2c import SimulatedI2C

POD_PANEL_ADDRESS: Final = 0x3C
_CONTACTS: Final[tuple[Contact, ...]] = ("left", "middle", "right", "back")
_LOST: Final = 5
"""EIO, as from a port whose cable was pulled."""


class SimulatedHal:
    """The hardware of a pod, as firmware/pico.py has it for a real one. `chip` None: a nest. `clock`: seconds."""

    def __init__(self, serial: str, chip: DisplayChip | None, clock: Callable[[], float]) -> None:
        self.serial = serial
        self.keys = len(_CONTACTS)
        self.pressed: set[int] = set()
        self.seen = 0x3F
        """A bit for each sensor over a dark field: an empty nest."""
        self.tones: list[int] = []
        """Every hertz that the buzzer was set to; 0: silent."""
        self.left = False
        """Whether it was told to leave."""
        self.bus = SimulatedI2C({POD_PANEL_ADDRESS: chip} if chip is not None else {})
        self._clock = clock

    def now(self) -> int:
        """Milliseconds."""
        return int(self._clock() * 1000)

    def down(self, key: int) -> bool:
        """Whether the key is pressed."""
        return key in self.pressed

    def panel(self, payload: bytes) -> None:
        """One transaction with the panel."""
        self.bus.write(POD_PANEL_ADDRESS, payload)

    def panel_status(self) -> int:
        """Its status byte."""
        return self.bus.read(POD_PANEL_ADDRESS, 1)[0]

    def tone(self, hertz: int) -> None:
        """0: silence."""
        if (self.tones or [0])[-1] != hertz:
            self.tones.append(hertz)

    def sensors(self) -> int:
        """What the nest sees."""
        return self.seen

    def leave(self) -> None:
        """A real one starts anew without its program."""
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
        self._heard = b""
        self._said = b""
        self._chip = chip
        self._role = role
        self._pod = self._started()

    # What a hand does

    def press(self, key: Contact) -> None:
        """Close the key's contact."""
        self._move(lambda: self.hal.pressed.add(_CONTACTS.index(key)))

    def release(self, key: Contact) -> None:
        """Let it go again."""
        self._move(lambda: self.hal.pressed.discard(_CONTACTS.index(key)))

    def lay(self, raw: int) -> None:
        """What the nest's sensors see from now on."""

        def lay() -> None:
            self.hal.seen = raw

        self._move(lay)

    def unplug(self) -> None:
        """Pull its cable: its port is gone at once. It has no other supply, so its program ends."""
        with self._news:
            self._plugged = False
            if self._chip is not None:
                self._chip.power_cycle()
            self._news.notify_all()

    def plug(self) -> None:
        """Put the cable back: its program starts."""
        with self._news:
            self._plugged = True
            self._heard = self._said = b""
            self._pod = self._started()

    @property
    def plugged(self) -> bool:
        """Whether its cable is in."""
        return self._plugged

    # Its port, as `pod_ports.Port`

    def read(self) -> bytes:
        """What it says; it runs meanwhile."""
        end = self._clock() + PORT_READ_SECONDS
        with self._news:
            while True:
                self._check()
                heard, self._heard = self._heard, b""
                said: bytes = self._said + self._pod.step(heard)
                self._said = b""
                if said or self._woken or self._clock() >= end:
                    self._woken = False
                    return said
                self._news.wait(min(end - self._clock(), self._until_due()))

    def write(self, data: bytes) -> None:
        """Say something to it."""
        with self._news:
            self._check()
            self._heard += data

    def wake(self) -> None:
        """Let `read` come back."""
        with self._news:
            self._woken = True
            self._news.notify_all()

    def close(self) -> None:
        """Whoever opens it next finds the same pod."""

    def _move(self, hand: Callable[[], object]) -> None:
        """A real one looks in every millisecond; this one right before something moves, and right after."""
        with self._news:
            if self._plugged:
                self._said += self._pod.step(b"")
            hand()
            if self._plugged:
                self._said += self._pod.step(b"")
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
    """The pods of a simulated table, as a system's serial ports."""

    def __init__(self, pods: Iterable[SimulatedPod]) -> None:
        self._pods = {pod.serial: pod for pod in pods}

    def find(self, serial: str) -> str | None:
        """The device of that pod; it is called like the pod."""
        pod = self._pods.get(serial)
        return serial if pod is not None and pod.plugged else None

    def open(self, device: str) -> SimulatedPod:
        """Its port."""
        return self._pods[device]
