"""A marked cube in a square nest, read from below by six reflective sensors; dice/nest_code.py says how the cube is marked.

    sensor                          its place in the nest, as seen from above
    ring 0, 1, 2, 3                 front, left, back, right: a third of the cube's edge from the centre, clockwise
    centre                          in the middle
    parity                          a third to the side and a third ahead: at any of the four corners
    the nest's front                towards the first player

Each sensor is an infrared LED beside a phototransistor, wired as in hardware/wiring/details/die-nest.svg: white reflects the
light, the transistor conducts, and the line is low. Sensor boards with a comparator differ in polarity: `dark` is the level over
a dark field. Each line is pulled to that level, so a missing sensor reads as dark, like an empty nest.
"""

from collections.abc import Callable
from typing import Any

from companion.devices.dice.die_lines import DieLines
from companion.devices.dice.die_settling import LyingDie, SensorState
from companion.devices.dice.nest_code import EMPTY_NEST, NEST_SENSORS, NestCode, decode_orientation
from companion.devices.dice.sensor_die import SensorDie
from companion.devices.protocols import Loop
from companion.devices.wiring import NestDie


class NestSensors:
    """The six sensors. Raises DeviceError if a pin cannot be used."""

    def __init__(self, wiring: NestDie, factory: Any, loop: Loop) -> None:
        self._dark = wiring.dark == "high"
        self._lines = DieLines(nest_die_pins(wiring), factory, loop, pull_up=self._dark)

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop after every edge."""
        self._lines.start(changed)

    def read(self) -> SensorState:
        """The current state of the nest."""
        front, left, back, right, centre, corner = (high != self._dark for high in self._lines.levels())
        return nest_state((front, left, back, right, centre, corner))

    def close(self) -> None:
        """Release the pins."""
        self._lines.close()


def nest_state(code: NestCode) -> SensorState:
    """The state for what the six sensors see, white as True."""
    if code == EMPTY_NEST:
        return "absent"
    lies = decode_orientation(code)
    return "unreadable" if lies is None else LyingDie(*lies)


def nest_die_pins(wiring: NestDie) -> dict[str, int]:
    """The sensors by name, in the order of a code."""
    numbers = (*wiring.ring, wiring.centre, wiring.parity)
    return {f"{sensor} sensor": number for sensor, number in zip(NEST_SENSORS, numbers, strict=True)}


def nest_die(wiring: NestDie, factory: Any, loop: Loop) -> SensorDie:
    """The `Die`. Raises DeviceError if a pin cannot be used."""
    return SensorDie("nest", NestSensors(wiring, factory, loop), loop)
