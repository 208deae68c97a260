"""Check the host itself: board, versions, power supply and clock; config.txt; and who may use pins and device files."""

import platform
import re
import sqlite3
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from companion import __version__
from companion.config.configuration import Configuration
from companion.config.pi_header import header_of
from companion.core.errors import ConfigError, DeviceError
from companion.core.seat import seat_number
from companion.devices.pins import header_chip, installed_rpi_gpio
from companion.pi.boot_settings import ENCODING, block_settings, boot_settings, conflicts, settings_outside
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.host import Host
from companion.pi.resources_used import groups_needed, keys_at_rest, pin_pulls, pins_used, spi_panels
from companion.pi.root_files import below, kernel_text, read_or_none
from companion.pi.service_sandbox import service_remarks
from companion.pi.setup_plan import boot_file

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


def check_host(host: Host) -> Iterator[DoctorCheck]:
    """The checks of board, versions, power and clock."""
    yield _board(host)
    yield ok("versions", "; ".join(versions(host)))
    yield _power(host)
    yield _clock(host)


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


def versions(host: Host) -> Iterator[str]:
    """The versions of the program, Python, the system and the libraries."""
    yield f"companion {__version__}"
    yield f"Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}"
    yield f"Linux {kernel_text(below(host.root, 'proc/sys/kernel/osrelease')) or platform.release()}"
    release = (read_or_none(below(host.root, "etc/os-release")) or b"").decode("utf-8", "replace")
    if found := re.search(r'^PRETTY_NAME="?([^"\n]*)"?$', release, re.MULTILINE):
        yield found[1]
    for library in _LIBRARIES:
        try:
            yield f"{library} {metadata.version(library)}"
        except metadata.PackageNotFoundError:
            continue


def _board(host: Host) -> DoctorCheck:
    called = model(host.root)
    if called is None:
        return note("board", "this is no Raspberry Pi, so only checks that do not need one are run")
    code = revision(host.root)
    return ok("board", called if code is None else f"{called}, revision 0x{code:X}")


def _power(host: Host) -> DoctorCheck:
    if model(host.root) is None:
        return note("power", "not measured here")
    bits = _throttled(host)
    if bits is None:
        return note("power", "the firmware does not report the voltage")
    remedy = "take the power supply and cable that are made for this Pi"
    if bits & _NOW:
        return bad("power", "the voltage is too low now", remedy)
    if bits & _SINCE_START:
        return bad("power", "the voltage was too low since the start", remedy)
    return ok("power", "the voltage was never too low since the start")


def _throttled(host: Host) -> int | None:
    output = host.run(("vcgencmd", "get_throttled")) or ""
    if found := re.search(r"throttled=0x([0-9a-fA-F]+)", output):
        return int(found[1], 16)
    file = kernel_text(below(host.root, "sys/devices/platform/soc/soc:firmware/get_throttled"))
    if file is not None and re.fullmatch(r"[0-9a-fA-F]+", file):
        return int(file, 16)
    for sensor in sorted(below(host.root, "sys/class/hwmon").glob("hwmon*")):
        if (
            kernel_text(sensor / "name") == "rpi_volt"
            and (alarm := kernel_text(sensor / "in0_lcrit_alarm")) is not None
        ):
            return _SINCE_START if alarm != "0" else 0
    return None


def _clock(host: Host) -> DoctorCheck:
    if below(host.root, "run/systemd/timesync/synchronized").exists():
        return ok("clock", "set by the network")
    match (host.run(("timedatectl", "show", "--property=NTPSynchronized", "--value")) or "").strip():
        case "yes":
            return ok("clock", "set by the network")
        case "no":
            return note(
                "clock", "not set by the network, so the dates of games may be wrong; nothing else depends on it"
            )
        case _:
            return note("clock", "it is unknown whether the network sets it")


