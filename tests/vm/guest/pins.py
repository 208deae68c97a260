"""Twenty-eight lines of a GPIO chip, made by gpio-sim, and fingers on them.

The node is the kernel's own /dev/gpiochip0, or a later one after other chips; what a finger does here arrives there as it
would from a wire.
"""

import time
from collections.abc import Mapping
from pathlib import Path

from companion.core.keys import Key
from companion.core.seat import Place

_CONFIG = Path("/sys/kernel/config/gpio-sim")
_LINES = 28

BOUNCE = 0.012
"""Seconds that a key stays as it is; longer than the lock-out of the keys."""


class Pins:
    """`keys`: the line of each seat's keys. `others`: chips of other makers that the kernel finds before; with any, the Pi's has
    the label that a Raspberry Pi 5's driver gives it."""

    def __init__(self, keys: list[dict[Key, int]], *, others: int = 0) -> None:
        for number in range(others):
            _chip(f"other{number}", f"other-maker-{number}")
        device, chip = _chip("pi", "pinctrl-rp1" if others else None)
        self.node = Path("/dev") / chip
        self._lines = Path("/sys/devices/platform") / device / chip
        self._keys = keys
        for line in range(_LINES):
            self._pull(line, "up")

    def press(self, seat: Place, key: Key, *, hold: float = BOUNCE) -> None:
        """Press a key and let it go."""
        self._pull(self._keys[seat][key], "down")
        time.sleep(hold)
        self._pull(self._keys[seat][key], "up")
        time.sleep(BOUNCE)

    def press_together(self, keys: Mapping[Place, Key]) -> None:
        """Press a key at each of these seats at the same time, and let them go."""
        for way in ("down", "up"):
            for seat, key in keys.items():
                self._pull(self._keys[seat][key], way)
            time.sleep(BOUNCE)

    def file(self, line: int) -> Path:
        """The file by which a line is pulled."""
        return self._lines / f"sim_gpio{line}" / "pull"

    def _pull(self, line: int, way: str) -> None:
        self.file(line).write_text(f"pull-{way}")


def _chip(name: str, label: str | None) -> tuple[str, str]:
    """Make a chip; the kernel's names of its device and of the chip."""
    config = _CONFIG / name
    bank = config / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(_LINES))
    if label is not None:
        (bank / "label").write_text(label)
    (config / "live").write_text("1")
    return (config / "dev_name").read_text().strip(), (bank / "chip_name").read_text().strip()
