"""The budget of processor time, its end and its pauses, with a fake clock."""

from companion.history.cpu_budget import PAUSE_SECONDS, SLICE_SECONDS, CpuBudget


class Clock:
    """Each reading advances it by a given time."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 0.0, each

    def __call__(self) -> float:
        self.now += self.each
        return self.now


def test_work_rests_after_each_slice() -> None:
    rests: list[float] = []
    budget = CpuBudget(1.0, Clock(SLICE_SECONDS / 4), rests.append)
    for _ in range(16):
        assert budget.step()
    assert rests == [PAUSE_SECONDS] * 4


def test_a_budget_ends() -> None:
    budget = CpuBudget(0.03, Clock(0.01), lambda _: None)
    assert [budget.step() for _ in range(4)] == [True, True, False, False]


def test_items_are_taken_step_by_step() -> None:
    rests: list[float] = []
    assert list(CpuBudget(1.0, Clock(SLICE_SECONDS), rests.append).each("abc")) == ["a", "b", "c"]
    assert len(rests) == 3


def test_without_limit_nothing_rests() -> None:
    rests: list[float] = []
    budget = CpuBudget(None, Clock(1_000), rests.append)
    assert all(budget.step() for _ in range(100))
    assert rests == []
