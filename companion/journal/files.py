"""The files of a journal beside and behind SQLite: volumes, mark, write-ahead log, copies of what is damaged.

**Volumes**: `table.db`, `table-2.db`, `table-3.db` and so on. A volume that cannot be used stays. A volume exists if its file
exists; numbers may have gaps. A number is not used again while any file of its volume is left (its WAL, its mark, or a copy of a
damaged file).

**The progress mark**: a record of the last entry, in a file beside the journal that costs no second fsync. It is rewritten after
every entry that is on the disk, and is not synced: it survives a killed process, and after a power cut it may be an older one. So
it never names an entry that was not on the disk, and an entry that it names but the journal lacks is lost. A second mark inside
the journal has the state of the last opening or closing, and says which of the two it was.

**The write-ahead log** as bytes: where its valid part ends, and whether more follows that end than a crash can leave. SQLite
reads a WAL up to the last commit with valid checksums, and ignores the rest without an error. After a crash the rest is at most
one transaction, because each transaction is synced before the next begins. A longer rest is damage. Format:
https://www.sqlite.org/fileformat2.html#the_write_ahead_log

**Presence**: SQLite reports no error when it writes to a deleted file or past the end of a truncated one, so this is looked for.
"""

import os
import re
import shutil
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

from companion.core.errors import JournalError
from companion.files import sync_folder

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


_HEADER: Final = 32
_FRAME: Final = 24
_LITTLE_ENDIAN: Final = 0x377F0682
_BIG_ENDIAN: Final = 0x377F0683
_WORD: Final = 0xFFFFFFFF


class WalScan(Struct, frozen=True):
    """How SQLite will read a WAL.

    `usable`: the header is valid; `valid`: the number of frames up to the last valid commit; `beyond`: the number of frames after
    those that belong to this run of the WAL and not to an overwritten one; `transactions`: the least number of transactions that
    the frames beyond belong to.
    """

    usable: bool
    valid: int = 0
    beyond: int = 0
    transactions: int = 0


def scan_wal(content: bytes) -> WalScan:
    """Read a WAL as SQLite does when it opens a database."""
    if len(content) < _HEADER:
        return WalScan(usable=False)
    magic, _, page, _, *_, first, second = struct.unpack(">8I", content[:_HEADER])
    order = {_LITTLE_ENDIAN: "<", _BIG_ENDIAN: ">"}.get(magic)
    if order is None or page < 512 or page & (page - 1) or page > 65536:
        return WalScan(usable=False)
    sums = _summed(content[: _HEADER - 8], order, (0, 0))
    if sums != (first, second):
        return WalScan(usable=False)
    salts = content[16:24]
    frames = [content[at : at + _FRAME + page] for at in range(_HEADER, len(content), _FRAME + page)]
    valid = _valid(frames, salts, order, sums, page)
    # Frames of an earlier run differ in both salts. One matching salt means a frame of this run with damage in the other.
    ours = [frame[4:8] != bytes(4) for frame in frames[valid:] if frame[8:12] == salts[:4] or frame[12:16] == salts[4:]]
    # A commit ends a transaction: the frames after it belong to the next.
    return WalScan(True, valid, len(ours), sum(ours[:-1]) + 1 if ours else 0)


def _valid(frames: list[bytes], salts: bytes, order: str, sums: tuple[int, int], page: int) -> int:
    """The number of frames up to the last commit before the first invalid frame."""
    committed = 0
    for number, frame in enumerate(frames, 1):
        if len(frame) < _FRAME + page or frame[8:16] != salts:
            break
        sums = _summed(frame[:8] + frame[_FRAME:], order, sums)
        if struct.unpack(">2I", frame[16:24]) != sums:
            break
        if frame[4:8] != bytes(4):
            committed = number
    return committed


def _summed(content: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The running checksum after `content`, whose length is a multiple of 8 bytes."""
    one, two = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & _WORD
        two = (two + odd + one) & _WORD
    return one, two


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


class FilePresence:
    """The state of the files at the last check. Raises OSError if a file is missing at the start. `is_short`: a file was
    truncated since, so writing to it would do more damage."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._seen = {file: os.stat(file) for file in files}
        self.is_short = False

    def check(self) -> None:
        """Raises JournalError if a file was deleted, replaced or truncated: the files of an open journal only grow."""
        for file, before in self._seen.items():
            try:
                now = os.stat(file)
            except FileNotFoundError as error:
                raise _gone(file, "deleted") from error
            except OSError as error:
                raise _gone(file, f"made unreadable ({error.strerror or error})") from error
            if not os.path.samestat(before, now):
                raise _gone(file, "replaced by another")
            if now.st_size < before.st_size:
                self.is_short = True
                raise _gone(file, "cut short")
            self._seen[file] = now


def _gone(file: Path, what: str) -> JournalError:
    return JournalError(
        f"The journal's file {file} was {what} while the table was open: put it back and choose again, or begin a new one."
    )
