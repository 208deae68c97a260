"""A marked cube in a square nest, read from below by six reflective sensors; `marking.py` says how the cube is marked.

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
from typing import Any, Final, Literal

from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.marking import EMPTY_NEST, NEST_SENSORS, NestCode, decode_orientation
from companion.devices.dice.sensors import DieLines, LyingDie, SensorDie, SensorState
from companion.devices.protocols import Loop
from companion.devices.wiring import Pull, WiredPin


class NestDie(DieWiring, frozen=True):
    """Six reflective sensors under a square nest: four in a ring (front, left, back, right: clockwise from above), one in the
    centre, and one for parity at a corner. `dark`: the level of a sensor over a dark field."""

    source = "nest"

    ring: tuple[int, int, int, int]
    centre: int
    parity: int
    dark: Literal["low", "high"] = "high"

    def wired_pins(self) -> tuple[WiredPin, ...]:
        pull: Pull = "up" if self.dark == "high" else "down"
        return tuple(WiredPin(number, "sensor", pull) for number in self.lines().values())

    def build(self, parts: DieParts) -> DieAtTable:
        die = SensorDie("nest", NestSensors(self, parts.pins(), parts.loop), parts.loop)
        if not parts.simulated:
            return DieAtTable(die)
        from companion.devices.simulated.dice import nest_thrower, pin_levels

        put = pin_levels(parts.pins(), self.lines().values())
        dark_is_high = self.dark == "high"
        return DieAtTable(
            die,
            nest_thrower(lambda seen: put(tuple(white != dark_is_high for white in seen)), parts.loop, parts.randbelow),
        )

    def lines(self) -> dict[str, int]:
        """The sensors by name, in the order of a code."""
        numbers = (*self.ring, self.centre, self.parity)
        return {f"{sensor} sensor": number for sensor, number in zip(NEST_SENSORS, numbers, strict=True)}


class NestSensors:
    """The six sensors. Raises DeviceError if a pin cannot be used."""

    def __init__(self, wiring: NestDie, factory: Any, loop: Loop) -> None:
        self._dark = wiring.dark == "high"
        self._lines = DieLines(wiring.lines(), factory, loop, pull_up=self._dark)

    def start(self, changed: Callable[[float], None]) -> None:
        self._lines.start(changed)

    def read(self) -> SensorState:
        front, left, back, right, centre, corner = (high != self._dark for high in self._lines.levels())
        return nest_state((front, left, back, right, centre, corner))

    def close(self) -> None:
        self._lines.close()


def nest_state(code: NestCode) -> SensorState:
    """The state for what the six sensors see, white as True."""
    if code == EMPTY_NEST:
        return "absent"
    lies = decode_orientation(code)
    return "unreadable" if lies is None else LyingDie(*lies)


WIRING: Final = NestDie
