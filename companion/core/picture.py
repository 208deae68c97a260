"""The picture that a screen shows: 128×64 pixels of one bit, in the order in which the panels keep them.

A picture is 1,024 bytes: eight pages of 128 columns. The byte `page * 128 + x` holds the pixels (x, page * 8 + bit);
bit 0 is the topmost. It is immutable, so pictures are compared and handed between threads as they are.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8

Picture = bytes

BLANK: Final[Picture] = bytes(WIDTH * PAGES)


class PixelRun(NamedTuple):
    """Neighbouring bytes of one page: `data` stands from `column` on in `page`."""

    page: int
    column: int
    data: bytes


def applied(picture: Picture, runs: Iterable[PixelRun]) -> Picture:
    """`picture` after `runs` were written over it, in their order. Every run lies within its page."""
    written = bytearray(picture)
    for page, column, data in runs:
        start = page * WIDTH + column
        written[start : start + len(data)] = data
    return bytes(written)
