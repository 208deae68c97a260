"""Debouncing: every bounce train gives one press, dated at its first edge, and one release; a spike gives nothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keys.debounce import ContactChange, KeyDebounce
from tests.devices.bounces import FIRST_EDGES, NO_PRESS, TRAINS, Edge

LOCKOUT = 8.0
SETTLE = 2.0
EXACTLY = 1e-9
"""What times lose when they are added up."""


class Told(list[tuple[float, ContactChange]]):
    """What came out, each with when it did."""

    @property
    def changes(self) -> list[ContactChange]:
        return [change for _, change in self]


def play(edges: tuple[Edge, ...], late: float = 0) -> Told:
    """Hand every edge over `late` after it happened, and look at the level whenever a deadline comes. Milliseconds."""
    debounce = KeyDebounce(LOCKOUT, SETTLE)
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
    debounce = KeyDebounce(LOCKOUT, SETTLE)
    told: list[ContactChange] = []
    for at, closed in edges:
        told += debounce.edge(closed, at, edges[-1].at)
    while debounce.deadline is not None:
        told += debounce.expire(edges[-1].closed, debounce.deadline)
    return told


def test_a_train_is_one_press_and_one_release_however_late_its_edges_come() -> None:
    """Both are reported as soon as the contact has settled: the press dated at its first edge, the release not before the
    finger left."""
    for name, train in TRAINS.items():
        first = FIRST_EDGES.get(name, 0)
        pressed = max(edge.at for edge in train.edges if edge.closed and edge.at < train.let_go)
        released = max(train.edges[-1].at, first + LOCKOUT)
        for late in (0, 0.1, 0.6, 1.5, 5.0, 7.9, 8.1, 30.0):
            (when, press), (then, release) = play(train.edges, late)
            assert press == ContactChange(True, first), (name, late)
            assert first + SETTLE <= when - late + EXACTLY, (name, late)
            # If the look came after the finger left, the release's edge says that it was a press.
            assert when - late <= max(pressed + SETTLE, train.let_go if late else 0) + EXACTLY, (name, late)
            assert not release.down, (name, late)
            assert train.let_go <= release.at <= released, (name, late)
            assert then - late <= released + SETTLE + EXACTLY, (name, late)
        assert at_once(train.edges) == play(train.edges).changes, name


def test_the_next_press_is_told_like_the_first() -> None:
    """A finger needs far longer than a lock-out to come back."""
    for name, train in TRAINS.items():
        again = train.edges[-1].at + 2 * LOCKOUT + SETTLE
        second = tuple(Edge(edge.at + again, edge.closed) for edge in train.edges)
        once, twice = play(train.edges).changes, play((*train.edges, *second)).changes
        assert twice[:2] == once, name
        assert twice[2].at == pytest.approx(once[0].at + again), name
        assert [change.down for change in twice] == [True, False] * 2, name


@pytest.mark.parametrize("late", [0, 1.9, 30.0])
def test_spikes_are_no_press_however_often_they_come(late: float) -> None:
    for name, edges in NO_PRESS.items():
        assert play(edges, late) == [], name
        assert at_once(edges) == [], name


@given(st.lists(st.tuples(st.floats(0, 30), st.floats(0, SETTLE - 0.01)), max_size=30), st.floats(0, 40))
def test_what_is_never_closed_for_the_settling_time_is_no_press(spikes: list[tuple[float, float]], late: float) -> None:
    at, edges = 0.0, []
    for pause, width in spikes:
        edges += [Edge(at + pause, True), Edge(at + pause + width, False)]
        at += pause + width
    assert play(tuple(edges), late) == []
    assert at_once(tuple(edges)) == [] if edges else True


def test_spikes_before_a_press_do_not_date_it() -> None:
    assert play((Edge(0, True), Edge(0.002, False), Edge(5, True), Edge(90, False))) == [
        (5 + SETTLE, ContactChange(True, 5)),
        (90 + SETTLE, ContactChange(False, 90)),
    ]


@pytest.mark.parametrize(("closed", "presses"), [(SETTLE - 0.01, 0), (SETTLE + 0.01, 1)])
def test_how_long_a_press_must_last(closed: float, presses: int) -> None:
    told = play((Edge(0, True), Edge(closed, False)))
    assert [change.down for change in told.changes] == [True, False] * presses


def test_a_spike_whose_end_was_never_delivered_is_no_press() -> None:
    debounce = KeyDebounce(LOCKOUT, SETTLE)
    assert debounce.edge(True, 0, 0) == ()
    assert debounce.deadline == SETTLE
    assert debounce.expire(False, SETTLE) == ()
    assert debounce.deadline is None


def test_a_tap_shorter_than_the_lockout_is_released_when_it_ends() -> None:
    assert play((Edge(0, True), Edge(3, False))) == [
        (SETTLE, ContactChange(True, 0)),
        (LOCKOUT, ContactChange(False, LOCKOUT)),
    ]


@pytest.mark.parametrize(("gap", "presses"), [(SETTLE - 0.01, 1), (SETTLE + 0.01, 2)])
def test_how_long_an_opening_must_last(gap: float, presses: int) -> None:
    told = play((Edge(0, True), Edge(50, False), Edge(50 + gap, True), Edge(100, False)))
    assert [change.down for change in told.changes] == [True, False] * presses


def pressed() -> KeyDebounce:
    """A contact that was closed at 0, and whose press was reported."""
    debounce = KeyDebounce(LOCKOUT, SETTLE)
    assert debounce.edge(True, 0, 0) == ()
    assert debounce.expire(True, SETTLE) == (ContactChange(True, 0),)
    return debounce


def test_an_early_look_does_nothing() -> None:
    debounce = pressed()
    assert debounce.expire(False, 7.9) == ()
    assert debounce.deadline == LOCKOUT


def test_a_release_whose_edge_never_came_is_found_when_the_lockout_ends() -> None:
    debounce = pressed()
    assert debounce.expire(False, LOCKOUT) == (), "not believed at first sight"
    assert debounce.deadline == LOCKOUT + SETTLE
    assert debounce.expire(False, LOCKOUT + SETTLE) == (ContactChange(False, LOCKOUT),)


def test_a_press_that_was_seen_before_its_edge_came_counts_from_its_edge() -> None:
    """The loop was busy: the look at the end of a release's lock-out comes between a press and its edge."""
    debounce = pressed()
    debounce.expire(True, LOCKOUT)
    debounce.edge(False, 50, 50)
    assert debounce.expire(False, 50 + SETTLE) == (ContactChange(False, 50),)
    assert debounce.expire(True, 90) == ()
    assert debounce.edge(True, 80, 90) == ()
    assert debounce.edge(False, 90.1, 90.2) == (ContactChange(True, 80),)
    assert debounce.expire(False, 93) == (ContactChange(False, 90.1),)


