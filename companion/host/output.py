"""Write a file atomically, safe against links that another user placed.

Invariants: the new file has a random name in the same folder, and is opened with O_EXCL and O_NOFOLLOW. It is synced before it
is renamed, so a power cut leaves the old file or the new one. Only a regular file is ever replaced, never a link or a folder.
All steps use the descriptor of the folder that was opened first, even if the folder is renamed meanwhile.
"""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from companion.core.errors import FileError
from companion.host.owner import acting_as, owner_of

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
