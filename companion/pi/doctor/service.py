"""Check the service, its journal and its state folder: also whether that folder lies on a disk, or in an overlay in memory that
is lost at the next restart.

Invariant: the checks open nothing that the daemon has open, and create nothing: a file of root's in the state folder would
lock the service out.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from companion.app.power import CAN_POWER_OFF
from companion.config.configuration import Configuration
from companion.config.pi_header import header_of
from companion.core.errors import JournalError
from companion.journal.files import VolumeFiles
from companion.journal.opening import check_headers
from companion.journal.tables import JOURNAL_FORMAT, OLDEST_FORMAT
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.doctor.system import model, revision
from companion.pi.host import Host
from companion.pi.root_files import below, kernel_text, read_or_none

_IN_MEMORY: Final = ("tmpfs", "ramfs")
_OVERLAYS: Final = ("overlay", "overlayfs", "aufs")


class Mount(Struct, frozen=True):
    """One mounted file system. `at`: the mount point."""

    at: PurePosixPath
    kind: str
    options: tuple[str, ...]


def mounts(root: Path) -> tuple[Mount, ...]:
    """All mounts in mount order (proc(5)); empty if /proc/mounts cannot be read."""
    lines = (read_or_none(below(root, "proc/mounts")) or b"").decode("utf-8", "replace").splitlines()
    fields = [line.split(" ") for line in lines]
    return tuple(
        Mount(PurePosixPath(_plain(one[1])), one[2], tuple(one[3].split(","))) for one in fields if len(one) >= 4
    )


def check_journal_mount(host: Host, folder: Path) -> Iterator[DoctorCheck]:
    """A failed check if `folder`, below the host's root, does not keep files or is read-only; else nothing."""
    what = "file system"
    every = mounts(host.root)
    mount = _mount_of(PurePosixPath("/", folder.relative_to(host.root)), every)
    if mount is None:
        return
    off = "switch the overlay file system off in raspi-config (Performance Options), or name a journal.path on a USB stick"
    if mount.kind in _IN_MEMORY or (mount.kind in _OVERLAYS and _forgets(mount, every)):
        says = "the journal lies on an overlay in memory, so every game would be lost at the next restart"
        yield bad(
            what, says if mount.kind in _OVERLAYS else "the journal lies in memory, so every game would be lost", off
        )
    elif "ro" in mount.options:
        yield bad(what, "the journal's card is mounted so that nothing can be written", off)


def _forgets(overlay: Mount, every: tuple[Mount, ...]) -> bool:
    """Whether an overlay keeps its changes only in memory; True if unknown."""
    upper = next((option.removeprefix("upperdir=") for option in overlay.options if option.startswith("upperdir=")), "")
    below_it = [mount for mount in every if mount.at != PurePosixPath("/") and mount is not overlay]
    mount = _mount_of(PurePosixPath(upper), tuple(below_it)) if upper else None
    return mount is None or mount.kind in _IN_MEMORY


def _mount_of(path: PurePosixPath, every: tuple[Mount, ...]) -> Mount | None:
    """The mount of a path: the innermost one; of two at one mount point the later, which hides the other."""
    found = [mount for mount in every if path.is_relative_to(mount.at)]
    return max(reversed(found), key=lambda mount: len(mount.at.parts), default=None)


def _plain(name: str) -> str:
    """A mount point without the kernel's octal escapes for blanks and the like."""
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), name)


SERVICE_UNIT: Final = "companion.service"
SOCKET_UNIT: Final = "companion.socket"
"""The unit that holds the web port, and starts the service on the first request."""
CLUB_SOCKET_UNIT: Final = "companion-club.socket"
"""The way of the service, which has no network, to a club's broker."""
STOP_COMMAND: Final = f"sudo systemctl stop {SOCKET_UNIT} {SERVICE_UNIT}"
START_COMMAND: Final = f"sudo systemctl start {SOCKET_UNIT} {SERVICE_UNIT}"
_AGAIN: Final = f"sudo systemctl reset-failed {SOCKET_UNIT} {SERVICE_UNIT}; {START_COMMAND}"
"""Without reset-failed, systemd refuses for minutes to start a unit that failed too often."""
_BESIDE: Final = "it stays as it is, and a new one begins beside it"
_SCARCE: Final = 100
"""Megabytes; a game needs less than one."""


