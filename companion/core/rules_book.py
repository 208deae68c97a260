"""A game's rules as a player reads them at the table: topics, each of some pages on the screen.

A page holds whole sentences wherever a sentence fits one page. Pages are made when they are first read, not at start.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.core.screen import BODY, Mark, lines_in, text_lines, wrap

LINES: Final = lines_in(BODY, "text")
"""Lines of a page."""
PageMarks = tuple[Mark, ...]


class HelpTopic(Struct, frozen=True):
    """`name`: a line of the list of topics, and the title of its pages (about 13 letters). `parts`: paragraphs, and drawings,
    each of which is a page of its own."""

    name: str
    parts: tuple[str | PageMarks, ...]

    @property
    def pages(self) -> tuple[PageMarks, ...]:
        """What stands on each page."""
        return _pages(self)


Book = tuple[HelpTopic, ...]


def topic(name: str, *parts: str | PageMarks) -> HelpTopic:
    """A topic of paragraphs and drawings."""
    return HelpTopic(name, parts)


@lru_cache(maxsize=128)
def _pages(topic: HelpTopic) -> tuple[PageMarks, ...]:
    pages: list[PageMarks] = []
    for part in topic.parts:
        pages += _paragraph(part) if isinstance(part, str) else [part]
    return tuple(pages)


def _paragraph(text: str) -> list[PageMarks]:
    """As few pages as hold whole sentences; a sentence that is longer than a page is broken between words."""
    pages: list[str] = []
    for sentence in re.findall(r".+?[.?!:](?= |$)|.+$", text):
        together = f"{pages[-1]} {sentence.strip()}" if pages else sentence.strip()
        if pages and len(wrap(together)) <= LINES:
            pages[-1] = together
        else:
            pages.append(sentence.strip())
    made: list[PageMarks] = []
    for page in pages:
        lines = wrap(page)
        made += [text_lines(lines[at : at + LINES]) for at in range(0, len(lines), LINES)]
    return made
