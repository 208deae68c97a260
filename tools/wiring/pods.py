"""The wires of a pod, a Raspberry Pi Pico, as the firmware's own configuration says."""

import runpy
from pathlib import Path
from typing import Any, Final

from companion.devices.dice.nest import NestDie
from tools.wiring.wires import Board, Wire, die_wires

FIRMWARE: Final = Path(__file__).parents[2] / "firmware"
PODS: Final = {"pod-seat": "config_seat.py", "pod-nest": "config_nest.py"}
"""By name of the page, the firmware's file."""

GROUNDS: Final = (3, 8, 13, 18, 23, 28, 33, 38)
POWER: Final = 36
"""Physical pins of a Pico: its grounds, and 3.3 V out."""
PHYSICAL: Final = {
    **{gpio: gpio + 1 + (gpio + 2) // 4 for gpio in range(16)},
    **{gpio: gpio + 5 + (gpio - 14) // 4 for gpio in range(16, 23)},
    26: 31,
    27: 32,
    28: 34,
}
"""GPIO number → physical pin: after every fourth comes a ground, and between 22 and 26 are reset and what feeds the radio."""


def pod(name: str) -> Board:
    """The pod of that name."""
    said = runpy.run_path(str(FIRMWARE / PODS[name]))
    if name == "pod-nest":
        front, left, back, right, centre, corner = said["SENSORS"]
        wires = die_wires(NestDie((front, left, back, right), centre, corner), PHYSICAL, POWER, 3)
        return Board(name, "The nest of the die on a Raspberry Pi Pico", 0, tuple(wires), {}, {})
    return Board(name, "One seat on a Raspberry Pi Pico", 1, _seat(said), {}, {})


def _seat(said: dict[str, Any]) -> tuple[Wire, ...]:
    wires = [
        Wire(POWER, None, "3.3 V", "red", "panel", "VCC"),
        Wire(8, None, "ground", "black", "panel", "GND"),
        Wire(PHYSICAL[said["SDA"]], said["SDA"], "SDA", "blue", "panel", "SDA"),
        Wire(PHYSICAL[said["SCL"]], said["SCL"], "SCL", "yellow", "panel", "SCL"),
        Wire(13, None, "ground", "black", "seat", "the other contact of every key"),
    ]
    signs = (("◀", "green"), ("●", "white"), ("▶", "orange"), ("back", "grey"))
    for (sign, colour), gpio in zip(signs, said["KEYS"], strict=True):
        if gpio is not None:
            wires.append(Wire(PHYSICAL[gpio], gpio, f"key {sign}", colour, "seat", f"one contact of {sign}"))
    if (gpio := said["BUZZER"]) is not None:
        wires.append(Wire(PHYSICAL[gpio], gpio, "buzzer", "brown", "buzzer", "+, through 100 Ω"))
        wires.append(Wire(18, None, "ground", "black", "buzzer", "-"))
    return tuple(wires)
