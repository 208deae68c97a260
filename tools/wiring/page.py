"""A board's page of the build guide: its picture, and its wires as tables."""

from collections.abc import Iterable

from tools.wiring.leads import CAPACITOR, CORES, POD_PULL_UP, PULL_UP, RESET_PULL_UP, STRIP_CAPACITOR, leads, resistors
from tools.wiring.power import budget
from tools.wiring.sensor import QRE1113, TCRT5000, Sensor
from tools.wiring.wires import Board, Wire

MADE = "<!-- Made by `make wiring` from {source}; a test fails when it is stale. Change that, not this. -->"
_HEAD = "| physical pin | GPIO | signal | colour | goes to |\n|---:|---:|---|---|---|"
_DIE = {
    "button": 'A roll key, and if wanted seven pip LEDs on four lines: `die.source = "button"`',
    "coded": 'A module that reads a die: `die.source = "coded"`',
    "nest": 'A nest of six sensors under a marked cube: `die.source = "nest"`',
}
_KEYS = "![The keys of a seat on stripboard](details/keys.svg)"


def page(board: Board, source: str) -> str:
    """The Markdown. `source`: the file that it is made from."""
    parts = [
        MADE.format(source=source),
        f"# {board.name}\n\n{board.description}.",
    ]
    if board.name == "pod-seat":
        parts.append(
            "For a Pico that you wire yourself. A Cytron Maker Pi Pico has other pins and takes no resistors: "
            "[makerpi.md](../makerpi.md)."
        )
    if board.wires:
        parts.append(f"![The wiring of {board.name}]({board.name}.svg)")
    else:
        parts.append(
            "No seat is wired to the Pi: every one is a pod on a USB cable, wired as [pod-seat.md](pod-seat.md) says, or "
            "[ready-made](../makerpi.md), with other pins and without resistors."
        )
    for part in dict.fromkeys(wire.part for wire in board.wires):
        parts.append(f"## {_title(board, part)}\n\n{_table(wire for wire in board.wires if wire.part == part)}")
        parts += _beside(board, part)
    for kind, wires in board.dice.items():
        parts.append(f"## {_DIE[kind]}\n\n{_table(wires)}\n\n![The die roller {kind}](details/die-{kind}.svg)")
        if kind == "nest":
            parts.append(_sensors())
    return "\n\n".join(parts) + "\n"


def _title(board: Board, part: str) -> str:
    if part.startswith("seat "):
        return f"S{part[1:]}'s keys, by its block of the central board"
    named = {
        "multiplexer": "Central board and multiplexer (TCA9548A)",
        "panels": "Central board",
        "panel": "Panel",
        "seat": "Keys",
        "die": "Sensors",
        "buzzer": "Buzzer",
    }
    return named[part]


def _beside(board: Board, part: str) -> list[str]:
    """What belongs to a part and has no pin of the header."""
    match part:
        case "multiplexer" | "panels":
            return [
                f"![The central board, hole by hole](details/{board.name}-centre.svg)",
                f"The same as a circuit:\n\n![The circuit of the panels](details/{board.name}-panels.svg)",
                f"Jumper wires between strips{', multiplexer' if board.channels else ''} and the blocks of the seats:",
                _leads(board),
                f"Two capacitors keep the Pi running while a cable is plugged in: {STRIP_CAPACITOR} µF between the strips of "
                f"3.3 V and ground, and {CAPACITOR} µF between VCC and GND at each panel. Both are electrolytic, not ceramic, "
                "with their plus, the long leg, at 3.3 V; the stripe marks the minus.",
                _pull_ups(board),
                _cable(),
                f"Current at 3.3 V, at most:\n\n{budget(board)}",
            ]
        case "panel":
            return [
                f"At the panel, soldered across its pins: a capacitor of {CAPACITOR} µF between VCC and GND, its plus, the long "
                f"leg, to VCC (the stripe marks the minus); {POD_PULL_UP / 1000:g} kΩ from SDA to VCC and from SCL to VCC, since "
                "a Pico's own are too weak.",
                "A panel of 2.42 inches draws up to 300 mA, which is all that a Pico may give: give it a 3.3 V regulator of its "
                "own, fed from pin 40 (VBUS).",
            ]
        case "seat 1" | "seat":
            return [_KEYS]
        case "die":
            return ["![The sensors and their resistors](details/die-nest.svg)", _sensors()]
        case _:
            return []


def _table(wires: Iterable[Wire]) -> str:
    rows = (
        f"| {wire.pin} | {'' if wire.bcm is None else wire.bcm} | {wire.signal} | {wire.colour} | {wire.to} |"
        for wire in sorted(wires, key=lambda wire: wire.pin)
    )
    return "\n".join((_HEAD, *rows))


def _leads(board: Board) -> str:
    rows = (f"| {lead.start} | {lead.colour} | {lead.end} |" for lead in leads(board))
    return "\n".join(("| from | colour | to |", "|---|---|---|", *rows))


def _cable() -> str:
    rows = (f"| {core.row} | {core.core} | {core.signal} | {core.at_seat} |" for core in CORES)
    head = "| row of the block | wire of the cable | signal | at the seat |\n|---:|---|---|---|"
    return "\n".join(("The cable of each seat:\n", head, *rows))


def _pull_ups(board: Board) -> str:
    if not board.channels:
        return "SDA and SCL need no resistor: the Pi has 1.8 kΩ to 3.3 V on both. The blocks have none between rows 1, 2 and 3."
    rows = (f"| {one.ohms / 1000:g} kΩ | {one.start} | {one.end} |" for one in resistors(board))
    return "\n".join(
        (
            "Resistors of the panels, on the central board. Behind a multiplexer the Pi's own reach a channel only in part: each "
            f"has two of {PULL_UP / 1000:g} kΩ. RST is held high by {RESET_PULL_UP // 1000} kΩ; if you like, a free GPIO goes to "
            "its strip as well, by which the daemon frees a bus that hangs (docs/build.md).\n",
            "| resistor | from | to |\n|---|---|---|",
            *rows,
        )
    )


def _sensors() -> str:
    def row(one: Sensor) -> str:
        return f"| {one.name} | {one.led} Ω | {one.load // 1000} kΩ | {one.distance:g} mm |"

    head = "| bare sensor | from 3.3 V to A | from C to 3.3 V | from its face to the die |\n|---|---|---|---|"
    return "\n".join(
        (
            "Each of the six has two resistors of its own. K and E go to ground, C is the line to the pin; it is low over "
            "white.\n",
            head,
            row(TCRT5000),
            row(QRE1113),
        )
    )
