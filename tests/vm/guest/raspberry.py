"""What a Raspberry Pi with its own system has otherwise than this Debian: the number of its GPIO chip, no memory groups, a log in
memory, and a Wi-Fi that NetworkManager runs. Here a script stands for NetworkManager's tool, and writes down how it was called.
"""

import os
import signal
import subprocess
import tarfile
import time
from pathlib import Path

from companion.pi.hotspot import HOTSPOT_PROFILE, UP_AFTER
from companion.pi.setup_plan import SERVICE_JOURNAL
from tests.vm.guest.hands import SLOW, Hands
from tests.vm.guest.panels import Glasses
from tests.vm.guest.pins import Pins
from tests.vm.guest.sandbox import machine_inside
from tests.vm.guest.service import NAME, TABLE, log, main_pid, shown, systemctl, until
from tests.vm.guest.tap import Tap
from tests.vm.plan import LIMITED, OTHER_CHIPS, RASPBERRY
from tests.vm.score import Part

_COMPANION = "/opt/companion/bin/companion"
_JOURNALD = Path("/run/systemd/journald.conf.d/volatile.conf")
_CALLS = Path("/run/nmcli-calls")
_NMCLI = f"""#!/bin/sh
echo "$*" >> {_CALLS}
"""
_SEAT = 2
"""Whose panel is taken out."""


def raspberry(tap: Tap, pins: Pins, glasses: Glasses, hands: Hands, sitting: Part) -> None:
    """The service is stopped before."""
    _JOURNALD.parent.mkdir(parents=True, exist_ok=True)
    _JOURNALD.write_text("[Journal]\nStorage=volatile\n")
    systemctl("restart", "systemd-journald")
    TABLE.write_text(f'board = "six-seats"\n{SLOW}\nrevision = 0xC03114\njournal.path = "{SERVICE_JOURNAL}"\n')
    said = systemctl("start", "companion.socket", NAME)
    wrong = hands.play(sitting)
    files = [os.readlink(file) for file in Path(f"/proc/{main_pid()}/fd").iterdir() if file.is_symlink()]
    chips = [file for file in files if file.startswith("/dev/gpiochip")]
    tap.check(
        RASPBERRY[0], set(chips) == {str(pins.node)} == {f"/dev/gpiochip{OTHER_CHIPS}"}, f"{chips}\n{said}\n{log()}"
    )
    tap.check(RASPBERRY[1], not wrong, f"{wrong}\n{log()}")
    counted = "memory" in Path("/sys/fs/cgroup/cgroup.controllers").read_text().split()
    machine = machine_inside(tap)
    tap.check(RASPBERRY[2], not counted and machine == LIMITED, f"{counted}, {machine}")
    doctor = subprocess.run([_COMPANION, "doctor"], capture_output=True, text=True, check=False).stdout
    tap.check(RASPBERRY[3], "--   memory limit: " in doctor and "--   system's log: " in doctor, doctor)
    _forgotten(tap, glasses, hands)
    _hotspot(tap)
    systemctl("stop", "companion.socket", NAME)


def _forgotten(tap: Tap, glasses: Glasses, hands: Hands) -> None:
    """A fault, a kill, and a log that is lost as by a restart."""
    glasses.glasses[_SEAT].pull()
    hands.gesture(_SEAT, "right")
    told = until(lambda: f"seat {_SEAT + 1}: screen not answering" in shown("StatusText"), 90)
    os.kill(main_pid(), signal.SIGKILL)
    systemctl("stop", "companion.socket", NAME)
    glasses.glasses[_SEAT].put_back()
    for file in Path("/run/log/journal").glob("*/*"):
        file.unlink()
    systemctl("restart", "systemd-journald")
    bundle = Path("/run/support.tar.gz")
    made = subprocess.run([_COMPANION, "support-bundle", "--out", bundle], capture_output=True, text=True, check=False)
    lines = {"log": "", "kept-log": made.stdout + made.stderr}
    if bundle.exists():
        with tarfile.open(bundle) as archive:
            for name in lines:
                held = archive.extractfile(f"companion-support/{name}.txt")
                lines[name] = "" if held is None else held.read().decode()
    fault = f"WARNING seat {_SEAT + 1}: screen not answering"
    tap.check(
        RASPBERRY[4], told and fault in lines["kept-log"] and fault not in lines["log"], f"{told}, {lines}\n{log()}"
    )


def _hotspot(tap: Tap) -> None:
    Path("/etc/NetworkManager/system-connections").mkdir(parents=True)
    tool = Path("/usr/local/bin/nmcli")
    tool.write_text(_NMCLI)
    tool.chmod(0o755)
    command = [_COMPANION, "setup", "--hotspot", "--yes"]
    made = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    ended = time.monotonic()
    before = _CALLS.read_text()
    up = until(lambda: "connection up" in _CALLS.read_text(), 120)
    waited = time.monotonic() - ended
    tap.note(f"figure: the hotspot is switched on {waited:.1f} s after the command has ended")
    well = made.returncode == 0 and "up" not in before.split() and up and waited > UP_AFTER / 2
    tap.check(RASPBERRY[5], well, f"{made}\n{_CALLS.read_text()}\n{waited}")
    # Its timer is ten minutes away.
    said = systemctl("start", "companion-hotspot-check.service")
    down = until(lambda: "connection down" in _CALLS.read_text(), 120)
    profile = Path("/", HOTSPOT_PROFILE).read_text()
    tap.check(
        RASPBERRY[6],
        down and "autoconnect=false" in profile,
        f"{said}\n{_CALLS.read_text()}\n{log('companion-hotspot-check')}",
    )
