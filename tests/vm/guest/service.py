"""The installed service, as systemd has it."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

NAME = "companion.service"
TABLE = Path("/etc/companion/table.toml")


def systemctl(*arguments: str) -> str:
    """What systemctl printed, whether or not it was content."""
    done = subprocess.run(["systemctl", *arguments], capture_output=True, text=True, check=False, timeout=300)
    return (done.stdout + done.stderr).strip()


def shown(name: str, unit: str = NAME) -> str:
    """A property of the unit."""
    return systemctl("show", "--value", f"--property={name}", unit)


def main_pid() -> int:
    """The daemon's process."""
    return int(shown("MainPID"))


def log(unit: str = NAME, lines: int = 30) -> str:
    """The end of what it said."""
    command = ["journalctl", "--no-pager", "--output=cat", f"--lines={lines}", f"--unit={unit}"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300).stdout


def until(true: Callable[[], bool], seconds: float) -> bool:
    """Whether it comes true in that time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
