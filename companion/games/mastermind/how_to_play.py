"""Mastermind in seven drawn pages, for players who have never played it."""

from typing import Final

from companion.core.rules_book import PageMarks, drawing_above, drawing_beside
from companion.core.screen import BODY, FilledBox, Icon, TextMark
from companion.games.mastermind.marks import FILLED_PEG, HOLLOW_PEG, guess_rows, large_pegs
from companion.games.mastermind.state import GuessRow

_CODE: Final = ("red", "yellow", "green", "blue")
_PITCH: Final = 14
_WIDE: Final = 4 * _PITCH


HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside(
        "One sets a code of four pegs.", BODY.x + _WIDE + 5,
        *large_pegs(BODY.x, BODY.y + 8, _CODE, 4, _PITCH, next_place=False),
    ),
    drawing_beside(
        "Nobody else sees it.", BODY.x + _WIDE + 5,
        *(FilledBox(BODY.x + _PITCH * place, BODY.y + 8, _PITCH - 1, 16, 2, rounded=True) for place in range(4)),
    ),
    drawing_beside(
        "A guess is four letters: R is red.", BODY.x + 50,
        TextMark(BODY.x + 4, BODY.y + 10, "RYPO", "value"),
    ),
    drawing_beside(
        "First number: right peg, right place.", BODY.x + 46,
        *guess_rows(BODY.x, BODY.y + 6, (GuessRow(("red", "yellow", "pink", "orange"), 2, 0),)),
        Icon(BODY.x + 22, BODY.y + 20, FILLED_PEG),
    ),
    drawing_beside(
        "Second number: right peg, wrong place.", BODY.x + 46,
        *guess_rows(BODY.x, BODY.y + 6, (GuessRow(("green", "pink", "red", "orange"), 0, 2),)),
        Icon(BODY.x + 31, BODY.y + 20, HOLLOW_PEG),
    ),
    drawing_beside(
        "Go on until you find it, in nine rows.", BODY.x + 46,
        *guess_rows(
            BODY.x, BODY.y + 2,
            (
                GuessRow(("red", "yellow", "pink", "orange"), 2, 0), GuessRow(("red", "yellow", "blue", "green"), 2, 2),
                GuessRow(_CODE, 4, 0),
            ),
        ),
    ),
    drawing_above(
        "Rows are points for the maker. Then swap.", TextMark(BODY.x + 20, BODY.y, "3 rows: 3 points", "label")
    ),
)  # fmt: skip
"""The pages in their order."""
