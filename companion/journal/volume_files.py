"""The volumes of a table's journal: `table.db`, `table-2.db`, `table-3.db` and so on. A volume that cannot be used stays.

Invariants: a volume exists if its file exists; numbers may have gaps. A number is not used again while any file of its volume is
left (its WAL, its mark, or a copy of a damaged file).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FILE_SUFFIXES: Final = ("", "-wal", "-mark")
"""The suffixes of a volume's files: the journal itself, its write-ahead log, and its progress mark."""
_LEFTOVERS: Final = r"-wal|-mark|\.damaged-\d+(?:-wal|-mark)?"
"""Suffixes of files that prove that a volume existed. The lock file proves nothing: it is created before the volume."""


class VolumeFiles:
    """The volumes of the table whose journal is at `base`, which is the path of the first."""

    def __init__(self, base: Path) -> None:
        self._base = base
        stem, suffix = re.escape(base.stem), re.escape(base.suffix)
        self._named = re.compile(rf"{stem}(?:-([1-9][0-9]*))?{suffix}({_LEFTOVERS})?")

    def existing(self) -> list[Path]:
        """The files of all volumes, oldest first. Raises OSError if the folder cannot be read."""
        return [self.path(number) for number, kind in sorted(self._found()) if not kind]

    def newest(self) -> Path:
        """The file in use: the volume with the highest number, or else the first to be created. A volume of which only the WAL is
        left counts too; opening it reports the missing file."""
        numbers = [number for number, kind in self._found() if kind in ("", "-wal")]
        return self.path(max(numbers)) if numbers else self.following()

    def following(self) -> Path:
        """The file for a new volume; its number is above all numbers found."""
        return self.path(max((number for number, _ in self._found()), default=0) + 1)

    def path(self, number: int) -> Path:
        """The file of a volume; the name of the first has no number."""
        return self._base if number == 1 else self._base.with_name(f"{self._base.stem}-{number}{self._base.suffix}")

    def number(self, path: Path) -> int:
        """The number of a volume from its path."""
        named = self._named.fullmatch(path.name)
        assert named is not None, "it is one of these volumes"
        return int(named[1] or 1)

    def _found(self) -> Iterator[tuple[int, str]]:
        """The volume number and the suffix of each file that belongs to a volume; "" is the volume itself."""
        try:
            names = [path.name for path in self._base.parent.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return
        for name in names:
            if (named := self._named.fullmatch(name)) and named[1] != "1":
                yield int(named[1] or 1), named[2] or ""
