"""Commands that root gives in somebody else's folder.

Invariant: root does nothing in a folder of another user's that this user could not do. So it acts as that user there: no file is made
that its owner could not open, and no link that the owner planted leads anywhere where the owner may not go.
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
"""That may be followed on one way; as many as Linux does."""


class Owner(Struct, frozen=True):
    """A user of the system other than root, by number, and the group of theirs."""

    user: int
    group: int

    @property
    def name(self) -> str:
        """What the user is called; the number where nobody is called so."""
        try:
            return pwd.getpwuid(self.user).pw_name
        except KeyError:
            return str(self.user)


def foreign(path: Path) -> Owner | None:
    """Who, other than root, has a hand in where `path` leads: the owner of the first folder, link or file on the way to it that
    is not root's. None where all are root's, and where this process is not root's. Raises OSError.

    What does not exist is nobody's; it will be its folder's.
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
    """Act as whoever has a hand in `path`, until the block ends. Raises FileError where that cannot be."""
    with acting_as(owner_of(path)):
        yield


def owner_of(path: Path) -> Owner | None:
    """The same as `foreign`, with a FileError where `path` cannot be looked at."""
    try:
        return foreign(path)
    except OSError as error:
        raise FileError(f"{path} cannot be looked at: {(error.strerror or str(error)).lower()}.") from error


@contextmanager
def acting_as(owner: Owner | None) -> Iterator[None]:
    """Act as that user until the block ends; None: as whoever this process is. Raises FileError where that cannot be.

    For a program of one thread, since all threads are one user.
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
        # Where the system refused to change them, it refuses this too, and nothing is to be undone.
        os.setgroups(groups)


def _owner(found: os.stat_result) -> Owner:
    try:
        return Owner(found.st_uid, pwd.getpwuid(found.st_uid).pw_gid)
    except KeyError:
        return Owner(found.st_uid, found.st_gid)
