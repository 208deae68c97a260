"""Digit Code in six drawn pages, for players who have never played it."""

from typing import Final

from companion.core.rules_book import PageMarks, drawing_beside
from companion.core.screen import BODY
from companion.games.digitcode.marks import (
    CODE_WIDTH,
    NOTHING_KNOWN,
    digit,
    digits_in_making,
    known_from_code,
    place_map,
    small_code,
)

_CODE: Final = (1, 4, 7, 3, 0, 8)
_TEXT: Final = BODY.x + CODE_WIDTH + 8

HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside("Six digits are hidden.", _TEXT, *small_code(BODY.x, BODY.y, NOTHING_KNOWN)),
    drawing_beside("A 4 has four bars, as on a calculator.", _TEXT - 20, *digit(BODY.x + 8, BODY.y + 8, 4)),
    drawing_beside("Ask about one line, one digit or two.", BODY.x + 57, *place_map(BODY.x, BODY.y, ("T", "U"))),
    drawing_beside("All hear the answer.", _TEXT, *small_code(BODY.x, BODY.y, NOTHING_KNOWN)),
    drawing_beside("Sure of all six? Then propose them.", _TEXT, *digits_in_making(BODY.x, BODY.y, _CODE[:4])),
    drawing_beside("The first to be right wins.", _TEXT, *small_code(BODY.x, BODY.y, known_from_code(_CODE))),
)
"""The pages in their order."""
