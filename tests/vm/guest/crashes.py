"""What ends a daemon in the middle of a game: a kill, and a hang that the watchdog has to notice.

Law: between the end of one daemon and the first picture of the next no panel shows anything.
"""

import os
import signal
import time

from tests.vm.guest.hands import Hands
from tests.vm.guest.panels import Glasses
from tests.vm.guest.service import log, main_pid, shown, until
from tests.vm.guest.tap import Tap
from tests.vm.score import Part

RECOVERY = 120.0
"""Seconds, and only for a table that does not come back."""


def crash(tap: Tap, hands: Hands, panels: Glasses, number: signal.Signals, part: Part, names: tuple[str, ...]) -> None:
    """End the daemon by a signal, see it come back, and play on."""
    dark, back, plays = names
    old, restarts = main_pid(), int(shown("NRestarts"))
    began = time.monotonic()
    os.kill(old, number)
    is_dark = panels.wait_blank(RECOVERY)
    darkened = time.monotonic() - began
    died = until(lambda: not os.path.exists(f"/proc/{old}"), 1)
    tap.check(dark, is_dark and died, f"dark: {is_dark}, the old process is gone: {died}\n{log()}")
    again = hands.stands(part.start, RECOVERY) and until(lambda: shown("ActiveState") == "active", RECOVERY)
    stood = time.monotonic() - began
    once = int(shown("NRestarts")) == restarts + 1
    tap.check(back, again and once, f"{hands.differences(part.start)}\n{log()}")
    tap.note(f"figure: {number.name}: every panel dark after {darkened:.1f} s, the game playable after {stood:.1f} s")
    wrong = hands.play(part)
    tap.check(plays, not wrong, wrong)
    tap.note(f"figure: {hands.figures()}")