def is_running(host: Host, journal: Path) -> bool | None:
    """Whether a table is open, started by the service or by hand, and uses the devices. None: this user may not see it."""
    return (
        True
        if _state(host, SERVICE_UNIT) in ("active", "activating", "reloading")
        else _is_locked(below(host.root, journal))
    )


def is_installed(host: Host) -> bool:
    """Whether systemd knows the service."""
    return _state(host, SERVICE_UNIT) is not None


def may_start(host: Host) -> bool:
    """Whether a web request would start the service."""
    return _state(host, SOCKET_UNIT) == "active"


def hands_off(host: Host, journal: Path) -> str:
    """Why the devices must not be used now, as the first half of a sentence; "" if they may be."""
    match is_running(host, journal):
        case True:
            return "the open table has them"
        case None:
            return "whether a table is open cannot be seen without sudo"
        case False:
            return ""


def check_service_state(host: Host, configuration: Configuration | None) -> Iterator[DoctorCheck]:
    """Whether the service runs, its web port listens, and the configuration gives the board's revision."""
    state = _state(host, SERVICE_UNIT)
    match state:
        case "active":
            yield ok("service", "running")
        case "activating" | "reloading":
            yield note("service", f"{state}; look again in a moment")
        case "failed":
            yield bad(
                "service",
                "it has failed",
                f"read why with: journalctl -u {SERVICE_UNIT} -n 50; once it is mended: {_AGAIN}",
            )
        case "inactive":
            yield note(
                "service", "not running", f"start it with: sudo systemctl enable --now {SOCKET_UNIT} {SERVICE_UNIT}"
            )
        case _:
            yield note("service", "not installed here")
    if state is not None and configuration is not None and configuration.club is not None:
        yield _way_to_club(host)
    if state is not None:
        yield from _web_port(host)
        yield from _memory_limit(host)
        yield from _system_log(host)
    if configuration is not None and not configuration.wiring.simulated:
        yield from _revision(host, configuration)


def check_storage(host: Host, journal: Path, called: str, *, quoted: bool) -> Iterator[DoctorCheck]:
    """Free space, the state folder, and the journals in it.

    `journal`: the path in the configuration; `called`: its name in the report; `quoted`: whether file names may be printed.
    """
    path = below(host.root, journal)
    yield _room(host, path.parent)
    yield from check_journal_mount(host, path.parent)
    yield from _folder(host, path.parent, path.stem, quoted=quoted)
    yield from _journals(path, called)


def _state(host: Host, unit: str) -> str | None:
    """A unit's state; None if there is no such unit, or no systemd."""
    state = (host.run(("systemctl", "is-active", unit)) or "").strip()
    return None if state == "inactive" and _said_of(host, unit, "LoadState") != "loaded" else state or None


def _said_of(host: Host, unit: str, name: str) -> str:
    return (host.run(("systemctl", "show", f"--property={name}", "--value", unit)) or "").strip()


def _way_to_club(host: Host) -> DoctorCheck:
    if _state(host, CLUB_SOCKET_UNIT) == "active":
        return ok("club", f"the service reaches the broker by {CLUB_SOCKET_UNIT}")
    remedy = f"sudo systemctl enable --now {CLUB_SOCKET_UNIT}"
    return bad("club", f"{CLUB_SOCKET_UNIT} is not active, so the service reaches no broker", remedy)


