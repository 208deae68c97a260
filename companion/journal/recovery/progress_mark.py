"""How far a journal had come: a mark in its file, and one beside it that costs no second fsync.

The mark beside the file is written anew after every entry that is safe, and is not synced: the system has it when the process
is killed, and after a power cut it may be one of before. So it never says more than what was safe, and an entry that it names and
the journal does not hold is lost. The mark in the file says the same as of the last start or the last end, and which it was.
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
    """The journal `journal` had come to entry `rows` (0: none) of game `game`, whose chain was `chain` then."""

    journal: bytes
    game: int
    rows: int
    chain: bytes

    @property
    def place(self) -> tuple[int, int]:
        """What is greater the further a journal has come."""
        return self.game, self.rows


class ProgressMarkFile:
    """The open mark beside a journal."""

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def open(cls, journal: Path) -> Self:
        """Raises OSError."""
        return cls(os.open(mark_path(journal), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))

    def write(self, mark: ProgressMark) -> None:
        """Put it in the place of the one before, which always fits in one sector. Raises OSError."""
        packed = _FORM.pack(_MAGIC, mark.journal, mark.game, mark.rows, mark.chain)
        os.pwrite(self._file, packed + zlib.crc32(packed).to_bytes(4, "big"), 0)

    def sync(self) -> None:
        """Return when it is on the disk. Raises OSError."""
        os.fsync(self._file)

    def close(self) -> None:
        """Let the file go."""
        os.close(self._file)


def mark_path(journal: Path) -> Path:
    """Where the mark of a journal is."""
    return journal.with_name(journal.name + "-mark")


def read_mark(journal: Path) -> ProgressMark | None:
    """The mark beside a journal; None where there is none that holds. Raises OSError where it cannot be read."""
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
