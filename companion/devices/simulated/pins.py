"""The mock pins of a simulated table: they press its keys, for a page no faster than the debouncing accepts, record the tones of
its buzzer, and remember that a line was low.

The code of a real table reads and drives them as it does on a Pi.
"""

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from gpiozero.pins.mock import MockPWMPin

from companion.core.keys import Contact
from companion.core.seat import Place
from companion.devices.protocols import Loop, Timer
from companion.devices.wiring import Encoder, SeatWiring, Wiring

if TYPE_CHECKING:
    from companion.devices.simulated.pod import SimulatedPod

_NOTCH: Final[dict[Contact, tuple[str, str]]] = {"right": ("a", "b"), "left": ("b", "a")}
"""The order in which the contacts of a knob close and open."""


class SimulatedKeys:
    """All keys of the table. `factory`: the gpiozero MockFactory that the keys use.

    For a knob, pressing ◀ or ▶ turns it by a notch, and ● is its switch. `pods`: the pods of the seats that have one, with
    their keys.
    """

    def __init__(self, factory: Any, wiring: Wiring, pods: "Mapping[Place, SimulatedPod] | None" = None) -> None:
        self._factory = factory
        self._seats = wiring.seats
        self._pods = pods or {}

    def press(self, seat: Place, key: Contact) -> None:
        """Close the key's contact to ground, or turn the knob by a notch. Pressing a pressed key has no effect, and a seat that
        is a phone has no keys."""
        wired = self._seats[seat]
        if seat in self._pods:
            self._pods[seat].press(key)
        elif isinstance(wired, SeatWiring) and isinstance(wired.keys, Encoder) and key in _NOTCH:
            self._turn(wired.keys, key)
        elif (pin := self._pin(seat, key)) is not None:
            pin.drive_low()

    def release(self, seat: Place, key: Contact) -> None:
        if seat in self._pods:
            self._pods[seat].release(key)
        elif (pin := self._pin(seat, key)) is not None:
            pin.drive_high()

    def _turn(self, knob: Encoder, direction: Contact) -> None:
        pins = [self._cleared(getattr(knob, line)) for line in _NOTCH[direction]]
        for pin in pins:
            pin.drive_low()
        for pin in pins:
            pin.drive_high()

    def _pin(self, seat: Place, key: Contact) -> Any:
        """The key's pin; None if there is none."""
        wired = self._seats[seat]
        if not isinstance(wired, SeatWiring):
            return None
        number = wired.keys.switches().get(key)
        return None if number is None else self._cleared(number)

    def _cleared(self, number: int) -> Any:
        pin = self._factory.pin(number)
        # A mock pin keeps every past level.
        pin.clear_states()
        return pin


WAITING: Final = 256
"""Changes of a seat's keys that may wait; a press beyond them is left out together with its release."""


class KeyPacer:
    """Presses keys for a page, no faster than the debouncing accepts. A program that clicks, or a screen reader, releases a key
    sooner than any finger and presses it again at once; a contact that bounces looks the same, and is locked out. Invariant:
    every press of a page is accepted, those of one seat in their order.

    `pause`, `settle`: seconds between two changes of one key, and between any
    two of a seat; longer than the lock-out and the settling of the debouncing."""

    def __init__(self, keys: SimulatedKeys, seats: int, loop: Loop, *, pause: float, settle: float) -> None:
        self._keys = keys
        self._loop = loop
        self._pause, self._settle = pause, settle
        self._waiting: list[deque[tuple[Contact, bool]]] = [deque() for _ in range(seats)]
        self._timers: list[Timer | None] = [None] * seats
        self._resting: set[Place] = set()
        self._due: dict[tuple[Place, Contact], float] = {}
        self._down: set[tuple[Place, Contact]] = set()
        self._left_out: set[tuple[Place, Contact]] = set()

    def move(self, seat: Place, key: Contact, down: bool) -> None:
        """Press or release the key, as soon as the debouncing accepts it."""
        waiting = self._waiting[seat]
        if down and len(waiting) >= WAITING:
            self._left_out.add((seat, key))
            return
        if not down and (seat, key) in self._left_out:
            self._left_out.remove((seat, key))
            return
        waiting.append((key, down))
        if self._timers[seat] is None and seat not in self._resting:
            self._work(seat)

    def close(self) -> None:
        """Release every key at once, and ignore what follows."""
        for waiting in self._waiting:
            waiting.clear()
        for timer in self._timers:
            if timer is not None:
                timer.cancel()
        for seat, key in sorted(self._down):
            self._keys.release(seat, key)
        self._down.clear()

    def _work(self, seat: Place) -> None:
        self._timers[seat] = None
        waiting = self._waiting[seat]
        if not waiting:
            return
        key, down = waiting[0]
        due, now = self._due.get((seat, key), 0.0), self._loop.time()
        if now < due:
            self._timers[seat] = self._loop.call_at(due, self._work, seat)
            return
        waiting.popleft()
        self._due[seat, key] = now + self._pause
        (self._keys.press if down else self._keys.release)(seat, key)
        (self._down.add if down else self._down.discard)((seat, key))
        # The debouncing accepts a change a moment later, and the next one must not overtake it, as a knob's notch would. Its
        # edge is in the loop's queue already, so a timer that is set after that edge runs after the change, too.
        self._resting.add(seat)
        self._loop.call_soon_threadsafe(self._rest, seat)

    def _rest(self, seat: Place) -> None:
        self._resting.remove(seat)
        self._timers[seat] = self._loop.call_at(self._loop.time() + self._settle, self._work, seat)


MAX_TONES_KEPT: Final = 256
"""How many tones a pin keeps."""


class PiezoPin(MockPWMPin):  # type: ignore[misc]  # gpiozero asks for its own class, and has no types
    """`tones`: the frequencies in hertz, in order; 0: silence."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.tones: deque[int] = deque(maxlen=MAX_TONES_KEPT)
        super().__init__(factory, info)

    @property
    def tone(self) -> int:
        """The current frequency in hertz; 0: silence."""
        frequency = self.frequency
        # A constant level makes no sound.
        return int(frequency) if frequency is not None and 0 < self._state < 1 else 0

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._record()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._record()

    def _record(self) -> None:
        if self.tone != (self.tones[-1] if self.tones else 0):
            self.tones.append(self.tone)


def was_low(pin: Any) -> bool:
    """Whether a mock pin was low at any time since the last call."""
    was = any(not past.state for past in pin.states)
    # A mock pin keeps every past level.
    pin.clear_states()
    return was
