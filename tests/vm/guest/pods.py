"""A game of two, one of them at a pod whose cable is pulled and put back, again and again.

Law: after each time both glasses show what the simulated table shows after the very same presses; so none was lost, none was
invented, and what is half entered stays.
"""

import shutil
import tempfile
import time
from pathlib import Path

from companion.core.keys import Key
from companion.core.picture import BLANK, Picture
from companion.core.seat import Place
from tests.vm.guest.hands import SLOW, Hands
from tests.vm.guest.panels import Glass, Glasses
from tests.vm.guest.pins import BOUNCE, Pins
from tests.vm.guest.pod import SERIAL, Pod
from tests.vm.guest.service import NAME, TABLE, log, shown, systemctl, until
from tests.vm.guest.tap import Tap
from tests.vm.plan import POD, REPLUGS
from tests.vm.score import Part

SEAT = 1
"""The seat that is a pod."""

_BOARD = TABLE.with_name("one-pod.toml")
_BOARD_TOML = """\
description = "A seat on the pins, and a seat on a pod"

[[seats]]
keys.left = 17
keys.middle = 27
keys.right = 22
panel = { chip = "ssd1306", mux = 0x70, channel = 0, address = 0x3C }

[[seats]]
kind = "pod"
panel = { chip = "ssd1306" }
"""
_TABLE_TOML = f"""\
board = "{_BOARD}"
{SLOW}
revision = 0xC03114

[[seats]]

[[seats]]
pod = "{SERIAL}"
"""


class _Fingers:
    """Seat 0's on pins, seat 1's on the pod."""

    def __init__(self, pins: Pins, pod: Pod) -> None:
        self._pins = pins
        self._pod = pod

    def press(self, seat: Place, key: Key, *, hold: float = BOUNCE) -> None:
        """Press a key and let it go."""
        if seat == SEAT:
            self._pod.press(key, hold)
        else:
            self._pins.press(seat, key, hold=hold)


def pods(tap: Tap, pins: Pins, panels: Glasses, pictures: tuple[Picture, ...], part: Part) -> None:
    """Play the game; the service is stopped before and after."""
    systemctl("stop", NAME)
    shutil.rmtree("/var/lib/companion")
    _BOARD.write_text(_BOARD_TOML)
    TABLE.write_text(_TABLE_TOML)
    glass = Glass(0, panels.news)
    glasses = Glasses([panels.glasses[0], glass], panels.news)
    pod = Pod(glass, Path(tempfile.mkdtemp()))
    hands = Hands(_Fingers(pins, pod), glasses, pictures)
    # The pod comes after the service, so that a driver which the service does not wait for would be missed.
    said = systemctl("start", NAME)
    pod.plug()
    stands = hands.stands(part.start, 180)
    tap.check(POD[0], stands, f"{said}\n{hands.differences(part.start)}\n{log()}")
    told, right, wrong, times = 0, 0, "", list[float]()
    every = len(part.steps) // (REPLUGS + 1)
    for number, step in enumerate(part.steps):
        wrong = hands.do(step)
        if wrong:
            wrong = f"step {number} of {len(part.steps)}: {wrong}"
            break
        if number % every == every - 1 and len(times) < REPLUGS:
            pulled = time.monotonic()
            pod.pull()
            # A key without power is none.
            pod.press("left", 0)
            told += until(lambda: f"seat {SEAT + 1}: screen not answering" in shown("StatusText"), 90)
            told -= glass.picture != BLANK
            began = time.monotonic()
            pod.plug()
            stood = hands.stands(step.shows, 90)
            times.append(time.monotonic() - began)
            tap.note(
                f"figure: replug {len(times)}: told and dark after {began - pulled:.1f} s, right after {times[-1]:.1f} s"
            )
            right += stood
            if not stood:
                wrong = f"put back after step {number}: {hands.differences(step.shows)}"
                break
    tap.check(POD[1], told == REPLUGS, f"{told} times\n{log()}")
    tap.check(POD[2], right == REPLUGS, f"{right} times\n{wrong}\n{log()}")
    tap.check(POD[3], not wrong and not pod.complaints, f"{wrong}\n{pod.complaints}\n{log()}")
    if times:
        tap.note(
            f"figure: a pod put back is right after {sorted(times)[len(times) // 2]:.1f} s, at most {max(times):.1f} s"
        )
    tap.note(f"figure: {hands.figures()}")
    systemctl("stop", NAME)
    dark, nonsense = glasses.wait_blank(0), [*panels.complaints, *glass.complaints]
    tap.check(POD[4], dark and not nonsense, f"dark: {dark}, {nonsense}\n{log()}")
    pod.pull()
