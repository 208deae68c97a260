"""What a table uses of a Raspberry Pi: header pins, buses, pods, and the groups that may access them."""

from collections.abc import Iterator
from typing import assert_never

from companion.core.seat import seat_number
from companion.devices.dice.die import DieWiring, Pull
from companion.devices.wiring import (
    Encoder,
    I2CPanel,
    KeyPins,
    PodSeat,
    SeatWiring,
    SPIPanel,
    Wiring,
)


def pins_used(wiring: Wiring, die: DieWiring) -> dict[int, str]:
    """By BCM number, what is wired to the pin, such as "seat 1's ◀". Bus lines are left out; a simulated table uses none."""
    if wiring.simulated:
        return {}
    used: dict[int, str] = {}
    for seat, wired in enumerate(wiring.seats):
        if isinstance(wired, SeatWiring):
            used |= {
                pin: f"seat {seat_number(seat)}'s {name}" for pin, name in (*_keys(wired.keys), *_panel(wired.panel))
            }
    used |= {pin.number: f"the die's {pin.name}" for pin in die.die_pins()}
    if wiring.sounds.pin is not None:
        used[wiring.sounds.pin] = "the buzzer"
    if wiring.i2c.mux_reset is not None:
        used[wiring.i2c.mux_reset] = "the multiplexers' reset"
    return used


def pin_pulls(wiring: Wiring, die: DieWiring) -> dict[int, Pull]:
    """By BCM number, how each of `pins_used` is pulled while its level is read."""
    inputs: dict[int, Pull] = {
        pin: "up" for wired in wiring.seats if isinstance(wired, SeatWiring) for pin, _ in _keys(wired.keys)
    }
    inputs |= {pin.number: pin.pull for pin in die.die_pins()}
    return {pin: inputs.get(pin, "floating") for pin in sorted(pins_used(wiring, die))}


def keys_at_rest(wiring: Wiring, die: DieWiring) -> dict[int, str]:
    """By BCM number, the contacts that are open when no key is pressed."""
    if wiring.simulated:
        return {}
    of_die = {pin.number: f"the die's {pin.name}" for pin in die.die_pins() if pin.is_key}
    return of_die | {
        pin: f"seat {seat_number(seat)}'s {name}"
        for seat, wired in enumerate(wiring.seats)
        if isinstance(wired, SeatWiring)
        for pin, name in _keys(wired.keys)
        # An encoder's lines may be closed at rest.
        if name not in ("encoder line A", "encoder line B")
    }


def i2c_panels(wiring: Wiring) -> Iterator[tuple[int, I2CPanel]]:
    """The panels on the Pi's own I2C buses, each with its seat."""
    for seat, wired in enumerate(wiring.seats):
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, I2CPanel):
            yield seat, wired.panel


def spi_panels(wiring: Wiring) -> Iterator[tuple[int, SPIPanel]]:
    """The panels on the Pi's SPI ports, each with its seat."""
    for seat, wired in enumerate(wiring.seats):
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, SPIPanel):
            yield seat, wired.panel


def pods(wiring: Wiring, die: DieWiring) -> Iterator[tuple[str, str]]:
    """The serial number of each of the table's pods, and whose pod it is."""
    for seat, wired in enumerate(wiring.seats):
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


def _keys(keys: KeyPins | Encoder) -> Iterator[tuple[int, str]]:
    match keys:
        case KeyPins():
            yield from ((keys.left, "◀"), (keys.middle, "●"), (keys.right, "▶"))
        case Encoder():
            yield from ((keys.a, "encoder line A"), (keys.b, "encoder line B"), (keys.push, "●"))
        case _:
            assert_never(keys)
    if keys.back is not None:
        yield keys.back, "fourth key"


def _panel(panel: I2CPanel | SPIPanel) -> Iterator[tuple[int, str]]:
    if isinstance(panel, SPIPanel):
        yield panel.dc, "data/command"
    if panel.reset is not None:
        yield panel.reset, "reset"
