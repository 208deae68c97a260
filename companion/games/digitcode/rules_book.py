"""The rules of Digit Code as players read them on their screens, with every decision of the numbered rules and a drawing of the
ten digits."""

from typing import Final

from companion.core.rules_book import Book, PageMarks, topic
from companion.core.screen import BODY, Mark, Rect, TextMark, text_lines
from companion.games.digitcode.drawing import (
    CODE_WIDTH,
    DIGIT_WIDTH,
    NOTHING_KNOWN,
    ROW_OF_DIGITS_PITCH,
    digit,
    half_code,
    known_from_code,
    line_labels,
    small_code,
)

_EXAMPLE_CODE: Final = (4, 0, 7, 1, 9, 3)
_PITCH: Final = 25
"""Pixels from digit to digit."""


def ten_digits() -> PageMarks:
    """A page with the segments of all ten digits, each beside its numeral."""
    marks: list[Mark] = []
    for value in range(10):
        down, across = divmod(value, 5)
        x, y = BODY.x + _PITCH * across, BODY.y + ROW_OF_DIGITS_PITCH * down
        marks += digit(x, y, value)
        marks.append(TextMark(x + DIGIT_WIDTH + 3, y + 5, str(value)))
    return tuple(marks)


def _example() -> PageMarks:
    side = Rect(BODY.x + CODE_WIDTH + 8, BODY.y, 60, BODY.height)
    return (
        *small_code(BODY.x, BODY.y, known_from_code(_EXAMPLE_CODE)),
        *text_lines(("A code:", "4 0 7", "1 9 3"), side),
    )


BOOK: Final[Book] = (
    topic(
        "The game",
        "Two play: each makes a code, and finds that of the other.",
        "Three or more: the question master makes one code, and the others all look for it. The table can be master.",
        "A code is six digits in two rows. Each digit comes twice at most, and never beside, above or below its like.",
    ),
    topic("Ten digits", ten_digits()),
    topic(
        "Lines, spaces",
        _example(),
        half_code(0, NOTHING_KNOWN, line_labels(), ()),
        half_code(1, NOTHING_KNOWN, line_labels(), ()),
        "The digits are T U V above W X Y. A space is one segment, 42 in all.",
        "A to I are columns, three a digit: left uprights, bars, right uprights. J to S are rows, five a digit.",
        # C7
        "A space is asked by column and row. Only the 42 pairs where a segment lies can be asked; any other is refused.",
    ),
    topic(
        "Questions",
        "How many spaces of a line are filled? Is a digit even or odd? 0 is even.",
        "Which of two neighbours is larger, side by side or one above the other? Is one space filled?",
        "The table answers, so every answer is right, and everybody hears it.",
        "What you asked before, and six digits that were incorrect before, you are asked back once: Again?",
    ),
    topic(
        "The opening",
        # C9
        "Two players begin with a first turn of four questions, one of each kind in any order: all four are one turn.",
        "With more, a turn is one question from the start. The option Opening can change both.",
    ),
    topic(
        "Proposing",
        "Instead of asking you may propose all six digits. You hear correct or incorrect, and nothing more.",
        # C10
        "You may not propose before the four questions of your opening have been asked.",
        "Six digits that make no code cannot be right: they are refused and cost nothing.",
        "After two wrong proposals you lose; with three or more players you are out.",
    ),
    topic(
        "Winning",
        "Of two players the second one wins at once by a right proposal.",
        "When the first one is right, the second has one last turn to propose. Right too: a draw, and both make new codes.",
        # C14
        "After a draw the other seat begins.",
        "Three or more: the first right proposal wins.",
        # C15
        "When every solver is out, the question master wins; with the table as master nobody does.",
    ),
)
