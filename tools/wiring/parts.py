"""The parts list of a board: what to buy, how many, which part number, what it costs, and what else will do.

Law: quantities are counted from the board's own wires, so that list and wiring cannot disagree. Prices are estimates in euros for
one piece, as hobby shops ask in 2026, without shipping.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tools.wiring import centre
from tools.wiring.keys import HOLES, STRIPS
from tools.wiring.leads import (
    CABLE,
    CAPACITOR,
    KEY_CAPACITOR,
    KEY_PULL_UP,
    KEY_SERIES,
    POD_PULL_UP,
    PULL_UP,
    RESET_PULL_UP,
    STRIP_CAPACITOR,
    leads,
    resistors,
)
from tools.wiring.pods import pod
from tools.wiring.sensor import QRE1113, TCRT5000
from tools.wiring.wires import BOARDS, Board, Wire, board

_ADAPTER: Final = "USB OTG adapter, micro B to A"
_OTHER_PIS: Final = "3B, 4 or 5; not the first Zero, which is too slow"
_THIN: Final = "a 221-415 begins at 0.14 mm²: fold the bare end of a thin wire double in it"
_SEARCH: Final = 'search "OLED 0.96 I2C 128x64 SSD1306 4 pin"'
HOURS: Final = {"two-seats": 6, "four-seats": 10, "six-seats": 15, "six-pods": 12}
"""A maker's estimate of the time at the bench for a first table, without printing: nobody has measured it."""


class Part(Struct, frozen=True):
    """`number`: a maker's part number, one that many shops sell; `instead`: what else will do; `price`: of one, in euros."""

    count: int
    name: str
    number: str
    instead: str
    price: float


def parts(one: Board) -> tuple[Part, ...]:
    """The parts of the whole table with all its seats, without a die roller."""
    return tuple(_parts(one))


def price(some: Iterable[Part]) -> int:
    """Of all of them, in euros, to the next 5."""
    return 5 * round(sum(one.count * one.price for one in some) / 5)


def computer_parts(*, pins: bool = True) -> tuple[Part, ...]:
    """The Pi, its supply and its card. `pins`: wires are plugged onto its header."""
    return (
        Part(1, "Raspberry Pi", "Raspberry Pi Zero 2 WH, with pins", _OTHER_PIS, 20)
        if pins
        else Part(1, "Raspberry Pi", "Raspberry Pi Zero 2 W", f"Zero 2 WH, whose pins stay free; {_OTHER_PIS}", 20),
        Part(
            1, "Power supply 5 V, 2.5 A", "Raspberry Pi 12.5 W micro USB", "5.1 V 3 A USB-C for a 4, 5 V 5 A for a 5", 9
        ),
        Part(
            1, "microSD card, 32 GB, high endurance", "SanDisk SDSQQNR-032G", "any card of class A1, 8 GB or more", 10
        ),
    )


def ready_made_parts(seats: int) -> tuple[Part, ...]:
    """A table of pods that are bought ready-made."""
    return (
        *computer_parts(pins=False),
        Part(
            seats, "Cytron Maker Pi Pico, with its Pico", "MAKER-PI-PICO",
            "MAKER-PI-PICO-NB (Base) and a Pico H; not Maker Pi RP2040, Maker Nano or Maker Uno", 10,
        ),
        Part(
            seats, "OLED panel 0.96 in, 128 × 64, with a Grove socket, at 0x3C", "Seeed 104020208 (SSD1315)",
            "SSD1306, or SH1106 of 1.3 in, on I2C, with four pins soldered on: see makerpi.md; no 2.42 in, no SPI", 6,
        ),
        Part(seats, "Grove cable, 20 cm", "", "for a panel with pins from Grove to four female sockets: Seeed 110990028", 1),
        _cable(seats),
        Part(1, "USB hub, powered", "", "none on a Raspberry Pi 3B, 4 or 5, which has four USB sockets", 25),
        Part(1, f"{_ADAPTER}, for the hub", "", "none on a Raspberry Pi 3B, 4 or 5", 2),
        Part(1, "microSD reader at the computer", "", "", 6),
        Part(seats, "Sheet of thin card, A4, and double-sided foam tape", "", "", 0.5),
    )  # fmt: skip


