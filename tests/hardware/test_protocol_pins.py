"""The pins in firmware/PROTOCOL.md are those of the pods' wiring, power and grounds too, and of their usual configurations."""

import re
from importlib import util

import pytest

from companion.devices.pods.firmware import PodRole, firmware_files, firmware_folder
from tools.wiring.pods import pod

PROTOCOL = (firmware_folder() / "PROTOCOL.md").read_text()


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


def configured(role: PodRole) -> dict[str, list[int]]:
    """GPIO numbers by the names of the wires' ends, from the role's configuration file."""
    spec = util.spec_from_file_location("config", firmware_files(role)["config.py"])
    assert spec is not None
    assert spec.loader is not None
    config = util.module_from_spec(spec)
    spec.loader.exec_module(config)
    if role == "nest":
        front, left, back, right, centre, parity = config.SENSORS
        return {"ring front, left, back, right": [front, left, back, right], "centre": [centre], "parity": [parity]}
    left, middle, right, back = config.KEYS
    assert back is None
    keys = {"◀, to ground": [left], "●, to ground": [middle], "▶, to ground": [right]}
    others = {"panel SDA": [config.SDA], "panel SCL": [config.SCL], "buzzer, a passive piezo": [config.BUZZER]}
    return keys | others


@pytest.mark.parametrize("role", ["seat", "nest"])
def test_the_tables_are_the_wiring_and_the_configuration(role: PodRole) -> None:
    assert said(role) == {(wire.bcm, wire.pin) for wire in pod(f"pod-{role}").wires}
    for name, pins in configured(role).items():
        assert f"| {name} | {', '.join(map(str, pins))} |" in PROTOCOL
