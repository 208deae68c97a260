"""M1 to M10: what is agreed on, the code, the guesses and the arms."""

from typing import Any

import pytest

from companion.core.prompt import Fill, every
from companion.core.seat import CHANCE
from companion.games.mastermind.game import MASTERMIND
from tests.games.mastermind.play import COLOURS, Series, pegs, refused_options

rule = pytest.mark.rule
EVEN = "Option games must be an even number from 2, so that both are Codemaker equally often, not {}."


@rule("M1")
@pytest.mark.parametrize("games", [-2, 0, 1, 3, 7])
def test_an_odd_number_of_games_or_one_below_two_is_refused(games: int) -> None:
    assert refused_options(games=games) == EVEN.format(games)


@rule("M1")
@pytest.mark.parametrize("games", [2, 4, 6, 8, 100])
def test_any_even_number_of_games_can_be_agreed_on(games: int) -> None:
    assert Series(games=games).view(None).games == games


@rule("M1")
def test_two_games_are_the_default() -> None:
    assert Series().view(None).games == 2


@rule("M1", "M2", "M5", "M6", "M9", "M15")
@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("games", "two", "expected `int | null`, got `str`"),
        ("games", 2.0, "expected `int | null`, got `float`"),
        ("games", True, "expected `int | null`, got `bool`"),
        ("first_codemaker", "Ann", "expected `int`, got `str`"),
        ("colours", [8], "expected `int`, got `array`"),
        ("repeats_in_guess", 1, "expected `bool`, got `int`"),
        ("indication", "by hand", "invalid enum value 'by hand'"),
        ("codemaker", 0, "expected `str`, got `int`"),
    ],
)
def test_an_option_of_the_wrong_type_is_named(name: str, value: Any, reason: str) -> None:
    assert refused_options(**{name: value}) == f"Option {name} of Mastermind cannot be {str(value)!r}: {reason}."


def test_an_option_that_does_not_exist_is_refused() -> None:
    assert refused_options(color=8) == "Mastermind has no option 'color'; did you mean 'colours'?"
    assert refused_options(x=8) == (
        "Mastermind has no option 'x'; it has games, first_codemaker, colours, repeats_in_guess, indication, codemaker."
    )


@pytest.mark.parametrize("seats", [0, 3, 6])
def test_the_game_is_for_two_or_for_one_against_the_table(seats: int) -> None:
    assert MASTERMIND.seats == (1, 2)
    assert refused_options(seats) == f"Mastermind is for 2 seats, or for 1 against the table, not for {seats}."


@rule("M2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_codemaker_is_agreed_on(first: int) -> None:
    series = Series(first_codemaker=first)
    view = series.view(None)
    assert (view.codemaker, view.decoder, view.to_act, view.phase) == (first, 1 - first, (first,), "code")


@rule("M2")
def test_seat_0_makes_the_first_code_unless_agreed_otherwise() -> None:
    assert Series().view(None).codemaker == 0
    assert refused_options(first_codemaker=2) == "Option first_codemaker must be seat 0 or 1, not 2."
    assert refused_options(first_codemaker=-1) == "Option first_codemaker must be seat 0 or 1, not -1."


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
    assert series.refusal(1, move) == "It is not the turn of seat 1: seat 0 is to act."
    assert series.refusal(CHANCE, move) == "It is not the turn of chance: seat 0 is to act."
    series.code("RYGB")
    assert series.refusal(0, move) == "It is not the turn of seat 0: seat 1 is to act."
    assert series.refusal(1, move) == "The secret code is set already, and you are the Decoder: guess it."


@rule("M4")
@pytest.mark.parametrize("letters", ["RRYG", "RYGR", "YRRG", "YGRR", "RYRG", "YRGR", "RRRR", "RYRY"])
def test_a_code_with_a_repeat_is_refused_and_nothing_changes(letters: str) -> None:
    series = Series()
    assert (
        series.refusal(0, {"move": "set_code", "pegs": pegs(letters)}) == "A code may not hold two pegs of one colour."
    )
    assert series.code("RYGB").phase == "guess"


@rule("M3", "M4")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ({"move": "set_code", "pegs": pegs("RYG")}, "A code has four pegs, not 3."),
        ({"move": "set_code", "pegs": pegs("RYGBW")}, "A code has four pegs, not 5."),
        ({"move": "set_code", "pegs": "RYGB"}, 'A code is a list of four colours, not "RYGB".'),
        ({"move": "set_code"}, 'The move set_code needs the key "pegs".'),
        (
            {"move": "set_code", "pegs": pegs("RYGB"), "x": 1},
            'The move set_code has no key "x": beside "move" it takes "pegs".',
        ),
        (
            {"move": "guess", "pegs": pegs("RYGB")},
            "You are the Codemaker of this game: set the secret code, then the Decoder guesses.",
        ),
        ({"pegs": pegs("RYGB")}, 'A move is an object with a key "move" that names it.'),
        (None, 'A move is an object with a key "move" that names it.'),
    ],
)
def test_what_is_no_code_is_refused_in_words(move: object, sentence: str) -> None:
    assert Series().refusal(0, move) == sentence


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
    assert sentence.startswith("No violet pegs are in play: " if colours < 10 else 'There is no colour "black": ')
    assert sentence.endswith(f"the colours of this series are {', '.join(in_play[:-1])} and {in_play[-1]}.")


