"""A die that a separate module reads: three bits of the face on top, and a strobe.

    signal          level                                                     to
    bits 0, 1, 2    the face on top in binary, bit 0 the lowest, high for 1   one GPIO each
    strobe          high while the bits are valid, low while they change      one GPIO
    turn 0, 1       optional: the quarter turn in binary, bit 0 first         one GPIO each
    ground          the module's to the Pi's

The module drives the lines with 3.3 V (5 V damages a Raspberry Pi). The Pi pulls them down, so a missing module counts as
silent. 1 to 6 is a face, 0 means no die, 7 means unreadable. The strobe is a level, not a pulse: the module lowers it before it
changes a bit, raises it when all bits are set, and keeps it high while they are valid. The lines are read one after another, so
a reading counts only if all lines held for STABLE_SECONDS.

The quarter turn gives the face in front, towards the first player. Turn 0 is the lowest possible face; each further turn brings
the face on the right to the front (`FRONT_BY_TURN`). Without these lines the front is unknown, and the roller enters it.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.core.die import FACES, Orientation, is_orientation
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.sensors import DieLines, LyingDie, SensorDie, SensorState
from companion.devices.protocols import Loop
from companion.devices.wiring import WiredPin

CODE_NO_DIE: Final = 0
CODE_UNREADABLE: Final = 7


def _fronts(top: int) -> tuple[int, ...]:
    first = Orientation(top, next(front for front in FACES if is_orientation(top, front)))
    second = first.turned()
    third = second.turned()
    return (first.front, second.front, third.front, third.turned().front)


FRONT_BY_TURN: Final = {top: _fronts(top) for top in FACES}
"""The face on top → the face in front after 0, 1, 2 and 3 quarter turns."""


class CodedDie(DieWiring, frozen=True):
    """Three bits of the face on top, the lowest first, and a strobe that is high while they are valid. `turn`: two bits of the
    quarter turn, the lower first."""

    source = "coded"

    bits: tuple[int, int, int]
    strobe: int
    turn: tuple[int, int] | None = None

    def wired_pins(self) -> tuple[WiredPin, ...]:
        bits = (WiredPin(number, "face code", "down") for number in self.bits)
        turn = (WiredPin(number, "turn code", "down") for number in self.turn or ())
        return (*bits, WiredPin(self.strobe, "strobe", "down"), *turn)

    def build(self, parts: DieParts) -> DieAtTable:
        die = SensorDie("coded", CodedSensors(self, parts.pins(), parts.loop), parts.loop)
        if not parts.simulated:
            return DieAtTable(die)
        from companion.devices.simulated.dice import CubeThrower, pin_levels

        bits = 5 if self.turn is not None else 3
        return DieAtTable(
            die,
            CubeThrower(
                pin_levels(parts.pins(), self.lines().values()),
                self._levels,
                ((False,) * (bits + 1), (False, *(True,) * bits)),
                parts.loop,
                parts.randbelow,
            ),
        )

    def lines(self) -> dict[str, int]:
        """The lines by name, in the order in which they are read."""
        names = {"strobe": self.strobe} | {f"bit {bit}": number for bit, number in enumerate(self.bits)}
        return names | {f"turn {bit}": number for bit, number in enumerate(self.turn or ())}

    def _levels(self, lies: Orientation) -> tuple[bool, ...]:
        """The levels of the lines for a die at rest."""
        turn = FRONT_BY_TURN[lies.top].index(lies.front)
        return (True, *(bool((lies.top | turn << 3) >> bit & 1) for bit in range(len(self.lines()) - 1)))


class CodedSensors:
    """The module's lines. Raises DeviceError if a pin cannot be used."""

    def __init__(self, wiring: CodedDie, factory: Any, loop: Loop) -> None:
        self._has_turn = wiring.turn is not None
        self._lines = DieLines(wiring.lines(), factory, loop, pull_up=False)

    def start(self, changed: Callable[[float], None]) -> None:
        self._lines.start(changed)

    def read(self) -> SensorState:
        strobe, *bits = self._lines.levels()
        if not strobe:
            return "silent"
        top = bits[0] | bits[1] << 1 | bits[2] << 2
        if top == CODE_NO_DIE:
            return "absent"
        if top == CODE_UNREADABLE:
            return "unreadable"
        return LyingDie(top, FRONT_BY_TURN[top][bits[3] | bits[4] << 1] if self._has_turn else None)

    def close(self) -> None:
        self._lines.close()


WIRING: Final = CodedDie
