"""No die: random numbers, rolled with the roller's key. A requested roll is there at once."""

from typing import Final

from companion.core.prompt import RandBelow
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.readings import random_orientation
from companion.devices.protocols import DieKind, DieReading, DieSink


class MachineDie(DieWiring, frozen=True):
    """Random numbers."""

    source = "machine"
    has_hardware = False

    def build(self, parts: DieParts) -> DieAtTable:
        return DieAtTable(RandomNumbers(parts.randbelow))


class RandomNumbers:
    """A `Die`."""

    kind: DieKind = "machine"
    by_hand = False
    throws = False

    def __init__(self, randbelow: RandBelow) -> None:
        self._randbelow = randbelow
        self._sink: DieSink = lambda _reading: None

    def start(self, sink: DieSink) -> None:
        self._sink = sink

    def ask(self) -> None:
        self._sink(DieReading("machine", *random_orientation(self._randbelow)))

    def throw(self) -> None:
        """No effect: it has rolled already."""

    def close(self) -> None:
        """No effect: it holds no resources."""


WIRING: Final = MachineDie
