"""The shipped strategies reach the least totals over all codes, whatever colours and places a game begins with."""

import random
import shutil
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from companion.games.mastermind.mind import guess_best
from companion.games.mastermind.mind.codes import CodeRules, every_code, possible
from companion.games.mastermind.mind.guesses import (
    best_guess,
    is_planned,
    live_guess,
    planned_guess,
    read_strategy,
    shipped,
    shipped_tables,
    table_name,
)
from tests.games.mastermind.test_codes import answered
from tests.laws.play import one_round
from tools.mastermind_means import first, lengths, live
from tools.mastermind_strategies import best_strategy, compiled

ALIKE = CodeRules(6, repeats_in_guess=False)
TOTALS: dict[CodeRules, int] = {
    CodeRules(4, repeats_in_guess=False): 86, CodeRules(4): 79,
    CodeRules(5, repeats_in_guess=False): 462, CodeRules(5): 430,
    CodeRules(6, repeats_in_guess=False): 1446, CodeRules(6): 1435,
    CodeRules(7, repeats_in_guess=False): 3639, CodeRules(7): 3633,
    CodeRules(8, repeats_in_guess=False): 7817, CodeRules(8): 7797,
    CodeRules(6, 4, True, True): 5625,
    CodeRules(4, 3, False, False): 72, CodeRules(4, 3): 69,
    CodeRules(10, 4, False, False): 26274,
    CodeRules(10, 3, False, False): 3575,
}  # fmt: skip
"""Guesses over all codes. Others know from exhaustive searches: 6 and 8 colours without repeats, Classic (Koyama and Lai 1993),
Bulls and Cows (Slovesnov 2013), Number baseball, and First steps where a guess has no colour twice."""
LIVE: dict[CodeRules, int] = {
    CodeRules(6, 4, True, True): 5630,
    CodeRules(8): 7837,
    CodeRules(10, 4, False, False): 26323,
    CodeRules(10, 3, False, False): 3624,
    CodeRules(5, 5, True, True): 13520,
}
"""The same of the live player. The best heuristic that is known needs 5,668 for Classic."""


def test_each_strategy_has_a_total() -> None:
    assert set(shipped_tables()) == {table_name(one) for one in TOTALS}


@pytest.mark.parametrize("rules", one_round([(one,) for one in TOTALS]))
def test_a_shipped_strategy_reaches_the_least_total(rules: CodeRules) -> None:
    played = lengths(guess_best, rules, 9, first)
    assert played.codes == len(every_code(rules))
    assert played.total == TOTALS[rules]
    assert played.missed == 0


@pytest.mark.parametrize("rules", one_round([(one,) for one in LIVE]))
def test_the_live_player_is_nearly_as_good(rules: CodeRules) -> None:
    played = lengths(live, rules, 9, first)
    assert (played.total, played.missed) == (LIVE[rules], 0)


def test_luck_draws_the_first_colours() -> None:
    luck = random.Random(4).randrange
    drawn = {best_guess(CodeRules(8), [], luck) for _ in range(50)}
    assert len(drawn) > 40
    strategy = shipped(CodeRules(8))
    assert strategy is not None
    assert {len(set(guess)) for guess in drawn} == {len(set(strategy[""]))}


def test_the_next_guess_is_planned_in_any_colours_that_are_alike_and_no_other_one_is() -> None:
    """After ABCD and two white: BADE, or BADF."""
    rules = CodeRules(8, repeats_in_guess=False)
    strategy = shipped(rules)
    assert strategy is not None
    rows = [((0, 1, 2, 3), (0, 2))]
    planned = planned_guess(strategy, rules, rows, first)
    assert planned is not None
    new = next(colour for colour in planned if colour > 3)
    other = tuple(11 - colour if colour == new else colour for colour in planned)
    assert is_planned(strategy, rules, rows, planned)
    assert is_planned(strategy, rules, rows, other)
    assert not is_planned(strategy, rules, rows, (1, 2, 4, 5))


def test_a_game_that_began_in_other_places_is_found_again() -> None:
    rules = CodeRules(6)
    strategy = shipped(rules)
    assert strategy is not None
    code, places = (4, 0, 5, 1), (2, 0, 3, 1)
    opening = strategy[""]
    answer = answered(code, opening)[0][1]
    moved = tuple(5 - opening[place] for place in places)
    planned = planned_guess(strategy, rules, [(opening, answer)], first)
    found = planned_guess(strategy, rules, [(moved, answer)], first)
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
    strategy = shipped(ALIKE)
    assert strategy is not None
    rows = answered((0, 1, 2, 3), (5, 4, 3, 2), (5, 4, 3, 2))
    assert planned_guess(strategy, ALIKE, rows, first) is None
    assert best_guess(ALIKE, rows, first) in every_code(ALIKE).codes


def test_a_table_is_read_as_it_is_written() -> None:
    assert read_strategy("AABC aDEFF abBCDE\nnCCAB") == {
        "": (0, 0, 1, 2), "a": (3, 4, 5, 5), "ab": (1, 2, 3, 4), "n": (2, 2, 0, 1)
    }  # fmt: skip
    assert read_strategy("AAB tBCD") == {"": (0, 0, 1), "t": (1, 2, 3)}


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="the search is a program in C")
def test_the_search_finds_the_least_totals_and_claims_no_other(tmp_path: Path) -> None:
    program = compiled(tmp_path)
    for rules, total in TOTALS.items():
        if len(every_code(rules)) <= 1296:
            found, table = best_strategy(program, rules)
            assert found == total
            assert read_strategy(table) == shipped(rules)
    with pytest.raises(AssertionError, match="no strategy reaches 5624"):
        best_strategy(program, CodeRules(6, 4, True, True), known=5624)


@pytest.mark.parametrize("rules", [CodeRules(6), CodeRules(8), CodeRules(10), CodeRules(10, 5), CodeRules(7, 5, True)])
def test_what_is_left_shrinks_to_the_code_from_any_rows(rules: CodeRules) -> None:
    luck = random.Random(5)
    code = luck.choice(every_code(rules).codes)
    rows = answered(code, *(tuple(luck.randrange(rules.colours) for _ in range(rules.pegs)) for _ in range(2)))
    while rows[-1][1] != rules.cracked:
        left = possible(rules, rows)
        guess = best_guess(rules, rows, luck.randrange)
        assert len(left) == 1 or len(left.split(guess)) > 1, "a guess that tells nothing"
        rows += answered(code, guess)
    assert len(rows) <= 9


def test_with_many_codes_and_guesses_some_are_weighed_and_the_guess_is_a_good_one() -> None:
    """Two rows of Super that a person may place: 2,000 codes are left, and 32,768 guesses are not alike."""
    rules = CodeRules(8, 5, True, True)
    rows = answered((0, 1, 2, 3, 3), (4, 5, 6, 7, 0), (0, 1, 4, 2, 6))
    left = possible(rules, rows)
    guess = live_guess(rules, rows, left)
    sizes = left.sizes(guess)
    assert len(left) > 100
    assert sum(size * size for size in sizes) / len(left) < len(left) / 10