def qt_parts(seats: int) -> tuple[Part, ...]:
    """A table of panels with STEMMA QT sockets, and a buzzer."""
    return (
        *computer_parts(),
        Part(1, "I2C multiplexer with nine STEMMA QT sockets", "Adafruit 5626", "any PCA9548A or TCA9548A with such sockets", 8),
        Part(
            seats, "OLED panel 128 × 64 with STEMMA QT sockets", "Adafruit 326 (0.96 in) or 938 (1.3 in)",
            "SparkFun's Qwiic is the same plug", 17,
        ),
        Part(seats, "Cable STEMMA QT or Qwiic, 20 to 50 cm, at both ends a plug", "", "", 1.5),
        Part(1, "Cable STEMMA QT to four female sockets", "Adafruit 4397", "", 1),
        Part(
            3 * seats, "Push button, momentary, normally open, with screws or wires",
            'search "momentary push button normally open with wires"', "any with a force of 130 gf or less", 1.5,
        ),
        Part(seats, "Lever connector for five wires from 0.08 mm² (AWG 28)", "Wago 222-415", _THIN, 0.6),
        Part(4 * seats + 2, "Jumper wire, female to a free end, 30 cm", "", "female to female, one end cut off", 0.1),
        Part(3 * seats, "Wire, stranded, 20 cm, from a button to its lever connector", "", "none for buttons with wires", 0.1),
        Part(
            3 * seats, "Lever connector for two such wires, for buttons with wires", "Wago 222-412",
            "none for buttons with screws", 0.4,
        ),
        Part(1, "Piezo, passive, with wires", 'search "passive piezo 3 V with wires"', "none: `buzzer.enabled = false`", 1.2),
        Part(1, "Resistor 100 Ω, at the piezo", "Yageo MFR-25FBF52-100R", "47 to 220 Ω", 0.1),
        Part(3, "Lever connector for two such wires, for the buzzer", "Wago 222-412", "", 0.4),
    )  # fmt: skip


def encoder_parts() -> tuple[Part, ...]:
    """What stands at a seat instead of its three keys."""
    return (
        Part(
            1, "Rotary encoder with a push switch, 24 detents and 24 pulses a turn", "Bourns PEC11R-4220F-S0024",
            "EC11 with 20 detents and 20 pulses; not with 30 detents and 15 pulses, which gives every second notch", 3,
        ),
        Part(1, "Knob for its shaft of 6 mm", "", "", 1.5),
    )  # fmt: skip


def large_panel_parts() -> tuple[Part, ...]:
    """What panels of 2.42 inches add."""
    return (
        Part(
            1, "Step-down regulator 5 V to 3.3 V, 2 A", "Pololu D24V22F3",
            "a linear one only up to two panels, with a heat sink", 9,
        ),
        Part(1, "Power supply 5 V, 3 A or more, instead of the one in the list", "", "", 12),
    )  # fmt: skip


def case_parts() -> tuple[Part, ...]:
    """What a case of the Pi adds."""
    return (
        Part(1, "Case for the Pi, the central board and the buzzer", "hardware/enclosure/pi.scad", "", 4),
        Part(4, "Screw M2.5 × 6, self-tapping, for the Pi", "", "", 0.05),
        Part(
            4, "Screw M2.5 × 6, self-tapping, for the central board", "", "its four holes are widened to 2.7 mm", 0.05
        ),
        Part(4, "Screw M3 × 8, self-tapping, for the lid", "", "", 0.05),
    )


