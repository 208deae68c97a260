"""Write files so that no power cut, no link of another user and no command of root's does harm.

`replacing` and `write_file` write a whole file or leave the old one. The new file has a random name in the same folder, and is
opened with O_EXCL and O_NOFOLLOW. It is synced before it is renamed. All steps use the descriptor of the folder that was opened
first, even if the folder is renamed meanwhile.

`acting_for` and `acting_as` run a command of root's as the owner of the folder that it works in.

Invariants: only a regular file is ever replaced, never a link or a folder. In another user's folder root does nothing that this
user could not do: it switches to that user, so it creates no file that the owner cannot open, and follows no link to where the
owner has no access.
"""

import errno
import os
import pwd
import secrets
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from companion.core.errors import FileError

NEW: Final = ".companion-new-"
"""The prefix of a temporary file's name."""
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FRESH: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def replacing(path: Path, mode: int = 0o666, *, for_owner: bool = True) -> Iterator[BinaryIO]:
    """A new file that replaces `path` when the block ends without an error.

    `mode`: its permissions before the umask. `for_owner`: in another user's folder, root creates it as that user. Raises
    FileError if it cannot be written; an OSError from the block becomes one too.
    """
    owner = owner_of(path.parent) if for_owner else None
    new = f"{NEW}{secrets.token_hex(8)}"
    with _file_errors(path), ExitStack() as stack:
        with acting_as(owner):
            folder = os.open(path.parent, _FOLDER)
            stack.callback(os.close, folder)
            _judge(path, folder)
            file = os.fdopen(os.open(new, _FRESH, mode, dir_fd=folder), "wb")
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            with acting_as(owner):
                _judge(path, folder)
                os.rename(new, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(OSError), acting_as(owner):
                os.unlink(new, dir_fd=folder)
            raise
        os.fsync(folder)


def write_file(path: Path, data: bytes, mode: int = 0o666, *, for_owner: bool = True) -> None:
    """Write a whole file to `path`, as `replacing` does. Raises FileError."""
    with replacing(path, mode, for_owner=for_owner) as file:
        file.write(data)


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a FileError. BrokenPipeError passes: `main` handles it."""
    try:
        yield
    except (FileError, BrokenPipeError):
        raise
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileError(f"{path} cannot be written: there is no folder {path.parent}.") from error
    except OSError as error:
        raise FileError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.") from error


def _judge(path: Path, folder: int) -> None:
    """Raises FileError if `path` exists and is not a regular file."""
    try:
        kind = os.stat(path.name, dir_fd=folder, follow_symlinks=False).st_mode if path.name else stat.S_IFDIR
    except FileNotFoundError:
        return
    if stat.S_ISREG(kind):
        return
    if stat.S_ISDIR(kind):
        raise FileError(f"{path} cannot be written: it is a folder; name a file.")
    if stat.S_ISLNK(kind):
        raise FileError(f"{path} cannot be written: it is a link, and links are not followed; name another file.")
    raise FileError(f"{path} cannot be written: it is no regular file; name another one.")


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that its file names are on the disk. Raises OSError."""
    opened = os.open(folder, _FOLDER)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


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
