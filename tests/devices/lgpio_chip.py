"""A GPIO chip in memory behind the functions of lgpio that rpi-lgpio calls: pins that a test drives from outside."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

INPUT, OUTPUT, ALERT = 0x100, 0x200, 0x400
IS_OUTPUT = 0x2
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
PULLS = {"SET_PULL_UP": 0x20, "SET_PULL_DOWN": 0x40, "SET_PULL_NONE": 0x80}
NOT_ALLOCATED = -1


class LgpioError(Exception):
    """What lgpio raises."""


class Chip:
    """The chip. `level[pin]` is 0 or 1; a pin with a pull-up is 1 until something drives it."""

    def __init__(self) -> None:
        self.level: dict[int, int] = {}
        self.mode: dict[int, int] = {}
        self.tones: list[tuple[int, float, float]] = []
        self._heard: dict[int, Callable[..., None]] = {}
        self._now = 0

    def drive(self, pin: int, level: int) -> None:
        """Something outside puts the pin on a level."""
        self.level[pin] = level
        self._now += 1_000_000
        if self.mode.get(pin, 0) & ALERT and pin in self._heard:
            self._heard[pin](0, pin, level, self._now)

    def module(self) -> ModuleType:
        """The module `lgpio`, as far as rpi-lgpio looks into it."""
        library = ModuleType("lgpio")
        made: dict[str, Any] = {
            **PULLS,
            "error": LgpioError,
            "error_text": lambda code: f"error {code}",
            "RISING_EDGE": RISING_EDGE,
            "FALLING_EDGE": FALLING_EDGE,
            "BOTH_EDGES": BOTH_EDGES,
            "gpiochip_open": lambda number: 0,
            "gpiochip_close": lambda chip: 0,
            "gpio_get_chip_info": lambda chip: (0, 28, "chip", "pins"),
            "gpio_claim_input": lambda chip, pin, flags=0: self._claim(pin, INPUT, flags),
            "gpio_claim_alert": lambda chip, pin, edges, flags=0: self._claim(pin, ALERT | INPUT | edges << 17, flags),
            "gpio_claim_output": lambda chip, pin, level=0, flags=0: self._put_out(pin, level, flags),
            "gpio_free": lambda chip, pin: self._free(pin),
            "gpio_get_mode": lambda chip, pin: self.mode.get(pin, 0),
            "gpio_read": lambda chip, pin: self.level.get(pin, 0) if pin in self.mode else NOT_ALLOCATED,
            "gpio_write": lambda chip, pin, level: self._write(pin, level),
            "tx_pwm": lambda chip, pin, frequency, duty: self._tone(pin, frequency, duty),
            "callback": lambda chip, pin, edge=None, func=None: Callback(self._heard, pin, func),
        }
        for name, value in made.items():
            setattr(library, name, value)
        return library

    def _claim(self, pin: int, mode: int, flags: int) -> int:
        self.mode[pin] = mode | flags
        if flags & PULLS["SET_PULL_UP"]:
            self.level.setdefault(pin, 1)
        return 0

    def _put_out(self, pin: int, level: int, flags: int) -> int:
        self.mode[pin] = OUTPUT | IS_OUTPUT | flags
        self.level[pin] = int(level)
        return 0

    def _free(self, pin: int) -> int:
        if pin not in self.mode:
            raise LgpioError("GPIO not allocated")
        del self.mode[pin]
        return 0

    def _write(self, pin: int, level: int) -> int:
        self.level[pin] = int(level)
        return 0

    def _tone(self, pin: int, frequency: float, duty: float) -> int:
        self.tones.append((pin, frequency, duty))
        return 0


class Callback:
    """What lgpio.callback returns."""

    def __init__(self, heard: dict[int, Callable[..., None]], pin: int, call: Any) -> None:
        self._heard, self._pin = heard, pin
        heard[pin] = call

    def cancel(self) -> None:
        self._heard.pop(self._pin, None)