def tools() -> tuple[Part, ...]:
    """What is needed once, whatever is built."""
    return (
        Part(1, "Soldering iron with a fine tip, 300 to 350 °C", "", "", 30),
        Part(1, "Solder, 0.7 mm, with flux, 20 g", "Sn60Pb40 or SAC305", "no solder for plumbing", 4),
        Part(1, "Stand for the iron, with a sponge", "", "", 8),
        Part(1, "Desoldering wick, 2 mm", "", "", 3),
        Part(1, "Tweezers, pointed, and a magnifier: for the resistor of an address", "", "", 5),
        Part(1, "Safety glasses", "", "", 5),
        Part(1, "Multimeter that beeps at a connection and tests diodes", "", "", 15),
        Part(1, "Crocodile lead, for the multimeter's black tip", "", "", 1),
        Part(1, "Side cutter and wire stripper", "", "", 12),
        Part(
            1,
            "Small saw with fine teeth, for stripboard",
            "",
            "a knife: score along a row of holes on both sides, and break",
            4,
        ),
        Part(1, "Drill bit, 4 mm, turned by hand: cuts a strip of the stripboard", "", "a sharp knife", 2),
        Part(1, "Drill bit, 2.7 mm: widens holes for screws", "", "2.5 to 3 mm", 2),
        Part(1, "Drill bit, 1.2 mm: widens the holes for the switches' legs", "", "a stout needle", 2),
        Part(1, "Screwdriver, cross, PH0 and PH1", "", "", 5),
        Part(1, "Heat-shrink tube, 2 and 3 mm, 1 m of each", "", "insulating tape", 2),
        Part(3, "Pin header, 40 pins, 2.54 mm, to break off", "", "", 0.5),
        Part(1, "Cable ties, small: they keep a cable from being pulled out of a case", "", "", 1),
        Part(1, "Hot glue or epoxy, for the buzzer and the die's sensors", "", "", 3),
        Part(1, "microSD reader at the computer", "", "", 6),
    )


def die_parts(kind: str) -> tuple[Part, ...]:
    """What a die roller adds."""
    match kind:
        case "button":
            return (
                Part(1, "Push button for rolling", "Omron B3F-4050, with a cap", "any 12 mm tactile switch", 0.8),
                Part(7, "LED, red, 5 mm", "Kingbright WP7113ID", "any LED of 2 V at 2 mA", 0.1),
                Part(7, "Resistor 1 kΩ, one for each LED", "Yageo MFR-25FBF52-1K", "470 Ω, brighter, to 1.5 kΩ", 0.1),
                _jumpers(len(_die_wires(kind))),
            )
        case "coded":
            return (
                Part(
                    1, "Module that reads a die, with 3 bits and a strobe at 3.3 V", "your own", "a pod with a nest", 0
                ),
                _jumpers(len(_die_wires(kind))),
            )
        case "nest":
            lines = sum(wire.bcm is not None for wire in _die_wires(kind))
            return (
                Part(
                    lines, "Reflective sensor, bare, with long legs", f"Vishay {TCRT5000.name}",
                    f"onsemi {QRE1113.name}, with {QRE1113.led} Ω and {QRE1113.load // 1000} kΩ; no module boards, which are too "
                    "large", 1,
                ),
                Part(lines, f"Resistor {TCRT5000.led} Ω, from 3.3 V to a sensor's A", "Yageo MFR-25FBF52-220R", "", 0.1),
                Part(lines, f"Resistor {TCRT5000.load // 1000} kΩ, from a sensor's C to 3.3 V", "Yageo MFR-25FBF52-10K", "", 0.1),
                Part(1, "Cube, 40 mm, white", "wood or 3D print", "any size that `companion die sheet --size` is told", 2),
                Part(1, "Marking sheet, printed to scale", "companion die sheet", "", 0),
                Part(
                    1, "Enclosure of the nest, printed in black", "hardware/enclosure/nest.scad",
                    "much black PLA lets infrared through: paint it inside with matt black acrylic if in doubt", 2,
                ),
                _strips(f"3.3 V and ground, and the resistors, {2 * lines + 1} holes each"),
                # From the Pi the lines and two; from the strips to each sensor A, K, C and E.
                _jumpers(len(_die_wires(kind)) + 4 * lines),
            )  # fmt: skip
        case _:
            return (
                *die_parts("nest"),
                Part(1, "Raspberry Pi Pico with headers", "Raspberry Pi SC0917", "Pico H, Pico 2", 6),
                _cable(1),
                Part(1, _ADAPTER, "", "none where the list has one already, or on a Raspberry Pi 3B, 4 or 5", 2),
            )


