"""A glitch is no fault, what comes and goes is one fault, and a cable that flickers lets the table flicker ever less."""

from itertools import pairwise

import pytest

from companion.seats.device_faults import LONGEST_RECOVERY, RELAPSE, FaultTimings, FaultTracker

TIMINGS = FaultTimings()
WHY = "seat 1: screen not answering (I2C bus 1, address 0x3C): nothing acknowledges there, check its cable."


def broken(faults: FaultTracker, at: float, seat: int = 0, why: str = WHY) -> None:
    faults.report(seat, "screen", why, at, TIMINGS.grace)
    faults.expire(at)


def mended(faults: FaultTracker, at: float, recovery: float = 0) -> None:
    faults.report(0, "screen", None, at, TIMINGS.grace, recovery)
    faults.expire(at)


def passed(faults: FaultTracker, until: float) -> None:
    """Let the time come to every deadline up to `until`."""
    while (due := faults.deadline) is not None and due <= until:
        faults.expire(due)


def test_a_fault_counts_after_its_grace_and_ends_after_its_rest() -> None:
    faults = FaultTracker(TIMINGS.recovery)
    broken(faults, 100)
    assert not faults.active
    assert faults.deadline == 100 + TIMINGS.grace
    passed(faults, 101)
    ((seat, what),) = (fault.name for fault in faults.active)
    assert (seat, what, faults.active[0].sentence, faults.active[0].recovering) == (0, "screen", WHY, False)
    assert faults.deadline is None, "nothing is waited for but news"
    mended(faults, 110)
    assert faults.active[0].recovering
    assert faults.deadline == 110 + TIMINGS.recovery
    passed(faults, 112)
    assert not faults.active
    assert faults.deadline is None


def test_a_glitch_that_the_first_retry_mends_is_nothing() -> None:
    faults = FaultTracker(TIMINGS.recovery)
    for turn in range(50):
        broken(faults, turn)
        mended(faults, turn + 0.1)
        passed(faults, turn + 0.9)
        assert not faults.active
        assert faults.deadline is None


@pytest.mark.parametrize(("down", "up"), [(0.31, 0.01), (0.4, 0.4), (0.4, 0.9), (3.0, 0.1), (0.5, 2.0), (0.5, 7.5)])
def test_a_cable_that_flickers_is_told_seldom_whatever_its_rhythm(down: float, up: float) -> None:
    """In five minutes the table changes at most as often as ever longer rests allow."""
    faults, now, told = FaultTracker(TIMINGS.recovery), 0.0, [False]
    while now < 300:
        for seconds, happens in ((down, broken), (up, mended)):
            happens(faults, now)
            now += seconds
            passed(faults, now)
            told.append(bool(faults.active))
    changes = sum(before != after for before, after in pairwise(told))
    assert changes <= 7
    passed(faults, now + LONGEST_RECOVERY)
    assert faults.active == (), "and once it holds, the game goes on"


def test_rests_double_with_relapses_and_a_long_peace_forgets_them() -> None:
    faults, now, rests = FaultTracker(TIMINGS.recovery), 0.0, []
    for peace in (1, 1, 1, 1, RELAPSE, 1):
        broken(faults, now)
        passed(faults, now + 1)
        mended(faults, now + 1)
        due = faults.deadline
        assert due is not None
        rests.append(due - now - 1)
        passed(faults, due)
        assert not faults.active
        now = due + peace
    assert rests == [1, 2, 4, 8, 8, 1]


def test_what_must_be_watched_longer_is() -> None:
    faults = FaultTracker(TIMINGS.recovery)
    broken(faults, 0)
    passed(faults, 1)
    mended(faults, 5, recovery=TIMINGS.phone_return)
    assert faults.deadline == 5 + TIMINGS.phone_return


def test_faults_stand_by_seat_and_the_newest_reason_counts() -> None:
    faults = FaultTracker(TIMINGS.recovery)
    broken(faults, 0, seat=3)
    broken(faults, 0, seat=1)
    faults.report(1, "keys", "stuck", 0, TIMINGS.grace)
    broken(faults, 0.1, seat=3, why="another reason")
    passed(faults, 1)
    assert [fault.name for fault in faults.active] == [(1, "keys"), (1, "screen"), (3, "screen")]
    assert faults.active[2].sentence == "another reason"
    faults.drop(1, "keys")
    assert [fault.name for fault in faults.active] == [(1, "screen"), (3, "screen")]


def test_what_was_never_broken_cannot_be_mended() -> None:
    faults = FaultTracker(TIMINGS.recovery)
    mended(faults, 0)
    assert not faults.active
    assert faults.deadline is None
