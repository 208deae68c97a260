"""Libraries that may be missing: which RPi.GPIO is installed, and how to install what a sentence asks for."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

RpiGpio = Literal["original", "rpi-lgpio"]
"""Two libraries are imported as RPi.GPIO. The original writes to the processor's registers, sees no edges on Linux 6.6 and
newer, and cannot drive a Raspberry Pi 5. rpi-lgpio gives the same functions over lgpio and works on every Pi; Raspberry Pi
OS installs this one."""

_PACKAGED: Final = ("/opt/companion-a", "/opt/companion-b")
"""Where the Debian package keeps its environment (systemd/debian/environment.py)."""


def installed_rpi_gpio() -> RpiGpio | None:
    """Which RPi.GPIO would be imported; None where there is none. Nothing of it is imported."""
    try:
        if find_spec("RPi.GPIO") is None:
            return None
        # The original is an extension module; rpi-lgpio is Python alone.
        return "rpi-lgpio" if find_spec("RPi._GPIO") is None else "original"
    except (ImportError, ValueError):
        return None


def install(*, apt: str | None, pip: str, prefix: str = sys.prefix) -> str:
    """The command that installs a library into the environment at `prefix`.

    `apt`: the Debian package that has it; None where the companion's own package brings it, so that this one is damaged.
    """
    if str(Path(prefix).resolve()) not in _PACKAGED:
        return f"pip install {pip}"
    if apt is None:
        return "sudo apt install --reinstall codebreakers-companion"
    return f"sudo apt install {apt}"
