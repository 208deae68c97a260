"""The circuit of one reflective sensor of the nest: its two resistors, and what a Raspberry Pi or a Pico reads of it.

The LED is fed from 3.3 V through one resistor. The phototransistor pulls the line low where it sees white, against a second
resistor to 3.3 V. So the line is low over white and high over a dark field, and a sensor that is not there counts as dark.
"""

from typing import Final

from msgspec import Struct

VOLTS: Final = 3.3
LOW: Final = 0.8
HIGH: Final = 2.0
"""Below LOW a Raspberry Pi and a Pico read a low level for certain, above HIGH a high one."""
OWN_PULL_UP: Final = 50_000
"""Ohms, the strongest that a Pi or a Pico has inside."""
BLACK: Final = 0.1
"""How much of the light that white paper sends back a black field may send: laser print and photocopies send about 7 %."""


class Sensor(Struct, frozen=True):
    """One kind of sensor, by its data sheet. Millimetres, ohms, milliamperes, volts."""

    name: str
    size: tuple[float, float]
    """Length and width of its body."""
    distance: float
    """From its face to the die's, where it sees most."""
    led: int
    """The resistor of its LED."""
    load: int
    """The resistor from its line to 3.3 V."""
    forward: float
    """What falls at its LED."""
    white: tuple[float, float]
    """The least and the typical current over white, in the circuit with `led`."""

    @property
    def current(self) -> float:
        """Of its LED, in mA."""
        return (VOLTS - self.forward) / self.led * 1000

    def line(self, milliamperes: float) -> float:
        """The voltage of its line while the transistor draws that much, not below that of a saturated one."""
        load = 1 / (1 / self.load + 1 / OWN_PULL_UP)
        return max(0.3, VOLTS - milliamperes / 1000 * load)


TCRT5000: Final = Sensor(
    name="TCRT5000L", size=(10.2, 5.8), distance=2.5, led=220, load=10_000, forward=1.2, white=(0.45, 0.95)
)  # fmt: skip
"""Vishay 83760: 0.5 to 2.1 mA at 10 mA, typically 1; the LED has 9.5 mA here."""
QRE1113: Final = Sensor(
    name="QRE1113", size=(3.6, 2.9), distance=1.0, led=100, load=22_000, forward=1.2, white=(0.17, 0.42)
)  # fmt: skip
"""onsemi QRE1113: typically 0.4 mA at 20 mA and 1 mm. Its weakest, at 0.1 mA, need a larger load: docs/build.md says how
one measures that."""
