"""The rules of Digit Code as players read them on their screens, with every decision of the numbered rules and a drawing of the
ten digits."""

from typing import Final

from companion.core.rules_book import Book, PageMarks, topic
from companion.core.screen import BODY, Mark, Rect, TextMark, text_lines
from companion.games.digitcode.marks import (
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
        "Three or more: one makes a code, and all others look for it.",
        "Its maker is called the question master. The table can be that too.",
    ),
    topic(
        "The code",
        "A code is six digits in two rows.",
        "Each digit comes twice at most.",
        "It is never beside, above or below its like.",
    ),
    topic("Ten digits", ten_digits()),
    topic(
        "Lines",
        half_code(0, NOTHING_KNOWN, line_labels()),
        half_code(1, NOTHING_KNOWN, line_labels()),
        "A to I are columns: left uprights, bars and right uprights.",
        "J to S are rows: bars and uprights in turn, five a row of digits.",
    ),
    topic(
        "Spaces",
        _example(),
        "The digits are T U V above W X Y. A space is one segment, 42 in all.",
        # C7
        "A space is asked by its column and its row.",
        "A pair where no segment lies cannot be asked: it is refused.",
    ),
    topic(
        "Questions",
        "How many spaces of a line are filled? Is one space filled?",
        "Is a digit even or odd? 0 is even. Which of two neighbours is larger?",
        "The table answers, so every answer is right. Everybody hears it.",
        "You are asked back once before you ask or propose the same again.",
    ),
    topic(
        "The opening",
        # C9
        "Two players begin with four questions, one of each kind.",
        "They come in any order, and all four are one turn.",
        "With more players a turn is one question from the start.",
        "The option Opening can change both.",
    ),
    topic(
        "Proposing",
        "Instead of asking you may propose all six digits.",
        "You hear correct or incorrect, and nothing more.",
        # C10
        "You may not propose before your opening questions.",
    ),
    topic(
        "Wrong tries",
        # C10
        "Six digits that make no code are refused and cost nothing.",
        "After two wrong proposals you lose. With three or more players you are out.",
    ),
    topic(
        "Two players",
        "The second one wins at once by a right proposal.",
        "The first one is right? The second has one last turn to propose.",
        "Right too, and it is a draw: both make new codes.",
        # C14
        "After a draw the other seat begins.",
    ),
    topic(
        "More players",
        "The first right proposal wins.",
        # C15
        "When every solver is out, the question master wins.",
        "If the table is the master, nobody wins.",
    ),
)
