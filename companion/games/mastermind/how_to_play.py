"""Mastermind in seven drawn pages, for players who have never played it."""

from typing import Final

from companion.core.rules_book import PageMarks, drawing_above, drawing_beside
from companion.core.screen import BODY, FilledBox, TextMark
from companion.games.mastermind.marks import PEG_HEIGHT, guess_table, pegs_in_making
from companion.games.mastermind.state import GuessRow

_CODE: Final = ("red", "yellow", "green", "blue")
_PITCH: Final = 14
_WIDE: Final = 4 * _PITCH


HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside(
        "One sets a code of four pegs.", BODY.x + _WIDE + 5,
        *pegs_in_making(BODY.x, BODY.y + 8, _CODE, _PITCH, next_place=False),
    ),
    drawing_beside(
        "Nobody else sees it.", BODY.x + _WIDE + 5,
        *(FilledBox(BODY.x + _PITCH * place, BODY.y + 8, _PITCH - 1, PEG_HEIGHT, 2, rounded=True) for place in range(4)),
    ),
    drawing_beside(
        "A guess is four letters: R is red.", BODY.x + 50,
        TextMark(BODY.x + 4, BODY.y + 10, "RYPO", "value"),
    ),
    drawing_above(
        "Exact: in its place.",
        *guess_table(BODY.y, (GuessRow(("red", "yellow", "pink", "orange"), 2, 0),), 1),
    ),
    drawing_above(
        "Near: in a wrong place.",
        *guess_table(BODY.y, (GuessRow(("green", "pink", "red", "orange"), 0, 2),), 1),
    ),
    drawing_above(
        "Go on until you find it.",
        *guess_table(BODY.y, (GuessRow(_CODE, 4, 0),), 1),
    ),
    drawing_above(
        "Rows are points for the maker. Then swap.", TextMark(BODY.x + 20, BODY.y, "3 rows: 3 points", "label")
    ),
)  # fmt: skip
"""The pages in their order."""
