"""When a die is at rest: readings for sequences of sensor states, to the millisecond."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.devices.dice.sensors import DieSettling, LyingDie, SensorState
from companion.devices.protocols import DieSight

THREE, FIVE = LyingDie(3, 1), LyingDie(5, 4)
MS = 0.001


class Course:
    """A die under sensors that a test moves; what is told is kept with its time in milliseconds. `stable`: milliseconds."""

    def __init__(self, look: SensorState, **spans: float) -> None:
        self.look, self.now = look, 0
        self.rest = DieSettling(look, **spans)
        self.told: list[tuple[int, LyingDie | DieSight]] = []

    def then(self, milliseconds: int, look: SensorState) -> "Course":
        """After so long something else is seen, or the same again after an edge."""
        self.wait(milliseconds)
        self.look = look
        self.keep(self.rest.edge(look, self.now * MS))
        return self

    def wait(self, milliseconds: int) -> "Course":
        end = self.now + milliseconds
        while self.rest.deadline is not None and (due := round(self.rest.deadline / MS)) <= end:
            self.now = due
            # A timer is never early, and as late as a float is inexact.
            self.keep(self.rest.expire(self.look, max(due * MS, self.rest.deadline)))
        self.now = end
        return self

    def keep(self, told: tuple[LyingDie | DieSight, ...]) -> None:
        self.told += [(self.now, one) for one in told]

    @property
    def readings(self) -> list[tuple[int, LyingDie]]:
        return [(at, one) for at, one in self.told if isinstance(one, LyingDie)]


def test_a_reading_counts_when_it_was_stable_for_300_ms() -> None:
    course = Course("absent").then(1000, THREE).wait(299)
    assert course.told == [(1000, DieSight("tumbling"))]
    assert course.wait(1).readings == [(1300, THREE)]
    assert course.wait(10_000).readings == [(1300, THREE)], "and once"


def test_a_die_that_lay_there_at_the_start_is_no_roll() -> None:
    course = Course(THREE).wait(1000)
    assert course.told == []
    assert course.then(0, "absent").then(500, THREE).wait(500).readings == [(1800, THREE)]


@pytest.mark.parametrize(("away", "rolls"), [(1, 0), (299, 0), (300, 1), (5000, 1)])
def test_a_die_that_was_hardly_away_was_not_thrown(away: int, rolls: int) -> None:
    """A sensor that flickers, a sleeve, a knock against the table."""
    course = Course(THREE).wait(1000).then(0, "unreadable").then(away, THREE).wait(1000)
    assert len(course.readings) == rolls
    assert course.told[-1][1] == (THREE if rolls else DieSight("lying"))


@pytest.mark.parametrize("look", ["absent", "unreadable", "silent"])
def test_what_hinders_is_told_when_it_stays(look: SensorState) -> None:
    course = Course(THREE).wait(1000).then(0, look).wait(299)
    assert course.told == [(1000, DieSight("tumbling"))]
    assert course.wait(1).told[1:] == [(1300, DieSight(look))]


def test_an_edge_that_was_missed_begins_the_wait_anew() -> None:
    course = Course("absent").wait(1000).then(0, THREE)
    course.look = FIVE  # and no edge
    assert course.wait(2000).readings == [(1600, FIVE)]


def test_what_lies_there_when_a_reader_comes_back_is_no_roll() -> None:
    course = Course(THREE, stable=0.0, away=0.6).wait(10).then(0, "gone").then(5000, "moving").then(300, FIVE).wait(10)
    assert [one for _, one in course.told] == [
        DieSight("tumbling"),
        DieSight("gone"),
        DieSight("tumbling"),
        DieSight("lying"),
    ]


@pytest.mark.parametrize("look", ["absent", FIVE])
def test_a_reader_that_was_gone_for_a_moment_knows_no_more_than_one_that_was_gone_for_long(look: SensorState) -> None:
    """Gone and back within one turn of a busy loop, in which nothing comes to rest; a die laid down later is a roll."""
    course = Course(THREE, stable=0.0, away=0.6).wait(10)
    course.then(5000, "gone").then(0, "moving").then(300, look).wait(10)
    assert course.readings == []
    assert course.then(1000, "moving").then(1000, THREE).wait(10).readings == [(7320, THREE)]


def test_nothing_waits_while_all_is_still() -> None:
    course = Course("absent")
    assert course.rest.deadline is None
    assert course.then(300, THREE).rest.deadline == pytest.approx(0.6)
    assert course.wait(300).rest.deadline is None


@given(
    st.lists(
        st.tuples(st.integers(0, 900), st.sampled_from([THREE, FIVE, "absent", "unreadable", "silent"])), max_size=40
    )
)
def test_whatever_happens_a_reading_stood_for_300_ms_and_was_laid_down_for_it(
    course: list[tuple[int, SensorState]],
) -> None:
    """An independent count: a reading at every end of 300 still milliseconds on a die, but for one that was hardly away."""
    die = Course("absent").wait(1000)
    for milliseconds, look in course:
        die.then(milliseconds, look)
    die.wait(1000)
    expected: list[tuple[int, SensorState]] = []
    last: SensorState = "absent"
    at, left = 1000, 0
    spans: list[tuple[int, SensorState]] = [(0, "absent"), *course]
    for index, (pause, look) in enumerate(spans):
        at += pause
        follows = spans[index + 1][0] if index + 1 < len(spans) else 1000
        # A change at the very end of the 300 ms comes after the look that ends them.
        if follows < 300:
            continue
        if isinstance(look, LyingDie):
            # Exactly 300 ms away is on the limit, where rounding decides.
            assume(look != last or at - left != 300)
            if look != last or at - left >= 300:
                expected.append((at + 300, look))
            last = look
            left = at + follows
    assert die.readings == expected
