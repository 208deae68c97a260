"""What the service's sandbox keeps from a pin factory is said by `companion config`, with what allows it."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.config.configuration import load
from companion.devices.pins import RpiGpio
from companion.pi.service_sandbox import service_remarks

SERVICE = Path(__file__).parents[2] / "systemd/companion.service"


def remarks(tmp_path: Path, factory: str, library: RpiGpio | None) -> list[str]:
    table = tmp_path / "table.toml"
    table.write_text(f'board = "two-seats"\npin_factory = "{factory}"\njournal.path = "/tmp/j.sqlite3"\n')
    return list(service_remarks(load(table, {}), library))


@pytest.mark.parametrize(("factory", "library"), [("lgpio", None), ("lgpio", "original"), ("rpigpio", "rpi-lgpio")])
def test_what_works_in_the_service_is_not_spoken_of(tmp_path: Path, factory: str, library: Any) -> None:
    assert remarks(tmp_path, factory, library) == []


@pytest.mark.parametrize(("factory", "library"), [("pigpio", None), ("rpigpio", "original")])
def test_a_drop_in_takes_back_what_the_unit_says(tmp_path: Path, factory: str, library: Any) -> None:
    """Each line of the drop-in is a setting of the unit, with another value, or one more device."""
    (said,) = remarks(tmp_path, factory, library)
    unit = dict(line.split("=", 1) for line in SERVICE.read_text().splitlines() if "=" in line and line[0] != "#")
    settings = dict(re.findall(r"^    (\w+)=(.+)$", said, re.MULTILINE))
    assert "systemctl edit companion.service" in said
    for name, value in settings.items():
        assert name in unit or name.startswith("IPAddress"), name
        assert unit.get(name) != value


def test_config_says_it_and_finds_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    table.write_text('board = "two-seats"\npin_factory = "pigpio"\njournal.path = "/tmp/j.sqlite3"\n')
    assert cli.main(["config", "--config", str(table)]) == 0
    said = capsys.readouterr().out
    assert "nothing is wrong." in said
    assert "    PrivateNetwork=no\n" in said
