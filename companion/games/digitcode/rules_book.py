"""The rules of Digit Code as players read them on their screens, with every decision of the numbered rules and a drawing of the
ten digits."""

from typing import Final

from companion.core.rules_book import Book, PageMarks, topic
from companion.core.screen import LINE, FilledBox, Mark, TextMark
from companion.games.digitcode.drawing import DRAWING_WIDTH, draw_code_spaces, known_from_code, line_labels
from companion.games.digitcode.moves import DIGIT_SEGMENTS, SEGMENT_SPOTS

_DIGITS_PER_LINE: Final = 5
"""Digits side by side."""
_PITCHES: Final = (25, 24)
"""Pixels from digit to digit, and from the upper row of digits to the lower one."""
_BAR: Final = 8
"""Pixels: the length of a bar; it is 2 thick."""
_UPRIGHT: Final = 6
"""Pixels: the height of an upright; it is 2 thick."""
_EXAMPLE_CODE: Final = (4, 0, 7, 1, 9, 3)


def ten_digits() -> PageMarks:
    """A page with the segments of all ten digits, each beside its numeral."""
    marks: list[Mark] = []
    for digit, segments in enumerate(DIGIT_SEGMENTS):
        down, across = divmod(digit, _DIGITS_PER_LINE)
        x, y = 2 + _PITCHES[0] * across, LINE + 1 + _PITCHES[1] * down
        marks += [_segment(x, y, segment) for segment in segments]
        marks.append(TextMark(x + _BAR + 7, y + _UPRIGHT, str(digit)))
    return tuple(marks)


def _segment(x: int, y: int, segment: str) -> FilledBox:
    column, row = SEGMENT_SPOTS[segment]
    top = y + (row // 2) * (_UPRIGHT + 2)
    if row % 2 == 0:
        return FilledBox(x + 2, top, _BAR, 2)
    return FilledBox(x + (column // 2) * (_BAR + 2), top + 2, 2, _UPRIGHT)


def _example() -> PageMarks:
    words = ("A code:", "", "4 0 7", "1 9 3")
    beside = (TextMark(DRAWING_WIDTH + 12, LINE * line, text) for line, text in enumerate(words, 1) if text)
    return (*draw_code_spaces(known_from_code(_EXAMPLE_CODE), 6, line_labels()), *beside)


BOOK: Final[Book] = (
    topic(
        "The game",
        "Two play: each makes a code, and finds that of the other.",
        "Three or more: the question master makes one code, and the others all look for it. The table can be master.",
        "A code is six digits in two rows. Each digit comes twice at most, and never beside, above or below its like.",
    ),
    topic("How digits look", ten_digits()),
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
