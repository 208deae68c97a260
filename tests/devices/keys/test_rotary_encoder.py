"""One notch for each full cycle, whichever way, however it bounces; half-turns and lost edges are none."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keys.rotary_encoder import (
    MAX_RECENT_EDGES,
    SAME_MOMENT,
    EncoderContact,
    EncoderDirection,
    RotaryEncoder,
)
from tests.devices.bounces import TRAINS

Step = tuple[EncoderContact, bool]
RIGHT: tuple[Step, ...] = (("a", True), ("b", True), ("a", False), ("b", False))
LEFT: tuple[Step, ...] = (("b", True), ("a", True), ("b", False), ("a", False))
TURNS: dict[EncoderDirection, tuple[Step, ...]] = {"right": RIGHT, "left": LEFT}

Edge = tuple[float, EncoderContact, bool]
both_ways = pytest.mark.parametrize("way", TURNS)


def steady(steps: tuple[Step, ...], start: float = 0, pause: float = 0.004) -> list[Edge]:
    """The steps at even times, in seconds."""
    return [(start + number * pause, *step) for number, step in enumerate(steps)]


def notches(edges: list[Edge], knob: RotaryEncoder | None = None) -> list[EncoderDirection]:
    """What is told of edges, in the order in which they arrive."""
    knob = knob or RotaryEncoder()
    return [way for at, line, closed in edges for way in knob.edge(line, closed, at)]


def bouncing(steps: tuple[Step, ...], name: str, start: float = 0) -> list[Edge]:
    """Each step bounces like the press of a train, or like its release where it opens, and ends before the next."""
    train = TRAINS[name]
    found: list[Edge] = []
    for number, (line, closes) in enumerate(steps):
        part = [edge for edge in train.edges if (edge.at < train.let_go) == closes]
        first = part[0].at
        found += [(start + number * 0.05 + (at - first) / 1000, line, closed) for at, closed in part]
    return found


@both_ways
def test_a_full_cycle_is_one_notch_that_is_told_with_its_last_edge(way: EncoderDirection) -> None:
    knob = RotaryEncoder()
    told = [knob.edge(line, closed, at) for turn in range(24) for at, line, closed in steady(TURNS[way], turn * 0.016)]
    assert told == [(), (), (), (way,)] * 24


@both_ways
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_what_is_turned_back_half_way_is_nothing(way: EncoderDirection, steps: int) -> None:
    there = TURNS[way][:steps]
    back = tuple((line, not closed) for line, closed in reversed(there))
    knob = RotaryEncoder()
    assert notches(steady(there + back), knob) == []
    assert notches(steady(TURNS[way], 1), knob) == [way], "and spoils nothing"


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_knob_can_change_its_way_in_the_middle(steps: int) -> None:
    there = RIGHT[:steps]
    back = tuple((line, not closed) for line, closed in reversed(there))
    assert notches(steady(there + back + LEFT + RIGHT)) == ["left", "right"]


@both_ways
def test_bouncing_contacts_are_one_notch(way: EncoderDirection) -> None:
    for name in TRAINS:
        knob = RotaryEncoder()
        for turn in range(3):
            assert notches(bouncing(TURNS[way], name, start=turn), knob) == [way], name


@both_ways
def test_chatter_that_never_ends_is_no_notch_and_no_memory(way: EncoderDirection) -> None:
    knob = RotaryEncoder()
    (line, _), *rest = TURNS[way]
    chatter: list[Edge] = [(number * 1e-6, line, number % 2 == 0) for number in range(20 * MAX_RECENT_EDGES + 1)]
    assert notches(chatter, knob) == []
    assert len(knob._recent) <= MAX_RECENT_EDGES
    assert notches(steady(tuple(rest), 1), knob) == [way]
    knob.edge("a", True, 2)
    knob.edge("b", True, 3)
    assert len(knob._recent) == 1, "nor are old edges kept"


@both_ways
@pytest.mark.parametrize("line", ["a", "b"])
def test_one_contact_that_is_heard_later_than_the_other_loses_nothing(
    way: EncoderDirection, line: EncoderContact
) -> None:
    smooth = [edge for turn in range(8) for edge in steady(TURNS[way], turn * 0.016)]
    for late in (0.001, 0.005, 0.009, 0.015):
        for edges, turns in ((smooth, 8), (bouncing(TURNS[way], "worn out"), 1)):
            arrived = sorted(edges, key=lambda edge: edge[0] + (late if edge[1] == line else 0))
            assert notches(arrived) == [way] * turns, late


@both_ways
def test_edges_of_nearly_one_time_are_taken_in_their_order(way: EncoderDirection) -> None:
    """A date may be wrong by a little: a simulated knob is turned faster than that."""
    pick = random.Random(4)
    for _ in range(50):
        edges = [(pick.uniform(0, SAME_MOMENT), *step) for step in TURNS[way]]
        assert notches(edges) == [way]


@both_ways
@pytest.mark.parametrize("name", ["clean", "tactile", "worn out"])
def test_a_lost_edge_makes_no_notch_and_turns_none_round(way: EncoderDirection, name: str) -> None:
    edges = [edge for turn in range(4) for edge in bouncing(TURNS[way], name, start=turn)]
    for lost in range(len(edges)):
        found = notches([*edges[:lost], *edges[lost + 1 :]])
        assert set(found) <= {way}
        assert 3 <= len(found) <= 4
    assert notches(edges) == [way] * 4


@pytest.mark.parametrize(("a", "b"), [(True, False), (True, True), (False, True)])
@both_ways
def test_a_knob_that_is_found_between_two_notches_begins_at_the_next(a: bool, b: bool, way: EncoderDirection) -> None:
    knob = RotaryEncoder(a=a, b=b)
    order = [(False, False), (True, False), (True, True), (False, True)]
    rest = RIGHT[order.index((a, b)) :]
    assert notches(steady(rest), knob) == []
    assert notches(steady(TURNS[way], 1), knob) == [way]


@given(st.lists(st.sampled_from(["right", "left"]), max_size=60), st.randoms(use_true_random=False))
def test_any_hand_is_heard_step_by_step(steps: list[EncoderDirection], pick: random.Random) -> None:
    """Against a count: a knob moved a quarter at a time tells a notch whenever it comes to rest in another place than before.

    Each quarter bounces as it likes between the two places that it joins.
    """
    cycle = [(False, False), (True, False), (True, True), (False, True)]
    place, stood, at = 0, 0, 0.0
    knob = RotaryEncoder()
    expected: list[EncoderDirection] = []
    found: list[EncoderDirection] = []
    for way in steps:
        after = place + (1 if way == "right" else -1)
        path = [place, after] * pick.randint(1, 3)
        for old, new in pairwise(path):
            at += pick.choice([0.00002, 0.0005, 0.003])
            before, now = cycle[old % 4], cycle[new % 4]
            line: EncoderContact = "a" if before[0] != now[0] else "b"
            found += knob.edge(line, now[0] if line == "a" else now[1], at)
            if new % 4 == 0 and new != stood:
                expected.append("right" if new > stood else "left")
                stood = new
        place = after
    assert found == expected
