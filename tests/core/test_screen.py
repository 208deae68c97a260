"""Screens as data: where marks lie, what does not fit, what is crowded, and how words are broken into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.fonts.faces import text_width
from companion.core.screen import (
    BODY,
    TITLE_WIDTH,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Screen,
    ScreenPage,
    TextMark,
    Veil,
    box,
    centred,
    clipped,
    crowded,
    every_mark,
    misfits,
    paragraph,
    right_aligned,
    text_lines,
    title_with_name,
    wrap,
)


@pytest.mark.parametrize(
    ("mark", "rectangle"),
    [
        (TextMark(3, 20, "A"), (3, 20, 5, 7)),
        (TextMark(3, 20, "AB"), (3, 20, 11, 7)),
        (TextMark(3, 20, "Ag"), (3, 20, 11, 9)),
        (TextMark(3, 20, "a"), (3, 22, 5, 5)),
        (TextMark(3, 20, "A", "value"), (3, 20, 8, 13)),
        (TextMark(3, 20, "A", scale=2), (3, 20, 10, 14)),
        (TextMark(3, 20, ""), (3, 20, 0, 0)),
        (FilledBox(1, 2, 3, 4), (1, 2, 3, 4)),
        (Outline(1, 2, 3, 4), (1, 2, 3, 4)),
        (Icon(1, 2, ("#", "###")), (1, 2, 3, 2)),
        (Veil(1, 2, 3, 4, (FilledBox(0, 0, 9, 9),)), (1, 2, 3, 4)),
    ],
)
def test_a_mark_has_a_box(mark: Mark, rectangle: tuple[int, int, int, int]) -> None:
    assert box(mark) == rectangle


@pytest.mark.parametrize(
    ("mark", "fits"),
    [
        (FilledBox(0, 0, 128, 64), True),
        (FilledBox(1, 0, 128, 64), False),
        (FilledBox(0, 1, 128, 64), False),
        (FilledBox(-1, 0, 1, 1), False),
        (Outline(127, 63, 1, 1), True),
        (Outline(127, 63, 2, 1), False),
        (TextMark(1, 1, "A"), True),
        (TextMark(0, 1, "A"), False),
        (TextMark(1, 0, "A"), False),
        (TextMark(122, 56, "A"), True),
        (TextMark(123, 56, "A"), False),
        (TextMark(122, 57, "A"), False),
        (TextMark(122, 55, "g"), False),
    ],
)
def test_what_does_not_lie_on_the_display_is_found(mark: Mark, fits: bool) -> None:
    assert misfits(Screen((FilledBox(0, 0, 1, 1), mark))) == (() if fits else (mark,))


def test_what_stands_behind_a_veil_is_judged_as_well() -> None:
    inside, outside = TextMark(1, 1, "in"), TextMark(120, 1, "out")
    veil = Veil(0, 0, 10, 10, (inside, Veil(0, 0, 5, 5, (outside,))))
    screen = Screen((veil, TextMark(1, 5, "over")))
    assert set(every_mark(screen)) == {veil, inside, veil.marks[1], outside, TextMark(1, 5, "over")}
    assert misfits(screen) == (outside,)
    assert crowded(screen) == ((TextMark(1, 5, "over"), inside),)


@pytest.mark.parametrize(
    ("other", "too_close"),
    [
        (TextMark(20, 29, "A"), False),  # two rows below
        (TextMark(20, 28, "A"), True),
        (TextMark(20, 11, "A"), False),  # two rows above
        (TextMark(20, 12, "A"), True),
        (TextMark(20, 11, "g"), True),  # a descender
        (TextMark(26, 20, "A"), False),  # one column beside
        (TextMark(25, 20, "A"), True),
        (TextMark(20, 20, "  "), False),
        (FilledBox(26, 20, 5, 5), False),
        (FilledBox(25, 20, 5, 5), True),
        (FilledBox(20, 28, 5, 5), False),
        (FilledBox(20, 27, 5, 5), True),
        (FilledBox(19, 19, 7, 9), False),  # inside, with a pixel on every side
        (FilledBox(20, 19, 7, 9), True),
        (Outline(18, 18, 9, 11), False),
    ],
)
def test_texts_that_stand_too_close_are_found(other: Mark, too_close: bool) -> None:
    one = TextMark(20, 20, "A")
    found = crowded(Screen((one, other)))
    assert bool(found) == too_close
    assert not found or set(found[0]) == {one, other}


W = text_width("w")


@pytest.mark.parametrize(
    ("text", "letters", "lines"),
    [
        ("", 4, ()),
        ("   ", 4, ()),
        ("ww", 4, ("ww",)),
        ("ww ww", 4, ("ww", "ww")),
        ("w\nw", 4, ("w w",)),
        ("wwwww", 4, ("wwww", "w")),
        ("ww ww www", 6, ("ww", "ww www")),  # no word alone in the last line
        ("wwwwww www", 6, ("wwwwww", "www")),  # unless the line before has one word only
    ],
)
def test_words_are_broken_into_lines(text: str, letters: int, lines: tuple[str, ...]) -> None:
    assert wrap(text, letters * (W + 1) - 1) == lines


@given(st.text(alphabet="ab ", max_size=120), st.integers(12, 126))
def test_wrapping_loses_no_letter_and_keeps_the_width(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(0 < text_width(line) <= width for line in lines)
    assert all(line == line.strip() for line in lines)


def test_a_paragraph_is_pages_of_lines_that_fit_the_body() -> None:
    words = [f"word{number:016}" for number in range(8)]
    pages = paragraph(" ".join(words))
    assert BODY.lines("text") == 3
    assert [[mark.text for mark in page] for page in pages] == [words[:3], words[3:6], words[6:]]
    for page in pages:
        assert crowded(Screen(page)) == ()
        assert all(BODY.y <= box(mark).y and box(mark).bottom <= BODY.bottom for mark in page)
    assert paragraph("") == ()


def test_lines_beyond_the_area_are_left_out() -> None:
    assert len(text_lines(("A",) * 9, BODY, "label")) == 2


def test_places_of_texts() -> None:
    area = Rect(10, 20, 31, 19)
    assert box(centred("A", area, "value")) == (21, 23, 8, 13)
    assert box(right_aligned("AB", 100, 30)).right == 100
    assert clipped("Codebreakers", text_width("Codeb")) == "Codeb"
    assert clipped("Code break", text_width("Code ")) == "Code"
    assert [clipped("Player 12", text_width(room)) for room in ("Player 12", "Player1", "P12", "P1", "P")] == [
        *("Player 12", "P12", "P12", "P", "P")
    ]


@pytest.mark.parametrize(
    ("name", "rest"),
    [("Ann", " guesses 4/9"), ("Bartholomäus", " guesses 4/9"), ("Player 12", " asks 2/4"), ("W" * 12, "'s turn")],
)
def test_a_name_in_a_title_is_shortened_until_it_fits(name: str, rest: str) -> None:
    title = title_with_name(name, rest)
    assert text_width(title, "label") <= TITLE_WIDTH
    assert title.endswith(rest)
    assert title[0] == name[0]


def test_a_shortened_name_keeps_its_number() -> None:
    assert title_with_name("Player 1", " guesses 4/9").removesuffix(" guesses 4/9")[-1] == "1"
    assert title_with_name("Player 1", " guesses 4/9") != title_with_name("Player 2", " guesses 4/9")


def test_a_page_is_drawn_once_and_when_it_is_shown() -> None:
    marks, drawn = (TextMark(1, 15, "A board"),), []

    def drawing() -> tuple[Mark, ...]:
        drawn.append("board")
        return marks

    page = ScreenPage("The board", drawing, "Board")
    assert not drawn
    assert page.marks == page.marks == marks
    assert drawn == ["board"]


def test_pages_are_equal_that_show_the_same() -> None:
    def page(words: str, name: str = "The board", label: str = "Board") -> ScreenPage:
        return ScreenPage(name, lambda: (TextMark(1, 15, words),), label)

    drawn = ScreenPage("The board", (TextMark(1, 15, "Five"),), "Board")
    assert page("Five") == drawn
    assert hash(page("Five")) == hash(drawn)
    assert repr(page("Five")) == repr(drawn)
    assert drawn not in (page("Six"), page("Five", name="A board"), page("Five", label="Pegs"), "Five")


def test_where_no_letter_fits_nothing_is_left_of_a_text() -> None:
    assert [clipped("Codebreakers", width) for width in (2, 0, -5)] == ["", "", ""]
