"""The hands at a simulated table: they press keys by moving mock pins, below the same code that reads a Pi's."""

from typing import Any

from companion.core.keys import Key
from companion.core.seat import Seat
from companion.devices.settings import Wiring


class Fingers:
    """Every key of the table. `factory`: the gpiozero MockFactory that the keys are read from."""

    def __init__(self, factory: Any, wiring: Wiring) -> None:
        self._factory = factory
        self._seats = wiring.seats

    def press(self, seat: Seat, key: Key) -> None:
        """Close the key's contact to ground. Pressing what is pressed does nothing."""
        self._pin(seat, key).drive_low()

    def release(self, seat: Seat, key: Key) -> None:
        """Let it go again."""
        self._pin(seat, key).drive_high()

    def _pin(self, seat: Seat, key: Key) -> Any:
        pin = self._factory.pin(getattr(self._seats[seat].keys, key))
        # A mock pin remembers every level it ever had.
        pin.clear_states()
        return pin