def _web_port(host: Host) -> Iterator[DoctorCheck]:
    """Whether the socket listens. Without it the service does not start, and only systemd reports that."""
    what = "web port"
    match _state(host, SOCKET_UNIT):
        case "active":
            yield ok(what, f"{SOCKET_UNIT} listens")
        case "failed" if _said_of(host, SOCKET_UNIT, "Result") == "resources":
            says = (
                f"{SOCKET_UNIT} cannot listen, and without it no table starts: most likely another program has its port"
            )
            change = f"end what sudo ss -ltnp shows there, or name another port with: sudo systemctl edit {SOCKET_UNIT}"
            yield bad(what, says, f"{change}; then: {_AGAIN}")
        case "failed":
            says = f"{SOCKET_UNIT} has given up, since the service could not start"
            yield bad(what, says, f"once the service is mended: {_AGAIN}")
        case _:
            yield note(what, f"{SOCKET_UNIT} does not listen")


def _memory_limit(host: Host) -> Iterator[DoctorCheck]:
    """Whether the kernel counts memory by service. Raspberry Pi OS boots with cgroup_disable=memory."""
    what, controllers = "memory limit", kernel_text(below(host.root, "sys/fs/cgroup/cgroup.controllers"))
    if controllers is None:
        return
    if "memory" in controllers.split():
        yield ok(what, "the kernel holds the service to its MemoryMax")
    else:
        says = "the kernel counts no memory by service, as on Raspberry Pi OS, so the service's MemoryMax has no effect"
        yield note(what, f"{says}; what thinks for the machine's players limits itself")


def _system_log(host: Host) -> Iterator[DoctorCheck]:
    """Whether journald keeps the log over a restart. Raspberry Pi OS has it in memory since 2025."""
    what = "system's log"
    if any(below(host.root, "run/log/journal").glob("*/system.journal")):
        says = "it is kept in memory, as on Raspberry Pi OS, so a restart forgets it"
        yield note(what, f"{says}; companion support-bundle has the table's own copy of its last lines")
    elif any(below(host.root, "var/log/journal").glob("*/system.journal")):
        yield ok(what, "it is kept over a restart")


def _revision(host: Host, configuration: Configuration) -> Iterator[DoctorCheck]:
    code, written = revision(host.root), configuration.wiring.revision
    if code is None or header_of(code) is None:
        # gpiozero does not know this board and would refuse its revision.
        return
    if written is None:
        yield bad(
            "revision",
            "the configuration does not say it, and the service cannot read it",
            f"write revision = 0x{code:X}",
        )
    elif written != code:
        says = f"the configuration says 0x{written:X}, and this board is 0x{code:X}"
        yield bad("revision", says, f"write revision = 0x{code:X}")
    else:
        yield ok("revision", f"0x{code:X}, as the configuration says")


def _room(host: Host, folder: Path) -> DoctorCheck:
    try:
        free = host.free(folder) // 1_000_000
    except OSError as error:
        return note("disk", f"the free space for the journal is unknown ({error.strerror or error})")
    if free < _SCARCE:
        return bad("disk", f"{free} MB are free for the journal", f"make room; {_SCARCE} MB are enough")
    return ok("disk", f"{free} MB are free for the journal")


def _folder(host: Host, folder: Path, stem: str, *, quoted: bool) -> Iterator[DoctorCheck]:
    what = "state folder"
    try:
        folder.stat()
        files = sorted(file for file in folder.glob(f"{stem}*") if file.is_file())
        owner = host.owner(folder)
    except FileNotFoundError:
        yield note(what, "it is created at the first start")
        return
    except OSError as error:
        yield bad(what, f"this user may not read it ({error.strerror or error})", "run it with sudo")
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield bad(what, f"this user may not write in it, and {owner} may", "run it with sudo, or as that user")
        return
    if foreign := [file.name for file in files if host.owner(file) != owner]:
        named = ", ".join(foreign) if quoted else "1 file" if len(foreign) == 1 else f"{len(foreign)} files"
        says = f"it belongs to {owner}, and {named} in it to somebody else"
        yield bad(what, says, f"give it back with: sudo chown -R {owner}: on the folder")
    else:
        yield ok(what, f"it can be written and belongs to {owner}")


