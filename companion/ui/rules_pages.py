"""The rules on a seat's screen: the list of topics, and the pages of each."""

from typing import Final

from companion.core.rules_book import LINES, Book
from companion.core.screen import ACROSS, CELL, LINE, Screen, ScreenPage, TextMark, paragraph
from companion.ui.compose import labels
from companion.ui.rules_bookmark import Bookmark

PAGE: Final = ScreenPage(
    "Rules",
    paragraph(
        "How this game is played and scored, topic by topic, and what is decided where its rulebook is silent. ● opens it.",
        LINES,
    )[0],
    opens="read",
)
"""Where a player gets from the pages of the game to its rules."""
WAY_OUT: Final = "hold ●: back"


def picture(bookmark: Bookmark, book: Book) -> Screen:
    """What stands on the screen."""
    at = bookmark.topic % len(book)
    if bookmark.page is None:
        return _list(at, book)
    topic = book[at]
    number = min(bookmark.page, len(topic.pages) - 1)
    count = f"{number + 1}/{len(topic.pages)}"
    title = TextMark(0, 0, f"{topic.name:<{ACROSS - len(count)}}{count}")
    return Screen((title, *topic.pages[number], *labels("◀", "list", "▶")))


def _list(at: int, book: Book) -> Screen:
    """The topics round the one that is marked."""
    first = min(max(0, at - LINES // 2), max(0, len(book) - LINES))
    rows = [TextMark(2 * CELL, LINE * line, topic.name) for line, topic in enumerate(book[first : first + LINES], 1)]
    title = TextMark(0, 0, f"{PAGE.name:<{ACROSS - len(WAY_OUT)}}{WAY_OUT}")
    return Screen((title, *rows, TextMark(0, LINE * (1 + at - first), "▶"), *labels("▲", "read", "▼")))
