"""Builds the table's die from its wiring. With `devices/build.py` it is the only place that chooses between real and simulated
devices."""

from collections.abc import Callable
from typing import Any, assert_never

from msgspec import Struct

from companion.core.prompt import RandBelow
from companion.devices.dice.coded_die import coded_die
from companion.devices.dice.die_reading_check import MachineDie
from companion.devices.dice.nest_die import nest_die
from companion.devices.dice.nest_pod import nest_pod
from companion.devices.dice.pod_sensor_die import PodDieSensors, pod_sensor_die
from companion.devices.dice.roll_key_die import RollKeyDie
from companion.devices.pods.pod_thread import PodThread, TroubleSink
from companion.devices.protocols import Die, DieSink, Loop
from companion.devices.simulated.die_throwers import (
    DieThrower,
    RollKeyThrower,
    coded_thrower,
    nest_thrower,
    pod_thrower,
)
from companion.devices.simulated.simulated_die import SimulatedDie
from companion.devices.simulated.simulated_pod import SimulatedPod, SimulatedPods
from companion.devices.wiring import ButtonDie, CodedDie, DieWiring, NestDie, SerialDie


class DieAtTable(Struct, frozen=True):
    """A die and its accessories. `thrower`: throws a simulated die for the page; None: the page throws the die itself, or nobody
    can.

    `pod`: the pod that reads it; None: it is wired to the Pi.
    """

    die: Die
    thrower: DieThrower | None = None
    pod: PodThread | None = None

    @property
    def is_in_page(self) -> bool:
        """Whether the page can throw it."""
        return self.thrower is not None or self.die.throws

    def start(self, sink: DieSink) -> None:
        """From now on pass readings and states to `sink`."""
        self.die.start(sink)
        if self.thrower is not None:
            self.thrower.start(sink)
        if self.pod is not None:
            self.pod.start()

    def throw(self) -> None:
        """Throw it from the page."""
        if self.thrower is not None:
            self.thrower.throw()
        else:
            self.die.throw()

    def close(self) -> None:
        """Release its resources."""
        if self.thrower is not None:
            self.thrower.close()
        if self.pod is not None:
            self.pod.close()
        self.die.close()


def build_die(
    wiring: DieWiring,
    pins: Callable[[], Any],
    loop: Loop,
    randbelow: RandBelow,
    on_trouble: TroubleSink,
    *,
    simulated: bool,
    lockout: float = 0.008,
) -> DieAtTable:
    """The die for `wiring`. `pins` returns the table's pin factory; `randbelow`: the random numbers of dice thrown by keys or
    in the page; `on_trouble` is called on `loop` with the faults of a pod; `lockout`: seconds after an edge in which a key's
    further edges are ignored. Raises DeviceError if a pin cannot be used.
    """
    match wiring:
        case "machine":
            return DieAtTable(MachineDie(randbelow))
        case "page":
            return DieAtTable(SimulatedDie(loop, randbelow))
        case ButtonDie():
            thrown = RollKeyDie(wiring, pins(), loop, randbelow, lockout=lockout)
            return DieAtTable(thrown, RollKeyThrower(wiring, pins(), loop) if simulated else None)
        case CodedDie():
            read = coded_die(wiring, pins(), loop)
            return DieAtTable(read, coded_thrower(wiring, pins(), loop, randbelow) if simulated else None)
        case NestDie():
            read = nest_die(wiring, pins(), loop)
            return DieAtTable(read, nest_thrower(wiring, pins(), loop, randbelow) if simulated else None)
        case SerialDie(serial):
            sensors = PodDieSensors(loop)
            read = pod_sensor_die(sensors, loop)
            if not simulated:
                return DieAtTable(read, pod=nest_pod(serial, sensors, loop, on_trouble))
            nest = SimulatedPod(serial, role="nest")
            ports = SimulatedPods((nest,))
            pod = nest_pod(serial, sensors, loop, on_trouble, find_port=ports.find, open_port=ports.open)
            return DieAtTable(read, pod_thrower(nest, loop, randbelow), pod)
        case _:
            assert_never(wiring)
