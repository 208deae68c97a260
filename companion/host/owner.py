"""Run a command of root's as the owner of the folder that it works in.

Invariant: in another user's folder, root does nothing that this user could not do. It switches to that user, so it creates no
file that the owner cannot open, and follows no link to where the owner has no access.
"""

import errno
import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import FileError

_LINKS: Final = 40
"""The most links that are followed in one path, as in Linux."""


class Owner(Struct, frozen=True):
    """A user other than root: the user id and the id of their group."""

    user: int
    group: int

    @property
    def name(self) -> str:
        """The user's name; the number if the user has no name."""
        try:
            return pwd.getpwuid(self.user).pw_name
        except KeyError:
            return str(self.user)


def foreign(path: Path) -> Owner | None:
    """The user other than root who controls `path`: the owner of the first folder, link or file in it that is not root's.

    None if all belong to root, or if this process is not root. A part that does not exist is ignored. Raises OSError.
    """
    if os.geteuid() != 0:
        return None
    here, left, links = Path("/"), list(reversed(path.absolute().parts)), 0
    while left:
        part = left.pop()
        if part == "..":
            here = here.parent
            continue
        try:
            found = os.lstat(here / part)
        except FileNotFoundError:
            return None
        if found.st_uid != 0:
            return _owner(found)
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if links > _LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            left += reversed(Path(os.readlink(here / part)).parts)
        else:
            here = here / part
    return None


@contextmanager
def acting_for(path: Path) -> Iterator[None]:
    """Act as the user who controls `path`, until the block ends. Raises FileError if that is not possible."""
    with acting_as(owner_of(path)):
        yield


def owner_of(path: Path) -> Owner | None:
    """As `foreign`, but raises FileError if `path` cannot be read."""
    try:
        return foreign(path)
    except OSError as error:
        raise FileError(f"{path} cannot be looked at: {(error.strerror or str(error)).lower()}.") from error


@contextmanager
def acting_as(owner: Owner | None) -> Iterator[None]:
    """Act as that user until the block ends; None changes nothing. Raises FileError if that is not possible.

    Only for programs with one thread, because the user id applies to all threads.
    """
    if owner is None:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    try:
        try:
            os.setgroups([owner.group])
            os.setegid(owner.group)
            os.seteuid(owner.user)
        except OSError as error:
            raise FileError(
                f"This is a folder of {owner.name}, and root cannot act as {owner.name} here "
                f"({(error.strerror or str(error)).lower()}): give the command as that user."
            ) from error
        yield
    finally:
        _back(group, groups)


def _back(group: int, groups: list[int]) -> None:
    os.seteuid(0)
    os.setegid(group)
    if os.getgroups() != groups:
        # If the system refused to change them, there is nothing to restore.
        os.setgroups(groups)


def _owner(found: os.stat_result) -> Owner:
    try:
        return Owner(found.st_uid, pwd.getpwuid(found.st_uid).pw_gid)
    except KeyError:
        return Owner(found.st_uid, found.st_gid)
