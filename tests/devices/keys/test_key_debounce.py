"""Debouncing: every bounce train gives one press, without delay, and one release."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keys.key_debounce import SETTLING_SHARE, ContactChange, KeyDebounce
from tests.devices.bounces import TRAINS, Edge

LOCKOUT = 8.0
SETTLED = LOCKOUT * SETTLING_SHARE


class Told(list[tuple[float, ContactChange]]):
    """What came out, each with when it did."""

    @property
    def changes(self) -> list[ContactChange]:
        return [change for _, change in self]


def play(edges: tuple[Edge, ...], late: float = 0) -> Told:
    """Hand every edge over `late` after it happened, and look at the level whenever a deadline comes. Milliseconds."""
    debounce = KeyDebounce(LOCKOUT)
    told = Told()
    happens = [(edge.at, 0, number) for number, edge in enumerate(edges)]
    arrives = [(edge.at + late, 1, number) for number, edge in enumerate(edges)]
    level, clock = False, float("-inf")
    for when, kind, number in sorted(happens + arrives):
        edge = edges[number]
        while debounce.deadline is not None and debounce.deadline < when:
            clock = max(clock, debounce.deadline)
            told += [(clock, change) for change in debounce.expire(level, clock)]
        clock = max(clock, when)
        if kind == 0:
            level = edge.closed
        else:
            told += [(clock, change) for change in debounce.edge(edge.closed, edge.at, clock)]
    while debounce.deadline is not None:
        clock = max(clock, debounce.deadline)
        told += [(clock, change) for change in debounce.expire(level, clock)]
    return told


def at_once(edges: tuple[Edge, ...]) -> list[ContactChange]:
    """The loop was busy: all edges are handed over before any deadline is looked at."""
    debounce = KeyDebounce(LOCKOUT)
    told: list[ContactChange] = []
    for at, closed in edges:
        told += debounce.edge(closed, at, edges[-1].at)
    while debounce.deadline is not None:
        told += debounce.expire(edges[-1].closed, debounce.deadline)
    return told


def test_a_release_is_told_as_soon_as_it_can_be_believed() -> None:
    """Not before the finger left, and soon after the contact came to rest and the press was no longer locked out."""
    for name, train in TRAINS.items():
        _, (when, release) = play(train.edges)
        still = max(train.edges[-1].at, train.edges[0].at + LOCKOUT)
        assert train.let_go <= release.at <= still, name
        assert when <= still + SETTLED, name


def test_the_next_press_is_told_like_the_first() -> None:
    """A finger needs far longer than a lock-out to come back."""
    for name, train in TRAINS.items():
        again = train.edges[-1].at + 2 * LOCKOUT + SETTLED
        second = tuple(Edge(edge.at + again, edge.closed) for edge in train.edges)
        told = play((*train.edges, *second))
        assert [change.down for change in told.changes] == [True, False] * 2, name
        assert told[2] == (again, ContactChange(True, again)), name


def test_a_train_is_one_press_without_delay_and_one_release_however_late_its_edges_come() -> None:
    for name, train in TRAINS.items():
        first = train.edges[0].at
        for late in (0, 0.1, 0.6, 1.5, 5.0, 7.9, 8.1, 30.0):
            told = play(train.edges, late)
            assert [change.down for change in told.changes] == [True, False], (name, late)
            assert told[0] == (first + late, ContactChange(True, first)), (name, late)
        assert at_once(train.edges) == play(train.edges).changes, name


def test_a_tap_shorter_than_the_lockout_is_released_when_it_ends() -> None:
    assert play((Edge(0, True), Edge(3, False))) == [
        (0, ContactChange(True, 0)),
        (LOCKOUT, ContactChange(False, LOCKOUT)),
    ]


def test_a_release_is_dated_by_its_edge_and_told_when_it_has_lasted() -> None:
    assert play((Edge(0, True), Edge(50, False)))[1] == (50 + SETTLED, ContactChange(False, 50))


@pytest.mark.parametrize(("gap", "presses"), [(SETTLED - 0.01, 1), (SETTLED + 0.01, 2)])
def test_how_long_an_opening_must_last(gap: float, presses: int) -> None:
    told = play((Edge(0, True), Edge(50, False), Edge(50 + gap, True), Edge(100, False)))
    assert [change.down for change in told.changes] == [True, False] * presses


def test_an_early_look_does_nothing() -> None:
    debounce = KeyDebounce(LOCKOUT)
    assert debounce.edge(True, 0, 0) == (ContactChange(True, 0),)
    assert debounce.expire(False, 7.9) == ()
    assert debounce.deadline == LOCKOUT


def test_a_release_whose_edge_never_came_is_found_when_the_lockout_ends() -> None:
    debounce = KeyDebounce(LOCKOUT)
    debounce.edge(True, 0, 0)
    assert debounce.expire(False, LOCKOUT) == (), "not believed at first sight"
    assert debounce.deadline == LOCKOUT + SETTLED
    assert debounce.expire(False, LOCKOUT + SETTLED) == (ContactChange(False, LOCKOUT),)


def test_a_press_that_was_seen_before_its_edge_came_counts_from_its_edge() -> None:
    """The loop was busy: the look at the end of a release's lock-out comes between a press and its edge."""
    debounce = KeyDebounce(LOCKOUT)
    debounce.edge(True, 0, 0)
    debounce.expire(True, LOCKOUT)
    debounce.edge(False, 50, 50)
    assert debounce.expire(False, 50 + SETTLED) == (ContactChange(False, 50),)
    assert debounce.expire(True, 90) == ()
    assert debounce.edge(True, 80, 90) == (ContactChange(True, 80),)
    assert debounce.edge(False, 90.1, 90.2) == ()
    assert debounce.expire(False, 92) == (ContactChange(False, 90.1),)


