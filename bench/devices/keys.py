"""What twenty idle keys cost on mock pins, beside stock gpiozero Buttons: threads, and how often they wake the processor.

Each is counted in a process of its own, from /proc/self/task: threads beyond those before the keys were opened, and voluntary
context switches a second of all threads. Waking up at the end of the count is one of them.
"""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from bench.goals import expect
from companion.core.keys import KeyEvent
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins import pin_factory
from companion.devices.wiring import I2CPanel, KeyPins, SeatWiring

SECONDS: Final = 4.0
MOST_THREADS: Final = 2
MOST_WAKES: Final = 5.0
"""A second; what the keys may cost."""
_LOCKOUT: Final = 0.008
_SETTLE: Final = 0.002
_SEATS: Final = tuple(
    SeatWiring(KeyPins(first, first + 1, first + 2, back=first + 3), I2CPanel("ssd1306", 1, 0x3C))
    for first in range(4, 24, 4)
)


class Idle(NamedTuple):
    """`wakes`: a second."""

    threads: int
    wakes: float


def main() -> None:
    """Print both, and where ours cost more than they may."""
    ours, stock = measured("ours"), measured("stock")
    print(f"Twenty idle keys on mock pins (five seats with four keys), counted for {SECONDS:.0f} s each")
    print(f"{'':24} {'threads':>8} {'wake-ups a second':>18}")
    print(f"{'GpioKeys':24} {ours.threads:8} {ours.wakes:18.1f}")
    print(f"{'gpiozero Buttons':24} {stock.threads:8} {stock.wakes:18.1f}")
    expect(ours.threads <= MOST_THREADS, f"our keys run {ours.threads} threads, and may run {MOST_THREADS}")
    expect(ours.wakes <= MOST_WAKES, f"our keys wake {ours.wakes:.1f} times a second, and may {MOST_WAKES:.0f} times")


def measured(kind: str) -> Idle:
    """Count `ours` or `stock` in a new process."""
    command = [sys.executable, "-m", "bench.devices.keys", kind]
    threads, wakes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Idle(int(threads), float(wakes))


def _ours() -> Idle:
    async def idle() -> Idle:
        before, loop = _threads(), asyncio.get_running_loop()
        factory = pin_factory("mock")
        keys = GpioKeys(_SEATS, factory, loop, lockout=_LOCKOUT, settle=_SETTLE)
        told: list[KeyEvent] = []
        keys.start(told.append)
        woken, began = _switches(), time.monotonic()
        await asyncio.sleep(SECONDS)
        counted = Idle(_threads() - before, (_switches() - woken) / (time.monotonic() - began))
        # What was counted were keys that work.
        factory.pin(4).drive_low()
        await asyncio.sleep(2 * _LOCKOUT)
        assert len(told) == 1, "a key was not heard"
        keys.close()
        factory.close()
        return counted

    return asyncio.run(idle())


def _stock() -> Idle:
    from gpiozero import Button

    before = _threads()
    factory = pin_factory("mock")
    buttons = [Button(number, pin_factory=factory) for number in range(4, 24)]
    woken, began = _switches(), time.monotonic()
    time.sleep(SECONDS)
    counted = Idle(_threads() - before, (_switches() - woken) / (time.monotonic() - began))
    pressed = threading.Event()
    buttons[0].when_pressed = pressed.set
    factory.pin(4).drive_low()
    assert pressed.is_set(), "a button was not heard"
    for button in buttons:
        button.close()
    factory.close()
    return counted


def _tasks() -> list[Path]:
    return list(Path("/proc/self/task").iterdir())


def _threads() -> int:
    return len(_tasks())


def _switches() -> int:
    """The voluntary context switches of all threads that run now."""
    lines = [line for task in _tasks() for line in (task / "status").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))


if __name__ == "__main__":
    kinds: dict[str, Callable[[], Idle]] = {"ours": _ours, "stock": _stock}
    if len(sys.argv) > 1:
        print(*kinds[sys.argv[1]]())
    else:
        main()
