"""The code that a phone scans from a seat's screen: the address of the seat's page with its one-time code.

Everything but the # is in capitals, since those take 5.5 bits each in a QR code: so it has 29 modules a side, and two
pixels a module fit the screen. A browser takes scheme and host in any case, and the page answers at /SEAT too.
"""

from typing import Any, Final

from companion.core.screen import FilledBox, Mark

MODULES: Final = 29
"""Modules a side of version 3, the largest that fits at two pixels each."""
_VERSION: Final = 3
_PIXELS: Final = 2
_EDGE: Final = 3
"""Lit pixels round it: a light rim is part of the code."""
SIDE: Final = MODULES * _PIXELS + 2 * _EDGE

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top; True is dark. Empty: there is no code that fits."""


def modules(page: str, code: str) -> Modules:
    """The QR code of `page`#`code`; empty where that is too long to be drawn. `code`: capitals and digits."""
    from segno import DataOverflowError, consts, make

    # segno takes several segments, and does not say so in its types.
    parts: Any = [(page.upper(), consts.MODE_ALPHANUMERIC), ("#", consts.MODE_BYTE), (code, consts.MODE_ALPHANUMERIC)]
    try:
        made = make(parts, version=_VERSION, error="l", micro=False)
    except (DataOverflowError, ValueError):
        # ValueError: a name with letters that a code in capitals does not have.
        return ()
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def marks(made: Modules) -> tuple[Mark, ...]:
    """The code at the left edge of a screen, as high as the screen: lit, with its dark modules as gaps."""
    drawn: list[Mark] = [FilledBox(0, 0, SIDE, SIDE)]
    for y, row in enumerate(made):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            if width:
                drawn.append(FilledBox(_EDGE + _PIXELS * x, _EDGE + _PIXELS * y, _PIXELS * width, _PIXELS, 0))
            x += width or 1
    return tuple(drawn)
