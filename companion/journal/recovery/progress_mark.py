"""The progress mark of a journal: a record of its last entry, in a file beside it that costs no second fsync.

The mark is rewritten after every entry that is on the disk, and is not synced: it survives a killed process, and after a power
cut it may be an older one. So it never names an entry that was not on the disk, and an entry that it names but the journal lacks
is lost. A second mark inside the journal has the state of the last opening or closing, and says which of the two it was.
"""

import os
import struct
import zlib
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

_FORM: Final = struct.Struct(">8s16sqq16s")
_MAGIC: Final = b"CODEMARK"
_SIZE: Final = _FORM.size + 4


class ProgressMark(Struct, frozen=True):
    """Journal `journal` had entry number `rows` (0: none) of game `game` as its last one, with the digest `chain`."""

    journal: bytes
    game: int
    rows: int
    chain: bytes

    @property
    def place(self) -> tuple[int, int]:
        """A sort key: a later entry has a greater one."""
        return self.game, self.rows


class ProgressMarkFile:
    """The open mark file beside a journal."""

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def open(cls, journal: Path) -> Self:
        """Raises OSError."""
        return cls(os.open(mark_path(journal), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))

    def write(self, mark: ProgressMark) -> None:
        """Overwrite the mark; it fits in one disk sector. Raises OSError."""
        packed = _FORM.pack(_MAGIC, mark.journal, mark.game, mark.rows, mark.chain)
        os.pwrite(self._file, packed + zlib.crc32(packed).to_bytes(4, "big"), 0)

    def sync(self) -> None:
        """Return when the mark is on the disk. Raises OSError."""
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def mark_path(journal: Path) -> Path:
    """The path of the mark file of a journal."""
    return journal.with_name(journal.name + "-mark")


def read_mark(journal: Path) -> ProgressMark | None:
    """Read the mark file of a journal; None if there is no valid one. Raises OSError."""
    try:
        with mark_path(journal).open("rb") as file:
            content = file.read(_SIZE)
    except FileNotFoundError:
        return None
    packed, digest = content[: _FORM.size], content[_FORM.size :]
    if len(content) < _SIZE or zlib.crc32(packed).to_bytes(4, "big") != digest:
        return None
    magic, *fields = _FORM.unpack(packed)
    return ProgressMark(*fields) if magic == _MAGIC else None
