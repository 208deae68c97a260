"""The service's sandbox: a unit that differs from the installed one in nothing but what it runs tries to leave it.

Law: everything that is tried would be allowed there but for the sandbox: files and devices are laid out open for everybody,
and outside of it each of the same probes succeeds.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tests.vm.guest.pins import Pins
from tests.vm.guest.probe import BAIT, CLUB
from tests.vm.guest.service import NAME, TABLE, log, shown, systemctl, until
from tests.vm.guest.tap import Tap
from tests.vm.plan import DENIED, LIMITED, SANDBOX

_SCRIPT = Path(__file__).parent / "probe.py"
RELAY = "companion-club.service"
_ASK_MACHINE = "/opt/companion/bin/python3 -B -P /opt/vm/ask_machine.py"
"""Asks the process of the machine's seats; with the Python of the package."""


def sandbox(tap: Tap, pins: Pins) -> None:
    """Try everything inside, then outside."""
    installed = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${Status}", "codebreakers-companion"],
        capture_output=True,
        text=True,
        check=False,
    )
    enabled = systemctl("is-enabled", NAME, "companion.socket").split()
    said = f"{installed.stdout} {enabled}"
    tap.check(SANDBOX[0], (installed.stdout, enabled) == ("install ok installed", ["enabled", "enabled"]), said)
    _lay_out(pins)
    inside = _inside(tap, "companion-probe.service", f"{sys.executable} -B {_SCRIPT}")
    for name, (what, wanted) in zip(SANDBOX[1:-3], DENIED.items(), strict=True):
        met = inside.get(what, "not tried")
        tap.check(name, met == wanted, f"{what}: {met}")
    # In a folder that can be written, as the service's own is.
    again = subprocess.run([sys.executable, "-B", _SCRIPT], cwd="/run", capture_output=True, text=True, check=False)
    outside = _lines(again.stdout)
    tap.check(SANDBOX[-3], outside == dict.fromkeys(DENIED, "allowed"), outside)
    _way_to_club(tap)
    machine = machine_inside(tap)
    tap.check(SANDBOX[-1], machine == LIMITED, machine)


def _way_to_club(tap: Tap) -> None:
    """A broker that says back what it hears, which the sandbox reaches by companion-club.service alone."""
    text = TABLE.read_text()

    def answer() -> None:
        with suppress(OSError):
            while True:
                wire, _ = listener.accept()
                with wire:
                    wire.sendall(wire.recv(100))

    with socket.create_server(("127.0.0.1", 8883)) as listener:
        threading.Thread(target=answer, daemon=True).start()
        TABLE.write_text(f'{text}\n[club]\nbroker = "mqtts://127.0.0.1:8883"\ntable = "table-1"\n')
        before = shown("ActiveState", RELAY)
        met = _inside(tap, "companion-club-probe.service", f"{sys.executable} -B {_SCRIPT} club")
        after = shown("ActiveState", RELAY)
        TABLE.write_text(text)
        systemctl("stop", RELAY)
    said = f"{before}, {met}, {after}: {log(RELAY)}"
    tap.check(SANDBOX[-2], (before, met, after) == ("inactive", {CLUB: "allowed"}, "active"), said)


def machine_inside(tap: Tap) -> dict[str, str]:
    """What the process of the machine's seats says of itself in the sandbox."""
    return _inside(tap, "companion-machine-probe.service", _ASK_MACHINE)


def _lay_out(pins: Pins) -> None:
    """Make everything so open that only the sandbox is in the way."""
    bait = {"etc": "/etc/vm-bait", "usr": "/usr/vm-bait", "home": "/home/player/diary", "sys": str(pins.file(0))}
    bait |= {"boot": "/boot/firmware/user-data", "media": "/media/player/letter"}
    for name in ("etc", "usr"):
        Path(bait[name]).mkdir()
        Path(bait[name]).chmod(0o777)
    for name in ("home", "boot", "media"):
        text = Path(bait[name])
        text.parent.mkdir(parents=True)
        text.parent.chmod(0o755)
        text.write_text("dear diary")
        text.chmod(0o666)
    subprocess.run(["modprobe", "tun"], check=True)
    module = next(Path("/lib/modules").rglob("dummy.ko"))
    bait["module"] = shutil.copy(module, "/run/vm-dummy.ko")
    for path in (bait["module"], "/dev/mem", "/dev/vda", "/dev/net/tun", bait["sys"]):
        os.chmod(path, 0o666)
    BAIT.write_text(json.dumps(bait))
    BAIT.chmod(0o644)


def _inside(tap: Tap, name: str, command: str) -> dict[str, str]:
    """What a program met in the sandbox, as a service of that name."""
    unit = Path(shown("FragmentPath")).read_text()
    text, replaced = re.subn(r"(?m)^ExecStart=.*$", f"ExecStart={command}", unit)
    assert replaced == 1
    Path("/run/systemd/system").mkdir(exist_ok=True)
    Path("/run/systemd/system", name).write_text(text)
    systemctl("daemon-reload")
    said = systemctl("start", name)
    until(lambda: shown("ActiveState", name) == "active", 180)
    systemctl("kill", "--signal=KILL", name)
    systemctl("stop", name)
    met = _lines(log(name, 200))
    if not met:
        tap.note(f"{said}\n{log(name, 40)}")
    return met


def _lines(text: str) -> dict[str, str]:
    return dict(line.split("\t") for line in text.splitlines() if line.count("\t") == 1)