def check_config_txt(host: Host, configuration: Configuration, *, quoted: bool) -> Iterator[DoctorCheck]:
    """One check for the block, and one for each conflicting line of the owner's. `quoted`: quote the owner's text."""
    what = "config.txt"
    if configuration.wiring.simulated:
        yield note(what, "not needed by a simulated table")
        return
    try:
        text = boot_file(host.root).read_bytes().decode(ENCODING)
        has, needs = block_settings(text), boot_settings(configuration.wiring)
        against = [*conflicts(settings_outside(text), configuration.wiring, configuration.die)]
    except DeviceError as error:
        yield note(what, str(error).rstrip("."))
        return
    except ConfigError as error:
        yield bad(what, error.findings[0].rstrip("."), "then look again")
        return
    if has == needs:
        yield ok(what, "the companion's block is what this table needs" if needs else "nothing is needed in it")
    elif has:
        yield bad(what, "the companion's block is for another table", "run sudo companion setup, and reboot")
    else:
        # The owner may have written the settings by hand; the buses have checks of their own.
        yield note(what, "the companion's block is not in it", "sudo companion setup writes it")
    for conflict in against:
        says = conflict.sentence(quoted=quoted).removeprefix("config.txt:").rstrip(".")
        yield bad(what, says, "then reboot")


def check_groups(host: Host, configuration: Configuration) -> Iterator[DoctorCheck]:
    """Whether the user is in the groups that a table started by hand needs; the service always is."""
    needed = [*groups_needed(configuration.wiring, configuration.die)]
    if not needed:
        yield note("groups", "none are needed")
        return
    if host.user.number == 0:
        yield ok("groups", "root needs none")
        return
    missing = [group for group, _ in needed if group not in host.user.groups]
    if missing:
        says = f"{host.user.name} is not in {' and '.join(missing)}"
        remedy = f"run sudo usermod -aG {','.join(missing)} {host.user.name}, and log in again"
        yield bad("groups", says, remedy)
    else:
        yield ok("groups", f"{host.user.name} is in {', '.join(group for group, _ in needed)}")


def check_pins(host: Host, configuration: Configuration, *, hands_off: str) -> Iterator[DoctorCheck]:
    """Whether every pin can be opened, and whether a key is down. `hands_off`: why pins are not opened; "" if they are."""
    wiring = configuration.wiring
    pulls = pin_pulls(wiring, configuration.die)
    if wiring.simulated:
        yield note("pins", "simulated; no real pins are checked")
        return
    if not pulls:
        yield note("pins", "this table takes none")
        return
    if hands_off:
        yield note("pins", f"{hands_off}, so they are left alone")
        return
    for remark in service_remarks(configuration, installed_rpi_gpio()):
        yield note("pins", " ".join(line.strip() for line in remark.removeprefix("Warning: ").splitlines()).rstrip("."))
    contacts = keys_at_rest(wiring, configuration.die)
    try:
        levels = host.levels(wiring, pulls)
    except DeviceError as error:
        found = re.search(r"\bGPIO(\d+)\b", str(error))
        whose = pins_used(wiring, configuration.die).get(int(found[1])) if found else None
        yield bad("pins", f"{whose}: {error}".rstrip(".") if whose else str(error).rstrip("."), "then look again")
        return
    chip = header_chip(host.root)
    on = "" if chip is None else f" on gpiochip{chip}"
    yield ok("pins", f"{wiring.pin_factory} opens every one that the table takes, {len(pulls)} in all{on}")
    header = header_of(wiring.revision) or header_of(None)
    for pin, high in levels.items():
        if pin in contacts and not high:
            at = header.physical.get(pin) if header is not None else None
            where = f"BCM {pin}" if at is None else f"BCM {pin}, physical pin {at}"
            says = f"{contacts[pin]} ({where}) is down"
            yield bad("keys", says, "release it; if nobody presses it, look for a short to ground")


def check_spi_nodes(host: Host, configuration: Configuration) -> Iterator[DoctorCheck]:
    """Whether the SPI panels' device files exist."""
    for seat, panel in spi_panels(configuration.wiring):
        what, node = f"seat {seat_number(seat)}'s panel", f"/dev/spidev{panel.port}.{panel.device}"
        if configuration.wiring.simulated:
            yield note(what, f"simulated ({node})")
        elif below(host.root, node).exists():
            yield ok(what, f"{node} is there; companion test-hardware shows whether a panel is wired to it")
        else:
            yield bad(what, f"there is no {node}", "run sudo companion setup, and reboot")