def _journals(path: Path, called: str) -> Iterator[DoctorCheck]:
    what = "journal"
    try:
        files = VolumeFiles(path).existing()
    except OSError as error:
        yield note(what, f"it cannot be read ({error.strerror or error})")
        return
    if not files:
        yield note(what, f"{called}: it is created at the first start")
        return
    file, number = files[-1], VolumeFiles(path).number(files[-1])
    name = called if number == 1 else f"{called}, volume {number}"
    try:
        check_headers(file)
        with file.open("rb") as opened:
            version = int.from_bytes(opened.read(64)[60:64], "big")
        size = file.stat().st_size
    except JournalError:
        yield bad(what, f"{name}: it is damaged, or is no journal", _BESIDE)
        return
    except OSError as error:
        yield bad(what, f"{name}: it cannot be read ({error.strerror or error})", "run it with sudo")
        return
    if version and not OLDEST_FORMAT <= version <= JOURNAL_FORMAT:
        says = f"{name}: it is of format {version}, and this companion knows {OLDEST_FORMAT} to {JOURNAL_FORMAT}"
        yield bad(what, says, _BESIDE if version < OLDEST_FORMAT else "install the newer companion that wrote it")
    elif _is_locked(path):
        yield ok(what, f"{name}: in use by the open table")
    else:
        yield ok(what, f"{name}: {size // 1000} kB, format {version}")


def _is_locked(path: Path) -> bool | None:
    """Whether a process holds the lock file of the newest journal; None if this user may not read it.

    The lock file is never created here.
    """
    try:
        files = VolumeFiles(path).existing()
    except OSError:
        return None
    for file in files[-1:]:
        try:
            lock = os.open(file.with_name(file.name + ".lock"), os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        except OSError:
            return None
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
    return False


SERVICE_USER: Final = "companion"
POLKIT_RULES: Final = ("/usr/share/polkit-1/rules.d/50-companion.rules", "/etc/polkit-1/rules.d/50-companion.rules")
_WHAT: Final = "power-off"
_AS_SERVICE: Final = ("runuser", "-u", SERVICE_USER, "--")


def check_power_off(host: Host, configuration: Configuration) -> Iterator[DoctorCheck]:
    """One check for a table that could offer power-off: the installed service with real devices on a Raspberry Pi."""
    if configuration.wiring.simulated or model(host.root) is None or not is_installed(host):
        return
    if not configuration.table.power_off:
        yield note(_WHAT, "the lobby does not offer it: table.power_off is false")
    elif host.user.number != 0:
        yield note(_WHAT, f"this user may not see whether {SERVICE_USER} may", "run it with sudo")
    elif not any(os.path.exists(below(host.root, rule)) for rule in POLKIT_RULES):
        yield bad(_WHAT, f"there is no {POLKIT_RULES[0]}, so the service may not", "install the package again")
    else:
        yield _asked(host)


def _asked(host: Host) -> DoctorCheck:
    """logind's answer for the service's user."""
    match (host.run((*_AS_SERVICE, *CAN_POWER_OFF)) or "").strip():
        case 's "yes"':
            return ok(_WHAT, f"logind lets {SERVICE_USER} switch the Pi off")
        case 's "na"':
            return note(_WHAT, "logind cannot switch this machine off; set table.power_off = false")
        case 's "no"' | 's "challenge"':
            remedy = "see that polkitd is installed (sudo apt install polkitd), and what systemd-inhibit --list shows"
            return bad(_WHAT, f"logind does not let {SERVICE_USER} switch the Pi off", remedy)
        case _:
            return note(_WHAT, "logind does not answer on the system bus")
