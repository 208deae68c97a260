"""How the trials of the Debian package look into a root, and what they say when it is not as it should be."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from tools.deb.debian_root import Root

# What Debian itself keeps of every package and user: no trace of ours.
_KEPT = ("/proc", "/sys", "/run", "/dev", "/tmp", "/var/lib/dpkg", "/var/log", "/var/cache", "/root")


class Packages(Struct, frozen=True):
    """The package; a later version of it; a later one still that cannot work; and what adds a club to the first."""

    first: Path
    newer: Path
    lame: Path
    club: Path


Trial = Callable[[Root, Packages], str]


class Failure(Exception):  # noqa: N818
    """What was not as it should be."""


def install(root: Root, package: Path) -> None:
    """Have dpkg install it, with what is there already. Raises Failure, as all of these."""
    shutil.copy(package, root.file("/tmp/package.deb"))
    told(root, "dpkg", "--install", "/tmp/package.deb")
    root.file("/tmp/package.deb").unlink()


def told(root: Root, *command: str) -> str:
    """What a command inside says, which must end well."""
    answer = root.run(*command)
    see(answer.returncode == 0, f'"{" ".join(command)}" failed:\n{answer.stdout}')
    return answer.stdout


def see(right: bool, otherwise: str) -> None:
    """Fail with a sentence unless it is right."""
    if not right:
        raise Failure(otherwise)


def version(package: Path) -> str:
    """Of a package, as its file's name says it."""
    return package.name.split("_")[1]


def rights(one: os.stat_result) -> tuple[int, int, int]:
    """Mode, user and group."""
    return stat.S_IMODE(one.st_mode), one.st_uid, one.st_gid


def files(root: Root) -> list[str]:
    """Everything below the root but what Debian keeps of every package."""
    names = []
    for folder, folders, plain in os.walk(root.folder):
        here = "/" + os.path.relpath(folder, root.folder) if folder != str(root.folder) else ""
        folders[:] = [name for name in folders if f"{here}/{name}" not in _KEPT]
        names += [f"{here}/{name}" for name in (*folders, *plain)]
    return names


def held(root: Root, name: str) -> bytes:
    """What is in a file."""
    file = root.file(name)
    see(file.is_file(), f"{name} is gone")
    return file.read_bytes()
