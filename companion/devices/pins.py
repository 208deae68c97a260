"""The GPIO pins: which library drives them, how it is installed, and what is said of a pin that cannot be used.

`pin_factory` is the only place that chooses the library. The factory is always configured; gpiozero's own choice would silently
fall back to a worse one.

gpiozero passes on the exceptions of lgpio and pigpio, whose types exist only if they are loaded;
RPi.GPIO raises RuntimeError. `pin_errors_named` makes one sentence of all of them.
"""

import os
import platform
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from companion.core.errors import DeviceError
from companion.devices.wiring import PinFactory

_NEW_STYLE: Final = 1 << 23
_BCM2712: Final = 4
"""The processor of the Raspberry Pi 5 family in a new-style revision code."""


HEADER_CHIPS: Final = ("rp1-gpio", "bcm2711-gpio", "bcm2835-gpio")
"""What the device tree calls the chip behind the 40 pins: of a Raspberry Pi 5, of a 4, and of those before."""
HEADER_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What its driver calls it."""


def header_chip(root: Path = Path("/")) -> int | None:
    """The number of the GPIO chip behind the 40 pins, by what /sys below `root` says; None if it names none.

    A Raspberry Pi 5 has had it as gpiochip4, as gpiochip0 and, since Linux 6.12.96, above gpiochip10.
    """
    chips = sorted((root / "sys/bus/gpio/devices").glob("gpiochip*"))
    found = [chip for chip in chips if _words(chip / "of_node/compatible").endswith(HEADER_CHIPS)]
    for named in sorted((root / "sys/class/gpio").glob("gpiochip*")):
        if not found and _words(named / "label") in HEADER_LABELS:
            found = sorted((named / "device").glob("gpiochip*"))
    return int(found[0].name.removeprefix("gpiochip")) if found else None


def _words(file: Path) -> str:
    """What a file of /sys says; nothing if it cannot be read."""
    try:
        return file.read_text(encoding="ascii", errors="replace").strip("\0\n")
    except OSError:
        return ""


def pin_factory(
    name: PinFactory, revision: int | None = None, *, kernel: str | None = None, root: Path = Path("/")
) -> Any:
    """A gpiozero pin factory; close it after the devices that use it.

    `revision`: the board's revision code, if /proc cannot be read. `kernel`: a release such as "6.6.31"; None: this
    machine's. `root`: the folder above sys. Raises DeviceError, one sentence with a remedy, if that factory cannot be used here.
    """
    if name == "mock":
        from gpiozero.pins.mock import MockFactory

        from companion.devices.simulated.pins import PiezoPin

        return MockFactory(pin_class=PiezoPin)
    original = name == "rpigpio" and installed_rpi_gpio() == "original"
    if original and _version(kernel or platform.release()) >= (6, 6):
        raise DeviceError(
            f'pin_factory "rpigpio": the original RPi.GPIO sees no edges on Linux 6.6 or newer; {instead_of_original()}.'
        )
    try:
        if original and _is_pi_5(_board(revision)):
            raise DeviceError(
                f'pin_factory "rpigpio": the original RPi.GPIO cannot drive a Raspberry Pi 5; {instead_of_original()}.'
            )
        if name == "pigpio" and _is_pi_5(_board(revision)):
            raise DeviceError('pin_factory "pigpio": it cannot drive a Raspberry Pi 5; set pin_factory = "lgpio".')
        chip = header_chip(root)
        if name == "rpigpio" and not original:
            # rpi-lgpio reads both when it is imported: from these variables, or from /proc and /sys.
            if revision is not None:
                os.environ.setdefault("RPI_LGPIO_REVISION", f"{revision:x}")
            if chip is not None:
                os.environ.setdefault("RPI_LGPIO_CHIP", str(chip))
        kind = _kind(name)
        if revision is not None:
            # gpiozero has no argument for it; every factory calls this method.
            kind = type(kind.__name__, (kind,), {"_get_revision": lambda self: revision})
        return kind(chip=chip) if name == "lgpio" else kind()
    except DeviceError:
        raise
    except ImportError as error:
        raise DeviceError(f'pin_factory "{name}": {_how_to_install(name)} ({error}).') from error
    except OSError as error:
        raise DeviceError(f'pin_factory "{name}": {_how_to_allow(name, error)} ({error}).') from error
    except _refusals(name) as error:
        raise DeviceError(
            f'pin_factory "{name}": the pins cannot be opened ({error}); {_how_to_open(root)}.'
        ) from error


def instead_of_original() -> str:
    """The remedy if the original RPi.GPIO does not work."""
    other = install(apt="python3-rpi-lgpio", pip="rpi-lgpio in its place")
    return f'set pin_factory = "lgpio", or {other}'


def _kind(name: PinFactory) -> Any:
    match name:
        case "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory
        case "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory
        case _:
            from gpiozero.pins.pigpio import PiGPIOFactory

            return PiGPIOFactory


def _refusals(name: PinFactory) -> tuple[type[Exception], ...]:
    """The exceptions besides OSError that a factory raises if it finds no Raspberry Pi or cannot use its pins."""
    from gpiozero.exc import GPIOZeroError

    if name == "lgpio":
        import lgpio

        return (GPIOZeroError, lgpio.error)
    # The original RPi.GPIO raises RuntimeError on anything that is not a Raspberry Pi; rpi-lgpio passes on lgpio's error.
    own = getattr(sys.modules.get("lgpio"), "error", RuntimeError)
    return (GPIOZeroError, RuntimeError, own)


def _how_to_install(name: PinFactory) -> str:
    match name:
        case "lgpio":
            own = "'codebreakers-companion[pi]', or on Python 3.13 and newer apt install python3-lgpio"
            return f"the library lgpio is missing; {install(apt='python3-lgpio', pip=own)}"
        case "rpigpio":
            own = "'codebreakers-companion[rpi-lgpio]', or [rpigpio] on a Raspberry Pi 4 or older with a kernel before 6.6"
            return f"the library RPi.GPIO is missing; {install(apt='python3-rpi-lgpio', pip=own)}"
        case _:
            return f"the library pigpio is missing; {install(apt='python3-pigpio', pip='pigpio')}"


def _how_to_allow(name: PinFactory, error: OSError) -> str:
    if name == "lgpio" and ".lgd-nfy" in str(error):
        return "lgpio creates a pipe in its working folder; set LG_WD to a folder that can be written"
    if "/proc" in str(error.filename):
        return "the board's revision cannot be read; set `revision`"
    if name == "pigpio":
        return "the pigpio daemon does not answer; systemctl start pigpiod"
    return "no access to the pins; add the user to the group gpio"


def _how_to_open(root: Path) -> str:
    chip = header_chip(root)
    if chip is None and (root / "sys/bus/gpio/devices").is_dir():
        return (
            "/sys names no GPIO chip of a Raspberry Pi's 40 pins, so this is another computer, or its kernel lacks them"
        )
    at = f"/dev/gpiochip{chip}" if chip is not None else "/dev/gpiochip*"
    return f"check that the user may open {at} (group gpio), and set the board's `revision` where /proc is hidden"


def _board(revision: int | None) -> int:
    if revision is not None:
        return revision
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.local import get_pi_revision

    try:
        return int(get_pi_revision())
    except PinUnknownPi:
        return 0


def _is_pi_5(revision: int) -> bool:
    return bool(revision & _NEW_STYLE) and (revision >> 12 & 0xF) == _BCM2712


def _version(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", release)[:2])


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


def pin_error_types() -> tuple[type[Exception], ...]:
    """The exceptions of a pin factory if a pin is in use, does not exist or cannot be driven."""
    from gpiozero.exc import GPIOZeroError

    own = (getattr(sys.modules.get(name), "error", None) for name in ("lgpio", "pigpio"))
    return (GPIOZeroError, RuntimeError, *(error for error in own if error is not None))


@contextmanager
def pin_errors_named(what: str, number: int) -> Iterator[None]:
    """Within it, the pin `number` (BCM) is claimed for `what`. Raises DeviceError if that fails."""
    try:
        yield
    except pin_error_types() as error:
        raise DeviceError(
            f"{what} cannot use GPIO{number} ({error}); stop the program that uses that pin (gpioinfo shows it), or configure "
            "another pin."
        ) from error
