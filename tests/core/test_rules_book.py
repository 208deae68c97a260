"""Topics: paragraphs on pages, none of them broken."""

import pytest

from companion.core.rules_book import LINES, topic
from companion.core.screen import ACROSS, LINE, FilledBox, TextMark


def lines(page: tuple[object, ...]) -> list[tuple[int, str]]:
    return [(mark.y // LINE, mark.text) for mark in page if isinstance(mark, TextMark)]


def test_paragraphs_that_fit_share_a_page_with_a_blank_line_between_them() -> None:
    made = topic("Name", "one", "two", "three", "four")
    assert [lines(page) for page in made.pages] == [[(1, "one"), (3, "two"), (5, "three")], [(1, "four")]]


def test_no_paragraph_is_broken() -> None:
    long = " ".join(["word"] * 16)  # four lines of four words
    made = topic("Name", long, "short", long)
    assert [len(lines(page)) for page in made.pages] == [5, 4]
    assert all(len(text) <= ACROSS for page in made.pages for _, text in lines(page))


def test_a_drawing_has_a_page_of_its_own() -> None:
    drawing = (FilledBox(0, 8, 9, 9),)
    assert topic("Name", "before", drawing, "after").pages[1] == drawing
    assert len(topic("Name", "before", drawing, "after").pages) == 3
    assert topic("Name", drawing).pages == (drawing,)


def test_a_paragraph_that_fits_no_page_is_an_error_that_quotes_it() -> None:
    with pytest.raises(ValueError, match=f"takes {LINES + 1} lines"):
        topic("Name", " ".join(["w" * ACROSS] * (LINES + 1)))
