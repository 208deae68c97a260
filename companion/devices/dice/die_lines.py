"""The wires of a die on GPIO pins, over gpiozero: inputs that are read together, and one that is watched by itself.

gpiozero's callbacks come on threads that are not ours; they hand over (time, level) and do nothing else. A group hands over
at most one change at a time, so that a sensor which flickers on a threshold cannot flood the loop.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.loop_protocol import Loop
from companion.devices.pins.pin_errors import pin_errors_named

_STALE: Final = 1.0
"""Seconds: an edge cannot be older than that, so its clock was another one."""

Hook = Callable[[bool, float], object]
"""Takes (level, seconds on the loop's clock), on gpiozero's thread."""


class DieLine:
    """One input. `what`: its name in an error. Raises DeviceError when the pin cannot be had."""

    def __init__(self, what: str, number: int, factory: Any, loop: Loop, *, pull_up: bool) -> None:
        from gpiozero import DigitalInputDevice

        self._factory = factory
        self._loop = loop
        self._hook: Hook | None = None
        with pin_errors_named(f"the die: its {what}", number):
            self._device = DigitalInputDevice(number, pull_up=pull_up, bounce_time=None, pin_factory=factory)
        self._pin = self._device.pin

    def start(self, hook: Hook) -> None:
        """From now on hand every edge to `hook`."""
        self._hook = hook
        # The pin's own hook, since the device's events leave out when the edge was. The pin keeps no strong reference.
        self._pin.when_changed = self._changed

    def is_high(self) -> bool:
        """The level now."""
        return bool(self._pin.state)

    def close(self) -> None:
        """Let the pin go."""
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
    """Inputs that say one thing together. `wired`: name → BCM number. Raises DeviceError when a pin cannot be had."""

    def __init__(self, wired: Mapping[str, int], factory: Any, loop: Loop, *, pull_up: bool) -> None:
        self._loop = loop
        self._lines: list[DieLine] = []
        self._tell: Callable[[float], None] | None = None
        self._at = 0.0
        self._is_told = False
        try:
            for what, number in wired.items():
                self._lines.append(DieLine(what, number, factory, loop, pull_up=pull_up))
        except DeviceError:
            self.close()
            raise

    def start(self, changed: Callable[[float], None]) -> None:
        """From now on call `changed` on the loop, with the time of the newest edge."""
        self._tell = changed
        for line in self._lines:
            line.start(self._edge)

    def levels(self) -> tuple[bool, ...]:
        """High or low, in the order of the wiring; one after another, so they belong together only when they stay so."""
        return tuple(line.is_high() for line in self._lines)

    def close(self) -> None:
        """Let the pins go; nothing is called any more."""
        self._tell = None
        for line in self._lines:
            line.close()

    def _edge(self, _level: bool, at: float) -> None:
        """On gpiozero's thread."""
        self._at = at
        if not self._is_told:
            self._is_told = True
            self._loop.call_soon_threadsafe(self._changed)

    def _changed(self) -> None:
        # First of all, so that an edge which comes from here on is handed over anew.
        self._is_told = False
        if self._tell is not None:
            self._tell(self._at)
