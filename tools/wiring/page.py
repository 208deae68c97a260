"""A board's page of the build guide: its picture, and its wires as tables."""

from collections.abc import Iterable

from tools.wiring.wires import Board, Wire

MADE = "<!-- Made by `make wiring` from {source}; a test fails when it is stale. Change that, not this. -->"
_HEAD = "| physical pin | GPIO | signal | colour | goes to |\n|---:|---:|---|---|---|"
_DIE = {
    "button": 'A roll key, and if wanted seven pip LEDs on four lines: `die.source = "button"`',
    "coded": 'A module that reads a die: `die.source = "coded"`',
    "nest": 'A nest of six sensors under a marked cube: `die.source = "nest"`',
}


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
        if part == "multiplexer":
            parts.append(_channels(board))
    parts += [f"## {_DIE[kind]}\n\n{_table(wires)}" for kind, wires in board.dice.items()]
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


def _table(wires: Iterable[Wire]) -> str:
    rows = (
        f"| {wire.pin} | {'' if wire.bcm is None else wire.bcm} | {wire.signal} | {wire.colour} | {wire.to} |"
        for wire in sorted(wires, key=lambda wire: wire.pin)
    )
    return "\n".join((_HEAD, *rows))


def _channels(board: Board) -> str:
    rows = (
        f"| SD{channel}, SC{channel} | seat {seat} | SDA, SCL; VCC to 3.3 V (red), GND to ground (black) |"
        for seat, channel in board.channels.items()
    )
    return "\n".join(("| channel | panel of | its pins |", "|---|---|---|", *rows))
