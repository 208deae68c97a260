"""Topics of the rules: whole sentences on pages, drawings on pages of their own."""

from companion.core.rules_book import LINES, PageMarks, topic
from companion.core.screen import FilledBox, TextMark


def words(page: PageMarks) -> list[str]:
    return [mark.text for mark in page if isinstance(mark, TextMark)]


def test_sentences_share_a_page_while_there_is_room() -> None:
    made = topic("Name", "One. Two. Three.", "Another paragraph.")
    assert [words(page) for page in made.pages] == [["One. Two. Three."], ["Another paragraph."]]


def test_a_sentence_is_not_broken_over_two_pages_if_it_fits_one() -> None:
    sentence = " ".join(["word"] * 7) + "."  # two lines
    made = topic("Name", f"{sentence} {sentence}")
    assert [len(words(page)) for page in made.pages] == [2, 2]
    assert all(words(page)[-1].endswith("word.") for page in made.pages)


def test_a_sentence_that_is_longer_than_a_page_goes_on_on_the_next_one() -> None:
    made = topic("Name", " ".join(["word"] * 20) + ".")
    assert [len(words(page)) for page in made.pages] == [LINES, 2]


def test_a_drawing_has_a_page_of_its_own() -> None:
    drawing = (FilledBox(1, 15, 9, 9),)
    made = topic("Name", "Before.", drawing, "After.")
    assert made.pages[1] == drawing
    assert len(made.pages) == 3
    assert topic("Name", drawing).pages == (drawing,)
