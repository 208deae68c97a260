"""The doctor on the service, its socket and its folder, and who may see them."""

import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from companion.config.club import ClubSettings
from companion.config.configuration import simulated
from companion.journal.journal import Journal
from companion.journal.tables import JOURNAL_FORMAT, OLDEST_FORMAT
from companion.pi.doctor.examine import examine
from companion.pi.doctor.service import check_service_state, check_storage, is_running
from companion.pi.host import User
from companion.pi.support_bundle import collect_bundle
from tests.pi.hosts import PANELS, TABLE, as_nobody, assert_found, four_seats, host, open_folder, put, raspberry


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return four_seats(tmp_path)


UNITS = {"systemctl show --property=LoadState --value companion.service": "loaded\n"}


UNITS_OF_IT = "companion.socket companion.service"
RESTART = f"sudo systemctl reset-failed {UNITS_OF_IT}; sudo systemctl start {UNITS_OF_IT}"


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("", ("ok", "companion.socket listens")),
        ("resources", ("bad", "cannot listen", "ss -ltnp", "systemctl edit companion.socket", RESTART)),
        ("service-start-limit-hit", ("bad", "has given up", RESTART)),
    ],
)
def test_the_web_port(pi: Path, result: str, told: tuple[str, ...]) -> None:
    """`result`: why the socket failed."""
    tools = {
        **UNITS,
        "systemctl is-active companion.service": "inactive\n",
        "systemctl is-active companion.socket": "failed\n" if result else "active\n",
        "systemctl show --property=Result --value companion.socket": f"{result}\n",
    }
    checks = examine(host(pi, answering=PANELS, tools=tools), None)
    assert_found(checks, ("web port", *told), of="web port")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("active\n", [("ok", "")]),
        ("inactive\n", [("bad", "sudo systemctl enable --now companion-club.socket")]),
    ],
)
def test_the_way_to_the_club_of_a_service_without_a_network(pi: Path, state: str, told: list[tuple[str, str]]) -> None:
    tools = {
        **UNITS,
        "systemctl is-active companion.service": "active\n",
        "systemctl is-active companion-club.socket": state,
    }
    alone = simulated(2, {}, journal=Path("/var/lib/companion/journal.sqlite3"))
    joined = structs.replace(alone, club=ClubSettings("mqtts://club.local:8883", "table-1"))
    for configuration, expected in ((alone, []), (joined, told)):
        checks = check_service_state(host(pi, tools=tools), configuration)
        assert [(one.status, one.remedy) for one in checks if one.what == "club"] == expected


@pytest.mark.parametrize(
    ("controllers", "log", "limit", "kept"),
    [
        ("cpuset cpu io memory pids\n", "var", "ok", "ok"),
        # As Raspberry Pi OS starts; an older image's files may lie in /var/log.
        ("cpuset cpu io pids\n", "run", "note", "note"),
    ],
)
def test_what_this_system_does_not_do_for_the_service_is_told(
    pi: Path, controllers: str, log: str, limit: str, kept: str
) -> None:
    put(pi, "sys/fs/cgroup/cgroup.controllers", controllers)
    put(pi, "var/log/journal/0123/system.journal", "")
    put(pi, f"{log}/log/journal/0123/system.journal", "")
    tools = {**UNITS, "systemctl is-active companion.service": "active\n"}
    checks = examine(host(pi, answering=PANELS, tools=tools), None)
    assert_found(checks, ("memory limit", limit, "MemoryMax"), of="memory limit")
    assert_found(checks, ("system's log", kept, "restart"), of="system's log")


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (OLDEST_FORMAT - 1, ("bad", "a new one begins beside it")),
        (OLDEST_FORMAT, ("ok", f"format {OLDEST_FORMAT}")),
        (JOURNAL_FORMAT + 1, ("bad", "install the newer companion")),
    ],
)
def test_the_format_of_the_journal(pi: Path, version: int, told: tuple[str, ...]) -> None:
    path = Path("/var/lib/companion/journal.sqlite3")
    Journal.open(pi / path.relative_to("/"), str).close()
    connection = sqlite3.connect(pi / path.relative_to("/"))
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    assert_found(check_storage(host(pi), path, "journal", quoted=True), ("journal", *told), of="journal")


def test_whoever_may_not_look_into_the_state_folder_is_told_so() -> None:
    """As any user but root, while the service is not running; its folder is closed to others."""
    touched: list[tuple[int, int]] = []
    tools = {**UNITS, "systemctl is-active companion.service": "inactive\n"}
    with open_folder() as root:
        raspberry(root)
        put(root, "etc/companion/table.toml", TABLE)
        put(root, "var/lib/companion/journal.sqlite3", "")
        one = host(root, no_pins="touched", probed=touched, tools=tools, user=User("ada", 1000, frozenset()))
        collect_bundle(one, None)
        touched.clear()
        (root / "var/lib/companion").chmod(0)
        with as_nobody():
            checks = list(examine(one, None))
            assert is_running(one, Path("/var/lib/companion/journal.sqlite3")) is None
            assert "this user may not write in it" in collect_bundle(one, None)["checks.txt"]
        (root / "var/lib/companion").chmod(0o700)
    for part in ("pins", "panels"):
        assert_found(checks, (part, "note", "without sudo"), of=part)
    assert_found(checks, ("state folder", "bad", "this user may not write in it"), of="state folder")
    assert touched == []
