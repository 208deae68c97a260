"""Pauses of a thread beside the table, with a fake clock."""

from companion.history.pace import PAUSE_SECONDS, SLICE_SECONDS, Pauses


class Clock:
    """Each reading advances it by a given time."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 0.0, each

    def __call__(self) -> float:
        self.now += self.each
        return self.now


def test_work_rests_after_each_slice() -> None:
    """Also where one piece of work is a part of another."""
    rests: list[float] = []
    pace = Pauses(Clock(SLICE_SECONDS / 4), rests.append)
    assert [list(pace(range(4))) for _ in pace(range(4))] == [[0, 1, 2, 3]] * 4
    assert rests == [PAUSE_SECONDS] * 4
