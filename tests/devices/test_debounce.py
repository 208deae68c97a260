"""One press and one release come out of every bounce train, the press without delay."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.debounce import Change, Debounce
from tests.devices.bounces import TRAINS, Train

LOCKOUT = 8.0


def play(train: Train, lockout: float = LOCKOUT) -> list[Change]:
    """Hand every edge over when it happens, and look at the level whenever a deadline comes. Milliseconds."""
    debounce = Debounce(lockout)
    told: list[Change] = []
    level = False
    for at, down in train:
        while debounce.deadline is not None and debounce.deadline <= at:
            told += debounce.expire(level, debounce.deadline)
        level = down
        told += debounce.edge(down, at)
    while debounce.deadline is not None:
        told += debounce.expire(level, debounce.deadline)
    return told


@pytest.mark.parametrize("name", TRAINS)
def test_a_train_is_one_press_and_one_release(name: str) -> None:
    train = TRAINS[name]
    press, release = play(train)
    assert press == Change(True, train[0][0])
    assert not release.down
    last_closed = max(at for at, down in train if down)
    assert release.at <= max(last_closed, press.at) + 2 * LOCKOUT or release.at in [at for at, _ in train]


@pytest.mark.parametrize("name", TRAINS)
def test_a_train_that_comes_late_and_at_once_is_the_same(name: str) -> None:
    """The loop was busy: all edges are handed over before any deadline is looked at."""
    debounce = Debounce(LOCKOUT)
    told: list[Change] = []
    for at, down in TRAINS[name]:
        told += debounce.edge(down, at)
    while debounce.deadline is not None:
        told += debounce.expire(False, debounce.deadline)
    assert told == play(TRAINS[name])


def test_a_tap_shorter_than_the_lockout_is_released_when_it_ends() -> None:
    assert play(((0, True), (3, False))) == [Change(True, 0), Change(False, LOCKOUT)]


def test_an_early_look_does_nothing() -> None:
    debounce = Debounce(LOCKOUT)
    assert debounce.edge(True, 0) == (Change(True, 0),)
    assert debounce.expire(False, 7.9) == ()
    assert debounce.deadline == LOCKOUT


def test_a_contact_at_rest_waits_for_nothing() -> None:
    debounce = Debounce(LOCKOUT)
    assert debounce.deadline is None
    debounce.edge(True, 0)
    assert debounce.expire(True, LOCKOUT) == ()
    assert debounce.deadline is None


def test_a_contact_that_was_closed_at_the_start_tells_only_its_opening() -> None:
    debounce = Debounce(LOCKOUT, down=True)
    assert debounce.edge(True, 1) == ()
    assert debounce.edge(False, 2) == (Change(False, 2),)


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=30))
def test_any_train_alternates_and_ends_as_the_contact_does(steps: list[tuple[int, bool]]) -> None:
    at, train = 0, []
    for pause, down in steps:
        at += pause
        train.append((at, down))
    told = play(tuple(train))
    assert [change.down for change in told] == [number % 2 == 0 for number in range(len(told))]
    assert (told[-1].down if told else False) == (train[-1][1] if train else False)
    assert all(later.at - earlier.at >= LOCKOUT for earlier, later in pairwise(told))
