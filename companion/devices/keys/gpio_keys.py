"""The keys and knobs of every seat on GPIO pins, over gpiozero.

gpiozero calls back on its own threads. The callbacks only pass (time, pin, level) to the loop; everything else, debouncing
included, happens on the loop. An idle key causes no wake-ups: a timer runs only while a contact settles.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.core.keys import Contact, InitiallyDown, KeyEdge, KnobTurn
from companion.core.seat import Place, each_place, seat_number
from companion.devices.keys.debounce import ContactChange, KeyDebounce
from companion.devices.keys.rotary_encoder import EncoderContact, RotaryEncoder
from companion.devices.pins import pin_errors_named
from companion.devices.protocols import KeyEventSink, Loop, Timer
from companion.devices.wiring import Encoder, SeatKind, SeatWiring

_STALE: Final = 30.0
"""Seconds: an edge that seems older has a time of another clock (lgpio's, on old kernels). On a busy machine edges come seconds
late, and only their times tell a press from a bounce."""
_EXACT: Final = 0.0001
"""Seconds between two reads of the clocks that date an edge; a longer gap means that another thread ran in between."""


class GpioKeys:
    """The `KeySource` of the seats that are wired to the Pi; pods and phones have their own.

    `factory`: a gpiozero pin factory, which the caller closes. `lockout`, `settle`: seconds, see KeyDebounce. A seat's number is
    its index in `seats`. Raises DeviceError if a pin cannot be used.
    """

    def __init__(self, seats: tuple[SeatKind, ...], factory: Any, loop: Loop, *, lockout: float, settle: float) -> None:
        self._parts: list[_Key | _Knob] = []
        try:
            for seat, wiring in each_place(seats):
                if not isinstance(wiring, SeatWiring):
                    continue
                seat_keys: list[_Key] = []
                for key, number in wiring.keys.switches().items():
                    pin = _Pin(f"seat {seat_number(seat)}: the {key} key", number, factory, loop)
                    seat_keys.append(_Key(seat, key, pin, loop, partial(KeyDebounce, lockout, settle), seat_keys))
                    self._parts.append(seat_keys[-1])
                if isinstance(wiring.keys, Encoder):
                    self._parts.append(_Knob(seat, wiring.keys, factory, loop, seat_keys))
        except DeviceError:
            self.close()
            raise

    def start(self, sink: KeyEventSink) -> None:
        """From now on pass every debounced edge and every notch to `sink`, on the loop: at a table to `GestureTimers.take`
        (`seats/gestures.py`). Report every key that is already down at once; it counts as pressed when it is pressed again."""
        for part in self._parts:
            part.start(sink)

    def close(self) -> None:
        for part in self._parts:
            part.close()


class _Pin:
    """One contact to ground: passes each edge with its time to the loop."""

    def __init__(self, name: str, number: int, factory: Any, loop: Loop) -> None:
        from gpiozero import DigitalInputDevice

        self._factory = factory
        self._loop = loop
        self._on_edge: Callable[[bool, float], None] | None = None
        with pin_errors_named(name, number):
            # Not gpiozero's Button, which starts a thread that wakes sixteen times a second.
            self._device = DigitalInputDevice(number, pull_up=True, bounce_time=None, pin_factory=factory)
        self._pin = self._device.pin

    @property
    def is_closed(self) -> bool:
        return not self._pin.state

    def start(self, on_edge: Callable[[bool, float], None]) -> None:
        """From now on call `on_edge` on the loop, with the level (closed or not) and the time."""
        self._on_edge = on_edge
        # The pin's hook, since the device's events do not carry the time of the edge. The pin holds it weakly; this object
        # lives as long as its keys.
        self._pin.when_changed = self._changed

    def close(self) -> None:
        self._on_edge = None
        self._device.close()

    def _changed(self, ticks: Any, state: Any) -> None:
        """On gpiozero's thread."""
        self._loop.call_soon_threadsafe(self._edge, not state, self._dated(ticks))

    def _dated(self, ticks: Any) -> float:
        """The time of an edge on the loop's clock. Ticks have a meaning only as a difference to the factory's ticks."""
        dated = math.inf
        for _ in range(3):
            before = self._loop.time()
            age = self._factory.ticks_diff(self._factory.ticks(), ticks)
            now = self._loop.time()
            # Another thread that runs in between makes an edge seem later, never earlier.
            dated = min(dated, now - age if 0 <= age < _STALE else now)
            if now - before < _EXACT:
                break
        return dated

    def _edge(self, closed: bool, at: float) -> None:
        if self._on_edge is not None:
            self._on_edge(closed, at)


class _Key:
    """One key: its pin, its debounce, and the timer that runs while it settles. `seat_keys`: all keys of its seat."""

    def __init__(
        self,
        seat: Place,
        key: Contact,
        pin: _Pin,
        loop: Loop,
        new_debounce: Callable[..., KeyDebounce],
        seat_keys: Sequence["_Key"],
    ) -> None:
        self._seat = seat
        self._key: Contact = key
        self._pin = pin
        self._loop = loop
        self._seat_keys = seat_keys
        self._sink: KeyEventSink | None = None
        self._timer: Timer | None = None
        self._new_debounce = new_debounce
        self._debounce = new_debounce()

    def start(self, sink: KeyEventSink) -> None:
        self._sink = sink
        # Listen first, then read: an edge between the two is already in the level, and has no effect when it arrives.
        self._pin.start(self._edge)
        down = self._pin.is_closed
        self._debounce = self._new_debounce(down=down)
        if down:
            sink(InitiallyDown(self._seat, self._key, self._loop.time()))

    def close(self) -> None:
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._pin.close()

    def settle(self, at: float) -> None:
        """Report the changes before `at`, the time of another input of this seat: on a busy machine the timer that reports them
        may be late."""
        self._report(self._debounce.until(at))

    def _edge(self, down: bool, at: float) -> None:
        for key in self._seat_keys:
            if key is not self:
                key.settle(at)
        self._report(self._debounce.edge(down, at, self._loop.time()))

    def _deadline_passed(self) -> None:
        self._timer = None
        self._report(self._debounce.expire(self._pin.is_closed, self._loop.time()))

    def _report(self, changes: tuple[ContactChange, ...]) -> None:
        for change in changes:
            if self._sink is not None:
                self._sink(KeyEdge(self._seat, self._key, change.down, change.at))
        deadline = self._debounce.deadline
        # A timer that is already set fires no later than this deadline.
        if deadline is not None and self._timer is None and self._sink is not None:
            self._timer = self._loop.call_at(deadline, self._deadline_passed)


class _Knob:
    """The two contacts of a rotary encoder; they need no debounce and no timer. `seat_keys`: the keys of its seat."""

    def __init__(self, seat: Place, wired: Encoder, factory: Any, loop: Loop, seat_keys: Sequence[_Key]) -> None:
        self._seat = seat
        self._loop = loop
        self._seat_keys = seat_keys
        self._sink: KeyEventSink | None = None
        self._a = _Pin(f"seat {seat_number(seat)}: the encoder's line A", wired.a, factory, loop)
        try:
            self._b = _Pin(f"seat {seat_number(seat)}: the encoder's line B", wired.b, factory, loop)
        except DeviceError:
            self._a.close()
            raise
        self._quadrature = RotaryEncoder()

    def start(self, sink: KeyEventSink) -> None:
        self._sink = sink
        self._a.start(lambda closed, at: self._edge("a", closed, at))
        self._b.start(lambda closed, at: self._edge("b", closed, at))
        self._quadrature = RotaryEncoder(a=self._a.is_closed, b=self._b.is_closed)

    def close(self) -> None:
        self._sink = None
        self._a.close()
        self._b.close()

    def _edge(self, line: EncoderContact, closed: bool, at: float) -> None:
        for direction in self._quadrature.edge(line, closed, at):
            for key in self._seat_keys:
                key.settle(at)
            if self._sink is not None:
                self._sink(KnobTurn(self._seat, direction, at))
