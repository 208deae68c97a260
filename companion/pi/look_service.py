"""The service, its journal and its state folder.

Law: nothing is opened that the daemon has open, and nothing is made: a file of root's in the state folder would keep the
service out of it.
"""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.core.errors import JournalError
from companion.daemon.config import Configuration
from companion.journal.files import existing
from companion.journal.opening import look
from companion.journal.schema import VERSION
from companion.pi.checks import Check, bad, note, ok
from companion.pi.files import below, held
from companion.pi.look_system import revision
from companion.pi.machine import Machine

UNIT: Final = "companion.service"
_SCARCE: Final = 100
"""Megabytes; a game needs less than one."""


def is_running(machine: Machine, journal: Path) -> bool:
    """Whether a table is open, by the service or by hand: then its devices are in its hands."""
    return _state(machine) in ("active", "activating", "reloading") or _is_locked(below(machine.root, journal))


def service(machine: Machine, configuration: Configuration | None) -> Iterator[Check]:
    """Whether the service runs, and whether it can know the board."""
    state = _state(machine)
    match state:
        case "active":
            yield ok("service", "running")
        case "activating" | "reloading":
            yield note("service", f"{state}; look again in a moment")
        case "failed":
            yield bad("service", "it has failed", f"read why with: journalctl -u {UNIT} -n 50")
        case "inactive":
            yield note("service", "not running", f"start it with: sudo systemctl enable --now {UNIT}")
        case _:
            yield note("service", "not installed here")
    if configuration is not None and not configuration.wiring.simulated:
        yield from _revision(machine, configuration)


def storage(machine: Machine, journal: Path) -> Iterator[Check]:
    """Room on the card, the state folder, and the journals in it. `journal`: as the configuration names it."""
    path = below(machine.root, journal)
    yield _room(machine, path.parent, journal.parent)
    yield from _folder(machine, path.parent, journal.parent)
    yield from _journals(machine, path, journal)


def _state(machine: Machine) -> str | None:
    state = (machine.run(("systemctl", "is-active", UNIT)) or "").strip()
    if (
        state == "inactive"
        and "loaded" not in (machine.run(("systemctl", "show", "--property=LoadState", "--value", UNIT)) or "").split()
    ):
        return None
    return state or None


def _revision(machine: Machine, configuration: Configuration) -> Iterator[Check]:
    code, written = revision(machine.root), configuration.wiring.revision
    if code is None:
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


def _room(machine: Machine, path: Path, called: Path) -> Check:
    try:
        free = machine.free(path) // 1_000_000
    except OSError as error:
        return note("disk", f"the room for {called} is not told ({error.strerror or error})")
    if free < _SCARCE:
        return bad("disk", f"{free} MB are free for {called}", f"make room; {_SCARCE} MB are enough")
    return ok("disk", f"{free} MB are free for {called}")


def _folder(machine: Machine, path: Path, called: Path) -> Iterator[Check]:
    what = "state folder"
    if not path.exists():
        yield note(what, f"there is no {called} yet; it is made at the first start")
        return
    if not os.access(path, os.W_OK | os.X_OK):
        yield bad(what, f"this user may not write in {called}", f"become {machine.owner(path)}, or run it with sudo")
        return
    owner = machine.owner(path)
    foreign = sorted(file.name for file in path.iterdir() if file.is_file() and machine.owner(file) != owner)
    if foreign:
        says = f"{called} belongs to {owner}, and {', '.join(foreign)} in it to somebody else"
        yield bad(what, says, f"give it back with: sudo chown -R {owner}: {called}")
    else:
        yield ok(what, f"{called} can be written and belongs to {owner}")


def _journals(machine: Machine, path: Path, called: Path) -> Iterator[Check]:
    try:
        files = existing(path)
    except OSError as error:
        yield note("journal", f"{called} cannot be looked at ({error.strerror or error})")
        return
    if not files:
        yield note("journal", f"there is no {called} yet; it is made at the first start")
        return
    file = files[-1]
    name = called.with_name(file.name)
    try:
        look(file)
        with file.open("rb") as opened:
            version = int.from_bytes(opened.read(64)[60:64], "big")
    except JournalError as error:
        yield bad("journal", str(error).rstrip(".").replace(str(file), str(name)), "a new one begins beside it")
        return
    except OSError as error:
        yield bad("journal", f"{name} cannot be read ({error.strerror or error})", "run it with sudo")
        return
    if version > VERSION:
        says = f"{name} is of format {version}, and this companion knows {VERSION}"
        yield bad("journal", says, "install the newer companion that wrote it")
    elif _is_locked(path):
        yield ok("journal", f"{name} is in the hands of the table that is open")
    else:
        yield ok("journal", f"{name}, {len(held(file) or b'') // 1000} kB, format {version}")


def _is_locked(path: Path) -> bool:
    """Whether somebody holds the lock beside the newest journal. The lock's file is not made here."""
    files = existing(path) if path.parent.exists() else []
    for file in files[-1:]:
        try:
            lock = os.open(file.with_name(file.name + ".lock"), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
    return False
