"""A report passes only when it is whole: what is missing, doubled, failing or out of the plan is told."""

import pytest

from tests.vm.plan import PLANS, Guest
from tests.vm.report import END, complaints

PLAN = ("it boots", "it works", "it ends")
WHOLE = ("1..3", "ok 1 - it boots", "# 1.00 a figure", "ok 2 - it works", "ok 3 - it ends", END)


def _told(*lines: str, ended: bool = True) -> list[str]:
    return complaints(lines, PLAN, ended=ended)


def _without(line: str) -> tuple[str, ...]:
    return tuple(other for other in WHOLE if other != line)


def test_a_whole_report_passes() -> None:
    assert _told(*WHOLE) == []


@pytest.mark.parametrize("line", [line for line in WHOLE if not line.startswith("# 1.00")])
def test_nothing_but_a_figure_may_be_missing(line: str) -> None:
    assert _told(*_without(line))


@pytest.mark.parametrize("line", [line for line in WHOLE if not line.startswith("#")])
def test_nothing_may_stand_there_twice(line: str) -> None:
    place = WHOLE.index(line)
    assert _told(*WHOLE[:place], line, *WHOLE[place:])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_check_that_failed_is_named(number: int) -> None:
    failed = f"not ok {number} - {PLAN[number - 1]}"
    lines = tuple(failed if line.startswith(f"ok {number} ") else line for line in WHOLE)
    assert _told(*lines) == [f"Check {number} failed: {PLAN[number - 1]}."]


def test_a_missing_check_at_the_end_is_named() -> None:
    assert _told(*WHOLE[:4], END) == ["Check 3 is missing: it ends."]


@pytest.mark.parametrize(
    "strange",
    [
        "ok 2 - it works somehow",  # under another name
        "ok 3 - it works",  # under another number
        "ok 2 - it works # skip no device",  # not done
        "ok 2",
    ],
)
def test_a_check_that_was_not_planned_is_none(strange: str) -> None:
    assert _told(*(strange if line == "ok 2 - it works" else line for line in WHOLE))


def test_more_checks_than_planned_are_told() -> None:
    assert _told(*WHOLE[:-1], "ok 4 - it sings", END) == ["There are 1 checks too many."]


def test_the_order_is_the_plans() -> None:
    assert _told("1..3", "ok 2 - it works", "ok 1 - it boots", "ok 3 - it ends", END)


def test_another_count_than_the_plans_is_told() -> None:
    assert _told("1..2", *WHOLE[1:]) == ["The guest planned 1..2, not 1..3."]


def test_words_after_the_end_are_no_end() -> None:
    assert _told(*WHOLE, "Traceback (most recent call last):") == ["The report breaks off."]


def test_a_guest_that_had_to_be_ended_does_not_pass() -> None:
    assert _told(*WHOLE, ended=False) == ["The guest did not end in time."]


def test_silence_does_not_pass() -> None:
    assert len(_told()) == 2 + len(PLAN)


@pytest.mark.parametrize("guest", PLANS)
def test_a_plan_names_each_check_once(guest: Guest) -> None:
    assert len(set(PLANS[guest])) == len(PLANS[guest])
    assert not any("\n" in name or name != name.strip() for name in PLANS[guest])
