"""A real kind of die on mock pins, with a manual clock."""

import math
from collections.abc import Callable
from typing import Any

from companion.core.die import Orientation
from companion.core.errors import DeviceError
from companion.devices.dice.coded import CodedDie
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.marking import encode_orientation
from companion.devices.dice.nest import NestDie
from companion.devices.pins import pin_factory
from companion.devices.protocols import DieReading, DieSight
from tests.devices.clock import HandLoop

CODED = CodedDie(bits=(8, 7, 26), strobe=19)
TURNED = CodedDie(bits=(8, 7, 26), strobe=19, turn=(12, 14))
NEST = NestDie(ring=(8, 7, 26, 19), centre=12, parity=14)
LOW_WHERE_DARK = NestDie(ring=(8, 7, 26, 19), centre=12, parity=14, dark="low")
READ = [CODED, TURNED, NEST]
NAMES = ["coded", "coded with turn", "nest"]


def quiet(error: DeviceError | None) -> None:
    assert error is None


class Bench:
    """One die on mock pins; what it has told."""

    def __init__(self, wiring: DieWiring, pick: Callable[[int], int] = lambda _limit: 0) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        # Mock pins take their ticks from the wall clock; with this one every edge is dated by the loop's.
        self.factory.ticks = lambda: math.inf
        self.low_where_dark = isinstance(wiring, NestDie) and wiring.dark == "low"
        self.die: DieAtTable = wiring.build(DieParts(lambda: self.factory, self.loop, pick, quiet, simulated=True))
        self.told: list[DieReading | DieSight] = []

    def start(self) -> "Bench":
        self.die.start(self.told.append)
        self.loop.advance(1)
        self.told.clear()
        return self

    def set(self, **levels: bool) -> None:
        """Drive pins, as p8=True."""
        for name, high in levels.items():
            self.drive(int(name[1:]), high)

    def drive(self, number: int, high: bool) -> None:
        pin: Any = self.factory.pin(number)
        if high:
            pin.drive_high()
        else:
            pin.drive_low()

    def say(self, face: int) -> None:
        """The module's bits, with the strobe down meanwhile."""
        self.drive(19, False)
        for bit, number in enumerate((8, 7, 26)):
            self.drive(number, bool(face >> bit & 1))
        self.drive(19, True)

    def lay(self, lies: Orientation) -> None:
        """The marked cube in the nest."""
        for number, white in zip((8, 7, 26, 19, 12, 14), encode_orientation(lies), strict=True):
            self.drive(number, white == self.low_where_dark)

    def lift(self) -> None:
        for number in (8, 7, 26, 19, 12, 14):
            self.drive(number, not self.low_where_dark)

    @property
    def readings(self) -> list[tuple[object, object]]:
        return [(one.top, one.front) for one in self.told if isinstance(one, DieReading)]

    @property
    def sights(self) -> list[str]:
        return [one.what for one in self.told if isinstance(one, DieSight)]

    def close(self) -> None:
        self.die.close()
        self.factory.close()
