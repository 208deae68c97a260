"""Read and write system files below a root; after a power cut either the old or the new file is there.

/boot/firmware is FAT, which has no journal. So the backup is written first, then the new file under a temporary name, which is
synced and renamed, and then the folder is synced.
"""

import os
from pathlib import Path

from companion.core.errors import DeviceError
from companion.files import replacing, sync_folder


def below(root: Path, path: str | Path) -> Path:
    """`path`, absolute or relative, with `root` in the place of /."""
    return root / str(path).lstrip("/")


def read_or_none(path: Path) -> bytes | None:
    """The content of the file; None if it does not exist or cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def kernel_text(path: Path) -> str | None:
    """The text of a file in /proc or /sys, stripped of blanks and zero bytes; None if it cannot be read."""
    data = read_or_none(path)
    return None if data is None else data.decode("utf-8", "replace").strip("\0 \n")


def replace_file(path: Path, data: bytes, mode: int = 0o644, *, secret: bool = False) -> None:
    """Replace or create a file. Raises DeviceError.

    An existing file keeps its owner and mode; a `secret` file always gets `mode`. The caller's umask is ignored, because the
    service has to read the file.
    """
    target = path.resolve()
    try:
        before = target.stat() if target.exists() else None
        if before is None:
            _make(target.parent)
        elif not secret:
            mode = before.st_mode & 0o777
        # System files belong to root, even below a root folder that somebody else owns.
        with replacing(target, mode, for_owner=False) as file:
            if before is not None and os.geteuid() == 0:
                _give(file.fileno(), before)
            os.fchmod(file.fileno(), mode)
            file.write(data)
    except OSError as error:
        reason = error.__cause__ if isinstance(error.__cause__, OSError) else error
        raise DeviceError(f"The file {target} cannot be written: {_reason(reason)}.") from error
    if read_or_none(target) != data:
        raise DeviceError(f"The file {target} does not hold what was written; check the card, and restore the backup.")


def _make(folder: Path) -> None:
    """Create a folder and its parents, readable for everybody."""
    if folder.is_dir():
        return
    _make(folder.parent)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)


def _give(file: int, before: os.stat_result) -> None:
    now = os.fstat(file)
    # A file system without owners, such as FAT, refuses every chown.
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        os.fchown(file, before.st_uid, before.st_gid)


def permissions(path: Path) -> int:
    """The mode of a file, for its backup. Raises DeviceError."""
    try:
        return path.stat().st_mode & 0o777
    except OSError as error:
        raise DeviceError(f"The file {path} cannot be looked at: {_reason(error)}.") from error


def remove_file(path: Path) -> None:
    """Remove a file. Raises DeviceError."""
    try:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise DeviceError(f"The file {path} cannot be removed: {_reason(error)}.") from error


def backup_path(path: Path, data: bytes) -> Path | None:
    """The path for a backup of `data`, the file's content; None if a backup with this content exists."""
    number = 1
    while (there := read_or_none(kept := path.with_name(f"{path.name}.companion-{number}"))) is not None:
        if there == data:
            return None
        number += 1
    return kept


def _reason(error: OSError) -> str:
    import errno

    if error.errno == errno.EROFS:
        return "the card is mounted so that nothing can be written; switch the overlay file system off in raspi-config"
    if error.errno == errno.ENOSPC:
        return "the card is full; make room"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "access is denied; run it with sudo"
    return (error.strerror or str(error)).lower()
