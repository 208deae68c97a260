"""The sentence about a stuck key names the seat, the key and where its wire goes."""

import pytest

from companion.core.keys import Contact
from companion.devices.wiring import Encoder, I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from companion.seats.watch import stuck

PANEL = I2CPanel("ssd1306", 1, 0x3C)
WIRING = Wiring(
    simulated=False,
    pin_factory="lgpio",
    seats=(
        SeatWiring(KeyPins(17, 27, 22, back=5), PANEL),
        SeatWiring(Encoder(6, 13, 19, back=26), PANEL),
        SeatWiring(KeyPins(23, 24, 25), PANEL),
        PodSeat("E66118604B"),
    ),
)


@pytest.mark.parametrize(
    ("seat", "key", "sentence"),
    [
        (2, "middle", "seat 3: the key ● is stuck down (GPIO24, pin 18)."),
        (0, "left", "seat 1: the key ◀ is stuck down (GPIO17, pin 11)."),
        (0, "right", "seat 1: the key ▶ is stuck down (GPIO22, pin 15)."),
        (0, "back", "seat 1: the fourth key is stuck down (GPIO5, pin 29)."),
        (1, "middle", "seat 2: the knob's switch ● is stuck down (GPIO19, pin 35)."),
        (1, "back", "seat 2: the fourth key is stuck down (GPIO26, pin 37)."),
        (3, "middle", "seat 4: the key ● is stuck down (pod E66118604B)."),
    ],
)
def test_a_stuck_key_is_named(seat: int, key: Contact, sentence: str) -> None:
    assert stuck(WIRING, seat, key) == sentence
