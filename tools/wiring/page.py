"""A board's page of the build guide: its picture, and its wires as tables."""

from collections.abc import Iterable

from tools.wiring.leads import CAPACITOR, PULL_UP, RESET_PULL_UP, leads, resistors
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
    if board.wires:
        parts.append(f"![The wiring of {board.name}]({board.name}.svg)")
    else:
        parts.append(
            "No seat is wired to the Pi: every one is a pod on a USB cable, wired as [pod-seat.md](pod-seat.md) says."
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
        return f"S{part[1:]}'s keys"
    named = {
        "multiplexer": "Multiplexer (TCA9548A, A0 to A2 to ground)",
        "panels": "Both panels",
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
                f"![Every wire of the panels](details/{board.name}-panels.svg)",
                _leads(board),
                f"Between VCC and GND of each panel, at the panel, a capacitor of {CAPACITOR} µF (10 to 100); its plus, the long "
                "leg, to VCC.",
                _pull_ups(board),
                f"Current at 3.3 V, at most:\n\n{budget(board)}",
            ]
        case "panel":
            return [
                f"At the panel, soldered across its pins: a capacitor of {CAPACITOR} µF (10 to 100) between VCC and GND, its "
                f"plus, the long leg, to VCC; {PULL_UP / 1000:g} kΩ from SDA to VCC and from SCL to VCC, since a Pico's own are "
                "too weak."
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


def _pull_ups(board: Board) -> str:
    if not board.channels:
        return "SDA and SCL need no resistor: the Pi has 1.8 kΩ to 3.3 V on both."
    rows = (f"| {one.ohms / 1000:g} kΩ | {one.start} | {one.end} |" for one in resistors(board))
    return "\n".join(
        (
            "Resistors, on the stripboard. Behind a multiplexer the Pi's own reach a channel only in part: each has two of "
            f"{PULL_UP / 1000:g} kΩ. RST is held high by {RESET_PULL_UP // 1000} kΩ; if you like, a free GPIO goes to it as "
            "well, by which the daemon frees a bus that hangs (docs/build.md).\n",
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
