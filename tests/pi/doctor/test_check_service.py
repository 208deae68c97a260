"""The doctor on the service, its socket and its folder, and who may see them."""

from pathlib import Path

import pytest

from companion.pi.bundle.support_bundle import collect_bundle
from companion.pi.doctor.check_service import is_running
from companion.pi.doctor.examine import examine
from companion.pi.machine import User
from tests.pi.machines import PANELS, TABLE, as_nobody, four_seats, machine, open_folder, put, raspberry


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return four_seats(tmp_path)


UNITS = {"systemctl show --property=LoadState --value companion.service": "loaded\n"}


@pytest.mark.parametrize(
    ("tools", "line"),
    [
        ({"systemctl is-active companion.socket": "active\n"}, "ok   web port: companion.socket listens."),
        (
            {
                "systemctl is-active companion.socket": "failed\n",
                "systemctl show --property=Result --value companion.socket": "resources\n",
            },
            "BAD  web port: companion.socket cannot listen, and without it no table starts: most likely another program has its "
            "port; end what sudo ss -ltnp shows there, or name another port with: sudo systemctl edit companion.socket; then: "
            "sudo systemctl reset-failed companion.socket companion.service; "
            "sudo systemctl start companion.socket companion.service.",
        ),
        (
            {
                "systemctl is-active companion.socket": "failed\n",
                "systemctl show --property=Result --value companion.socket": "service-start-limit-hit\n",
            },
            "BAD  web port: companion.socket has given up, since the service could not start; once the service is mended: "
            "sudo systemctl reset-failed companion.socket companion.service; "
            "sudo systemctl start companion.socket companion.service.",
        ),
    ],
)
def test_the_web_port(pi: Path, tools: dict[str, str], line: str) -> None:
    every = {**UNITS, "systemctl is-active companion.service": "inactive\n", **tools}
    assert line in [check.line() for check in examine(machine(pi, answering=PANELS, tools=every), None)]


def test_whoever_may_not_look_into_the_state_folder_is_told_so() -> None:
    """As any user but root, while the service is not running; its folder is closed to others."""
    touched: list[tuple[int, int]] = []
    tools = {**UNITS, "systemctl is-active companion.service": "inactive\n"}
    with open_folder() as root:
        raspberry(root)
        put(root, "etc/companion/table.toml", TABLE)
        put(root, "var/lib/companion/journal.sqlite3", "")
        one = machine(root, no_pins="touched", probed=touched, tools=tools, user=User("ada", 1000, frozenset()))
        collect_bundle(one, None)
        touched.clear()
        (root / "var/lib/companion").chmod(0)
        with as_nobody():
            lines = [check.line() for check in examine(one, None)]
            assert is_running(one, Path("/var/lib/companion/journal.sqlite3")) is None
            assert "this user may not write in it" in collect_bundle(one, None)["checks.txt"]
        (root / "var/lib/companion").chmod(0o700)
    reason = "whether a table is open cannot be seen without sudo, so they are left alone."
    assert f"--   pins: {reason}" in lines
    assert f"--   panels: {reason}" in lines
    assert any(line.startswith("BAD  state folder: this user may not write in it") for line in lines)
    assert touched == []
