"""Passcode in seven drawn pages, for players who have never played it."""

from typing import Final

from companion.core.rules_book import PageMarks, drawing_beside
from companion.core.screen import BODY
from companion.games.passcode.marks import UNKNOWN, draw_card, draw_code_cells, draw_die, draw_lock_in
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD

_CODE: Final = (4, 1, 6)
_MIDDLE: Final = BODY.y + 8

HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside(
        "Everybody has codes, rolled with the die.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _CODE, 0)
    ),
    drawing_beside(
        "Take a card, then play one of your two.",
        BODY.x + 40,
        *draw_card(BODY.x, _MIDDLE, "4"),
        *draw_card(BODY.x + 18, _MIDDLE, UNKNOWN),
    ),
    drawing_beside("Play the next number of your code.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _CODE, 1)),
    drawing_beside("A KEY stands for any number.", BODY.x + 32, *draw_card(BODY.x + 2, _MIDDLE, KEY_CARD)),
    drawing_beside(
        "A FAIL ends your turn. The third locks you out.", BODY.x + 34, *draw_card(BODY.x + 2, _MIDDLE, FAIL_CARD)
    ),
    drawing_beside(
        "Code complete? Lock in with the die.",
        BODY.x + 44,
        *draw_lock_in(BODY.x, _MIDDLE, 5),
        *draw_die(BODY.x + 22, _MIDDLE + 1, 5),
    ),
    drawing_beside("Lock in the code of six digits to win.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _CODE, 3)),
)
"""The pages in their order."""
