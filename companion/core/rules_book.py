"""A game's rules as a player looks them up at the table: topics, each of some pages on the screen.

The law: no paragraph is broken over two pages, so a sentence can be read without a key.
"""

from typing import Final

from msgspec import Struct

from companion.core.screen import LINE, Mark, TextMark, wrap

LINES: Final = 6
"""Lines of a page."""
PageMarks = tuple[Mark, ...]


class HelpTopic(Struct, frozen=True):
    """`name`: at most 17 letters, for a line of the list and for the title line; `pages`: what stands on each."""

    name: str
    pages: tuple[PageMarks, ...]


Book = tuple[HelpTopic, ...]


def topic(name: str, *parts: str | PageMarks) -> HelpTopic:
    """A topic of paragraphs, with a blank line between two that fit one page, and of drawings, each a page of its own.

    Raises ValueError for a paragraph that fits no page.
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