def _parts(one: Board) -> Iterator[Part]:
    keys = sum(wire.signal.startswith("key") for wire in one.wires) or 3 * one.seats
    shared = bool(one.wires) and not one.channels
    yield from computer_parts()
    yield Part(
        one.seats, "OLED panel 0.96 in, 128 × 64, SSD1306, I2C, 4 pins",
        _SEARCH + ("; 0x78 and 0x7A are printed on the back" if shared else ""),
        "SH1106 1.3 in or SSD1309 2.42 in; check the order of VCC and GND on the board, clones differ"
        + ("; one at 0x3C and one at 0x3D, see Addresses in build.md" if shared else "; at 0x3C"), 5,
    )  # fmt: skip
    yield Part(
        keys,
        "Tactile switch 12 mm with a raised plunger, 7.3 mm high",
        "Omron B3F-4050",
        "any of 12 mm with a force of 130 gf or less; 260 gf (B3F-4055) tires the fingers",
        0.6,
    )
    yield Part(
        keys, "Key cap, round, 11 to 12 mm, for such a plunger", 'search "tactile switch 12x12x7.3 cap round"',
        "often sold together with switches without a name; the B3F-4050 comes without", 0.2,
    )  # fmt: skip
    yield Part(one.seats, f"Stripboard, {HOLES} × {STRIPS} holes, for a seat's keys", "", "cut from a larger one", 1)
    yield Part(
        one.seats, f"Capacitor {CAPACITOR} µF, 10 V or more, electrolytic, at a panel", "Panasonic ECA-1HM100",
        "not ceramic, not tantalum, not more", 0.15,
    )  # fmt: skip
    yield from _of_the_pi(one) if one.wires else _of_pods(one.seats)
    yield Part(
        one.seats, "Enclosure with hood, about 90 g of PLA or PETG", "hardware/enclosure/seat.scad",
        "cardboard, for an evening: step 6 of build.md", 2,
    )  # fmt: skip
    yield Part(4 * one.seats, "Screw M3 × 8, self-tapping, for the bottoms", "", "", 0.05)
    yield Part(2 * one.seats, "Screw M2.5 × 8, self-tapping, for the keys' stripboards", "", "", 0.05)
    yield Part(4 * one.seats, "Screw M2 × 6, self-tapping, for the panels", "", "", 0.05)


def _of_the_pi(one: Board) -> Iterator[Part]:
    yield from _piezos(1)
    yield Part(
        1, f"Stripboard, {centre.HOLES} × {centre.STRIPS} holes (100 × 80 mm), strips along the longer side: the central board",
        "", "cut from a Eurocard (160 × 100 mm, strips mostly along 160): 100 mm along the strips, 80 mm across", 4,
    )  # fmt: skip
    if one.channels:
        yield Part(
            1, "I2C multiplexer TCA9548A on a breakout", "Adafruit 2717",
            "PCA9548A, at 3.3 V; Adafruit 5626 with QT panels, without soldering: stemma-qt.md", 7,
        )  # fmt: skip
        yield Part(
            1,
            f"Resistor {RESET_PULL_UP // 1000} kΩ, at the multiplexer's RST",
            "Yageo MFR-25FBF52-10K",
            "4.7 to 47 kΩ",
            0.1,
        )
    bus = sum(part.ohms == PULL_UP for part in resistors(one))
    keys = 3 * one.seats
    of = "for the keys, and for SDA and SCL of the channels" if bus else "for the keys"
    yield Part(keys + bus, f"Resistor {KEY_PULL_UP / 1000:g} kΩ, {of}", "Yageo MFR-25FBF52-4K7", "3.9 to 5.6 kΩ", 0.1)
    yield Part(
        keys, f"Resistor {KEY_SERIES // 1000} kΩ, between a key's pin and its cable", "Yageo MFR-25FBF52-1K", "", 0.1
    )
    yield Part(
        keys, f"Capacitor {KEY_CAPACITOR} nF, ceramic, at a key's pin", "Vishay K104K15X7RF5TL2", "47 to 100 nF", 0.15
    )
    yield Part(
        1, f"Capacitor {STRIP_CAPACITOR} µF, 10 V or more, electrolytic, between 3.3 V and ground", "Panasonic ECA-1AM221",
        "220 to 470 µF", 0.3,
    )  # fmt: skip
    yield Part(
        one.seats, f"Network patch cable, 8 wires, {CABLE:g} m or shorter, round, cut in the middle", "Cat 5e U/UTP, AWG 26",
        "any that has all 8 wires; flat ones are thin, and weaker", 3,
    )  # fmt: skip
    yield Part(one.seats, "Coupler for network cables, RJ45 to RJ45, straight", "", "", 1.5)
    yield _jumpers(len(one.wires) + len(leads(one)))


