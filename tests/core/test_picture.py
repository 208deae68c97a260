"""Pictures: the panels' order of bytes, and half blocks for eyes."""

import pytest

from companion.core.picture import BLANK, HEIGHT, WIDTH
from tests.pictures import as_text, pixel


def lit(*points: tuple[int, int]) -> bytes:
    picture = bytearray(BLANK)
    for x, y in points:
        picture[y // 8 * WIDTH + x] |= 1 << y % 8
    return bytes(picture)


def test_a_blank_picture_is_1024_dark_bytes() -> None:
    assert len(BLANK) == 1024
    assert not any(pixel(BLANK, x, y) for x in range(WIDTH) for y in range(HEIGHT))


@pytest.mark.parametrize("point", [(0, 0), (127, 0), (0, 63), (127, 63), (5, 7), (5, 8), (64, 31)])
def test_one_pixel_is_one_bit(point: tuple[int, int]) -> None:
    picture = lit(point)
    assert [(x, y) for x in range(WIDTH) for y in range(HEIGHT) if pixel(picture, x, y)] == [point]


def test_the_byte_of_a_page_holds_its_top_pixel_in_bit_0() -> None:
    picture = bytearray(BLANK)
    picture[2 * WIDTH + 3] = 0b1000_0001
    assert pixel(bytes(picture), 3, 16)
    assert pixel(bytes(picture), 3, 23)
    assert not pixel(bytes(picture), 3, 17)


def test_a_picture_as_text_has_two_pixels_a_letter() -> None:
    text = as_text(lit((0, 0), (1, 1), (2, 0), (2, 1), (4, 0), (127, 63)))
    lines = text.split("\n")
    assert lines[0] == "▀▄█ ▀"
    assert lines[31] == " " * 127 + "▄"
    assert lines[1:31] == [""] * 30
    assert lines[32:] == [""], "32 lines, the last one ended"
