"""The rules on a seat's screen: the list of topics, and the pages of each."""

from typing import Final

from companion.core.rules_book import Book
from companion.core.screen import Screen
from companion.ui.entry_body import picker
from companion.ui.layout import key_boxes, title_bar
from companion.ui.rules_bookmark import Bookmark

TITLE: Final = "How to play"
"""The title of the list of topics, and the menu's entry that leads to it."""


def picture(bookmark: Bookmark, book: Book) -> Screen:
    """The list of topics, or a page of one."""
    at = bookmark.topic % len(book)
    if bookmark.page is None:
        names = tuple(topic.name for topic in book)
        return Screen((*title_bar(TITLE, acting=False, hold="back"), *picker(names, at), *key_boxes("▲", "Read", "▼")))
    topic = book[at]
    number = min(bookmark.page, len(topic.pages) - 1)
    bar = title_bar(f"{topic.name} {number + 1}/{len(topic.pages)}", acting=False, hold="back")
    return Screen((*bar, *topic.pages[number], *key_boxes("◀", "Topics", "▶")))
