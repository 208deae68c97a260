"""The parts list of a board: what to buy, how many, which part number, and what else will do.

Law: quantities are counted from the board's own wires, so that list and wiring cannot disagree.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tools.wiring.pods import pod
from tools.wiring.wires import Board, Wire, board

_BUS: Final = ("multiplexer", "panels")
_PANEL: Final = 4
"""Pins of a panel: VCC, GND, SDA, SCL."""
_ADAPTER: Final = "USB OTG adapter, micro B to A"


class Part(Struct, frozen=True):
    """`number`: a maker's part number, one that many shops sell; `instead`: what else will do."""

    count: int
    name: str
    number: str
    instead: str


def parts(one: Board) -> tuple[Part, ...]:
    """The parts of the whole table with all its seats, without a die roller."""
    return tuple(_parts(one))


def encoder_parts() -> tuple[Part, ...]:
    """What stands at a seat instead of its three keys."""
    return (
        Part(
            1, "Rotary encoder with a push switch, 24 detents and 24 pulses a turn", "Bourns PEC11R-4220F-S0024",
            "EC11 with 20 detents and 20 pulses; not with 30 detents and 15 pulses, which gives every second notch",
        ),
    )  # fmt: skip


def die_parts(kind: str) -> tuple[Part, ...]:
    """What a die roller adds."""
    match kind:
        case "button":
            return (
                Part(1, "Push button for rolling", "Omron B3F-4055", "any 12 mm tactile switch"),
                Part(7, "LED, red, 5 mm", "Kingbright WP7113ID", "any LED of 2 V at 2 mA"),
                Part(7, "Resistor 1 kΩ, one for each LED", "Yageo MFR-25FBF52-1K", "470 Ω, brighter, to 1.5 kΩ"),
                _jumpers(len(_die_wires(kind))),
            )
        case "coded":
            return (
                Part(1, "Module that reads a die, with 3 bits and a strobe at 3.3 V", "your own", "a pod with a nest"),
                _jumpers(len(_die_wires(kind))),
            )
        case "nest":
            lines = sum(wire.bcm is not None for wire in _die_wires(kind))
            # Every sensor has its line and is fed from two strips, which the Pi feeds.
            return (
                Part(
                    lines, "Reflective sensor module with a comparator, output 3.3 V", "TCRT5000 with LM393",
                    "QRE1113 with a comparator",
                ),
                Part(1, "Cube, 40 mm, white", "wood or 3D print", "any size that `companion die sheet --size` is told"),
                Part(1, "Marking sheet, printed to scale", "companion die sheet", ""),
                _strips(f"3.3 V and ground, {lines + 1} pins each"),
                _jumpers(3 * lines + 2),
            )  # fmt: skip
        case _:
            return (
                *die_parts("nest"),
                Part(1, "Raspberry Pi Pico with headers", "Raspberry Pi SC0917", "Pico H, Pico 2"),
                _cable(1),
                Part(1, _ADAPTER, "", "none where the list has one already, or on a Raspberry Pi 3, 4 or 5"),
            )


def _parts(one: Board) -> Iterator[Part]:
    keys = sum(wire.signal.startswith("key") for wire in one.wires) or 3 * one.seats
    yield Part(1, "Raspberry Pi", "Raspberry Pi Zero 2 WH", "3, 4 or 5; not the first Zero, which is too slow")
    yield Part(1, "Power supply 5 V, 2.5 A", "Raspberry Pi 12.5 W micro USB", "5.1 V 3 A USB-C for a Pi 4")
    yield Part(1, "microSD card, 32 GB, high endurance", "SanDisk SDSQQNR-032G", "any card of class A1, 8 GB or more")
    yield Part(
        one.seats, "OLED panel 0.96 in, 128 × 64, SSD1306, I2C, 4 pins", "UG-2864HSWEG01 module",
        "SH1106 1.3 in or SSD1309 2.42 in; check the order of VCC and GND on the board, clones differ",
    )  # fmt: skip
    yield Part(
        keys, "Tactile switch 12 mm with cap", "Omron B3F-4055", "any push button that closes; silent ones are best"
    )
    yield from _of_the_pi(one) if one.wires else _of_pods(one.seats)
    yield Part(one.seats, "Enclosure with hood", "hardware/enclosure/seat.scad", "cardboard, for an evening")


def _of_the_pi(one: Board) -> Iterator[Part]:
    seats = one.seats
    bus = sum(wire.part in _BUS for wire in one.wires)
    others = len(one.wires) - bus
    yield from _piezos(1)
    if one.channels:
        yield Part(1, "I2C multiplexer TCA9548A on a breakout", "Adafruit 2717", "PCA9548A, at 3.3 V")
        yield _strips(f"3.3 V and ground, {seats + 2} pins each")
        # The two strips feed the multiplexer and every panel; SDA and SCL go by the multiplexer.
        yield _jumpers(bus + 2 + _PANEL * seats + others)
    else:
        yield _strips(f"3.3 V, ground, SDA and SCL, {seats + 1} pins each")
        yield _jumpers(bus + _PANEL * seats + others)


def _of_pods(seats: int) -> Iterator[Part]:
    yield Part(seats, "Raspberry Pi Pico with headers", "Raspberry Pi SC0917", "Pico H, Pico 2")
    yield _cable(seats)
    yield Part(1, "USB hub, powered", "", "one socket for each pod")
    yield Part(1, f"{_ADAPTER}, for the hub", "", "none on a Raspberry Pi 3, 4 or 5")
    yield from _piezos(seats)
    yield _jumpers(seats * len(pod("pod-seat").wires))


def _piezos(count: int) -> Iterator[Part]:
    yield Part(count, "Piezo, passive", "Murata PKM13EPYH4000-A0", "any passive piezo of 3 V")
    yield Part(count, "Resistor 100 Ω, at the piezo", "Yageo MFR-25FBF52-100R", "47 to 220 Ω")


def _jumpers(count: int) -> Part:
    return Part(count, "Jumper wire, female to female, 20 cm", "", "ribbon cable; at a key, cut its end off and solder")


def _strips(of: str) -> Part:
    return Part(
        1, f"Stripboard with pin headers: strips for {of}", "", "lever connectors, with the wires' ends cut off"
    )


def _cable(count: int) -> Part:
    return Part(count, "USB cable, micro B, with data lines", "", "short ones; charging cables have no data lines")


def _die_wires(kind: str) -> tuple[Wire, ...]:
    """On the board that has room for every kind."""
    return board("two-seats").dice[kind]


def listing(parts: Iterable[Part]) -> str:
    """As Markdown."""
    head = "| quantity | part | part number | instead |\n|---:|---|---|---|"
    return "\n".join((head, *(f"| {one.count} | {one.name} | {one.number} | {one.instead} |" for one in parts)))
