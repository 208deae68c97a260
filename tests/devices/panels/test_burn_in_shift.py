"""A picture moved by one pixel."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.devices.panels.burn_in_shift import SHIFT_CYCLE, shift_picture
from tests.devices.pictures import pictures
from tests.pictures import pixel


@given(pictures(), st.sampled_from(SHIFT_CYCLE))
def test_every_pixel_moves_and_what_comes_in_is_dark(picture: Picture, shift: tuple[int, int]) -> None:
    right, down = shift
    moved = shift_picture(picture, shift)
    assert len(moved) == len(picture)
    for y in range(0, HEIGHT, 3):
        for x in range(0, WIDTH, 5):
            inside = x >= right and y >= down
            assert pixel(moved, x, y) == (inside and pixel(picture, x - right, y - down))


def test_the_cycle_comes_back_one_pixel_at_a_time() -> None:
    for (right, down), (next_right, next_down) in zip(SHIFT_CYCLE, (*SHIFT_CYCLE[1:], SHIFT_CYCLE[0]), strict=True):
        assert abs(next_right - right) + abs(next_down - down) == 1
    assert SHIFT_CYCLE[0] == (0, 0)
