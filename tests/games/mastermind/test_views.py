"""M7, M12, M16: what leaves a state is what the engine protocol lists, and nothing secret is in it."""

import json
from collections.abc import Callable
from itertools import permutations, product

import msgspec
import pytest

from companion.core.prompt import Fill
from companion.core.screen import Screen, Veil, every_mark
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.editions import PEG_COLOURS
from tests.games.mastermind.play import Series, pegs
from tests.key_spelling import spell

rule = pytest.mark.rule

MOMENTS: dict[str, Callable[[], Series]] = {
    "begun": lambda: Series(indication="manual"),
    "code set": lambda: Series(indication="manual").code("RYGB"),
    "arms to pull": lambda: Series(indication="manual").code("RYGB").guess("RGWW"),
    "arms pulled": lambda: Series(indication="manual").code("RYGB").guess("RGWW").arms(1, 1),
    "void": lambda: Series(indication="manual").code("RYGB").guess("RGWW").arms(1, 2),
    "second game": lambda: Series().game(4).code("WOPS").guess("RRRR"),
    "over": lambda: Series().game(4).game(9),
    "table": lambda: Series(codemaker="table").code("RYGB").guess("RRRR"),
}


def test_a_view_as_it_is_written() -> None:
    series = Series(indication="manual", colours=6).code("RYGB").guess("RGWW").arms(1, 2)
    series.code("WORY").guess("RRRR").arms(1, 0).guess("YYYY")
    assert json.loads(msgspec.json.encode(MASTERMIND.view_for_programs(series.view(0)))) == {
        "game": "mastermind",
        "seats": 2,
        "seat": 0,
        "to_act": [0],
        "phase": "arms",
        "scores": [0, 3],
        "winners": None,
        "colours": ["red", "yellow", "green", "blue", "white", "orange"],
        "pegs": 4,
        "max_rows": 9,
        "games": 2,
        "game_number": 1,
        "codemaker": 0,
        "decoder": 1,
        "code": ["white", "orange", "red", "yellow"],
        "rows": [
            {"pegs": ["red"] * 4, "red": 1, "white": 0},
            {"pegs": ["yellow"] * 4, "red": None, "white": None},
        ],
        "past": [
            {
                "codemaker": 0,
                "decoder": 1,
                "code": ["red", "yellow", "green", "blue"],
                "rows": 1,
                "void": True,
                "points": [0, 3],
            }
        ],
    }


@rule("M16")
def test_a_waiting_guess_tells_nothing_before_its_arms_are_out() -> None:
    views = {repr(Series(indication="manual").code(code).guess("RYGB").view(1)) for code in ("RYGB", "WOPS", "BGYR")}
    assert len(views) == 1


def test_only_who_is_to_act_is_asked() -> None:
    for name, make in MOMENTS.items():
        series = make()
        for observer in (0, 1, None):
            prompt = MASTERMIND.prompt(series.options, series.view(observer))
            assert (prompt is not None) == (observer in series.to_act and observer is not None), name


@rule("M3", "M4", "M17", "M18", "M20")
@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("symbols", ["colours", "digits"])
@pytest.mark.parametrize("colours", range(4, 11))
def test_a_code_takes_the_same_number_of_presses_whichever_it_is(colours: int, symbols: str, repeats: bool) -> None:
    """Two a peg, three where there are ten colours, and ● to confirm: clicks tell nothing of it."""
    for count in range(3, min(colours, 5) + 1):
        prompt = Series(colours=colours, symbols=symbols, pegs=count, repeats_in_code=repeats).prompt(0)
        assert isinstance(prompt, Fill)
        values = [symbol.value for symbol in prompt.symbols]
        codes = list(product(values, repeat=count) if repeats else permutations(values, count))
        moves = [{"move": "set_code", "pegs": list(code)} for code in codes[:: max(len(codes) // 60, 1)]]
        assert {len(spell(prompt, move)) for move in moves} == {count * (3 if colours > 9 else 2) + 1}


def test_the_code_stands_behind_a_veil_on_its_makers_screen_and_nowhere_else() -> None:
    series = Series().code("RYGB").guess("RRYY")
    for observer, count in ((0, 1), (1, 0), (None, 0)):
        rendering = MASTERMIND.render(series.options, series.view(observer), ("Ann", "Bob"), None)
        marks = every_mark(Screen(tuple(mark for page in rendering.pages for mark in page.marks)))
        assert sum(isinstance(mark, Veil) for mark in marks) == count


def test_every_colour_has_a_letter_of_its_own() -> None:
    assert len({symbol.label for symbol in PEG_COLOURS}) == 10
    assert pegs("RYGBWOPSNV") == [symbol.value for symbol in PEG_COLOURS]
