"""Screens as data: where marks lie, what does not fit, and how words are broken into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.screen import (
    ACROSS,
    FilledBox,
    Mark,
    Outline,
    Screen,
    TextMark,
    Veil,
    box,
    every_mark,
    misfits,
    overlapping,
    paragraph,
    wrap,
)  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "rectangle"),
    [
        (TextMark(3, 8, "A"), (3, 8, 5, 7)),
        (TextMark(3, 8, "AB"), (3, 8, 11, 7)),
        (TextMark(3, 8, "AB", 2), (3, 8, 22, 14)),
        (TextMark(3, 8, ""), (3, 8, 0, 7)),
        (TextMark(0, 0, "x" * ACROSS), (0, 0, 125, 7)),
        (FilledBox(1, 2, 3, 4), (1, 2, 3, 4)),
        (Outline(1, 2, 3, 4), (1, 2, 3, 4)),
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
        (FilledBox(0, -1, 1, 1), False),
        (Outline(127, 63, 1, 1), True),
        (Outline(127, 63, 2, 1), False),
        (TextMark(3, 57, "x" * 21), True),
        (TextMark(4, 57, "x" * 21), False),
        (TextMark(0, 58, "x"), False),
        (TextMark(0, 57, "x" * 22), False),
        (TextMark(118, 50, "x", 2), True),
        (TextMark(119, 50, "x", 2), False),
        (TextMark(118, 51, "x", 2), False),
    ],
)
def test_what_does_not_lie_on_the_display_is_found(mark: Mark, fits: bool) -> None:
    assert misfits(Screen((FilledBox(0, 0, 1, 1), mark))) == (() if fits else (mark,))


def test_what_stands_behind_a_veil_is_judged_as_well() -> None:
    inside, outside = TextMark(0, 0, "in"), TextMark(120, 0, "out")
    veil = Veil(0, 0, 10, 10, (inside, Veil(0, 0, 5, 5, (outside,))))
    screen = Screen((veil, TextMark(0, 4, "over")))
    assert set(every_mark(screen)) == {veil, inside, veil.marks[1], outside, TextMark(0, 4, "over")}
    assert misfits(screen) == (outside,)
    assert overlapping(screen) == ((TextMark(0, 4, "over"), inside),)


@pytest.mark.parametrize(
    ("other", "over"),
    [
        (TextMark(6, 8, "b"), False),
        (TextMark(4, 8, "b"), True),
        (TextMark(0, 15, "b"), False),
        (TextMark(0, 14, "b"), True),
        (TextMark(0, 8, "b"), True),
        (TextMark(0, 1, "b"), False),
        (TextMark(0, 2, "b"), True),
        (TextMark(0, 8, "  "), False),
        (FilledBox(0, 8, 9, 9), False),
    ],
)
def test_texts_that_are_written_over_each_other_are_found(other: Mark, over: bool) -> None:
    one = TextMark(0, 8, "a")
    assert overlapping(Screen((one, other))) == (((one, other),) if over else ())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("   ", ()),
        ("one", ("one",)),
        ("one two", ("one", "two")),
        ("a b c d", ("a b", "c d")),
        ("a\nb", ("a b",)),
        ("abcde", ("abcd", "e")),
        ("a bcdefghij k", ("a", "bcde", "fghi", "j k")),
        ("abcd efgh", ("abcd", "efgh")),
    ],
)
def test_words_are_broken_into_lines(text: str, lines: tuple[str, ...]) -> None:
    assert wrap(text, 4) == lines


@given(st.text(alphabet="ab ", max_size=120), st.integers(1, 30))
def test_wrapping_loses_no_letter_and_keeps_the_width(text: str, across: int) -> None:
    lines = wrap(text, across)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(0 < len(line) <= across for line in lines)
    assert all(line == line.strip() for line in lines)


def test_a_paragraph_is_pages_of_lines_below_the_title() -> None:
    words = [f"word{number:016}" for number in range(8)]
    pages = paragraph(" ".join(words), 3)
    assert [[mark.text for mark in page] for page in pages] == [words[:3], words[3:6], words[6:]]
    assert all(
        [(mark.x, mark.y) for mark in page] == [(0, 8 * (line + 1)) for line in range(len(page))] for page in pages
    )
    assert paragraph("", 3) == ()
