"""Throw the dice of a simulated table: they drive mock pins, or the sensors of a simulated pod, which the same code reads as on
a Pi.

Invariant: the result is drawn at the throw and reported as tumbling, so that the page can show the cube; the roll itself is read
from the pins.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.core.die import Orientation
from companion.core.prompt import RandBelow
from companion.devices.dice.marking import EMPTY_NEST, FLOODED_NEST, encode_orientation
from companion.devices.dice.page import TUMBLE_SECONDS
from companion.devices.dice.readings import random_orientation
from companion.devices.protocols import DieSight, DieSink, Loop, Timer

ROLL_KEY_SECONDS: Final = 0.1
"""How long the roll key is held, in seconds."""
FLICKER_SECONDS: Final = 0.1
"""Seconds between two changes of the sensors while the die tumbles."""

SensorLevels = tuple[bool, ...]


class RollKeyThrower:
    """Presses the roll key on the pin `key` (BCM). `factory`: the MockFactory that the die uses."""

    def __init__(self, key: int, factory: Any, loop: Loop) -> None:
        self._pin = factory.pin(key)
        self._loop = loop
        self._timer: Timer | None = None

    def start(self, sink: DieSink) -> None:
        """No effect: the die reports its throws."""

    def throw(self) -> None:
        if self._timer is None:
            self._pin.clear_states()
            self._pin.drive_low()
            self._timer = self._loop.call_at(self._loop.time() + ROLL_KEY_SECONDS, self._release)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _release(self) -> None:
        self._timer = None
        self._pin.drive_high()


class CubeThrower:
    """Throws a cube onto its sensors. `levels`: the sensors for a die at rest; `moving`: two states between which they alternate
    while it tumbles; `put`: sets the sensors."""

    def __init__(
        self,
        put: Callable[[SensorLevels], None],
        levels: Callable[[Orientation], SensorLevels],
        moving: tuple[SensorLevels, SensorLevels],
        loop: Loop,
        randbelow: RandBelow,
    ) -> None:
        self._put = put
        self._levels = levels
        self._moving = moving
        self._loop = loop
        self._randbelow = randbelow
        self._sink: DieSink = lambda _event: None
        self._timer: Timer | None = None

    def start(self, sink: DieSink) -> None:
        """From now on report to `sink` how a thrown die will come to rest, so that the page can show it."""
        self._sink = sink

    def throw(self) -> None:
        if self._timer is None:
            lies = random_orientation(self._randbelow)
            self._sink(DieSight("tumbling", lies))
            self._flicker(lies, self._loop.time() + TUMBLE_SECONDS, 0)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _flicker(self, lies: Orientation, until: float, step: int) -> None:
        self._timer = None
        now = self._loop.time()
        if now >= until:
            self._put(self._levels(lies))
            return
        self._put(self._moving[step % 2])
        self._timer = self._loop.call_at(min(now + FLICKER_SECONDS, until), self._flicker, lies, until, step + 1)


def nest_thrower(put: Callable[[SensorLevels], None], loop: Loop, randbelow: RandBelow) -> CubeThrower:
    """Throws the marked cube into a nest. `put`: sets what the six sensors see, white as True. While it tumbles all change."""
    return CubeThrower(put, encode_orientation, (EMPTY_NEST, FLOODED_NEST), loop, randbelow)


def pin_levels(factory: Any, numbers: Iterable[int]) -> Callable[[SensorLevels], None]:
    """Sets the levels of mock pins."""
    pins = [factory.pin(number) for number in numbers]

    def put(levels: SensorLevels) -> None:
        for pin, high in zip(pins, levels, strict=True):
            # A mock pin keeps every past level.
            pin.clear_states()
            if high:
                pin.drive_high()
            else:
                pin.drive_low()

    return put
