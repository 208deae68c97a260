"""Copies the files of a damaged journal before anything is written to them, so that an expert can recover more later."""

import os
import shutil
from pathlib import Path

from companion.files import sync_folder
from companion.journal.volume_files import FILE_SUFFIXES


def copy_damaged_files(path: Path) -> Path:
    """Copy the files of a journal to `<name>.damaged-1` and so on, and return when they are on the disk. Raises OSError."""
    number = 1
    while any(_copy(path, number, kind).exists() for kind in FILE_SUFFIXES):
        number += 1
    for kind in FILE_SUFFIXES:
        original = path.with_name(path.name + kind)
        if not original.exists():
            continue
        new = os.open(_copy(path, number, kind), os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        with open(new, "wb") as copy, original.open("rb") as file:
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
    sync_folder(path.parent)
    return _copy(path, number, "")


def _copy(path: Path, number: int, kind: str) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}{kind}")
