"""M7, M12, M16: what leaves a state is what the engine protocol lists, and nothing secret is in it."""

import json
from collections.abc import Callable
from itertools import permutations
from typing import Any

import msgspec
import pytest

from companion.core.prompt import Dial, Fill
from companion.core.seat import Observer
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.moves import PEG_COLOURS
from tests.games.mastermind.play import Series, pegs

rule = pytest.mark.rule
KEYS = {
    "game", "seats", "seat", "to_act", "phase", "scores", "winners",
    "colours", "games", "game_number", "codemaker", "decoder", "code", "rows", "past",
}  # fmt: skip
ROW = {"pegs", "red", "white"}
PAST = {"codemaker", "decoder", "code", "rows", "void", "points"}

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
ALONE: dict[str, Callable[[], Series]] = {
    "begun": lambda: Series(1),
    "code set": lambda: Series(1).code("RYGB"),
    "second game": lambda: Series(1, games=2).game(4).code("WOPS").guess("RRRR"),
    "over": lambda: Series(1).game(9),
}


def as_json(series: Series, observer: Observer) -> Any:
    return json.loads(msgspec.json.encode(series.view(observer)))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("observer", [0, 1, None])
def test_a_view_has_exactly_the_keys_of_the_protocol(moment: str, observer: Observer) -> None:
    view = as_json(MOMENTS[moment](), observer)
    assert set(view) == KEYS
    assert all(set(row) == ROW for row in view["rows"])
    assert all(set(past) == PAST for past in view["past"])
    assert (view["game"], view["seats"], view["seat"]) == ("mastermind", 2, observer)


@rule("M15", "M16")
@pytest.mark.parametrize("moment", ALONE)
@pytest.mark.parametrize("observer", [0, None])
def test_a_view_of_a_series_of_one_seat_has_the_same_keys(moment: str, observer: Observer) -> None:
    view = as_json(ALONE[moment](), observer)
    assert set(view) == KEYS
    assert (view["seats"], view["seat"], view["codemaker"], view["decoder"]) == (1, observer, "table", 0)
    assert len(view["scores"]) == 1
    assert all(len(past["points"]) == 1 for past in view["past"])
    assert (view["code"] is not None) == (view["phase"] == "over")


def test_a_view_as_it_is_written() -> None:
    series = Series(indication="manual", colours=6).code("RYGB").guess("RGWW").arms(1, 2)
    series.code("WORY").guess("RRRR").arms(1, 0).guess("YYYY")
    assert as_json(series, 0) == {
        "game": "mastermind",
        "seats": 2,
        "seat": 0,
        "to_act": [0],
        "phase": "arms",
        "scores": [0, 3],
        "winners": None,
        "colours": ["red", "yellow", "green", "blue", "white", "orange"],
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
@pytest.mark.parametrize("indication", ["auto", "manual"])
def test_decoder_and_public_see_the_same_of_every_code_that_the_arms_agree_with(indication: str) -> None:
    """All 360 codes of six colours: who does not hold the code sees as many different series as there are arms."""
    guesses = ["RRYY", "RYGB"]
    seen: dict[tuple[Any, ...], set[str]] = {}
    for code in permutations("RYGBWO", 4):
        series = Series(colours=6, indication=indication).code("".join(code))
        told: list[Any] = []
        for letters in guesses:
            for observer in (1, None):
                view = series.view(observer)
                faces = [MASTERMIND.render(series.options, view, ("Ann", "Bob"), None)]
                seen.setdefault((observer, *told), set()).add(
                    repr((view, MASTERMIND.prompt(series.options, view), faces, series.told()))
                )
            red = sum(one == other for one, other in zip(code, letters, strict=True))
            common = sum(min(code.count(colour), letters.count(colour)) for colour in set(letters))
            series.guess(letters)
            if indication == "manual":
                series.arms(red, common - red)
            told.append((red, common - red))
            if red == 4:
                break
    assert len(seen) > 10
    assert all(len(views) == 1 for views in seen.values())


@rule("M16")
def test_a_waiting_guess_tells_nothing_before_its_arms_are_out() -> None:
    views = {repr(Series(indication="manual").code(code).guess("RYGB").view(1)) for code in ("RYGB", "WOPS", "BGYR")}
    assert len(views) == 1


@pytest.mark.parametrize("observer", [0, 1, None])
def test_only_who_is_to_act_is_asked(observer: Observer) -> None:
    for series in (make() for make in MOMENTS.values()):
        prompt = MASTERMIND.prompt(series.options, series.view(observer))
        assert (prompt is not None) == (observer in series.to_act and observer is not None)


def test_what_is_asked_says_what_it_is() -> None:
    code = Series().prompt(0)
    assert isinstance(code, Fill)
    assert (code.title, code.secret, code.repeats) == ("Set the code", True, 1)
    guess = Series().code("RYGB").guess("RRRR").prompt(1)
    assert isinstance(guess, Fill)
    assert (guess.secret, guess.repeats) == (False, 4)
    assert guess.title == "Your guess 2/9"
    arms = Series(indication="manual").code("RYGB").guess("RRRR").prompt(0)
    assert isinstance(arms, Dial)
    assert [wheel.field for wheel in arms.wheels] == ["red", "white"]


def test_every_colour_has_a_letter_of_its_own() -> None:
    assert len({symbol.label for symbol in PEG_COLOURS}) == 10
    assert pegs("RYGBWOPSNV") == [symbol.value for symbol in PEG_COLOURS]
