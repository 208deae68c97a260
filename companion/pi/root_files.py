"""Files of the system: read below a root, written so that a power cut leaves the old one or the new one.

/boot/firmware is FAT and keeps no journal of its own: the new file is on the card before it takes the old one's name, the
folder is written after it, and the backup stands there before either.
"""

import os
from pathlib import Path

from companion.core.errors import DeviceError
from companion.host.output import replacing, synced


def below(root: Path, path: str | Path) -> Path:
    """`path`, absolute or not, seen from `root` as if that were /."""
    return root / str(path).lstrip("/")


def held(path: Path) -> bytes | None:
    """What is in the file; None where there is none or it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def said(path: Path) -> str | None:
    """A line that the kernel says of itself, without the blanks and zero bytes around it."""
    data = held(path)
    return None if data is None else data.decode("utf-8", "replace").strip("\0 \n")


def put(path: Path, data: bytes, mode: int = 0o644, *, secret: bool = False) -> None:
    """Write a whole file in the place of what is there. Raises DeviceError in a sentence.

    Who owns a file that is there, and who may read it, stays so; a `secret` one gets `mode` all the same. The umask of whoever
    gives the command has no say, since the service has to read what is written.
    """
    target = path.resolve()
    try:
        before = target.stat() if target.exists() else None
        if before is None:
            _make(target.parent)
        elif not secret:
            mode = before.st_mode & 0o777
        # These are the system's own files, and root's, whoever owns the folder that stands for its root.
        with replacing(target, mode, for_owner=False) as file:
            if before is not None and os.geteuid() == 0:
                _give(file.fileno(), before)
            os.fchmod(file.fileno(), mode)
            file.write(data)
    except OSError as error:
        reason = error.__cause__ if isinstance(error.__cause__, OSError) else error
        raise DeviceError(f"The file {target} cannot be written: {_reason(reason)}.") from error
    if held(target) != data:
        raise DeviceError(f"The file {target} does not hold what was written; check the card, and take the backup.")


def _make(folder: Path) -> None:
    """Make a folder, and those on the way to it, for everybody to look into."""
    if folder.is_dir():
        return
    _make(folder.parent)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)


def _give(file: int, before: os.stat_result) -> None:
    now = os.fstat(file)
    # A file system without owners, as that of /boot/firmware, refuses every change of them.
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        os.fchown(file, before.st_uid, before.st_gid)


def permissions(path: Path) -> int:
    """Who may read a file, so that nobody else may read a copy of it. Raises DeviceError in a sentence."""
    try:
        return path.stat().st_mode & 0o777
    except OSError as error:
        raise DeviceError(f"The file {path} cannot be looked at: {_reason(error)}.") from error


def take_out(path: Path) -> None:
    """Remove a file. Raises DeviceError in a sentence."""
    try:
        path.unlink(missing_ok=True)
        synced(path.parent)
    except OSError as error:
        raise DeviceError(f"The file {path} cannot be taken out: {_reason(error)}.") from error


def backup(path: Path, data: bytes) -> Path | None:
    """Where `data`, which the file holds now, is to be kept beside it; None where a backup holds it already."""
    number = 1
    while (there := held(kept := path.with_name(f"{path.name}.companion-{number}"))) is not None:
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
