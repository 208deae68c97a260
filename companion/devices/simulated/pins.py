"""The mock pins of a simulated table: they press its keys, record the tones of its buzzer, and remember that a line was low.

The code of a real table reads and drives them as it does on a Pi.
"""

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from gpiozero.pins.mock import MockPWMPin

from companion.core.keys import Contact
from companion.core.seat import Seat
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

    def __init__(self, factory: Any, wiring: Wiring, pods: "Mapping[Seat, SimulatedPod] | None" = None) -> None:
        self._factory = factory
        self._seats = wiring.seats
        self._pods = pods or {}

    def press(self, seat: Seat, key: Contact) -> None:
        """Close the key's contact to ground, or turn the knob by a notch. Pressing a pressed key has no effect, and a seat that
        is a phone has no keys."""
        wired = self._seats[seat]
        if seat in self._pods:
            self._pods[seat].press(key)
        elif isinstance(wired, SeatWiring) and isinstance(wired.keys, Encoder) and key in _NOTCH:
            self._turn(wired.keys, key)
        elif (pin := self._pin(seat, key)) is not None:
            pin.drive_low()

    def release(self, seat: Seat, key: Contact) -> None:
        """Release the key."""
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

    def _pin(self, seat: Seat, key: Contact) -> Any:
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
