"""A game's rules as a player reads them at the table: topics, each of some pages on the screen.

A page holds whole sentences wherever a sentence fits one page. Pages are made when they are first read, not at start.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.core.screen import BODY, LINE_GAP, Mark, Rect, pitch, text_lines, wrap

LINES: Final = BODY.lines("text")
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


IN_PICTURES: Final = "In pictures"
"""The first topic of a book: a game in 6 to 10 drawn pages, for players who have never played it."""


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


def drawing_beside(text: str, left: int, *drawing: Mark) -> PageMarks:
    """A page of a drawing, and right of it, from column `left` on, at most LINES lines."""
    area = Rect(left, BODY.y, BODY.right - left, BODY.height)
    lines = wrap(text, area.width)
    assert len(lines) <= LINES, f"no room for {text!r}"
    return (*drawing, *text_lines(lines, area))


def drawing_above(text: str, *drawing: Mark) -> PageMarks:
    """A page of a drawing, and below it one or two lines at the foot of the body."""
    lines = wrap(text)
    assert len(lines) < LINES, f"no room for {text!r}"
    top = BODY.bottom - len(lines) * pitch("text") + LINE_GAP
    return (*drawing, *text_lines(lines, Rect(BODY.x, top, BODY.width, BODY.bottom - top)))
