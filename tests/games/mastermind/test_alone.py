"""M15: a series of one seat against the table."""

import pytest

from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import SeriesGame
from tests.games.mastermind.play import Series, pegs, refused_options

pytestmark = pytest.mark.rule("M15")


@pytest.mark.rule("M16")
@pytest.mark.parametrize("games", [1, 3])
def test_the_seat_is_the_decoder_of_every_game_and_its_score_is_the_number_of_rows(games: int) -> None:
    series = Series(1, games=games)
    for number in range(1, games + 1):
        view = series.view(None)
        assert (view.codemaker, view.decoder, view.game_number, view.to_act) == ("table", 0, number, (CHANCE,))
        assert (view.scores, view.winners) == ((sum(range(1, number)),), None)
        series.game(number)
        assert (series.view(0).code is None) == (number < games), "nobody sees a code before the end"
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


def test_one_game_is_the_default_and_the_table_the_only_codemaker() -> None:
    assert Series(1).options == Series(1, games=1, codemaker="table", indication="manual").options
    assert Series(1).options.indication == "auto"
    assert Series(1, games=None).options == Series(1).options


def test_options_that_one_alone_cannot_have_are_named() -> None:
    for name, value in (("codemaker", "seat"), ("games", 0), ("games", -2), ("first_codemaker", 1), ("colours", 3)):
        assert name in refused_options(1, **{name: value})


def test_the_event_line_says_whether_every_code_was_found() -> None:
    found, missed = Series(1, games=2).game(3).game(2), Series(1, games=2).game(3).code("RYGB").guess(*["YRBG"] * 9)
    assert "5 rows in 2 games" in found.told()
    assert "12 rows in 2 games" in missed.told()
    assert ("not" in found.told(), "not" in missed.told()) == (False, True)