def _of_pods(seats: int) -> Iterator[Part]:
    yield Part(
        seats,
        "Raspberry Pi Pico without headers",
        "Raspberry Pi SC0915",
        "Pico 2; with headers (SC0917) jumper wires fit, and the larger enclosure `seat-*-pins`",
        5,
    )
    yield Part(4 * seats, "Screw M2 × 6, self-tapping, for the Picos", "", "", 0.05)
    yield Part(
        2 * seats,
        f"Resistor {POD_PULL_UP / 1000:g} kΩ, from a panel's SDA and SCL to 3.3 V",
        "Yageo MFR-25FBF52-2K2",
        "1.5 to 2.7 kΩ",
        0.1,
    )
    yield _cable(seats)
    yield Part(1, "USB hub, powered", "", "one socket for each pod; its supply feeds the pods, not the Pi", 25)
    yield Part(1, f"{_ADAPTER}, for the hub", "", "none on a Raspberry Pi 3B, 4 or 5", 2)
    yield from _piezos(seats)
    yield _jumpers(seats * len(pod("pod-seat").wires))


def _piezos(count: int) -> Iterator[Part]:
    yield Part(count, "Piezo, passive", "Murata PKM13EPYH4000-A0", "any passive piezo of 3 V", 1.2)
    yield Part(count, "Resistor 100 Ω, at the piezo", "Yageo MFR-25FBF52-100R", "47 to 220 Ω", 0.1)


def _jumpers(count: int) -> Part:
    return Part(
        count,
        "Jumper wire, female to female, 20 cm",
        "",
        "ribbon cable; where something is soldered, cut its end off",
        0.1,
    )


def _strips(of: str) -> Part:
    return Part(
        1, f"Stripboard with pin headers: strips for {of}", "", "lever connectors, with the wires' ends cut off", 3
    )


def _cable(count: int) -> Part:
    return Part(count, "USB cable, micro B to A, with data lines, 1 m", "", "charging cables have no data lines", 2.5)


def _die_wires(kind: str) -> tuple[Wire, ...]:
    """On the board that has room for every kind."""
    return board("two-seats").dice[kind]


def listing(parts: Iterable[Part]) -> str:
    """As Markdown, with the sum."""
    some = tuple(parts)
    head = "| quantity | part | part number | instead | € each |\n|---:|---|---|---|---:|"
    rows = (f"| {one.count} | {one.name} | {one.number} | {one.instead} | {one.price:.2f} |" for one in some)
    return "\n".join(
        (head, *rows, "", f"Together about {price(some)} €." if price(some) else "Together less than 5 €.")
    )


def overview() -> str:
    """What each board costs and how long it takes, as Markdown."""
    head = "| board | parts | time at the bench | hours of printing |\n|---|---:|---:|---:|"
    rows = [
        f"| ready-made pods, for two seats | {price(ready_made_parts(2))} € | 3 hours | none |",
        *(
            f"| [stemma-qt](stemma-qt.md), for {seats} seats | {price(qt_parts(seats))} € | 4 hours | none |"
            for seats in (2, 4)
        ),
        *(
            f"| {name} | {price(parts(one))} € | {HOURS[name]} hours | {7 * one.seats} |"
            for name, one in _boards().items()
        ),
    ]
    return "\n".join((head, *rows))


def _boards() -> dict[str, Board]:
    return {name: board(name) for name in BOARDS}