def test_a_press_counts_although_its_release_is_seen_before_it_is_told() -> None:
    debounce = KeyDebounce(LOCKOUT, SETTLE)
    assert debounce.edge(True, 0, 30) == (), "the machine was busy"
    assert debounce.expire(False, 33) == (), "the level is the release's, whose edge is on its way"
    assert debounce.edge(False, 25, 34) == (ContactChange(True, 0),)
    assert debounce.expire(False, 37) == (ContactChange(False, 25),)


def test_a_release_counts_although_the_next_press_is_seen_before_it_is_told() -> None:
    debounce = KeyDebounce(LOCKOUT, SETTLE)
    assert debounce.edge(True, 0, 30) == (), "the machine was busy"
    assert debounce.edge(False, 12, 50) == (ContactChange(True, 0),)
    assert debounce.expire(True, 57) == (), "the level is the next press's, whose edge is on its way"
    assert debounce.edge(True, 56, 58) == (ContactChange(False, 12),)
    assert debounce.expire(True, 64) == (ContactChange(True, 56),)


def test_a_release_is_told_before_another_key_although_the_next_press_is_seen_already() -> None:
    debounce = pressed()
    assert debounce.edge(False, 91, 99) == ()
    assert debounce.expire(True, 335) == (), "the look came late, and sees the press after this release"
    assert debounce.until(158) == (ContactChange(False, 91),), "another key was pressed at 158"
    assert debounce.edge(True, 322, 374) == ()
    assert debounce.expire(True, 376) == (ContactChange(True, 322),)


def test_a_bounce_that_is_seen_before_its_edge_came_is_no_release() -> None:
    debounce = pressed()
    assert debounce.edge(False, 12, 12) == ()
    assert debounce.expire(True, 12 + SETTLE) == ()
    assert debounce.edge(True, 12 + SETTLE / 2, 12 + 2 * SETTLE) == ()
    assert debounce.deadline is None


def test_a_press_that_was_told_before_its_edge_came_is_not_told_again_by_it() -> None:
    debounce = pressed()
    debounce.edge(False, 12, 12)
    assert debounce.expire(False, 12 + SETTLE) == (ContactChange(False, 12),)
    assert debounce.expire(True, 12 + LOCKOUT) == ()
    assert debounce.expire(True, 12 + LOCKOUT + SETTLE) == (ContactChange(True, 12 + LOCKOUT),)
    assert debounce.edge(True, 11.5 + LOCKOUT, 14 + LOCKOUT) == ()


def test_a_contact_at_rest_waits_for_nothing() -> None:
    assert KeyDebounce(LOCKOUT, SETTLE).deadline is None
    debounce = pressed()
    assert debounce.expire(True, LOCKOUT) == ()
    assert debounce.deadline is None


def test_a_contact_that_was_closed_at_the_start_tells_only_its_opening() -> None:
    debounce = KeyDebounce(LOCKOUT, SETTLE, down=True)
    assert debounce.edge(True, 1, 1) == ()
    assert debounce.edge(False, 2, 2) == ()
    assert debounce.expire(False, 2 + SETTLE) == (ContactChange(False, 2),)


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
