"""The exact posterior: equal to trying every tile, by all that a seat sees and remembers."""

import pytest

from companion.games.davinci import DAVINCI
from companion.games.davinci.mind import analyse
from companion.games.davinci.mind.hidden import HAND, count, open_places, posterior
from companion.games.davinci.mind.turn import START, Wrong, claims, hear, observe, refuted, sight
from companion.games.davinci.rules import Deduction
from tests.games.davinci.brute import counted, deal
from tests.games.davinci.option_sets import OPTION_SETS
from tests.games.davinci.tables import STOP, deduce, draw, played, table, take
from tests.laws.play import one_round

LIMIT = 800


@pytest.mark.parametrize("index", one_round(range(len(OPTION_SETS))))
def test_the_posterior_is_that_of_trying_every_tile(index: int) -> None:
    compared = remembered = 0
    seats, given = OPTION_SETS[index]
    for seed in range(1000 * index, 1000 * index + 20):
        one = deal(seats, given, seed)
        expected = counted(one, LIMIT)
        if expected is None:
            continue
        total, weights = expected
        found = posterior(open_places(one.view, refuted(one.memory.wrong)))
        assert (found.total, found.weights) == (total, weights)
        told = analyse(one.options, one.memory, one.view)
        assert told.worlds == total
        assert told.marginals is not None
        for seat, row in enumerate(told.marginals):
            for position, values in enumerate(row):
                ways = weights.get((seat, position))
                expected_here = None if ways is None else {said: number / total for said, number in ways.items()}
                assert values == expected_here
        compared += 1
        remembered += len(one.memory.wrong) > len([said for said in one.view.turn_log if not said.correct])
    assert compared >= 2
    assert remembered or given.get("memory_aid")


def test_without_a_memory_the_total_is_the_number_of_worlds() -> None:
    state = table(["B0 W3 B7 W11", "W1 B5 W6*", "B1 W-* W9"], advanced=True, clue="B3")
    for seat in range(3):
        view = DAVINCI.view(state, seat)
        assert posterior(open_places(view)).total == count(state.options, view)


def test_the_hand_of_another_is_open_too() -> None:
    view = DAVINCI.view(table(["B0 W3*", "W1* B5"], clue="W7"), 1)
    found = posterior(open_places(view))
    assert set(found.weights) == {(0, 0), HAND}
    assert sum(found.weights[HAND].values()) == found.total
    assert "1" not in found.weights[HAND]


def test_a_doubt_makes_a_value_less_likely_and_not_impossible() -> None:
    view = DAVINCI.view(table(["B0 W3", "W1* B5"]), 1)
    open_ = open_places(view)
    plain, doubtful = posterior(open_), posterior(open_, frozenset({((0, 0), "0")}), 0.1)
    assert 0 < doubtful.chance((0, 0), "0") < plain.chance((0, 0), "0")
    assert doubtful.weights[0, 0]["0"] == pytest.approx(plain.weights[0, 0]["0"] / 10)


def test_a_tile_that_others_may_have_weighs_less() -> None:
    view = DAVINCI.view(table(["B0 W3", "W1* B5"]), 1)
    plain, held = posterior(open_places(view)), posterior(open_places(view), free=(("B0", 0.5),))
    assert held.weights[0, 0]["0"] == pytest.approx(plain.weights[0, 0]["0"] / 2)


WRONG = (0, deduce(1, 1, "7"))


def test_a_wrong_claim_is_remembered_when_no_view_holds_it() -> None:
    state = table(["B0 W3", "W1 B5"], clue="W7")
    memory = observe(START, DAVINCI.view(state, 0))
    after = played(state, WRONG[1])
    view = DAVINCI.view(after, 0)
    assert not view.turn_log
    memory = observe(hear(memory, WRONG), view)
    assert memory.wrong == (Wrong(0, 1, 1, "7"),)
    assert not memory.missed
    assert observe(memory, view) == memory
    assert "7" not in {claim.value for claim in claims(sight(view, memory.wrong)) if claim.spot == (1, 1)}


def test_it_moves_along_with_its_tile() -> None:
    state = table(["B0 W3", "W1 B5"], clue="W7")
    memory = observe(START, DAVINCI.view(state, 0))
    state = played(state, WRONG[1])
    memory = observe(hear(memory, WRONG), DAVINCI.view(state, 0))
    for move in (take("black"), draw("B2"), deduce(0, 0, "0"), STOP):
        state = played(state, move)
        memory = observe(memory, DAVINCI.view(state, 0))
    assert [tile.name for tile in state.rows[1]] == ["W1", "B2", "B5"]
    assert memory.wrong == (Wrong(0, 1, 2, "7"),)


def test_what_is_not_heard_is_missed_and_a_new_round_forgets() -> None:
    state = table(["B0 W3", "W1 B5"], clue="W7")
    memory = observe(START, DAVINCI.view(state, 0))
    state = played(state, WRONG[1])
    memory = observe(memory, DAVINCI.view(state, 0))
    assert (memory.wrong, memory.missed) == ((), 1)
    again = observe(memory, DAVINCI.view(table(["B0", "W1"], round=2, rounds=3), 0))
    assert (again.wrong, again.missed) == ((), 0)


def test_whoever_names_a_tile_is_thought_not_to_have_it_unless_careless() -> None:
    state = table(["B0 W3 B5", "W1 B9"], clue="W7")
    memory = observe(START, DAVINCI.view(state, 1))
    memory = hear(memory, (0, deduce(1, 1, "5")))
    assert memory.denied == ((0, 0, "5"), (0, 2, "5"))
    view = DAVINCI.view(state, 1)
    trusting = sight(view, memory.wrong, memory).posterior
    assert 0 < trusting.chance((0, 2), "5") < sight(view, memory.wrong).posterior.chance((0, 2), "5")
    assert not hear(memory, (0, deduce(1, 1, "6"))).careless
    again = hear(memory, (0, deduce(1, 1, "5")))
    assert again.wrong == memory.wrong
    assert again.careless == {0}, "everybody has heard that it is no 5"


def test_a_claim_of_a_tile_that_lies_open_is_careless() -> None:
    state = table(["B0 W3 B5*", "W1 B9"], clue="W7")
    memory = hear(observe(START, DAVINCI.view(state, 1)), (0, deduce(1, 1, "5")))
    assert memory.careless == {0}
    assert not sight(DAVINCI.view(state, 1), memory.wrong, memory).doubts


def test_this_turn_counts_before_it_is_remembered() -> None:
    said = Deduction(0, 1, 1, "7", False)
    view = DAVINCI.view(table(["B0 W3", "W1 B5"], log=(said,), phase="place", clue="W7", advanced=True), 0)
    assert (
        analyse(DAVINCI.read_options({"advanced": True}, 2), START, view).worlds == posterior(open_places(view)).total
    )
    assert "7" not in posterior(open_places(view)).weights[1, 1]