def test_a_release_counts_although_the_next_press_is_seen_before_it_is_told() -> None:
    debounce = KeyDebounce(LOCKOUT)
    assert debounce.edge(True, 0, 30) == (ContactChange(True, 0),), "the machine was busy"
    assert debounce.edge(False, 12, 50) == ()
    assert debounce.expire(True, 57) == (), "the level is the next press's, whose edge is on its way"
    assert debounce.edge(True, 56, 58) == (ContactChange(False, 12), ContactChange(True, 56))


def test_a_release_is_told_before_another_key_although_the_next_press_is_seen_already() -> None:
    debounce = KeyDebounce(LOCKOUT)
    debounce.edge(True, 0, 3)
    assert debounce.edge(False, 91, 99) == ()
    assert debounce.expire(True, 335) == (), "the look came late, and sees the press after this release"
    assert debounce.until(158) == (ContactChange(False, 91),), "another key was pressed at 158"
    assert debounce.edge(True, 322, 374) == (ContactChange(True, 322),)


def test_a_bounce_that_is_seen_before_its_edge_came_is_no_release() -> None:
    debounce = KeyDebounce(LOCKOUT)
    assert debounce.edge(True, 0, 0) == (ContactChange(True, 0),)
    assert debounce.edge(False, 12, 12) == ()
    assert debounce.expire(True, 12 + SETTLED) == ()
    assert debounce.edge(True, 12 + SETTLED / 2, 12 + 2 * SETTLED) == ()
    assert debounce.deadline is None


def test_a_press_that_was_told_before_its_edge_came_is_not_told_again_by_it() -> None:
    debounce = KeyDebounce(LOCKOUT)
    debounce.edge(True, 0, 0)
    debounce.edge(False, 12, 12)
    assert debounce.expire(False, 12 + SETTLED) == (ContactChange(False, 12),)
    assert debounce.expire(True, 12 + LOCKOUT) == ()
    assert debounce.expire(True, 12 + LOCKOUT + SETTLED) == (ContactChange(True, 12 + LOCKOUT),)
    assert debounce.edge(True, 11.5 + LOCKOUT, 14 + LOCKOUT) == ()


def test_a_contact_at_rest_waits_for_nothing() -> None:
    debounce = KeyDebounce(LOCKOUT)
    assert debounce.deadline is None
    debounce.edge(True, 0, 0)
    assert debounce.expire(True, LOCKOUT) == ()
    assert debounce.deadline is None


def test_a_contact_that_was_closed_at_the_start_tells_only_its_opening() -> None:
    debounce = KeyDebounce(LOCKOUT, down=True)
    assert debounce.edge(True, 1, 1) == ()
    assert debounce.edge(False, 2, 2) == ()
    assert debounce.expire(False, 2 + SETTLED) == (ContactChange(False, 2),)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=30),
    st.integers(0, 80),
)
def test_any_train_alternates_and_ends_as_the_contact_does(steps: list[tuple[int, bool]], late: int) -> None:
    at, edges = 0.0, []
    for pause, closed in steps:
        at += pause / 4
        edges.append(Edge(at, closed))
    for told in (play(tuple(edges), late / 4).changes, at_once(tuple(edges)) if edges else []):
        assert [change.down for change in told] == [number % 2 == 0 for number in range(len(told))]
        assert all(later.at - earlier.at >= LOCKOUT for earlier, later in pairwise(told))
        if edges:
            assert (told[-1].down if told else False) == edges[-1].closed
