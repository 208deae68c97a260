"""The script that makes the environment in /opt, run as the package's postinst runs it, on wheels that hold nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.systemd.wheels import OWN, project, wheel

pytestmark = [pytest.mark.process, pytest.mark.slow]

SCRIPT = Path(__file__).parents[2] / "systemd/debian/environment.py"


class Machine:
    """A place for environments, and the wheels of a package."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "opt/companion"
        self.home.parent.mkdir()
        self.wheels = folder / "wheels"
        project(self.wheels)

    def call(self, command: str) -> tuple[int, str]:
        """The script's exit status, and what it said."""
        words = [sys.executable, "-I", str(SCRIPT), command, "--home", str(self.home), "--wheels", str(self.wheels)]
        answer = subprocess.run(
            [*words, "--trial", "import neighbour"],
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return answer.returncode, answer.stdout + answer.stderr

    def names(self) -> list[str]:
        """What stands in /opt."""
        return sorted(path.name for path in self.home.parent.iterdir())

    def companion(self, *words: str) -> str:
        """What the command in the environment says, with somebody else's modules in sight."""
        environ = {"PYTHONPATH": "", "HOME": str(self.home.parent)}
        answer = subprocess.run(
            [str(self.home / "bin/companion"), *words],
            env=environ,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return answer.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_an_environment_is_made_and_the_command_runs_in_it(machine: Machine) -> None:
    assert machine.call("make") == (0, "")
    assert machine.names() == ["companion", "companion-a"]
    assert os.readlink(machine.home) == "companion-a"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = machine.home.with_name("companion-a") / "lib" / version / "site-packages"
    assert machine.companion("run") == f"companion 1.2.3 {site}/neighbour.py run\n"
    assert (site / "__pycache__").is_dir(), "the service cannot compile what was not compiled"
    assert (site / "neighbour-1.0.dist-info/METADATA").is_file(), "versions are read from here"
    assert not list(site.glob("*.data"))
    assert "include-system-site-packages = true" in (machine.home / "pyvenv.cfg").read_text()


def test_a_newer_one_takes_the_other_place_and_the_old_one_stays_until_it_is_tidied(machine: Machine) -> None:
    machine.call("make")
    assert machine.call("make") == (0, "")
    assert os.readlink(machine.home) == "companion-b"
    assert machine.names() == ["companion", "companion-a", "companion-b"]
    assert machine.call("tidy") == (0, "")
    assert machine.names() == ["companion", "companion-b"]
    machine.companion()
    assert machine.call("make") == (0, "")
    assert os.readlink(machine.home) == "companion-a"


def test_what_an_interrupted_one_left_is_cleared_away(machine: Machine) -> None:
    """The power went: half an environment in the free place, and a link that was not yet put over."""
    (machine.home.parent / "companion-a/lib").mkdir(parents=True)
    (machine.home.parent / "companion-a/lib/half").write_text("x")
    (machine.home.parent / "companion-link").symlink_to("nowhere")
    assert machine.call("make") == (0, "")
    assert machine.names() == ["companion", "companion-a"]
    assert not (machine.home / "lib/half").exists()


@pytest.mark.parametrize("fault", ["trial", "command", "archive"])
def test_one_that_does_not_work_leaves_the_old_one_in_force(machine: Machine, fault: str) -> None:
    machine.call("make")
    match fault:
        case "trial":
            (machine.wheels / OWN / "neighbour-1.0-py3-none-any.whl").unlink()
        case "command":
            wheel(machine.wheels / "any", "codebreakers_companion", {"companion/cli.py": "main = 1 / 0"})
        case "archive":
            (machine.wheels / OWN / "neighbour-1.0-py3-none-any.whl").write_bytes(b"no archive")
    status, said = machine.call("make")
    assert status == 1
    assert said.count("\n") == 1, said
    assert "Traceback" not in said
    assert os.readlink(machine.home) == "companion-a"
    assert machine.names() == ["companion", "companion-a"]
    machine.companion()


def test_a_python_that_the_package_is_not_for_is_named(machine: Machine) -> None:
    (machine.wheels / OWN).rename(machine.wheels / "cp39")
    status, said = machine.call("make")
    assert status == 1
    assert said.startswith(f"This package is for Python 3.9, and {sys.executable} is {sys.version_info.major}.")
    assert machine.names() == []


def test_a_folder_of_the_owners_is_not_touched(machine: Machine) -> None:
    machine.home.mkdir()
    (machine.home / "mine").write_text("x")
    for command in ("make", "tidy"):
        status, said = machine.call(command)
        assert (status, said) == (
            1,
            f"{machine.home} is there already and is not of this package; move it away, and install again.\n",
        )
    assert machine.call("remove") == (0, "")
    assert (machine.home / "mine").read_text() == "x"


def test_stale_is_what_is_missing_or_of_another_python(machine: Machine) -> None:
    assert machine.call("stale")[0] == 0
    machine.call("make")
    assert machine.call("stale")[0] == 3
    settings = machine.home / "pyvenv.cfg"
    own = f"version = {sys.version_info.major}.{sys.version_info.minor}."
    assert own in settings.read_text()
    settings.write_text(settings.read_text().replace(own, "version = 3.9."))
    assert machine.call("stale")[0] == 0


def test_removal_leaves_nothing(machine: Machine) -> None:
    machine.call("make")
    machine.call("make")
    assert machine.call("remove") == (0, "")
    assert machine.names() == []
    assert machine.call("remove") == (0, "")
