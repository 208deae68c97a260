"""A marked cube in a square nest, read from below by six reflective sensors; dice/nest_code.py says how the cube is marked.

    sensor                          where it is in the nest, as seen from above
    ring 0, 1, 2, 3                 front, left, back, right: a third of the cube's edge from the centre, clockwise
    centre                          in the middle
    parity                          a third to the side and a third ahead: at any of the four corners
    the nest's front                towards the first player

Each sensor is an infrared LED and a phototransistor side by side, wired as hardware/wiring/details/die-nest.svg draws it: white
sends light back, the transistor conducts, and the line is low. Sensor boards with a comparator differ in polarity: `dark` says
which level theirs has over a dark field. Each line is pulled to that level, so a sensor that is missing reads as dark, as does
an empty nest.
"""

from collections.abc import Callable
from typing import Any

from companion.devices.dice.die_lines import DieLines
from companion.devices.dice.die_settling import LyingDie, SensorState
from companion.devices.dice.sensor_die import SensorDie
from companion.devices.loop_protocol import Loop
from companion.devices.wiring_records import NestDie
from companion.dice.nest_code import EMPTY_NEST, NEST_SENSORS, NestCode, decode_attitude


class NestSensors:
    """The six sensors. Raises DeviceError when a pin cannot be had."""

    def __init__(self, wiring: NestDie, factory: Any, loop: Loop) -> None:
        self._dark = wiring.dark == "high"
        self._lines = DieLines(nest_die_pins(wiring), factory, loop, pull_up=self._dark)

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop after every edge."""
        self._lines.start(changed)

    def read(self) -> SensorState:
        """What lies in the nest now."""
        front, left, back, right, centre, corner = (high != self._dark for high in self._lines.levels())
        return nest_state((front, left, back, right, centre, corner))

    def close(self) -> None:
        """Let the pins go."""
        self._lines.close()


def nest_state(code: NestCode) -> SensorState:
    """What six sensors see, white as True."""
    if code == EMPTY_NEST:
        return "absent"
    lies = decode_attitude(code)
    return "unreadable" if lies is None else LyingDie(*lies)


def nest_die_pins(wiring: NestDie) -> dict[str, int]:
    """The sensors by name, in the order of a code."""
    numbers = (*wiring.ring, wiring.centre, wiring.parity)
    return {f"{sensor} sensor": number for sensor, number in zip(NEST_SENSORS, numbers, strict=True)}


def nest_die(wiring: NestDie, factory: Any, loop: Loop) -> SensorDie:
    """The `Die` port. Raises DeviceError when a pin cannot be had."""
    return SensorDie("nest", NestSensors(wiring, factory, loop), loop)