@rule("M5")
def test_eight_colours_are_the_default_and_four_to_ten_are_allowed() -> None:
    assert len(Series().view(None).colours) == 8
    assert refused_options(colours=3) == "Option colours must be from 4 to 10, not 3."
    assert refused_options(colours=11) == "Option colours must be from 4 to 10, not 11."


@rule("M6")
def test_a_guess_may_repeat_a_colour_by_default() -> None:
    assert Series().code("RYGB").guess("RRRR").last_arms == (1, 0)
    assert Series(repeats_in_guess=True).code("RYGB").guess("GGRR").last_arms == (0, 2)


@rule("M6")
def test_a_repeat_in_a_guess_is_refused_where_it_was_agreed_on() -> None:
    series = Series(repeats_in_guess=False).code("RYGB")
    assert series.refusal(1, {"move": "guess", "pegs": pegs("RYGR")}) == (
        "A guess may not hold two pegs of one colour in this series."
    )
    assert series.view(None).rows == ()
    assert series.guess("RYGW").last_arms == (3, 0)


@rule("M6")
def test_every_guess_is_listed_with_repeats_and_without() -> None:
    both = [Series(repeats_in_guess=repeats, colours=5).code("RYGB").prompt(1) for repeats in (True, False)]
    assert [sum(1 for _ in every(prompt)) for prompt in both if prompt] == [5**4, 5 * 4 * 3 * 2]


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
    assert series.refusal(0, {"move": "pull_arms", "red": 1, "white": 1}) == (
        "It is not the turn of seat 0: seat 1 is to act."
    )


@rule("M9")
def test_the_codemaker_pulls_the_arms_in_manual_indication() -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    assert (series.last_arms, series.to_act, series.phase) == ((None, None), (0,), "arms")
    guess = {"move": "guess", "pegs": pegs("RYGB")}
    assert series.refusal(1, guess) == "It is not the turn of seat 1: seat 0 is to act."
    assert series.refusal(0, guess) == "You are the Codemaker of this game: pull the arms for the last guess."
    series.arms(1, 1)
    assert (series.last_arms, series.to_act, series.phase) == ((1, 1), (1,), "guess")


@rule("M9")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"red": 5, "white": 0}, "The red arm shows a whole number from 0 to 4, not 5."),
        ({"red": 0, "white": -1}, "The white arm shows a whole number from 0 to 4, not -1."),
        ({"red": True, "white": 0}, "The red arm shows a whole number from 0 to 4, not true."),
        ({"red": 1.0, "white": 0}, "The red arm shows a whole number from 0 to 4, not 1.0."),
        ({"red": 1}, 'The move pull_arms needs the key "white".'),
        (
            {"red": 1, "white": 0, "black": 1},
            'The move pull_arms has no key "black": beside "move" it takes "red" and "white".',
        ),
    ],
)
def test_arms_that_no_unit_has_are_refused(fields: dict[str, object], sentence: str) -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    assert series.refusal(0, {"move": "pull_arms", **fields}) == sentence


@rule("M10")
@pytest.mark.parametrize("rows", range(1, 10))
def test_four_red_end_the_game_at_once(rows: int) -> None:
    series = Series().game(rows)
    assert (series.view(None).game_number, series.phase) == (2, "code")
    assert series.view(None).past[0].rows == rows


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
