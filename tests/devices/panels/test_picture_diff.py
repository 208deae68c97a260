"""The runs turn the old picture into the new one, and cost no more than they must."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.devices.panels.picture_diff import SAME_PAGE_OVERHEAD, changed_runs
from tests.devices.pictures import lit, pictures


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
