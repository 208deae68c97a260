"""M1 to M10: what is agreed on, the code, the guesses and the arms."""

from typing import Any

import pytest

from companion.core.prompt import Fill
from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from tests.games.mastermind.play import COLOURS, Series, pegs, refused_options

rule = pytest.mark.rule


@rule("M1")
def test_any_even_number_of_games_is_agreed_on_and_two_are_the_default() -> None:
    for games in (-2, 0, 1, 3, 7):
        assert "games" in refused_options(games=games)
    for games in (2, 4, 100):
        assert Series(games=games).view(None).games == games
    assert Series().view(None).games == 2


@rule("M1", "M2", "M5", "M6", "M9", "M15")
def test_an_option_of_the_wrong_type_is_named() -> None:
    wrong: tuple[tuple[str, Any], ...] = (
        *(("games", value) for value in ("two", 2.0, True)),
        *(("first_codemaker", value) for value in ("Ann", 2, -1)),
        *(("colours", value) for value in ([8], 3, 11)),
        ("repeats_in_guess", 1),
        ("indication", "by hand"),
        ("codemaker", 0),
    )
    for name, value in wrong:
        assert name in refused_options(**{name: value})


@pytest.mark.parametrize("seats", [0, 3, 6])
def test_the_game_is_for_two_or_for_one_against_the_table(seats: int) -> None:
    assert MASTERMIND.seats == (1, 2)
    assert str(seats) in refused_options(seats)


@rule("M2")
def test_the_first_codemaker_is_agreed_on_and_is_seat_0_else() -> None:
    for first, given in ((0, {}), (0, {"first_codemaker": 0}), (1, {"first_codemaker": 1})):
        view = Series(**given).view(None)
        assert (view.codemaker, view.decoder, view.to_act, view.phase) == (first, 1 - first, (first,), "code")


@rule("M3", "M16")
def test_nobody_but_its_maker_sees_the_code_until_the_game_ends() -> None:
    series = Series().code("RYGB")
    assert series.view(0).code == tuple(pegs("RYGB"))
    assert series.view(1).code is None
    assert series.view(None).code is None
    series.guess("RYGW")
    assert series.view(1).code is None
    assert series.view(None).code is None


@rule("M3")
def test_only_the_codemaker_sets_the_code_and_only_once() -> None:
    move = {"move": "set_code", "pegs": pegs("RYGB")}
    series = Series()
    for actor in (1, CHANCE):
        assert "seat 0 is to act" in series.refusal(actor, move)
    series.code("RYGB")
    for actor in (0, 1):
        assert series.refusal(actor, move)


@rule("M4")
def test_a_code_with_a_repeat_is_refused_and_nothing_changes() -> None:
    series = Series()
    for letters in ("RRYG", "RYGR", "YRRG", "YGRR", "RYRG", "YRGR", "RRRR", "RYRY"):
        assert "two pegs of one colour" in series.refusal(0, {"move": "set_code", "pegs": pegs(letters)})
    assert series.code("RYGB").phase == "guess"


@rule("M3", "M4")
def test_what_is_no_code_is_refused() -> None:
    for letters in ("RYG", "RYGBW"):
        assert f"not of {len(letters)} (M4)" in Series().refusal(0, {"move": "set_code", "pegs": pegs(letters)})
    assert "RYGB" in Series().refusal(0, {"move": "set_code", "pegs": "RYGB"})
    assert Series().refusal(0, {"move": "guess", "pegs": pegs("RYGB")})


@rule("M5")
@pytest.mark.parametrize("colours", range(4, 11))
def test_the_first_colours_in_order_are_in_play(colours: int) -> None:
    series = Series(colours=colours)
    in_play = tuple(list(COLOURS.values())[:colours])
    assert series.view(None).colours == in_play
    prompt = series.prompt(0)
    assert isinstance(prompt, Fill)
    assert tuple(symbol.value for symbol in prompt.symbols) == in_play
    outside = [*pegs("RYG"), "violet" if colours < 10 else "black"]
    sentence = series.refusal(0, {"move": "set_code", "pegs": outside})
    assert all(colour in sentence for colour in (outside[-1], *in_play))
    assert len(Series().view(None).colours) == 8, "by default"


