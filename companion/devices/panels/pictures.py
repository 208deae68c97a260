"""What is done with a picture before it is sent: shifted by a pixel against burn-in, and compared with what the panel shows.

A picture that stays for hours would always light the same pixels, so `SHIFT_CYCLE` moves it. `changed_runs` finds the smallest
set of page runs that turns one picture on a panel into another. On an I2C wire a run costs up to 7 bytes beside its own: address,
control byte, page, low and high column; then address and control byte. A run in the same page as the one before it costs about
`SAME_PAGE_OVERHEAD`, so two runs with a gap of at most that many bytes are sent as one.
"""

from typing import Final

from companion.core.picture import PAGES, WIDTH, Picture, PixelRun
from companion.devices.protocols import Shift

SAME_PAGE_OVERHEAD: Final = 5
"""Bytes that a run costs beside its own if the page and one half of the column do not change."""


def changed_runs(old: Picture | None, new: Picture) -> tuple[PixelRun, ...]:
    """The runs that turn `old` into `new`, from the top page down. `old` None: unknown, so every whole page."""
    if old is None:
        return tuple(PixelRun(page, 0, new[page * WIDTH : (page + 1) * WIDTH]) for page in range(PAGES))
    if old == new:
        return ()
    found: list[PixelRun] = []
    for page in range(PAGES):
        start = page * WIDTH
        before, after = old[start : start + WIDTH], new[start : start + WIDTH]
        if before != after:
            found.extend(PixelRun(page, first, after[first:end]) for first, end in _stretches(before, after))
    return tuple(found)


def _stretches(before: bytes, after: bytes) -> list[tuple[int, int]]:
    """Half-open ranges of columns that cover all differences of one page."""
    found: list[tuple[int, int]] = []
    for column, (was, now) in enumerate(zip(before, after, strict=True)):
        if was != now:
            if found and column - found[-1][1] <= SAME_PAGE_OVERHEAD:
                found[-1] = (found[-1][0], column + 1)
            else:
                found.append((column, column + 1))
    return found


SHIFT_CYCLE: Final[tuple[Shift, ...]] = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Each shift differs from the one before it by one pixel, and the last one from the first."""

_DOWN: Final = bytes((byte << 1) & 0xFF for byte in range(256))
_CARRIED: Final = bytes(byte >> 7 for byte in range(256))


def shift_picture(picture: Picture, shift: Shift) -> Picture:
    """The picture moved to the right and down. Pixels that leave at an edge are lost; pixels that come in are dark."""
    right, down = shift
    if right:
        pages = (picture[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES))
        picture = b"".join(b"\x00" + page[:-1] for page in pages)
    if down:
        above = bytes(WIDTH) + picture[:-WIDTH]
        moved = int.from_bytes(picture.translate(_DOWN), "big") | int.from_bytes(above.translate(_CARRIED), "big")
        picture = moved.to_bytes(len(picture), "big")
    return picture
