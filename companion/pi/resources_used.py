"""What a table uses of a Raspberry Pi: header pins, buses, pods, and the groups that may access them."""

from collections.abc import Iterator

from companion.core.seat import Place, each_place, seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.wiring import I2CPanel, PodSeat, Pull, SeatWiring, SPIPanel, WiredPin, Wiring


def pins_used(wiring: Wiring, die: DieWiring) -> dict[int, str]:
    """By BCM number, what is wired to the pin, such as "seat 1's ◀". Bus lines are left out; a simulated table uses none."""
    if wiring.simulated:
        return {}
    return {pin.number: f"{whose}{pin.name}" for whose, pin in _wired_pins(wiring, die)}


def pin_pulls(wiring: Wiring, die: DieWiring) -> dict[int, Pull]:
    """By BCM number, how each of `pins_used` is pulled while its level is read."""
    if wiring.simulated:
        return {}
    return dict(sorted((pin.number, pin.pull) for _, pin in _wired_pins(wiring, die)))


def keys_at_rest(wiring: Wiring, die: DieWiring) -> dict[int, str]:
    """By BCM number, the contacts that are open when no key is pressed."""
    if wiring.simulated:
        return {}
    return {pin.number: f"{whose}{pin.name}" for whose, pin in _wired_pins(wiring, die) if pin.is_key}


def i2c_panels(wiring: Wiring) -> Iterator[tuple[Place, I2CPanel]]:
    """The panels on the Pi's own I2C buses, each with its seat."""
    for seat, wired in each_place(wiring.seats):
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, I2CPanel):
            yield seat, wired.panel


def spi_panels(wiring: Wiring) -> Iterator[tuple[Place, SPIPanel]]:
    """The panels on the Pi's SPI ports, each with its seat."""
    for seat, wired in each_place(wiring.seats):
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, SPIPanel):
            yield seat, wired.panel


def pods(wiring: Wiring, die: DieWiring) -> Iterator[tuple[str, str]]:
    """The serial number of each of the table's pods, and whose pod it is."""
    for seat, wired in each_place(wiring.seats):
        if isinstance(wired, PodSeat):
            yield wired.serial, f"seat {seat_number(seat)}"
    if (serial := die.pod_serial()) is not None:
        yield serial, "the die"


def groups_needed(wiring: Wiring, die: DieWiring) -> Iterator[tuple[str, str]]:
    """The groups that may access the table's hardware, each with the hardware's name."""
    if wiring.simulated:
        return
    if pins_used(wiring, die):
        yield "gpio", "pins"
    if any(i2c_panels(wiring)):
        yield "i2c", "I2C panels"
    if any(spi_panels(wiring)):
        yield "spi", "SPI panels"
    if any(pods(wiring, die)):
        yield "dialout", "pods"


def _wired_pins(wiring: Wiring, die: DieWiring) -> Iterator[tuple[str, WiredPin]]:
    """All pins, each with the words before its name that say whose it is."""
    for seat, wired in each_place(wiring.seats):
        if isinstance(wired, SeatWiring):
            yield from ((f"seat {seat_number(seat)}'s ", pin) for pin in wired.wired_pins())
    yield from (("the die's ", pin) for pin in die.wired_pins())
    if wiring.sounds.pin is not None:
        yield "the ", WiredPin(wiring.sounds.pin, "buzzer")
    if wiring.i2c.mux_reset is not None:
        yield "the multiplexers' ", WiredPin(wiring.i2c.mux_reset, "reset")
