"""Marks become pixels: letters, patterns, frames; cut off at the edges, the later over the earlier."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.fonts.faces import FACE_METRICS, Face, glyph, text_width
from companion.core.picture import BLANK, HEIGHT, WIDTH, Picture
from companion.core.screen import PATTERNS, FilledBox, Icon, Mark, Outline, Screen, TextMark, Veil, box
from companion.ui.raster import draw
from tests.pictures import pixel


def picture(*marks: Mark) -> Picture:
    return draw(Screen(marks))


def lit(*marks: Mark) -> set[tuple[int, int]]:
    drawn = picture(*marks)
    return {(x, y) for x in range(WIDTH) for y in range(HEIGHT) if pixel(drawn, x, y)}


def test_nothing_is_a_blank_picture() -> None:
    assert picture() == BLANK
    assert picture(TextMark(0, 0, ""), FilledBox(0, 0, 0, 9), FilledBox(0, 0, 9, 0), Outline(0, 0, 0, 0)) == BLANK


@pytest.mark.parametrize("face", FACE_METRICS)
def test_a_letter_is_its_columns_and_an_accent_stands_above(face: Face) -> None:
    top = 20 - FACE_METRICS[face].rise
    expected = {
        (10 + column, top + row) for column, bits in enumerate(glyph("É", face)) for row in range(24) if bits >> row & 1
    }
    assert lit(TextMark(10, 20, "É", face)) == expected
    assert min(y for _, y in lit(TextMark(10, 20, "E", face))) == 20


def test_letters_stand_one_pixel_apart() -> None:
    assert lit(TextMark(3, 5, "AB")) == lit(TextMark(3, 5, "A")) | lit(TextMark(3 + text_width("A") + 1, 5, "B"))


def test_scale_doubles_every_pixel() -> None:
    small = lit(TextMark(0, 0, "R2"))
    assert lit(TextMark(0, 0, "R2", scale=2)) == {
        (2 * x + right, 2 * y + down) for x, y in small for right in (0, 1) for down in (0, 1)
    }


def test_inverse_letters_are_dark_on_a_lit_box() -> None:
    ground = FilledBox(0, 0, 20, 20)
    assert lit(TextMark(2, 3, "A", inverse=True)) == set()
    assert lit(ground, TextMark(2, 3, "A", inverse=True)) == lit(ground) - lit(TextMark(2, 3, "A"))


def test_an_unknown_letter_is_a_box() -> None:
    assert lit(TextMark(0, 2, "火")) == lit(Outline(0, 2, 5, 7))


def test_an_icon_changes_its_own_pixels_only() -> None:
    icon = ("# #", " # ")
    assert lit(Icon(4, 5, icon)) == {(4, 5), (6, 5), (5, 6)}
    ground = FilledBox(0, 0, 20, 20)
    assert lit(ground, Icon(4, 5, icon, dark=True)) == lit(ground) - lit(Icon(4, 5, icon))


def test_a_rounded_box_leaves_its_corners() -> None:
    corners = {(2, 3), (6, 3), (2, 8), (6, 8)}
    assert lit(FilledBox(2, 3, 5, 6, rounded=True)) == lit(FilledBox(2, 3, 5, 6)) - corners
    assert lit(Outline(2, 3, 5, 6, rounded=True)) == lit(Outline(2, 3, 5, 6)) - corners
    assert lit(FilledBox(0, 0, 20, 20), Outline(2, 3, 5, 6, dark=True)) == lit(FilledBox(0, 0, 20, 20)) - lit(
        Outline(2, 3, 5, 6)
    )


@pytest.mark.parametrize("pattern", range(len(PATTERNS)))
def test_a_pattern_repeats_from_the_corner_of_its_mark(pattern: int) -> None:
    expected = {(x, y) for x in range(20) for y in range(11) if PATTERNS[pattern][x % 8] >> y % 8 & 1}
    assert lit(FilledBox(0, 0, 20, 11, pattern)) == expected
    assert lit(FilledBox(37, 13, 20, 11, pattern)) == {(x + 37, y + 13) for x, y in expected}


def test_a_frame_is_an_outline() -> None:
    assert lit(Outline(2, 3, 5, 4)) == {(x, y) for x in range(2, 7) for y in range(3, 7) if x in (2, 6) or y in (3, 6)}
    assert lit(Outline(2, 3, 1, 1)) == {(2, 3)}
    assert lit(Outline(2, 3, 3, 1)) == {(2, 3), (3, 3), (4, 3)}


MARKS: list[Mark] = [TextMark(0, 0, "Abg"), TextMark(0, 0, "Ab", scale=2), FilledBox(0, 0, 17, 13, 3), Icon(0, 0, ("###", "# ")),
                     Outline(0, 0, 17, 13), Veil(0, 0, 17, 13, (Outline(0, 0, 17, 13),))]  # fmt: skip


def moved(mark: Mark, x: int, y: int) -> Mark:
    match mark:
        case TextMark():
            return TextMark(x, y, mark.text, mark.face, mark.inverse, mark.scale)
        case FilledBox():
            return FilledBox(x, y, mark.width, mark.height, mark.pattern)
        case Outline():
            return Outline(x, y, mark.width, mark.height)
        case Icon():
            return Icon(x, y, mark.rows)
        case Veil():
            return Veil(x, y, mark.width, mark.height, tuple(moved(inner, x, y) for inner in mark.marks))


@pytest.mark.slow
@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: type(mark).__name__)
@given(x=st.integers(-40, 150), y=st.integers(-40, 90))
def test_what_lies_beyond_an_edge_is_cut_off(mark: Mark, x: int, y: int) -> None:
    whole = lit(mark)
    expected = {(left + x, top + y) for left, top in whole if 0 <= left + x < WIDTH and 0 <= top + y < HEIGHT}
    assert lit(moved(mark, x, y)) == expected


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: type(mark).__name__)
def test_a_mark_lights_pixels_in_its_box_only(mark: Mark) -> None:
    x, y, width, height = box(mark)
    assert lit(mark) <= {(left, top) for left in range(x, x + width) for top in range(y, y + height)}


def test_what_is_drawn_later_covers_what_is_below() -> None:
    assert lit(FilledBox(0, 0, 30, 20), FilledBox(5, 5, 10, 10, 0)) == {
        (x, y) for x in range(30) for y in range(20) if not (5 <= x < 15 and 5 <= y < 15)
    }
    assert lit(TextMark(8, 4, "A"), FilledBox(0, 0, 30, 20)) == {(x, y) for x in range(30) for y in range(20)}


@pytest.mark.parametrize(("x", "y"), [(-3, 20), (40, -3), (120, 20), (40, 58)])
def test_what_is_cut_off_covers_as_well(x: int, y: int) -> None:
    behind = {(left, top) for left in range(WIDTH) for top in range(HEIGHT)}
    hole = {(left, top) for left in range(x, x + 17) for top in range(y, y + 13)}
    assert lit(FilledBox(0, 0, WIDTH, HEIGHT), FilledBox(x, y, 17, 13, 0)) == behind - hole


def test_a_frame_covers_only_its_line() -> None:
    assert lit(TextMark(8, 4, "A"), Outline(0, 0, 30, 20)) == lit(TextMark(8, 4, "A")) | lit(Outline(0, 0, 30, 20))


def test_a_veil_is_drawn_as_what_stands_in_it() -> None:
    inner = (TextMark(4, 4, "x"), Veil(0, 0, 9, 9, (FilledBox(20, 20, 3, 3),)))
    assert lit(Veil(0, 0, 40, 40, inner)) == lit(TextMark(4, 4, "x"), FilledBox(20, 20, 3, 3))
