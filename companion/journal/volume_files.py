"""The volumes of a table's journal: `table.db`, `table-2.db`, `table-3.db` and so on, so that one that will not do can stay.

Law: a volume is there if its file is, whatever holes the numbers have; and a number is never used again as long as anything of
its volume is left (its WAL, its mark, or what was kept aside as damaged).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FILE_SUFFIXES: Final = ("", "-wal", "-mark")
"""How the names of a volume's files end: the journal itself, its write-ahead log, and the mark of how far it had come."""
_LEFTOVERS: Final = r"-wal|-mark|\.damaged-\d+(?:-wal|-mark)?"
"""What stands beside a volume's file and tells that there was one. Its lock does not: it comes before the file."""


class VolumeFiles:
    """The volumes of the table whose journal is at `base`, which is the path of the first."""

    def __init__(self, base: Path) -> None:
        self._base = base
        stem, suffix = re.escape(base.stem), re.escape(base.suffix)
        self._named = re.compile(rf"{stem}(?:-([1-9][0-9]*))?{suffix}({_LEFTOVERS})?")

    def existing(self) -> list[Path]:
        """The files there are, oldest first. Raises OSError where the folder cannot be looked into."""
        return [self.path(number) for number, kind in sorted(self._found()) if not kind]

    def newest(self) -> Path:
        """The file in use: the one with the highest number that exists, or else the one to be made. One of which the WAL alone is
        left counts too: it has vanished, which is for its opening to tell."""
        numbers = [number for number, kind in self._found() if kind in ("", "-wal")]
        return self.path(max(numbers)) if numbers else self.following()

    def following(self) -> Path:
        """The file for a new volume: its number is above every one that was ever used."""
        return self.path(max((number for number, _ in self._found()), default=0) + 1)

    def path(self, number: int) -> Path:
        """The file with that number; the first has none in its name."""
        return self._base if number == 1 else self._base.with_name(f"{self._base.stem}-{number}{self._base.suffix}")

    def number(self, path: Path) -> int:
        """The number of one of the volumes."""
        named = self._named.fullmatch(path.name)
        assert named is not None, "it is one of these volumes"
        return int(named[1] or 1)

    def _found(self) -> Iterator[tuple[int, str]]:
        """The number of each file that belongs to a volume, and how its name ends: "" is the volume itself."""
        try:
            names = [path.name for path in self._base.parent.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return
        for name in names:
            if (named := self._named.fullmatch(name)) and named[1] != "1":
                yield int(named[1] or 1), named[2] or ""
