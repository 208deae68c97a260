"""How many rows and worlds there are: the numbers of the rules, and everything against a walk through all deals."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import log2
from typing import Any

import pytest

from companion.games.breakthecode import BREAKTHECODE
from companion.games.breakthecode.mind import SOLVER, analyse
from companion.games.breakthecode.possible import count_worlds, hidden_rows, knowledge, rows_of, sheet, weight
from companion.games.breakthecode.rules import CARD_NAMES, TILES, questions_of, true_answer, with_sheet
from tests.games.breakthecode.brute import brute, random_positions
from tests.games.breakthecode.test_rules import BOB, three, two

BITS = {
    "sum": 4.56, "sum_left": 3.95, "sum_middle": 4.12, "sum_right": 3.95, "sum_black": 4.50, "sum_white": 4.50,
    "spread": 2.58, "count_black": 2.03, "count_white": 2.03, "count_even": 2.03, "count_odd": 2.03, "pairs": 1.22,
    "runs": 3.86, "same_colour": 3.68, "where_0": 1.23, "where_5": 2.06, "middle": 1.00,
}  # fmt: skip
"""What the first question is expected to tell of a row of which nothing is seen."""


@cache
def deals() -> Counter[tuple[str, ...]]:
    """Every row of five, and how many of the deals of twenty tiles make it: the two fives are tiles of their own."""
    return Counter(tuple(TILES[place] for place in places) for places in combinations(range(20), 5))


@pytest.mark.rule("B1", "B2", "B3")
def test_there_are_12444_rows_of_five_and_the_cards_tell_12416_of_them_apart() -> None:
    rows = rows_of(TILES, 5)
    assert set(rows.rows) == set(deals())
    assert (len(rows.rows), sum(deals().values())) == (12_444, 15_504)
    questions = [question for card in CARD_NAMES for question in questions_of(card)]
    assert len({tuple(true_answer(row, question) for question in questions) for row in rows.rows}) == 12_416


@pytest.mark.rule("B7")
@pytest.mark.parametrize(("card", "bits"), BITS.items())
def test_the_expected_bits_of_the_first_question(card: str, bits: float) -> None:
    by_answer: Counter[Any] = Counter()
    for row, ways in deals().items():
        by_answer[true_answer(row, (card, None))] += ways
    total = sum(by_answer.values())
    assert sum(ways / total * log2(total / ways) for ways in by_answer.values()) == pytest.approx(bits, abs=0.006)


def test_the_first_player_of_three_or_four_has_so_many_deals_to_choose_from() -> None:
    # Three: 15! / (5! 5! 5!) deals of the other fifteen tiles, both green fives among them. They lie together in 4 of 14 cases,
    # and apart each world is two deals: 756,756 * (4 + 10 / 2) / 14.
    play = three()
    assert analyse(play.options, None, play.view(2)).worlds == 756_756 * 9 // 14
    # Two: C(13, 5) rows without a five, C(13, 4) with one and C(13, 3) with both; Bob holds the other five, so Ann has fewer.
    assert analyse(two().options, None, two().view(1)).worlds == 2_002 + 1_001


@pytest.mark.parametrize("games", [16, pytest.param(220, marks=pytest.mark.slow)])
def test_random_positions_have_the_worlds_that_a_walk_through_all_deals_finds(games: int) -> None:
    """Their numbers, their weights, the sheet, and that the true world is among them; 200 positions of 220 games."""
    seen = 0
    for seed in range(games):
        seats = 2 if seed % 8 else 3
        for options, state in random_positions(seats, seed):
            view = BREAKTHECODE.view(state, state.turn_of)
            if seats == 3 and count_worlds(knowledge(view)) > 20_000:
                continue
            if len(view.asked) < (2 if seats == 2 else 3) or view.phase == "last":
                continue
            held = knowledge(view)
            walked = Counter(brute(view))
            assert count_worlds(held) == len(walked)
            assert {world: weight(held, world) for world in hidden_rows(held)} == walked
            told = sheet(with_sheet(options), view)
            assert told is not None
            sought = {world[-1] for world in walked}
            if told.tiles:
                assert {place: set(tiles) for place, tiles in told.tiles.items()} == {
                    place: {row[at] for row in sought} for at, place in enumerate("ABCDE")
                }
            assert SOLVER.actual_world(state, None) in set(SOLVER.worlds(options, view))
            seen += 1
            break
    assert seen >= games * 10 // 11, seen


def test_a_right_guess_and_a_wrong_one_are_counted() -> None:
    play = two()
    before = count_worlds(knowledge(play.view(0)))
    assert count_worlds(knowledge(play.guess(0, (*BOB[:4], "B8")).view(0))) == before - 1
    assert count_worlds(knowledge(two().guess(0, BOB).view(0))) == 1
    shared = three()
    free = count_worlds(knowledge(shared.view(1)))
    shared.guess(0, ("W0", "B1", "W2", "B4", "G5"))  # Bob sees that these are his own
    assert count_worlds(knowledge(shared.view(1))) == free
    shared = three().guess(0, ("B2", "W4", "B6", "W6", "B7"))
    # Each way to deal the other ten tiles to Ann and Cleo, the fives alike: 252 less those that only swap them.
    assert free - count_worlds(knowledge(shared.view(1))) == 252
