"""The die of the page: it waits for a hand, tumbles, and comes to rest.

Law: one throw at a time, and only of a die that is wanted. How it will lie is drawn when it is thrown.
"""

from companion.core.prompt import RandBelow
from companion.devices.device_protocols import DieKind, DieReading, DieSight, DieSink
from companion.devices.dice.die_reading_check import draw_attitude
from companion.devices.loop_protocol import Loop, Timer
from companion.dice.attitude import Attitude

TUMBLE_SECONDS = 1.1
"""Seconds that the page's die takes to come to rest."""


class SimulatedDie:
    """`randbelow`: the luck of a throw; `tumble`: seconds until it lies still."""

    kind: DieKind = "page"
    by_hand = True
    throws = True

    def __init__(self, loop: Loop, randbelow: RandBelow, tumble: float = TUMBLE_SECONDS) -> None:
        self._loop = loop
        self._randbelow = randbelow
        self._tumble = tumble
        self._sink: DieSink = lambda _said: None
        self._thrown: Attitude | None = None
        self._timer: Timer | None = None
        self._wanted = False

    def start(self, sink: DieSink) -> None:
        """From now on hand to `sink` how a die that was thrown just now will lie, and then the reading of it."""
        self._sink = sink

    def ask(self) -> None:
        """A roll is wanted: the next throw counts."""
        self._wanted = True

    def throw(self) -> None:
        """A hand throws it. A die that nobody wants, or that is in the air, is not thrown."""
        if self._thrown is not None or not self._wanted:
            return
        self._thrown = draw_attitude(self._randbelow)
        self._sink(DieSight("tumbling", self._thrown))
        self._timer = self._loop.call_at(self._loop.time() + self._tumble, self._rest)

    def close(self) -> None:
        """What is in the air does not count any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._thrown, self._wanted, self._sink = None, False, lambda _said: None

    def _rest(self) -> None:
        assert self._thrown is not None, "only what was thrown comes to rest"
        lies, self._thrown, self._wanted = self._thrown, None, False
        self._sink(DieReading("page", *lies))
