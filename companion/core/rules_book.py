"""The rules of a game as players read them on their screens: topics, each with a few pages.

Invariant: a paragraph never continues on the next page, so every sentence can be read without pressing a key.
"""

from typing import Final

from msgspec import Struct

from companion.core.screen import LINE, Mark, TextMark, wrap

LINES: Final = 6
"""Lines of a page."""
PageMarks = tuple[Mark, ...]


class HelpTopic(Struct, frozen=True):
    """`name`: at most 17 letters, for a line of the list and for the title line. `pages`: the marks on each page."""

    name: str
    pages: tuple[PageMarks, ...]


Book = tuple[HelpTopic, ...]


def topic(name: str, *parts: str | PageMarks) -> HelpTopic:
    """A topic made of paragraphs and drawings. A blank line separates two paragraphs on a page; a drawing has its own page.

    Raises ValueError for a paragraph that is longer than a page.
    """
    pages: list[PageMarks] = []
    lines: list[str] = []
    for part in parts:
        if not isinstance(part, str):
            pages += [*_page(lines), part]
            lines = []
            continue
        more = wrap(part)
        if len(more) > LINES:
            raise ValueError(f"this paragraph takes {len(more)} lines, and a page has {LINES}: {part}")
        if lines and len(lines) + 1 + len(more) > LINES:
            pages += _page(lines)
            lines = []
        lines += [*([""] if lines else []), *more]
    return HelpTopic(name, (*pages, *_page(lines)))


def _page(lines: list[str]) -> list[PageMarks]:
    return [tuple(TextMark(0, LINE * (1 + line), text) for line, text in enumerate(lines) if text)] if lines else []
