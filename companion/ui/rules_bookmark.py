"""Where a player reads in the rules, and where a key leads from there.

In the list of topics ◀ ▶ go up and down and ● opens one; there ◀ ▶ leaf, on into the next topic, and ● leads back to the
list. Holding ● goes a step back: to the list, and out of it to the game.
"""

from msgspec import Struct

from companion.core.keys import Gesture
from companion.core.rules_book import Book


class Bookmark(Struct, frozen=True):
    """Which topic, and which of its pages; None: the list, in which the topic is marked."""

    topic: int = 0
    page: int | None = None


def turn_page(bookmark: Bookmark, gesture: Gesture, book: Book) -> Bookmark | None:
    """Where a gesture leads; None: out of the rules. A gesture that means nothing here leads nowhere."""
    at, page = bookmark.topic % len(book), bookmark.page
    if gesture == "back":
        return None if page is None else Bookmark(at)
    if gesture == "middle":
        return Bookmark(at, 0 if page is None else None)
    if gesture not in ("left", "right"):
        return bookmark
    step = 1 if gesture == "right" else -1
    if page is None:
        return Bookmark((at + step) % len(book))
    if 0 <= page + step < len(book[at].pages):
        return Bookmark(at, page + step)
    following = (at + step) % len(book)
    return Bookmark(following, 0 if step > 0 else len(book[following].pages) - 1)
