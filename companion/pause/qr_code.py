"""The QR code that a phone scans from a seat's screen: the address of the seat's page with its one-time code.

All letters are capitals, which take 5.5 bits each in a QR code. So it has 29 modules a side, and the screen has room for two
pixels a module. A browser accepts scheme and host in any case, and the server answers at /SEAT, too.
"""

from typing import Any, Final

from companion.core.picture import WIDTH
from companion.core.screen import FilledBox, Mark

MODULES: Final = 29
"""Modules a side of version 3, the largest that fits at two pixels each."""
_VERSION: Final = 3
_PIXELS: Final = 2
_EDGE: Final = 3
"""Lit pixels around it: a QR code needs a light border."""
SIDE: Final = MODULES * _PIXELS + 2 * _EDGE
LEFT: Final = WIDTH - SIDE
"""The first column of the code."""

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top; True is dark. Empty where the text does not fit."""


def modules(page: str, code: str) -> Modules:
    """The QR code of `page`#`code`; empty where a code cannot hold that. `code`: capitals and digits."""
    from segno import DataOverflowError, consts, make

    # segno accepts several segments, but its type hints do not.
    parts: Any = [(page.upper(), consts.MODE_ALPHANUMERIC), ("#", consts.MODE_BYTE), (code, consts.MODE_ALPHANUMERIC)]
    try:
        made = make(parts, version=_VERSION, error="l", micro=False)
    except (DataOverflowError, ValueError):
        # ValueError: the alphanumeric mode does not have a letter of the host name.
        return ()
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def marks(made: Modules) -> tuple[Mark, ...]:
    """The code at the right edge of a screen, as high as the screen: a lit square with dark modules."""
    drawn: list[Mark] = [FilledBox(LEFT, 0, SIDE, SIDE)]
    for y, row in enumerate(made):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            if width:
                drawn.append(FilledBox(LEFT + _EDGE + _PIXELS * x, _EDGE + _PIXELS * y, _PIXELS * width, _PIXELS, 0))
            x += width or 1
    return tuple(drawn)
