"""A die's inputs on GPIO pins, with gpiozero: single inputs, and groups that are read together.

gpiozero calls back on its own threads; the callbacks only pass on (time, level). A group passes on one change at a time, so a
sensor that flickers at its threshold cannot flood the loop.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.pins import pin_errors_named
from companion.devices.protocols import Loop

_STALE: Final = 1.0
"""Seconds: an edge that seems older has a time of another clock."""

Hook = Callable[[bool, float], object]
"""Takes (level, seconds on the loop's clock), on gpiozero's thread."""


class DieLine:
    """One input. `what`: its name in errors. Raises DeviceError if the pin cannot be used."""

    def __init__(self, what: str, number: int, factory: Any, loop: Loop, *, pull_up: bool) -> None:
        from gpiozero import DigitalInputDevice

        self._factory = factory
        self._loop = loop
        self._hook: Hook | None = None
        with pin_errors_named(f"the die: its {what}", number):
            self._device = DigitalInputDevice(number, pull_up=pull_up, bounce_time=None, pin_factory=factory)
        self._pin = self._device.pin

    def start(self, hook: Hook) -> None:
        """From now on pass every edge to `hook`."""
        self._hook = hook
        # The pin's hook, since the device's events do not carry the time of the edge. The pin holds it weakly.
        self._pin.when_changed = self._changed

    def is_high(self) -> bool:
        """The current level."""
        return bool(self._pin.state)

    def close(self) -> None:
        """Release the pin."""
        self._hook = None
        self._device.close()

    def _changed(self, ticks: Any, state: Any) -> None:
        hook = self._hook
        if hook is None:
            return
        now = self._loop.time()
        age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        hook(bool(state), now - age if 0 <= age < _STALE else now)


class DieLines:
    """A group of inputs. `wired`: name → BCM number. Raises DeviceError if a pin cannot be used."""

    def __init__(self, wired: Mapping[str, int], factory: Any, loop: Loop, *, pull_up: bool) -> None:
        self._loop = loop
        self._lines: list[DieLine] = []
        self._changed_sink: Callable[[float], None] | None = None
        self._at = 0.0
        self._is_pending = False
        try:
            for what, number in wired.items():
                self._lines.append(DieLine(what, number, factory, loop, pull_up=pull_up))
        except DeviceError:
            self.close()
            raise

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop, with the time of the newest edge."""
        self._changed_sink = changed
        for line in self._lines:
            line.start(self._edge)

    def levels(self) -> tuple[bool, ...]:
        """The levels (high: True) in the order of the wiring, read one after another: they are consistent only if they hold."""
        return tuple(line.is_high() for line in self._lines)

    def close(self) -> None:
        """Release the pins; nothing is called again."""
        self._changed_sink = None
        for line in self._lines:
            line.close()

    def _edge(self, _level: bool, at: float) -> None:
        """On gpiozero's thread."""
        self._at = at
        if not self._is_pending:
            self._is_pending = True
            self._loop.call_soon_threadsafe(self._changed)

    def _changed(self) -> None:
        # First, so that an edge from here on is passed on again.
        self._is_pending = False
        if self._changed_sink is not None:
            self._changed_sink(self._at)
