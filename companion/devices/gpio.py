"""The keys of every seat on GPIO pins, over gpiozero.

gpiozero's callbacks come on threads that are not ours. They do one thing: hand (time, pin, level) to the loop. All
else, the debouncing too, happens on the loop. An idle key costs no wake-up: a timer runs only while a contact bounces.
"""

from typing import Any, Final

from companion.core.errors import DeviceError
from companion.core.keys import KEYS, Key, KeyEdge
from companion.core.seat import Seat
from companion.devices.debounce import Change, Debounce
from companion.devices.loop import Loop, Timer
from companion.devices.ports import KeySink
from companion.devices.settings import SeatWiring

_STALE: Final = 1.0
"""Seconds: an edge cannot be older than that, so its clock was another one (lgpio's is, on old kernels)."""


class GpioKeys:
    """The `Keys` port. `factory`: a gpiozero pin factory, which stays the caller's to close. `lockout`: seconds.

    Raises DeviceError when a pin cannot be had.
    """

    def __init__(self, seats: tuple[SeatWiring, ...], factory: Any, loop: Loop, *, lockout: float) -> None:
        self._lines: list[_Line] = []
        try:
            for seat, wiring in enumerate(seats):
                for key in KEYS:
                    self._lines.append(_Line(seat, key, getattr(wiring.keys, key), factory, loop, lockout))
        except DeviceError:
            self.close()
            raise

    def start(self, sink: KeySink) -> None:
        """From now on hand every debounced edge to `sink`, on the loop. A key that is already down is told when it is
        pressed again."""
        for line in self._lines:
            line.start(sink)

    def close(self) -> None:
        """Let the pins go; `sink` is not called any more."""
        for line in self._lines:
            line.close()


class _Line:
    """One key: its pin, its debounce, and the timer that runs while it bounces."""

    def __init__(self, seat: Seat, key: Key, number: int, factory: Any, loop: Loop, lockout: float) -> None:
        from gpiozero import DigitalInputDevice
        from gpiozero.exc import GPIOZeroError

        self._seat = seat
        self._key: Key = key
        self._factory = factory
        self._loop = loop
        self._lockout = lockout
        self._sink: KeySink | None = None
        self._timer: Timer | None = None
        try:
            # Never gpiozero's Button: each one starts a thread that wakes sixteen times a second.
            self._device = DigitalInputDevice(number, pull_up=True, bounce_time=None, pin_factory=factory)
        except GPIOZeroError as error:
            raise DeviceError(f"seat {seat}: the {key} key cannot have GPIO{number} ({error}).") from error
        self._pin = self._device.pin
        self._pressed = False
        self._debounce = Debounce(lockout)

    def start(self, sink: KeySink) -> None:
        self._sink = sink
        self._debounce = Debounce(self._lockout, down=self._is_down())
        # The pin's own hook, since the device's events leave out when the edge was. The pin keeps no strong reference
        # to it; this object lives as long as its keys.
        self._pin.when_changed = self._changed

    def close(self) -> None:
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._device.close()

    def _changed(self, ticks: Any, state: Any) -> None:
        """On gpiozero's thread."""
        now = self._loop.time()
        # Ticks mean nothing but their difference, and that with the factory's own.
        age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        at = now - age if 0 <= age < _STALE else now
        self._loop.call_soon_threadsafe(self._edge, not state, at)

    def _edge(self, down: bool, at: float) -> None:
        if self._sink is not None:
            self._tell(self._debounce.edge(down, at))

    def _look_again(self) -> None:
        self._timer = None
        if self._sink is not None:
            self._tell(self._debounce.expire(self._is_down(), self._loop.time()))

    def _tell(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            # The release of a key that was down at the start belongs to no press.
            if self._sink is not None and (change.down or self._pressed):
                self._pressed = change.down
                self._sink(KeyEdge(self._seat, self._key, change.down, change.at))
        deadline = self._debounce.deadline
        if deadline is not None and self._timer is None and self._sink is not None:
            self._timer = self._loop.call_at(deadline, self._look_again)

    def _is_down(self) -> bool:
        return not self._pin.state
