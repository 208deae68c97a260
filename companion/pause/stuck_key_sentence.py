"""The sentence about a stuck key: which key, and where its wire goes."""

from typing import Final

from companion.config.pi_header import header_of
from companion.core.keys import Contact
from companion.core.seat import Seat, seat_number
from companion.devices.wiring import Encoder, PhoneSeat, PodSeat, Wiring

SIGNS: Final[dict[Contact, str]] = {
    "left": "the key ◀",
    "middle": "the key ●",
    "right": "the key ▶",
    "back": "the fourth key",
}


def stuck(wiring: Wiring, seat: Seat, key: Contact) -> str:
    """`seat 2: the key ● is stuck down (GPIO24, pin 18).`, or the pod's serial number for a key of a pod."""
    wired = wiring.seats[seat]
    if isinstance(wired, PodSeat):
        return f"seat {seat_number(seat)}: {SIGNS[key]} is stuck down (pod {wired.serial})."
    assert not isinstance(wired, PhoneSeat), "a phone's keys are not watched for being stuck"
    pin = wired.keys.switches()[key]
    named = "the knob's switch ●" if isinstance(wired.keys, Encoder) and key == "middle" else SIGNS[key]
    return f"seat {seat_number(seat)}: {named} is stuck down (GPIO{pin}, pin {_physical(wiring, pin)})."


def _physical(wiring: Wiring, pin: int) -> int:
    """The number of the pin on the header."""
    header = header_of(wiring.revision) or header_of(None)
    assert header is not None, "gpiozero knows the usual header"
    return header.physical[pin]
