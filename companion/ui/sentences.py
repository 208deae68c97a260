"""Sentences that take a whole screen: in large letters if there is room for all of it, else in small ones, page after page."""

from typing import Final

from companion.core.screen import Rect, Screen, TextMark, crowded, lines_in, paragraph, wrap

NOTICE_AREA: Final = Rect(1, 2, 126, 47)
"""The screen above the keys' boxes."""


def first_page(text: str, area: Rect = NOTICE_AREA) -> tuple[TextMark, ...]:
    """The first page of a text."""
    return sentence_pages(text, area)[0]


def sentence_pages(text: str, area: Rect = NOTICE_AREA) -> tuple[tuple[TextMark, ...], ...]:
    """A text as one page of large letters if there is room for all of it, accents below deep letters included, else as pages of
    small ones; at least one page."""
    large = paragraph(text, area, "label")
    fits = len(large) == 1 and not crowded(Screen(large[0]))
    return large if fits else paragraph(text, area) or ((),)


def after_first_page(text: str) -> str:
    """What is left of a text after its first page; empty if that holds all of it."""
    if len(sentence_pages(text)) <= 1:
        return ""
    return " ".join(wrap(text, NOTICE_AREA.width)[lines_in(NOTICE_AREA, "text") :])
