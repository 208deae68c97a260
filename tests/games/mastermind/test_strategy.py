"""The shipped strategies reach the least totals over all codes, whatever colours and places a game begins with."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from companion.games.mastermind.mind import guess_best
from companion.games.mastermind.mind.codes import ANSWERS, Code, every_code, possible
from companion.games.mastermind.mind.guesses import (
    best_guess,
    is_planned,
    planned_guess,
    read_strategy,
    shipped,
    shipped_tables,
    strategy_text,
    table_name,
)
from tests.games.mastermind.test_codes import answered
from tests.laws.play import one_round
from tools.mastermind_means import first, lengths
from tools.mastermind_strategies import best_strategy

TOTALS = {
    (4, False): 86, (4, True): 79,
    (5, False): 462, (5, True): 430,
    (6, False): 1446, (6, True): 1435,
    (7, False): 3639, (7, True): 3633,
    (8, False): 7817, (8, True): 7797,
}  # fmt: skip
"""Guesses over all codes; those for 6 and 8 colours are known from exhaustive searches by others."""


def test_each_strategy_has_a_total() -> None:
    assert set(shipped_tables()) == {table_name(*one) for one in TOTALS}


@pytest.mark.parametrize(("colours", "repeats"), one_round(TOTALS))
def test_a_shipped_strategy_reaches_the_least_total(colours: int, repeats: bool) -> None:
    played = lengths(guess_best, colours, repeats, first)
    assert played.codes == len(every_code(colours))
    assert played.total == TOTALS[colours, repeats]
    assert played.missed == 0


def test_luck_draws_the_first_colours() -> None:
    luck = random.Random(4).randrange
    drawn = {best_guess(8, True, [], luck) for _ in range(50)}
    assert len(drawn) > 40
    strategy = shipped(8, True)
    assert strategy is not None
    assert {len(set(guess)) for guess in drawn} == {len(set(strategy[""]))}


def test_the_next_guess_is_planned_in_any_colours_that_are_alike_and_no_other_one_is() -> None:
    """After ABCD and two white: BADE, or BADF."""
    strategy = shipped(8, False)
    assert strategy is not None
    rows = [((0, 1, 2, 3), (0, 2))]
    assert is_planned(strategy, rows, (1, 0, 3, 4))
    assert is_planned(strategy, rows, (1, 0, 3, 7))
    assert not is_planned(strategy, rows, (1, 2, 4, 5))


def test_a_game_that_began_in_other_places_is_found_again() -> None:
    strategy = shipped(6, True)
    assert strategy is not None
    code, places = (4, 0, 5, 1), (2, 0, 3, 1)
    opening = strategy[""]
    answer = answered(code, opening)[0][1]
    moved = tuple(5 - opening[place] for place in places)
    planned = planned_guess(strategy, 6, [(opening, answer)], first)
    found = planned_guess(strategy, 6, [(moved, answer)], first)
    assert planned is not None
    assert found is not None
    assert moved != opening
    # The two pairs of guesses are one pair, but for colours and places.
    pair = tuple(zip(opening, planned, strict=True))
    assert alike(pair, tuple(zip(moved, found, strict=True)))


def alike(pair: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Whether two pairs of guesses, place by place, differ by their colours and places only."""
    for order in permutations(other):
        old = [colour for place in pair for colour in place]
        new = [colour for place in order for colour in place]
        if len(set(zip(old, new, strict=True))) == len(set(old)) == len(set(new)):
            return True
    return False


def test_rows_that_are_not_the_strategys_own_are_refused_by_it() -> None:
    strategy = shipped(6, False)
    assert strategy is not None
    rows = answered((0, 1, 2, 3), (5, 4, 3, 2), (5, 4, 3, 2))
    assert planned_guess(strategy, 6, rows, first) is None
    assert best_guess(6, False, rows, first) in every_code(6).codes


def test_a_table_is_read_as_it_was_written() -> None:
    strategy: dict[str, Code] = {"": (0, 0, 1, 2), "a": (3, 4, 5, 5), "ab": (1, 2, 3, 4), "n": (2, 2, 0, 1)}
    assert read_strategy(strategy_text(strategy)) == strategy
    assert len(ANSWERS) == 14


@pytest.mark.slow
def test_the_search_finds_the_least_totals() -> None:
    total, strategy = best_strategy(6, False)
    assert total == TOTALS[6, False]
    assert strategy == shipped(6, False)
    assert best_strategy(5, True)[0] == TOTALS[5, True]


def test_the_search_does_not_claim_what_cannot_be_reached() -> None:
    with pytest.raises(AssertionError, match="no strategy reaches 461"):
        best_strategy(5, False, known=461)


def test_what_is_left_shrinks_to_the_code_from_any_rows() -> None:
    luck = random.Random(5)
    for colours in (6, 8, 10):
        code = luck.choice(every_code(colours).codes)
        rows = answered(code, *(tuple(luck.randrange(colours) for _ in range(4)) for _ in range(2)))
        while rows[-1][1] != (4, 0):
            left = possible(colours, rows)
            guess = best_guess(colours, True, rows, luck.randrange)
            assert len(left) == 1 or len(left.split(guess)) > 1, "a guess that tells nothing"
            rows += answered(code, guess)
        assert len(rows) <= 9
