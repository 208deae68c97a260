"""The rules of Digit Code as they are looked up at the table, with the ten digits as they are drawn; every decision of the
numbered rules is among them."""

from typing import Final

from companion.core.rules_book import Book, PageMarks, topic
from companion.core.screen import LINE, FilledBox, Mark, TextMark
from companion.games.digitcode.drawing import RIGHT, drawing, letters, of_code
from companion.games.digitcode.segments import SEGMENTS, SPOTS

IN_A_ROW: Final = 5
"""Digits side by side."""
PITCH: Final = (25, 24)
"""Pixels from digit to digit, and from the upper row of digits to the lower one."""
BAR: Final = 8
"""Pixels: the length of a bar; it is 2 thick."""
UPRIGHT: Final = 6
"""Pixels: the height of an upright; it is 2 thick."""
EXAMPLE: Final = (4, 0, 7, 1, 9, 3)


def digits() -> PageMarks:
    """All ten digits by their segments, each beside its numeral."""
    marks: list[Mark] = []
    for digit, segments in enumerate(SEGMENTS):
        down, across = divmod(digit, IN_A_ROW)
        x, y = 2 + PITCH[0] * across, LINE + 1 + PITCH[1] * down
        marks += [_segment(x, y, segment) for segment in segments]
        marks.append(TextMark(x + BAR + 7, y + UPRIGHT, str(digit)))
    return tuple(marks)


def _segment(x: int, y: int, segment: str) -> FilledBox:
    column, row = SPOTS[segment]
    top = y + (row // 2) * (UPRIGHT + 2)
    if row % 2 == 0:
        return FilledBox(x + 2, top, BAR, 2)
    return FilledBox(x + (column // 2) * (BAR + 2), top + 2, 2, UPRIGHT)


def _example() -> PageMarks:
    words = ("A code:", "", "4 0 7", "1 9 3")
    beside = (TextMark(RIGHT + 12, LINE * line, text) for line, text in enumerate(words, 1) if text)
    return (*drawing(of_code(EXAMPLE), 6, letters()), *beside)


BOOK: Final[Book] = (
    topic(
        "The game",
        "Two play: each makes a code, and finds that of the other.",
        "Three or more: the question master makes one code, and the others all look for it. The table can be master.",
        "A code is six digits in two rows. Each digit comes twice at most, and never beside, above or below its like.",
    ),
    topic("How digits look", digits()),
    topic(
        "Lines and spaces",
        _example(),
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
