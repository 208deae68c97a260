"""SQLite's write-ahead log as bytes: where its valid part ends, and whether more follows that end than a crash can leave.

SQLite reads a WAL up to the last commit with valid checksums, and ignores the rest without an error. After a crash the rest is at
most one transaction, because each transaction is synced before the next begins. A longer rest is damage.
Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from typing import Final

from msgspec import Struct

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
