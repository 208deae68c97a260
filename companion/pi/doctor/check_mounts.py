"""Check the file system of the journal's folder: on disk, or an overlay in memory that is lost at the next restart."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from companion.pi.doctor.check import DoctorCheck, bad
from companion.pi.machine import Machine
from companion.pi.root_files import below, read_or_none

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


def check_journal_mount(machine: Machine, folder: Path) -> Iterator[DoctorCheck]:
    """A failed check if `folder`, below the machine's root, does not keep files or is read-only; else nothing."""
    what = "file system"
    every = mounts(machine.root)
    mount = _mount_of(PurePosixPath("/", folder.relative_to(machine.root)), every)
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
