"""The parts list of a board: what to buy, how many, which part number, and what else will do.

Law: quantities are counted from the board's own wires, so that list and wiring cannot disagree.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tools.wiring.keys import HOLES, STRIPS
from tools.wiring.leads import CAPACITOR, PULL_UP, RESET_PULL_UP, leads, resistors
from tools.wiring.pods import pod
from tools.wiring.sensor import QRE1113, TCRT5000
from tools.wiring.wires import Board, Wire, board

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


def case_parts() -> tuple[Part, ...]:
    """What a case of the Pi adds."""
    return (
        Part(1, "Case for the Pi, the multiplexer's stripboard and the buzzer", "hardware/enclosure/pi.scad", ""),
        Part(4, "Screw M2.5 × 6, self-tapping, for the Pi", "", ""),
        Part(4, "Screw M2.5 × 6, self-tapping, for the stripboard", "", "its holes are widened to 2.7 mm"),
        Part(4, "Screw M3 × 8, self-tapping, for the lid", "", ""),
    )


def tools() -> tuple[Part, ...]:
    """What is needed once, whatever is built."""
    return (
        Part(1, "Soldering iron with a fine tip, 300 to 350 °C", "", ""),
        Part(1, "Solder, 0.7 mm, with flux, 20 g", "Sn60Pb40 or SAC305", "no solder for plumbing"),
        Part(1, "Multimeter that beeps at a connection and tests diodes", "", ""),
        Part(1, "Side cutter and wire stripper", "", ""),
        Part(1, "Drill bit, 4 mm, turned by hand: cuts a strip of the stripboard", "", "a sharp knife"),
        Part(1, "Screwdriver, cross, PH0 and PH1", "", ""),
        Part(1, "Heat-shrink tube, 2 and 3 mm, 1 m of each", "", "insulating tape"),
        Part(2, "Pin header, 40 pins, 2.54 mm, to break off", "", ""),
        Part(1, "microSD reader at the computer", "", ""),
    )


def die_parts(kind: str) -> tuple[Part, ...]:
    """What a die roller adds."""
    match kind:
        case "button":
            return (
                Part(1, "Push button for rolling", "Omron B3F-4050", "any 12 mm tactile switch"),
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
            return (
                Part(
                    lines, "Reflective sensor, bare, with long legs", f"Vishay {TCRT5000.name}",
                    f"onsemi {QRE1113.name}, with {QRE1113.led} Ω and {QRE1113.load // 1000} kΩ; no module boards, which are too "
                    "large",
                ),
                Part(lines, f"Resistor {TCRT5000.led} Ω, from 3.3 V to a sensor's A", "Yageo MFR-25FBF52-220R", ""),
                Part(lines, f"Resistor {TCRT5000.load // 1000} kΩ, from a sensor's C to 3.3 V", "Yageo MFR-25FBF52-10K", ""),
                Part(1, "Cube, 40 mm, white", "wood or 3D print", "any size that `companion die sheet --size` is told"),
                Part(1, "Marking sheet, printed to scale", "companion die sheet", ""),
                Part(1, "Enclosure of the nest, printed in black", "hardware/enclosure/nest.scad", ""),
                _strips(f"3.3 V and ground, and the resistors, {2 * lines + 1} holes each"),
                # From the Pi the lines and two; from the strips to each sensor A, K, C and E.
                _jumpers(len(_die_wires(kind)) + 4 * lines),
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
        keys,
        "Tactile switch 12 mm with a round cap",
        "Omron B3F-4050",
        "any of 12 mm with a force of 130 gf or less; 260 gf (B3F-4055) tires the fingers",
    )
    yield Part(one.seats, f"Stripboard, {HOLES} × {STRIPS} holes, for a seat's keys", "", "cut from a larger one")
    yield Part(one.seats, f"Capacitor {CAPACITOR} µF, 10 V, at a panel", "Panasonic ECA-1AM470", "10 to 100 µF")
    yield from _of_the_pi(one) if one.wires else _of_pods(one.seats)
    yield Part(one.seats, "Enclosure with hood", "hardware/enclosure/seat.scad", "cardboard, for an evening")
    yield Part(4 * one.seats, "Screw M3 × 8, self-tapping, for the bottoms", "", "")
    yield Part(2 * one.seats, "Screw M2.5 × 8, self-tapping, for the keys' stripboards", "", "")
    yield Part(4 * one.seats, "Screw M2 × 6, self-tapping, for the panels", "", "")


def _of_the_pi(one: Board) -> Iterator[Part]:
    yield from _piezos(1)
    if one.channels:
        yield Part(
            1,
            "I2C multiplexer TCA9548A on a breakout",
            "Adafruit 2717",
            "PCA9548A, at 3.3 V; Adafruit 5626 has a JST-SH socket for each channel",
        )
        yield _strips(f"3.3 V and ground, and the resistors, {one.seats + 2} pins each")
        yield from _pull_ups(sum(part.ohms == PULL_UP for part in resistors(one)), "a channel's SDA and SCL")
        yield Part(
            1, f"Resistor {RESET_PULL_UP // 1000} kΩ, at the multiplexer's RST", "Yageo MFR-25FBF52-10K", "4.7 to 47 kΩ"
        )
    else:
        yield _strips(f"3.3 V, ground, SDA and SCL, {one.seats + 1} pins each")
    yield Part(
        one.seats,
        "Plug and socket with wires, 4 poles, for a panel",
        "JST-SH, 1.0 mm",
        "JST-XH; or jumper wires, which are never pulled while there is power",
    )
    yield _jumpers(len(one.wires) + len(leads(one)))


def _of_pods(seats: int) -> Iterator[Part]:
    yield Part(
        seats,
        "Raspberry Pi Pico without headers",
        "Raspberry Pi SC0915",
        "Pico 2; with headers (SC0917) jumper wires fit, and the larger enclosure `seat-*-pins`",
    )
    yield Part(4 * seats, "Screw M2 × 6, self-tapping, for the Picos", "", "")
    yield from _pull_ups(2 * seats, "a panel's SDA and SCL")
    yield _cable(seats)
    yield Part(1, "USB hub, powered", "", "one socket for each pod")
    yield Part(1, f"{_ADAPTER}, for the hub", "", "none on a Raspberry Pi 3, 4 or 5")
    yield from _piezos(seats)
    yield _jumpers(seats * len(pod("pod-seat").wires))


def _pull_ups(count: int, where: str) -> Iterator[Part]:
    yield Part(
        count,
        f"Resistor {PULL_UP / 1000:g} kΩ, from {where} to 3.3 V",
        "Yageo MFR-25FBF52-2K2",
        "1.5 to 2.7 kΩ at 400 kHz",
    )


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
