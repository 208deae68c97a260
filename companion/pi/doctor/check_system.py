"""Check the machine itself: board, versions, power supply and clock."""

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
from companion.pi.root_files import below, kernel_text, read_or_none

_LIBRARIES: Final = (
    "gpiozero",
    "lgpio",
    "luma.oled",
    "luma.core",
    "pillow",
    "smbus2",
    "spidev",
    "pyserial",
    "msgspec",
    "uvicorn",
)
_NOW: Final = 1
_SINCE_START: Final = 1 << 16
"""Bits of vcgencmd get_throttled: the voltage is too low now; it was too low since the start."""


def check_machine(machine: Machine) -> Iterator[DoctorCheck]:
    """The checks of board, versions, power and clock."""
    yield _board(machine)
    yield ok("versions", "; ".join(versions(machine)))
    yield _power(machine)
    yield _clock(machine)


def model(root: Path) -> str | None:
    """The board's model name; None if it is not a Raspberry Pi."""
    called = kernel_text(below(root, "proc/device-tree/model"))
    return called if called and "Raspberry Pi" in called else None


def has_hardware(root: Path) -> bool:
    """Whether hardware can be connected: a Raspberry Pi, even with all buses off, or a machine with pins or I2C."""
    nodes = below(root, "dev")
    return model(root) is not None or any(nodes.glob("gpiochip*")) or any(nodes.glob("i2c-*"))


def revision(root: Path) -> int | None:
    """The board's revision code from the device tree or /proc/cpuinfo; None if neither has it."""
    data = read_or_none(below(root, "proc/device-tree/system/linux,revision"))
    if data is not None and len(data) == 4:
        return int.from_bytes(data, "big")
    text = (read_or_none(below(root, "proc/cpuinfo")) or b"").decode("latin-1")
    found = re.search(r"^Revision\s*:\s*([0-9a-fA-F]+)\s*$", text, re.MULTILINE)
    return int(found[1], 16) if found else None


def versions(machine: Machine) -> Iterator[str]:
    """The versions of the program, Python, the system and the libraries."""
    yield f"companion {__version__}"
    yield f"Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}"
    yield f"Linux {kernel_text(below(machine.root, 'proc/sys/kernel/osrelease')) or platform.release()}"
    release = (read_or_none(below(machine.root, "etc/os-release")) or b"").decode("utf-8", "replace")
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
        return note("board", "this is no Raspberry Pi, so only checks that do not need one are run")
    code = revision(machine.root)
    return ok("board", called if code is None else f"{called}, revision 0x{code:X}")


def _power(machine: Machine) -> DoctorCheck:
    if model(machine.root) is None:
        return note("power", "not measured here")
    bits = _throttled(machine)
    if bits is None:
        return note("power", "the firmware does not report the voltage")
    remedy = "take the power supply and cable that are made for this Pi"
    if bits & _NOW:
        return bad("power", "the voltage is too low now", remedy)
    if bits & _SINCE_START:
        return bad("power", "the voltage was too low since the start", remedy)
    return ok("power", "the voltage was never too low since the start")


def _throttled(machine: Machine) -> int | None:
    output = machine.run(("vcgencmd", "get_throttled")) or ""
    if found := re.search(r"throttled=0x([0-9a-fA-F]+)", output):
        return int(found[1], 16)
    file = kernel_text(below(machine.root, "sys/devices/platform/soc/soc:firmware/get_throttled"))
    if file is not None and re.fullmatch(r"[0-9a-fA-F]+", file):
        return int(file, 16)
    for sensor in sorted(below(machine.root, "sys/class/hwmon").glob("hwmon*")):
        if (
            kernel_text(sensor / "name") == "rpi_volt"
            and (alarm := kernel_text(sensor / "in0_lcrit_alarm")) is not None
        ):
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
            return note("clock", "it is unknown whether the network sets it")
