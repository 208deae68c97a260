"""A die out of its wiring: with build.py the only place that chooses between a Raspberry Pi's devices and simulated ones."""

from typing import Any, assert_never

from msgspec import Struct

from companion.core.prompt import Pick
from companion.devices.button_die import RollKeyDie
from companion.devices.coded_die import coded_die
from companion.devices.die import MachineDie
from companion.devices.loop import Loop
from companion.devices.nest_die import nest_die
from companion.devices.ports import Die, DieSink
from companion.devices.serial_die import PodEyes, serial_die
from companion.devices.settings import ButtonDie, CodedDie, DieWiring, NestDie, SerialDie
from companion.devices.simulated.die import SimulatedDie
from companion.devices.simulated.die_hands import Hand, KeyHand, coded_hand, nest_hand


class DieAtTable(Struct, frozen=True):
    """A die, and who throws it from the page: the page itself, a hand on the simulated pins, or nobody.

    `pod`: where the readings of a pod are handed in.
    """

    die: Die
    hand: Hand | None = None
    pod: PodEyes | None = None

    @property
    def is_in_page(self) -> bool:
        """Whether the page can throw it."""
        return self.hand is not None or self.die.throws

    def start(self, sink: DieSink) -> None:
        """From now on hand readings and sights to `sink`."""
        self.die.start(sink)
        if self.hand is not None:
            self.hand.start(sink)

    def throw(self) -> None:
        """The page threw it."""
        if self.hand is not None:
            self.hand.throw()
        else:
            self.die.throw()

    def close(self) -> None:
        """Let it go."""
        if self.hand is not None:
            self.hand.close()
        self.die.close()


def build_die(
    wiring: DieWiring, pins: Any, loop: Loop, pick: Pick, *, simulated: bool, lockout: float = 0.008
) -> DieAtTable:
    """What answers when a die is to be rolled. `pins`: the table's pin factory; `pick`: the luck of what is thrown by keys or
    by the page; `lockout`: seconds that a key is deaf after an edge. Raises DeviceError when a pin cannot be had.
    """
    match wiring:
        case "machine":
            return DieAtTable(MachineDie(pick))
        case "page":
            return DieAtTable(SimulatedDie(loop, pick))
        case ButtonDie():
            thrown = RollKeyDie(wiring, pins, loop, pick, lockout=lockout)
            return DieAtTable(thrown, KeyHand(wiring, pins, loop) if simulated else None)
        case CodedDie():
            read = coded_die(wiring, pins, loop)
            return DieAtTable(read, coded_hand(wiring, pins, loop, pick) if simulated else None)
        case NestDie():
            read = nest_die(wiring, pins, loop)
            return DieAtTable(read, nest_hand(wiring, pins, loop, pick) if simulated else None)
        case SerialDie():
            eyes = PodEyes(loop)
            return DieAtTable(serial_die(eyes, loop), pod=eyes)
        case _:
            assert_never(wiring)
