"""The pod's debouncing equals the Pi's, for a contact sampled every millisecond."""

from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keys.debounce import ContactChange, KeyDebounce
from companion.devices.pods.firmware import firmware_folder, firmware_module
from tests.devices.bounces import FIRST_EDGES, TRAINS
from tests.firmware.micropython import ran

LOCKOUT, SETTLE, SAMPLED = 8, 2, 3


def pods(levels: list[bool]) -> list[tuple[bool, int]]:
    """What the pod's debounce tells of a contact whose level in each millisecond is given."""
    contact: Any = firmware_module("debounce").Debounce(False, LOCKOUT, SAMPLED)
    return [change for at, down in enumerate(levels) for change in contact.sample(down, at)]


def pis(levels: list[bool]) -> list[tuple[bool, int]]:
    """What the Pi's tells, whose edges are where the level changes."""
    contact, before = KeyDebounce(LOCKOUT, SETTLE), False
    told: list[ContactChange] = []
    for at, down in enumerate(levels):
        if down != before:
            told += contact.edge(down, at, at)
        told += contact.expire(down, at)
        before = down
    return [(change.down, int(change.at)) for change in told]


def sampled(name: str) -> list[bool]:
    """A bounce train, looked at in every millisecond, and for as long after it as the longest lock-outs take."""
    edges, level, levels = list(TRAINS[name].edges), False, []
    for at in range(int(edges[-1].at) + 5 * LOCKOUT):
        while edges and edges[0].at <= at:
            level = edges.pop(0).closed
        levels.append(level)
    return levels


def test_a_train_is_one_press_and_one_release() -> None:
    for name, train in TRAINS.items():
        press, release = pods(sampled(name))
        assert press[0], name
        # Samples may miss a short closing, so that an opening seems longer than a bounce.
        rest = max(edge.at for edge in train.edges if edge.closed and edge.at < train.let_go)
        assert FIRST_EDGES.get(name, 0) <= press[1] < rest + 1, name
        assert not release[0], name
        # As late as a contact can be believed that bounced when it was let go.
        assert train.let_go - 1 <= release[1] <= train.edges[-1].at + LOCKOUT + 4, name


@pytest.mark.parametrize("apart", [1, 26])
def test_a_spike_that_a_sample_sees_is_no_press(apart: int) -> None:
    """However far apart the samples are, while a picture is drawn between them."""
    contact: Any = firmware_module("debounce").Debounce(False)
    told = [change for number in range(60) for change in contact.sample(number % 3 == 1, number * apart)]
    assert told == []
    assert contact.deadline is None


@given(st.lists(st.integers(LOCKOUT + 4, 60), max_size=20))
def test_a_contact_that_does_not_bounce_is_told_as_the_pi_tells_it(stretches: list[int]) -> None:
    levels = [number % 2 == 0 for number, length in enumerate(stretches) for _ in range(length)]
    assert pods(levels) == pis(levels)


@given(st.lists(st.booleans(), max_size=80))
def test_any_contact_is_told_in_turn_and_ends_as_it_is(levels: list[bool]) -> None:
    last = levels[-1] if levels else False
    told = pods([*levels, *[last] * 3 * LOCKOUT])
    assert [down for down, _ in told] == [number % 2 == 0 for number in range(len(told))]
    assert (told[-1][0] if told else False) == last
    assert all(later - earlier >= LOCKOUT for (_, earlier), (_, later) in pairwise(told))


@pytest.mark.process
def test_micropython_tells_the_same(tmp_path: Path) -> None:
    trains = {name: sampled(name) for name in TRAINS}
    # As the lengths of its stretches, since a heap of 192 kB holds no list of a minute's milliseconds.
    lengths = {name: [len(list(stretch)) for _, stretch in groupby([True, *train])] for name, train in trains.items()}
    code = (
        f"import sys\nsys.path.insert(0, {str(firmware_folder())!r})\nfrom debounce import Debounce\n"
        f"trains = {lengths!r}\n"
        "for name in sorted(trains):\n"
        f"    contact, at, down, told = Debounce(False, {LOCKOUT}, {SAMPLED}), -1, True, []\n"
        "    for length in trains[name]:\n"
        "        for _ in range(length):\n"
        "            told += contact.sample(down, at) if at >= 0 else []\n"
        "            at += 1\n"
        "        down = not down\n"
        "    print(told)\n"
    )
    expected = [str(pods(trains[name])) for name in sorted(trains)]
    assert ran(code, tmp_path).splitlines() == expected
