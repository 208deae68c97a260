"""The doctor on switching the Pi off; it only asks whether that is allowed."""

from pathlib import Path

import pytest

from companion.daemon.power.power_off import CAN_POWER_OFF, POWER_OFF
from companion.pi.doctor.check_power import POLKIT_RULES
from companion.pi.doctor.examine import examine
from companion.pi.machine import Machine, User
from tests.pi.machines import PANELS, TABLE, four_seats, machine, put

ASKED = " ".join(("runuser", "-u", "companion", "--", *CAN_POWER_OFF))
RULE = POLKIT_RULES[0].removeprefix("/")
INSTALLED = {"systemctl is-active companion.service": "active\n"}
REFUSED = (
    "BAD  power-off: logind does not let companion switch the Pi off; see that polkitd is installed (sudo apt install polkitd), "
    "and what systemd-inhibit --list shows."
)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    put(tmp_path, RULE, "")
    return four_seats(tmp_path)


def lines(one: Machine) -> list[str]:
    return [check.line() for check in examine(one, None) if check.what == "power-off"]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ('s "yes"\n', "ok   power-off: logind lets companion switch the Pi off."),
        ('s "no"\n', REFUSED),
        ('s "challenge"\n', REFUSED),
        ('s "na"\n', "--   power-off: logind cannot switch this machine off; set table.power_off = false."),
        ("", "--   power-off: logind does not answer on the system bus."),
    ],
)
def test_what_logind_answers(pi: Path, answer: str, line: str) -> None:
    assert lines(machine(pi, answering=PANELS, tools={**INSTALLED, ASKED: answer})) == [line]


def test_without_the_rule_nobody_is_asked(pi: Path) -> None:
    (pi / RULE).unlink()
    said = f"BAD  power-off: there is no {POLKIT_RULES[0]}, so the service may not; install the package again."
    assert lines(machine(pi, answering=PANELS, tools={**INSTALLED, ASKED: 's "yes"\n'})) == [said]


def test_a_table_that_does_not_offer_it(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", f"{TABLE}table.power_off = false\n")
    said = "--   power-off: the lobby does not offer it: table.power_off is false."
    assert lines(machine(pi, answering=PANELS, tools=INSTALLED)) == [said]


def test_whoever_is_not_root_is_told_to_be(pi: Path) -> None:
    user = User("ada", 1000, frozenset())
    said = "--   power-off: this user may not see whether companion may; run it with sudo."
    assert lines(machine(pi, answering=PANELS, user=user, tools=INSTALLED)) == [said]


def test_without_the_service_or_a_pi_or_real_devices_there_is_no_such_line(pi: Path) -> None:
    assert lines(machine(pi, answering=PANELS)) == []
    put(pi, "etc/companion/table.toml", 'board = "bench"\n')
    assert lines(machine(pi, tools=INSTALLED)) == []
    put(pi, "etc/companion/table.toml", TABLE)
    put(pi, "proc/device-tree/model", "Some other board\0")
    assert lines(machine(pi, tools=INSTALLED)) == []


def test_the_doctor_only_asks(pi: Path) -> None:
    asked: list[tuple[str, ...]] = []
    one = machine(pi, answering=PANELS, tools=INSTALLED)

    def run(words: tuple[str, ...]) -> str | None:
        asked.append(words)
        return one.run(words)

    lines(Machine(**{name: getattr(one, name) for name in one.__struct_fields__ if name != "run"}, run=run))
    assert tuple(ASKED.split(" ")) in asked
    assert not any(POWER_OFF[POWER_OFF.index("PowerOff")] in words for words in asked)
