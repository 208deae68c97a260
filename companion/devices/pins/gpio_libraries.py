"""GPIO libraries: which RPi.GPIO is installed, and the command that installs a missing library."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

RpiGpio = Literal["original", "rpi-lgpio"]
"""Two libraries are imported as RPi.GPIO. The original writes to the processor's registers, sees no edges on Linux 6.6 and
newer, and cannot drive a Raspberry Pi 5. rpi-lgpio has the same functions on lgpio and works on every Pi; Raspberry Pi OS
installs it."""

_PACKAGED: Final = ("/opt/companion-a", "/opt/companion-b")
"""The environments of the Debian package (systemd/debian/environment.py)."""


def installed_rpi_gpio() -> RpiGpio | None:
    """Which RPi.GPIO is installed, or None. It is not imported."""
    try:
        if find_spec("RPi.GPIO") is None:
            return None
        # The original has an extension module; rpi-lgpio is pure Python.
        return "rpi-lgpio" if find_spec("RPi._GPIO") is None else "original"
    except (ImportError, ValueError):
        return None


def install(*, apt: str | None, pip: str, prefix: str = sys.prefix) -> str:
    """The command that installs a library into the environment at `prefix`.

    `apt`: its Debian package; None: the companion's package contains it, so that package is damaged.
    """
    if str(Path(prefix).resolve()) not in _PACKAGED:
        return f"pip install {pip}"
    if apt is None:
        return "sudo apt install --reinstall codebreakers-companion"
    return f"sudo apt install {apt}"
