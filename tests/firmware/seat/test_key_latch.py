"""A key whose edges are latched is told as one that is sampled every millisecond, however rarely the firmware looks at it."""

from itertools import pairwise
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.keys import KeyEdge
from companion.devices.pods.firmware import firmware_module
from tests.firmware.joint import Joint

LOOKS = st.lists(st.integers(1, 60), min_size=1, max_size=12)
"""Milliseconds between two looks."""
STRETCHES = st.lists(st.integers(1, 40), max_size=24)
"""Milliseconds that the contact stays as it is; it is open at first."""


def sampled(levels: list[bool]) -> list[tuple[bool, int]]:
    """What is told of a contact whose level in each millisecond is given, sampled in each."""
    contact: Any = firmware_module("debounce").Debounce(False)
    return [change for at, down in enumerate(levels) for change in contact.sample(down, at)]


def latched(levels: list[bool], looks: list[int]) -> list[tuple[bool, int]]:
    """What is told of it by its latched edges, with a look now and then, and one at the end."""
    key: Any = firmware_module("seat").Key(levels[0], 0)
    told: list[tuple[bool, int]] = []
    edges: list[tuple[bool, int]] = []
    waits, due = list(looks), looks[0]
    for at, (before, level) in enumerate(pairwise(levels), start=1):
        if level != before:
            edges.append((level, at))
        if at >= due or at == len(levels) - 1:
            told += key.look(edges, level, at)
            edges = []
            waits = [*waits[1:], waits[0]]
            due = at + waits[0]
    return told


@given(STRETCHES, LOOKS)
@example([30, 9, 30, 9, 30], [60])
def test_looks_that_are_far_apart_lose_nothing(stretches: list[int], looks: list[int]) -> None:
    levels = [False, *(number % 2 == 1 for number, length in enumerate(stretches) for _ in range(length))]
    levels += [levels[-1]] * 30
    assert latched(levels, looks) == sampled(levels)


def test_a_spike_within_a_millisecond_is_as_invisible_as_between_two_samples() -> None:
    key: Any = firmware_module("seat").Key(False, 0)
    assert key.look([(True, 20), (False, 20)], False, 40) == []


def test_an_edge_that_was_latched_after_the_clock_was_read_is_told_once() -> None:
    key: Any = firmware_module("seat").Key(False, 0)
    told = [
        *key.look([(True, 21)], True, 20),
        *key.look([], True, 60),
        *key.look([], False, 90),
        *key.look([], False, 99),
    ]
    assert [down for down, _ in told] == [True, False]


def test_taps_between_two_looks_are_told_in_the_order_of_their_times() -> None:
    joint = Joint(seat=2)
    joint.run_until(lambda: joint.side.fine)
    now = joint.hal.now()
    taps = [(2, True, now + 2), (0, True, now + 15), (2, False, now + 20), (0, False, now + 35)]
    joint.hal.latched += taps
    joint.now += 0.1
    joint.run(0.1)
    edges = [edge for edge in joint.keys if isinstance(edge, KeyEdge)]
    told = [(edge.key, edge.down, round((edge.at - edges[0].at) * 1000)) for edge in edges]
    assert told == [("right", True, 0), ("left", True, 13), ("right", False, 18), ("left", False, 33)]


def test_taps_before_a_session_are_not_of_it() -> None:
    joint = Joint(seat=2)
    joint.hal.latched += [(1, True, joint.hal.now()), (1, False, joint.hal.now() + 30)]
    joint.now += 0.1
    joint.run_until(lambda: joint.side.fine)
    joint.run(0.1)
    assert joint.keys == []
