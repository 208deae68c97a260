"""Where a player reads in the rules, and where a key leads from there.

In the list of topics ◀ ▶ go up and down and ● opens one; there ◀ ▶ leaf, on into the next topic, and ● leads back to the
list. Holding ● goes a step back: to the list, and out of it to the game.
"""

from msgspec import Struct

from companion.core.book import Book
from companion.core.keys import Gesture


class Reading(Struct, frozen=True):
    """Which topic, and which of its pages; None: the list, in which the topic is marked."""

    topic: int = 0
    page: int | None = None


def turn(reading: Reading, gesture: Gesture, book: Book) -> Reading | None:
    """Where a gesture leads; None: out of the rules. A gesture that means nothing here leads nowhere."""
    at, page = reading.topic % len(book), reading.page
    if gesture == "back":
        return None if page is None else Reading(at)
    if gesture == "middle":
        return Reading(at, 0 if page is None else None)
    if gesture not in ("left", "right"):
        return reading
    step = 1 if gesture == "right" else -1
    if page is None:
        return Reading((at + step) % len(book))
    if 0 <= page + step < len(book[at].pages):
        return Reading(at, page + step)
    following = (at + step) % len(book)
    return Reading(following, 0 if step > 0 else len(book[following].pages) - 1)
