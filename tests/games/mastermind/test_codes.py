"""Codes as bits: they split as the rules' own arms say, and guesses that are left out split as others do."""

import random
from collections import Counter
from itertools import product

import pytest

from companion.games.mastermind.mind import worlds
from companion.games.mastermind.mind.codes import Code, CodeRules, Codes, every_code, possible
from companion.games.mastermind.mind.codes import Row as Answered
from companion.games.mastermind.mind.guesses import distinct_guesses
from companion.games.mastermind.rules import MastermindView, right_arms
from tests.games.mastermind.play import Series


def answered(code: Code, *guesses: Code) -> list[Answered]:
    """The rows of a game."""
    return [(guess, right_arms(named(code), named(guess))) for guess in guesses]


def named(code: Code) -> tuple[str, ...]:
    return tuple(map(str, code))


@pytest.mark.rule("M8", "M17", "M18")
@pytest.mark.parametrize(
    ("rules", "count"), [(CodeRules(6), 360), (CodeRules(5, 3, True), 125), (CodeRules(4, 5, True), 1024)]
)
def test_a_split_is_what_the_arms_show(rules: CodeRules, count: int) -> None:
    luck = random.Random(12)
    every = every_code(rules)
    codes = product(range(rules.colours), repeat=rules.pegs)
    for guess in luck.sample(list(product(range(rules.colours), repeat=rules.pegs)), 40):
        parts = every.split(guess)
        told = {code: answer for answer, part in parts.items() for code in every.chosen(part)}
        assert sum(part.bit_count() for part in parts.values()) == len(every) == count
        assert all(answer == right_arms(named(code), named(guess)) for code, answer in told.items())
        assert set(parts) <= set(rules.answers)
    assert list(every.codes) == [code for code in codes if rules.repeats_in_code or len({*code}) == rules.pegs]


def test_what_rows_leave_possible_is_what_the_worlds_are() -> None:
    series = Series(colours=7).code("PGRW").guess("RRYY", "PWGB", "GOPR")
    view: MastermindView = series.view(1)
    rows = [(tuple(view.colours.index(peg) for peg in row.pegs), (row.red or 0, row.white or 0)) for row in view.rows]
    left = [tuple(view.colours[colour] for colour in code) for code in possible(CodeRules(7), rows).codes]
    assert left == list(worlds(series.options, view))
    assert ("pink", "green", "red", "white") in left


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("guesses", [(), ((0, 1, 2, 3),), ((0, 0, 1, 4), (2, 5, 3, 0)), ((0, 1, 2, 3), (3, 4, 0, 5))])
def test_every_guess_splits_as_a_candidate_does(repeats: bool, guesses: tuple[Code, ...]) -> None:
    rules = CodeRules(6, repeats_in_guess=repeats)
    rows = answered((4, 0, 5, 1), *guesses)
    left = possible(rules, rows)
    tried = {sizes(left, guess) for guess in distinct_guesses(rules, rows, left)}
    guessable = [guess for guess in product(range(6), repeat=4) if repeats or len(set(guess)) == 4]
    assert {sizes(left, guess) for guess in guessable} == tried
    assert all(repeats or len(set(guess)) == 4 for guess in distinct_guesses(rules, rows, left))


def sizes(left: Codes, guess: Code) -> tuple[tuple[tuple[int, int], int], ...]:
    return tuple(sorted((answer, part.bit_count()) for answer, part in left.split(guess).items()))


def test_few_candidates_stand_for_the_first_guesses() -> None:
    assert Counter(len(set(guess)) for guess in distinct_guesses(CodeRules(10), [], every_code(CodeRules(10)))) == {
        1: 1,
        2: 7,
        3: 6,
        4: 1,
    }
    digits = CodeRules(10, repeats_in_guess=False)
    assert list(distinct_guesses(digits, [], every_code(digits))) == [(0, 1, 2, 3)]
