"""The test of a table's hardware on its real devices: the trial's inputs come from pins, buses and the die, and its screens
go out to the panels.

Law: it ends by itself, whoever does or does not answer; all it leaves behind are dark panels and a report.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from companion.core.errors import DeviceError
from companion.core.keys import KeyEvent
from companion.core.picture import Run
from companion.core.seat import Seat
from companion.devices.die import attitude
from companion.devices.loop import Loop, Timer
from companion.devices.ports import Buzzer, Die, Display, Keys, Reading, Sight
from companion.games.die import FACES
from companion.pi.trial import AskDie, DieSays, Effect, Fault, Input, Lies, Outcome, Play, Tick, Trial
from companion.pi.trial_screens import long, name, screen
from companion.ui.raster import draw

_SIGHTS = {
    "absent": "there is no die; lay it into the roller",
    "unreadable": "it lies askew; lay it flat",
    "silent": "its reader has nothing to say; check its wires",
    "gone": "its reader does not answer; check its cable",
}


class Hardware(Protocol):
    """The devices of a table, as far as they are tested."""

    keys: Keys

    @property
    def displays(self) -> "dict[Seat, Display]":
        """By seat."""

    @property
    def buzzers(self) -> Iterable[Buzzer]:
        """Everything that sounds."""


class HardwareTest:
    """One run over `steps`. `say`: where the terminal's lines go; `done` is called once, at the end."""

    def __init__(
        self,
        trial: Trial,
        loop: Loop,
        say: Callable[[str], None],
        done: Callable[[tuple[Outcome, ...]], None],
    ) -> None:
        self._trial = trial
        self._loop = loop
        self._say = say
        self._done = done
        self._displays: dict[Seat, Display] = {}
        self._buzzers: tuple[Buzzer, ...] = ()
        self._die: Die | None = None
        self._timer: Timer | None = None
        self._told = 0
        self._asked: object = None
        self._remarked = ""
        self._over = False
        self._early: list[Input] = []

    def on_runs(self, _seat: Seat, _runs: tuple[Run, ...]) -> None:
        """What stands on a panel; nothing is made of it."""

    def on_fault(self, seat: Seat, error: DeviceError | None) -> None:
        """A screen does not answer, or does again; it may come before `start`."""
        fault = Fault(seat, "" if error is None else str(error).rstrip("."))
        if self._asked is None:
            self._early.append(fault)
        else:
            self._take(fault)
