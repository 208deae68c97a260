"""The doctor on switching the Pi off; it only asks whether that is allowed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.power import CAN_POWER_OFF, POWER_OFF
from companion.pi.doctor.examine import examine
from companion.pi.doctor.service import POLKIT_RULES
from companion.pi.host import Host, User
from tests.pi.hosts import PANELS, TABLE, assert_found, four_seats, host, put

ASKED = " ".join(("runuser", "-u", "companion", "--", *CAN_POWER_OFF))
RULE = POLKIT_RULES[0].removeprefix("/")
INSTALLED = {"systemctl is-active companion.service": "active\n"}


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    put(tmp_path, RULE, "")
    return four_seats(tmp_path)


def assert_power(one: Host, *told: tuple[str, ...]) -> None:
    assert_found(examine(one, None), *(("power-off", *said) for said in told), of="power-off")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('s "yes"\n', ("ok",)),
        ('s "no"\n', ("bad", "polkitd", "systemd-inhibit --list")),
        ('s "challenge"\n', ("bad", "polkitd", "systemd-inhibit --list")),
        ('s "na"\n', ("note", "table.power_off = false")),
        ("", ("note", "system bus")),
    ],
)
def test_what_logind_answers(pi: Path, answer: str, told: tuple[str, ...]) -> None:
    assert_power(host(pi, answering=PANELS, tools={**INSTALLED, ASKED: answer}), told)


def test_where_logind_is_not_asked(pi: Path) -> None:
    """By a user who is not root, at a table that does not offer it, and without polkit's rule."""
    willing = {**INSTALLED, ASKED: 's "yes"\n'}
    user = User("ada", 1000, frozenset())
    assert_power(host(pi, answering=PANELS, user=user, tools=willing), ("note", "run it with sudo"))
    put(pi, "etc/companion/table.toml", f"{TABLE}table.power_off = false\n")
    assert_power(host(pi, answering=PANELS, tools=willing), ("note", "table.power_off is false"))
    put(pi, "etc/companion/table.toml", TABLE)
    (pi / RULE).unlink()
    assert_power(host(pi, answering=PANELS, tools=willing), ("bad", POLKIT_RULES[0], "install the package again"))


def test_without_the_service_or_a_pi_or_real_devices_there_is_no_such_line(pi: Path) -> None:
    assert_power(host(pi, answering=PANELS))
    put(pi, "etc/companion/table.toml", 'board = "bench"\n')
    assert_power(host(pi, tools=INSTALLED))
    put(pi, "etc/companion/table.toml", TABLE)
    put(pi, "proc/device-tree/model", "Some other board\0")
    assert_power(host(pi, tools=INSTALLED))


def test_the_doctor_only_asks(pi: Path) -> None:
    asked: list[tuple[str, ...]] = []
    one = host(pi, answering=PANELS, tools=INSTALLED)

    def run(words: tuple[str, ...]) -> str | None:
        asked.append(words)
        return one.run(words)

    examine(replace(one, run=run), None)
    assert tuple(ASKED.split(" ")) in asked
    assert not any(POWER_OFF[POWER_OFF.index("PowerOff")] in words for words in asked)
