"""The pins in firmware/PROTOCOL.md are those of the pods' wiring, power and grounds too."""

import re
from pathlib import Path

import pytest

from tools.wiring.pods import pod

PROTOCOL = (Path(__file__).parents[2] / "firmware" / "PROTOCOL.md").read_text()


def said(head: str) -> set[tuple[int | None, int]]:
    """(GPIO number, physical pin) of every wire in the table whose first column is called `head`."""
    table = re.search(rf"^\| {head} \| GPIO \| physical pin \|\n.*\n((?:\|.*\n)+)", PROTOCOL, re.MULTILINE)
    assert table is not None
    found: set[tuple[int | None, int]] = set()
    for row in table[1].splitlines():
        _, _, gpios, pins, _ = (cell.strip() for cell in row.split("|"))
        pairs = zip(gpios.split(", "), pins.split(", "), strict=True)
        found |= {(int(gpio) if gpio else None, int(pin)) for gpio, pin in pairs}
    return found


@pytest.mark.parametrize("role", ["seat", "nest"])
def test_the_tables_are_the_wiring(role: str) -> None:
    assert said(role) == {(wire.bcm, wire.pin) for wire in pod(f"pod-{role}").wires}
