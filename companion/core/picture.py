"""The picture that a screen shows: 128×64 pixels of one bit, in the byte order of the panels.

A picture is 1,024 bytes: eight pages of 128 columns. The byte `page * 128 + x` holds the pixels (x, page * 8 + bit);
bit 0 is the topmost. Pictures are immutable, so they can be compared, and passed between threads.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8

Picture = bytes

BLANK: Final[Picture] = bytes(WIDTH * PAGES)


class PixelRun(NamedTuple):
    """Neighbouring bytes of one page: `data` begins at `column` of `page`."""

    page: int
    column: int
    data: bytes


def applied(picture: Picture, runs: Iterable[PixelRun]) -> Picture:
    """`picture` after `runs` were written over it, in order. Every run lies within its page."""
    written = bytearray(picture)
    for page, column, data in runs:
        start = page * WIDTH + column
        written[start : start + len(data)] = data
    return bytes(written)


_MIRRORED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def upside_down(picture: Picture) -> Picture:
    """The picture turned by 180 degrees."""
    return picture[::-1].translate(_MIRRORED)


def runs_upside_down(runs: Iterable[PixelRun]) -> tuple[PixelRun, ...]:
    """The same runs in the picture turned by 180 degrees."""
    return tuple(
        PixelRun(PAGES - 1 - page, WIDTH - column - len(data), upside_down(data)) for page, column, data in runs
    )