@rule("M6")
def test_a_guess_may_repeat_a_colour_by_default() -> None:
    assert Series().code("RYGB").guess("RRRR").last_arms == (1, 0)
    assert Series(repeats_in_guess=True).code("RYGB").guess("GGRR").last_arms == (0, 2)


@rule("M6")
def test_a_repeat_in_a_guess_is_refused_where_it_was_agreed_on() -> None:
    series = Series(repeats_in_guess=False).code("RYGB")
    assert "two pegs of one colour" in series.refusal(1, {"move": "guess", "pegs": pegs("RYGR")})
    assert series.view(None).rows == ()
    assert series.guess("RYGW").last_arms == (3, 0)


@rule("M7")
def test_every_row_stays_in_place_and_is_seen_by_all() -> None:
    series = Series().code("RYGB")
    placed = ["OOOO", "RWWW", "WRYG", "RYGW"]
    arms = [(0, 0), (1, 0), (0, 3), (3, 0)]
    for count, letters in enumerate(placed, 1):
        series.guess(letters)
        for observer in (0, 1, None):
            rows = series.view(observer).rows
            assert [(list(row.pegs), (row.red, row.white)) for row in rows] == [
                (pegs(one), two) for one, two in zip(placed[:count], arms[:count], strict=True)
            ]


@rule("M8")
@pytest.mark.parametrize(
    ("code", "guess", "red", "white"),
    [
        ("RYGB", "BGYR", 0, 4),
        ("RYGB", "RYBG", 2, 2),
        ("RYGB", "WOPS", 0, 0),
        ("RYGB", "YRRR", 0, 2),  # one red peg of the code answers for one of three
        ("RYGB", "RRRR", 1, 0),  # and where it is answered for in place, for no other
        ("RYGB", "YYYY", 1, 0),
        ("RYGB", "WRRW", 0, 1),
        ("RYGB", "BBGG", 1, 1),
        ("WOPS", "SPOW", 0, 4),
        ("WOPS", "WWSS", 2, 0),
        ("WOPS", "OWWO", 0, 2),
    ],
)
def test_the_arms_count_each_peg_of_the_code_once(code: str, guess: str, red: int, white: int) -> None:
    assert Series().code(code).guess(guess).last_arms == (red, white)


@rule("M9")
def test_the_table_pulls_the_arms_by_default() -> None:
    series = Series().code("RYGB").guess("RGWW")
    assert (series.last_arms, series.to_act, series.phase) == ((1, 1), (1,), "guess")


@rule("M9")
def test_the_codemaker_pulls_the_arms_in_manual_indication() -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    assert (series.last_arms, series.to_act, series.phase) == ((None, None), (0,), "arms")
    guess = {"move": "guess", "pegs": pegs("RYGB")}
    assert "seat 0 is to act" in series.refusal(1, guess)
    assert "What is asked now is pull_arms" in series.refusal(0, guess)
    series.arms(1, 1)
    assert (series.last_arms, series.to_act, series.phase) == ((1, 1), (1,), "guess")


@rule("M9")
def test_arms_that_no_unit_has_are_refused() -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    for arms, wrong in (((5, 0), "red"), ((0, -1), "white"), ((True, 0), "red"), ((1.0, 0), "red")):
        assert f"{wrong} can be 0, 1, 2, 3 or 4 here" in series.refusal(
            0, {"move": "pull_arms", "red": arms[0], "white": arms[1]}
        )


@rule("M10", "M11")
def test_nine_rows_end_the_game_that_nobody_cracked() -> None:
    series = Series().code("RYGB").guess(*["YRBG"] * 8)
    assert (series.view(None).game_number, series.phase, len(series.view(None).rows)) == (1, "guess", 8)
    series.guess("YRBG")
    assert (series.view(None).game_number, series.phase, series.view(None).rows) == (2, "code", ())
    assert series.view(None).past[0].points == (9, 0)


@rule("M9", "M10")
def test_in_manual_indication_the_game_ends_with_the_arms_and_not_with_the_guess() -> None:
    series = Series(indication="manual").code("RYGB").guess("RYGB")
    assert (series.phase, series.view(None).game_number) == ("arms", 1)
    series.arms(4, 0)
    assert (series.phase, series.view(None).game_number) == ("code", 2)
