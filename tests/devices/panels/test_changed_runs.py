"""A picture is shifted without a loss inside, and its changes are the fewest runs."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import BLANK, HEIGHT, PAGES, WIDTH, Picture, PixelRun, applied
from companion.devices.panels.dimming import SHIFT_CYCLE, shift_picture
from companion.devices.panels.oled_panel import SAME_PAGE_OVERHEAD, changed_runs
from tests.devices.pictures import lit, pictures
from tests.pictures import pixel


def cost(changes: tuple[PixelRun, ...]) -> int:
    return sum(SAME_PAGE_OVERHEAD + len(run.data) for run in changes)


@given(pictures(), pictures())
def test_the_runs_make_the_new_picture(old: Picture, new: Picture) -> None:
    assert applied(old, changed_runs(old, new)) == new


@given(pictures())
def test_an_equal_picture_has_no_runs(picture: Picture) -> None:
    assert changed_runs(picture, bytes(bytearray(picture))) == ()


@given(pictures())
def test_nothing_known_means_every_page_whole(picture: Picture) -> None:
    changes = changed_runs(None, picture)
    assert [(run.page, run.column, len(run.data)) for run in changes] == [(page, 0, WIDTH) for page in range(PAGES)]
    assert applied(lit((3, 3)), changes) == picture


@given(st.sets(st.integers(0, WIDTH - 1), max_size=9), st.integers(0, PAGES - 1))
def test_no_other_cut_is_cheaper(columns: set[int], page: int) -> None:
    changes = changed_runs(BLANK, lit(*((x, page * 8) for x in columns)))
    ordered = sorted(columns)
    best = {0: 0}
    for end in range(1, len(ordered) + 1):
        best[end] = min(
            best[start] + SAME_PAGE_OVERHEAD + ordered[end - 1] - ordered[start] + 1 for start in range(end)
        )
    assert cost(changes) == best[len(ordered)]


def test_runs_with_a_gap_of_five_are_one_and_of_six_are_two() -> None:
    assert [len(run.data) for run in changed_runs(BLANK, lit((10, 0), (16, 0)))] == [7]
    assert [len(run.data) for run in changed_runs(BLANK, lit((10, 0), (17, 0)))] == [1, 1]


def test_runs_go_from_the_top_down() -> None:
    changes = changed_runs(BLANK, lit((5, 63), (9, 0), (100, 0)))
    assert [(run.page, run.column) for run in changes] == [(0, 9), (0, 100), (7, 5)]


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
