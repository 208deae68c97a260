"""The machine itself: which board, which versions, and whether power and clock are as they should be."""

import platform
import re
import sqlite3
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from companion import __version__
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.machine import Machine
from companion.pi.root_files import below, held, said

_LIBRARIES: Final = ("gpiozero", "lgpio", "luma.oled", "pillow", "smbus2", "spidev", "pyserial", "msgspec", "uvicorn")
_NOW: Final = 1
_SINCE_START: Final = 1 << 16
"""Of vcgencmd get_throttled: the voltage is too low, and has been since the start."""


def system(machine: Machine) -> Iterator[DoctorCheck]:
    """A line each."""
    yield _board(machine)
    yield ok("versions", "; ".join(versions(machine)))
    yield _power(machine)
    yield _clock(machine)


def model(root: Path) -> str | None:
    """What the board calls itself; None where it is no Raspberry Pi."""
    called = said(below(root, "proc/device-tree/model"))
    return called if called and "Raspberry Pi" in called else None


def has_hardware(root: Path) -> bool:
    """Whether there is anything to hang a table on; a Raspberry Pi may have everything switched off."""
    nodes = below(root, "dev")
    return model(root) is not None or any(nodes.glob("gpiochip*")) or any(nodes.glob("i2c-*"))


def revision(root: Path) -> int | None:
    """The board's revision code, as its device tree or its kernel has it."""
    data = held(below(root, "proc/device-tree/system/linux,revision"))
    if data is not None and len(data) == 4:
        return int.from_bytes(data, "big")
    text = (held(below(root, "proc/cpuinfo")) or b"").decode("latin-1")
    found = re.search(r"^Revision\s*:\s*([0-9a-fA-F]+)\s*$", text, re.MULTILINE)
    return int(found[1], 16) if found else None


def versions(machine: Machine) -> Iterator[str]:
    """The program, Python, the system and the libraries."""
    yield f"companion {__version__}"
    yield f"Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}"
    yield f"Linux {said(below(machine.root, 'proc/sys/kernel/osrelease')) or platform.release()}"
    release = (held(below(machine.root, "etc/os-release")) or b"").decode("utf-8", "replace")
    if found := re.search(r'^PRETTY_NAME="?([^"\n]*)"?$', release, re.MULTILINE):
        yield found[1]
    for library in _LIBRARIES:
        try:
            yield f"{library} {metadata.version(library)}"
        except metadata.PackageNotFoundError:
            continue


def _board(machine: Machine) -> DoctorCheck:
    called = model(machine.root)
    if called is None:
        return note("board", "this is no Raspberry Pi, so only what does not need one is looked at")
    code = revision(machine.root)
    return ok("board", called if code is None else f"{called}, revision 0x{code:X}")


def _power(machine: Machine) -> DoctorCheck:
    if model(machine.root) is None:
        return note("power", "not measured here")
    bits = _throttled(machine)
    if bits is None:
        return note("power", "the firmware does not tell its voltage")
    remedy = "take the power supply and cable that are made for this Pi"
    if bits & _NOW:
        return bad("power", "the voltage is too low now", remedy)
    if bits & _SINCE_START:
        return bad("power", "the voltage was too low since the start", remedy)
    return ok("power", "the voltage was never too low since the start")


def _throttled(machine: Machine) -> int | None:
    told = machine.run(("vcgencmd", "get_throttled")) or ""
    if found := re.search(r"throttled=0x([0-9a-fA-F]+)", told):
        return int(found[1], 16)
    file = said(below(machine.root, "sys/devices/platform/soc/soc:firmware/get_throttled"))
    if file is not None and re.fullmatch(r"[0-9a-fA-F]+", file):
        return int(file, 16)
    for sensor in sorted(below(machine.root, "sys/class/hwmon").glob("hwmon*")):
        if said(sensor / "name") == "rpi_volt" and (alarm := said(sensor / "in0_lcrit_alarm")) is not None:
            return _SINCE_START if alarm != "0" else 0
    return None


def _clock(machine: Machine) -> DoctorCheck:
    if below(machine.root, "run/systemd/timesync/synchronized").exists():
        return ok("clock", "set by the network")
    match (machine.run(("timedatectl", "show", "--property=NTPSynchronized", "--value")) or "").strip():
        case "yes":
            return ok("clock", "set by the network")
        case "no":
            return note(
                "clock", "not set by the network, so the dates of games may be wrong; nothing else depends on it"
            )
        case _:
            return note("clock", "whether it is set by the network is not told here")
