"""Folders that cost minutes to make, kept under a name that says what they were made from.

Law: an entry is complete or not there, and it is used only for exactly what it was made from.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path


def place(environ: Mapping[str, str]) -> Path:
    """Where they are kept: in COMPANION_CACHE, or ~/.cache/companion-build, beside those of `make deb-test`."""
    named = environ.get("COMPANION_CACHE")
    return (Path(named) if named else Path.home() / ".cache" / "companion-build") / "vm"


def key(*parts: str | bytes | Iterable[str]) -> str:
    """The name of a mixture."""
    digest = hashlib.sha256()
    for part in parts:
        whole = (
            part.encode() if isinstance(part, str) else part if isinstance(part, bytes) else "\n".join(part).encode()
        )
        digest.update(f"{len(whole)}:".encode() + whole)
    return digest.hexdigest()[:16]


class Cache:
    """The entries under `folder`; of each kind only the newest is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, kind: str, made_from: str, make: Callable[[Path], None]) -> Path:
        """The folder of that kind and mixture; `make` fills an empty one where there is none."""
        entry = self._folder / f"{kind}-{made_from}"
        if entry.is_dir():
            return entry
        self._folder.mkdir(parents=True, exist_ok=True)
        making = self._folder / f"making-{kind}-{os.getpid()}"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir()
        try:
            make(making)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
        for old in self._folder.glob(f"{kind}-*"):
            shutil.rmtree(old)
        making.rename(entry)
        return entry
