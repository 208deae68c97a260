"""The parts list of a board: what to buy, how many, which part number, and what else will do.

Law: quantities are counted from the board's own wires, so that list and wiring cannot disagree.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tools.wiring.wires import Board


class Part(Struct, frozen=True):
    """`number`: a maker's part number, one that many shops sell; `instead`: what else will do."""

    count: int
    name: str
    number: str
    instead: str


def parts(board: Board) -> tuple[Part, ...]:
    """The parts of the whole table with all its seats, without a die roller."""
    return tuple(_parts(board))


def die_parts(kind: str) -> tuple[Part, ...]:
    """What a die roller adds."""
    match kind:
        case "button":
            return (
                Part(1, "Push button for rolling", "Omron B3F-4055", "any 12 mm tactile switch"),
                Part(7, "LED, red, 5 mm", "Kingbright WP7113ID", "any LED of 2 V at 2 mA"),
                Part(7, "Resistor 1 kΩ, one for each LED", "Yageo MFR-25FBF52-1K", "470 Ω, brighter, to 1.5 kΩ"),
            )
        case "coded":
            return (
                Part(1, "Module that reads a die, with 3 bits and a strobe at 3.3 V", "your own", "a pod with a nest"),
            )
        case _:
            return (
                Part(
                    6,
                    "Reflective sensor module with a comparator, output 3.3 V",
                    "TCRT5000 with LM393",
                    "QRE1113 with a comparator",
                ),
                Part(1, "Cube, 40 mm, white", "wood or 3D print", "any size that `companion die sheet --size` is told"),
                Part(1, "Marking sheet, printed to scale", "companion die sheet", ""),
            )


def _parts(board: Board) -> Iterator[Part]:
    keys = sum(wire.signal.startswith("key") for wire in board.wires) or 3 * board.seats
    pods = not board.wires or not any(wire.part.startswith("seat") for wire in board.wires)
    yield Part(1, "Raspberry Pi", "Raspberry Pi Zero 2 WH", "3, 4 or 5; not the first Zero, which is too slow")
    yield Part(1, "Power supply 5 V, 2.5 A", "Raspberry Pi 12.5 W micro USB", "5.1 V 3 A USB-C for a Pi 4")
    yield Part(1, "microSD card, 32 GB, high endurance", "SanDisk SDSQQNR-032G", "any card of class A1, 8 GB or more")
    yield Part(
        board.seats, "OLED panel 0.96 in, 128 × 64, SSD1306, I2C, 4 pins", "UG-2864HSWEG01 module",
        "SH1106 1.3 in or SSD1309 2.42 in; check the order of VCC and GND on the board, clones differ",
    )  # fmt: skip
    yield Part(
        keys, "Tactile switch 12 mm with cap", "Omron B3F-4055", "any push button that closes; silent ones are best"
    )
    if board.channels:
        yield Part(1, "I2C multiplexer TCA9548A on a breakout", "Adafruit 2717", "PCA9548A, at 3.3 V")
    if pods:
        yield Part(board.seats, "Raspberry Pi Pico with headers", "Raspberry Pi SC0917", "Pico H, Pico 2")
        yield Part(
            board.seats, "USB cable, micro B, with data lines", "", "short ones; charging cables have no data lines"
        )
        yield Part(1, "USB hub, powered", "", "one socket for each pod")
        yield Part(board.seats, "Piezo, passive", "Murata PKM13EPYH4000-A0", "any passive piezo of 3 V")
    else:
        yield Part(1, "Piezo, passive", "Murata PKM13EPYH4000-A0", "any passive piezo of 3 V")
        yield Part(1, "Resistor 100 Ω, at the piezo", "Yageo MFR-25FBF52-100R", "47 to 220 Ω")
        yield Part(len({wire.pin for wire in board.wires}), "Jumper wire, female to female, 20 cm", "", "ribbon cable")
    yield Part(board.seats, "Enclosure with hood", "hardware/enclosure/seat.scad", "cardboard, for an evening")


def table(parts: Iterable[Part]) -> str:
    """As Markdown."""
    head = "| quantity | part | part number | instead |\n|---:|---|---|---|"
    return "\n".join((head, *(f"| {one.count} | {one.name} | {one.number} | {one.instead} |" for one in parts)))
