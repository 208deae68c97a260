"""A table of keys and knobs on mock pins, with a manual clock."""

import math
from typing import Any

from companion.core.keys import Contact, KeyEdge, KeyEvent
from companion.devices.device_protocols import KeySource
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins.gpio_pin_factory import pin_factory
from companion.devices.simulated.simulated_keys import SimulatedKeys
from companion.devices.wiring_records import Encoder, I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from tests.devices.clock import HandLoop

LOCKOUT = 0.008
EXACTLY = 1e-9
"""What seconds on a clock lose when they are added up."""
PANEL = I2CPanel("ssd1306", 11, 0x3C)
SEATS = (
    SeatWiring(KeyPins(5, 6, 12), PANEL),
    SeatWiring(KeyPins(13, 16, 19), PANEL),
    PodSeat("E66118604B"),
    SeatWiring(KeyPins(20, 21, 22, back=23), PANEL),
    SeatWiring(Encoder(24, 25, 26), PANEL),
    SeatWiring(Encoder(7, 8, 9, back=10), PANEL),
)


class Table:
    """Some seats' keys, the fingers on them, and what the keys have told."""

    def __init__(self, seats: tuple[SeatWiring | PodSeat, ...] = SEATS) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        # Mock pins take their ticks from the wall clock; with this one every edge seems to come from another clock, so
        # it is dated by the loop's.
        self.factory.ticks = lambda: math.inf
        self.fingers = SimulatedKeys(self.factory, Wiring(simulated=True, pin_factory="mock", seats=seats))
        self.told: list[KeyEvent] = []
        self.keys: KeySource = GpioKeys(seats, self.factory, self.loop, lockout=LOCKOUT)

    @property
    def edges(self) -> list[tuple[int, Contact, bool]]:
        """Who pressed and let go of what."""
        return [(event.seat, event.key, event.down) for event in self.told if isinstance(event, KeyEdge)]

    def tap(self, seat: int, key: Contact) -> None:
        """Press and let go."""
        self.fingers.press(seat, key)
        self.loop.advance(0.1)
        self.fingers.release(seat, key)
        self.loop.advance(0.1)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def drive(self, number: int, closed: bool) -> None:
        """Put the contact on a pin into a position."""
        if closed:
            self.pin(number).drive_low()
        else:
            self.pin(number).drive_high()
