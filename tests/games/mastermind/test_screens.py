"""Every screen of Mastermind fits its display, and a secret code costs the same presses whichever it is."""

import random
from itertools import permutations
from typing import Any

import pytest

from companion.core.prompt import Fill, sample
from companion.core.screen import Screen, Veil, every_mark
from companion.games.mastermind.game import MASTERMIND
from companion.ui.key_spelling import spell
from tests.games.fits import NAMES, assert_seat_fits, moments, observers
from tests.games.mastermind.option_sets import OPTION_SETS, steer
from tests.games.mastermind.play import Series
from tests.laws.play import one_round


@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS), ids=str)
def test_every_screen_of_random_moments_fits(seats: int, given: dict[str, Any]) -> None:
    luck = random.Random(1)
    for options, state in moments(MASTERMIND, seats, given, steer):
        for observer in observers(MASTERMIND, state, luck):
            assert_seat_fits(MASTERMIND, options, state, observer, luck)


@pytest.mark.parametrize("colours", range(4, 11))
def test_a_code_takes_the_same_number_of_presses_whichever_it_is(colours: int) -> None:
    series = Series(colours=colours)
    prompt = series.prompt(0)
    assert isinstance(prompt, Fill)
    values = [symbol.value for symbol in prompt.symbols]
    codes = list(permutations(values, 4))
    luck = random.Random(colours)
    counts = {
        len(spell(prompt, {"move": "set_code", "pegs": list(code)})) for code in luck.sample(codes, min(60, len(codes)))
    }
    assert counts == {4 * (3 if colours > 9 else 2) + 1}


def test_a_guess_takes_at_most_two_presses_a_peg_of_eight_colours() -> None:
    series = Series().code("RYGB")
    prompt = series.prompt(1)
    assert prompt is not None
    pick = random.Random(1).randrange
    assert all(len(spell(prompt, sample(prompt, pick))) <= 4 * 2 + 1 for _ in range(60))


def test_the_code_stands_behind_a_veil_on_its_makers_screen_and_nowhere_else() -> None:
    series = Series().code("RYGB").guess("RRYY")
    for observer, count in ((0, 1), (1, 0), (None, 0)):
        rendering = MASTERMIND.render(series.options, series.view(observer), NAMES[:2], None)
        marks = every_mark(Screen(tuple(mark for page in rendering.pages for mark in page.marks)))
        assert sum(isinstance(mark, Veil) for mark in marks) == count
