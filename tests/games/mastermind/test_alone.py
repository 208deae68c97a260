"""M15: a series of one seat against the table."""

from typing import Any

import pytest

from companion.core.seat import CHANCE
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.state import SeriesGame
from tests.games.mastermind.play import Series, pegs, refused_options

pytestmark = pytest.mark.rule("M15")


@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_the_seat_is_the_decoder_of_every_game_and_its_score_is_the_number_of_rows(games: int) -> None:
    series = Series(1, games=games)
    for number in range(1, games + 1):
        view = series.view(None)
        assert (view.codemaker, view.decoder, view.game_number, view.to_act) == ("table", 0, number, (CHANCE,))
        assert (view.scores, view.winners) == ((sum(range(1, number)),), None)
        series.game(number)
        past = SeriesGame("table", 0, tuple(pegs("RYGB")), number, False, (number,))
        assert series.view(0).past[-1] == past
    assert (series.view(0).scores, series.view(0).winners) == ((sum(range(1, games + 1)),), (0,))


@pytest.mark.parametrize(
    ("rows", "winners"),
    [((9,), (0,)), ((0,), ()), ((3, 0), ()), ((0, 3), ()), ((9, 9), (0,))],
)
def test_it_wins_when_every_code_was_cracked_within_its_nine_rows(
    rows: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    series = Series(1, games=len(rows))
    for count in rows:
        if count:
            series.game(count)
        else:
            series.code("RYGB").guess(*["YRBG"] * 9)
    result = MASTERMIND.result(series.state)
    assert (result.scores, result.winners) == ((sum(count or 9 for count in rows),), winners)
    assert series.refusal(0, {"move": "guess", "pegs": pegs("RYGB")}) == "The game is over."


def test_one_game_is_the_default_and_the_table_the_only_codemaker() -> None:
    assert Series(1).options == Series(1, games=1, codemaker="table", indication="manual").options
    assert Series(1).options.indication == "auto"
    assert Series().options == Series(games=2).options
    assert Series(1, games=None).options == Series(1).options


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"codemaker": "seat"},
            'A single seat plays against the table: set option codemaker (Codemaker) to "table".',
        ),
        ({"games": 0}, "Option games must be a number from 1 where one plays alone, not 0."),
        ({"games": -2}, "Option games must be a number from 1 where one plays alone, not -2."),
        ({"first_codemaker": 1}, "Option first_codemaker must be seat 0 where one plays alone, not 1."),
        ({"colours": 3}, "Option colours must be from 4 to 10, not 3."),
    ],
)
def test_options_that_one_alone_cannot_have_are_refused(given: dict[str, Any], sentence: str) -> None:
    assert refused_options(1, **given) == sentence


def test_two_seats_still_need_an_even_number() -> None:
    assert refused_options(2, games=1) == (
        "Option games must be an even number from 2, so that both are Codemaker equally often, not 1."
    )


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (lambda s: s, "A series of 2 games begins."),
        (lambda s: s.code("RYGB"), "The table has set a code; Ann guesses."),
        (lambda s: s.game(1), "The code was red, yellow, green, blue: 1 row."),
        (lambda s: s.game(3).game(2), "Ann found every code: 5 rows in 2 games."),
        (
            lambda s: s.game(3).code("RYGB").guess(*["YRBG"] * 9),
            "Ann did not find every code: 12 rows in 2 games.",
        ),
    ],
)
def test_the_event_line_says_what_happened(moves: Any, sentence: str) -> None:
    assert moves(Series(1, games=2)).told() == sentence


@pytest.mark.rule("M16")
@pytest.mark.parametrize("observer", [0, None])
def test_nobody_sees_the_code_before_the_end(observer: int | None) -> None:
    views = {repr(Series(1).code(code).guess("PPPP").view(observer)) for code in ("RYGB", "WOSR", "BGYR")}
    assert len(views) == 1
