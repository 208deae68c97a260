"""Shifts a picture by one pixel against burn-in, so that a picture that stays for hours does not always light the same pixels."""

from typing import Final

from companion.core.picture import PAGES, WIDTH, Picture
from companion.devices.protocols import Shift

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
