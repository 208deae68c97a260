"""M17 to M23: editions and the options that they set, codes of other sizes, repeats, digits, and the words of each."""

from itertools import product
from typing import Any

import pytest

from companion.core.moves import worded
from companion.core.prompt import Fill, every
from companion.engine import Session
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.editions import EDITIONS
from companion.games.mastermind.rules import PullArms, possible_arms, right_arms
from tests.games.mastermind.play import Series, pegs, refused_options
from tests.games.mastermind.tally import EDITIONS as TABLE
from tests.games.mastermind.tally import NAMES, agreed, count_arms

rule = pytest.mark.rule
every_edition = pytest.mark.parametrize("edition", TABLE)


def played_by(given: dict[str, Any]) -> dict[str, Any]:
    options = MASTERMIND.read_options(given, 2)
    return {name: getattr(options, name) for name in NAMES}


@rule("M22")
@every_edition
def test_an_edition_sets_options_and_those_given_beside_it_win(edition: str) -> None:
    given = {"edition": edition}
    assert played_by(given) == agreed(given) == dict(zip(NAMES, TABLE[edition], strict=True))
    for name, value in (
        ("colours", 7), ("pegs", 5), ("repeats_in_code", True), ("repeats_in_guess", True), ("rows", 6), ("symbols", "digits"),
        ("symbols", "colours"), ("repeats_in_guess", False),
    ):  # fmt: skip
        more = {**given, name: value}
        if agreed(more)["colours"] < agreed(more)["pegs"] and not agreed(more)["repeats_in_code"]:
            assert "colours" in refused_options(**more)
        else:
            assert played_by(more) == agreed(more)


@rule("M22")
def test_the_engine_shows_the_values_of_travel_and_takes_no_other_edition() -> None:
    (answer,) = [one for one in Session().answer(b'{"do": "games"}')["games"] if one["game"] == "mastermind"]
    shown = {name: answer["options"][name] for name in ("edition", *NAMES)}
    assert shown == {"edition": "travel", **dict(zip(NAMES, TABLE["travel"], strict=True))}
    assert {edition.value for edition in EDITIONS} == set(TABLE)
    assert "edition" in refused_options(edition="ultimate")


@rule("M22")
def test_options_of_a_game_before_there_were_editions_are_those_of_travel() -> None:
    assert played_by({}) == played_by({"edition": "travel"})
    assert played_by({"colours": 6, "repeats_in_guess": False})["pegs"] == 4


@rule("M17", "M18", "M19", "M20")
def test_values_out_of_bounds_and_options_without_a_code_are_refused() -> None:
    for name, wrong in (("pegs", (2, 6)), ("rows", (5, 13)), ("colours", (3, 11))):
        for value in wrong:
            assert name in refused_options(**{name: value})
    wrong_types: tuple[tuple[str, Any], ...] = (
        ("symbols", "letters"),
        ("repeats_in_code", 1),
        ("pegs", "4"),
        ("rows", 9.0),
        ("edition", 3),
    )
    for name, value in wrong_types:
        assert name in refused_options(**{name: value})
    sentence = refused_options(pegs=5, colours=4)
    assert all(word in sentence for word in ("colours", "pegs", "repeats_in_code"))
    assert played_by({"pegs": 5, "colours": 4, "repeats_in_code": True})["colours"] == 4
    assert refused_options(edition="first_steps", pegs=5)


@rule("M17")
@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_code_and_a_guess_have_so_many_pegs(count: int) -> None:
    letters = "RYGBW"[:count]
    series = Series(pegs=count)
    assert series.view(None).pegs == count
    for wrong in ("RYGBWO"[: count - 1], "RYGBWO"[: count + 1]):
        assert series.refusal(0, {"move": "set_code", "pegs": pegs(wrong)})
    series.code(letters).guess(letters[::-1])
    assert series.last_arms == (count % 2, count - count % 2)
    assert series.guess(letters).view(None).past[0].rows == 2


@rule("M18")
def test_a_code_may_repeat_where_it_was_agreed_on_and_a_guess_may_then_too() -> None:
    series = Series(repeats_in_code=True, repeats_in_guess=False).code("RRYY")
    assert series.guess("RYRR").last_arms == (1, 2)
    assert series.guess("YYRR").last_arms == (0, 4)
    assert series.guess("RRRR").last_arms == (2, 0)
    assert "two pegs of one colour" in Series().refusal(0, {"move": "set_code", "pegs": pegs("RRYY")})


@rule("M8", "M18")
@pytest.mark.parametrize(("colours", "count"), [(3, 3), (4, 3), (3, 5)])
def test_arms_of_all_codes_and_guesses_are_those_that_taking_pegs_out_counts(colours: int, count: int) -> None:
    rows = list(product("RYGBW"[:colours], repeat=count))
    for code in rows:
        for guess in rows:
            assert right_arms(code, guess) == count_arms(list(code), list(guess))


@rule("M19")
@pytest.mark.parametrize("rows", [6, 12])
def test_a_game_ends_after_its_rows_and_scores_as_many_points(rows: int) -> None:
    series = Series(rows=rows).code("RYGB").guess(*["YRBG"] * (rows - 1))
    assert (series.phase, series.view(None).max_rows) == ("guess", rows)
    series.guess("YRBG")
    assert (series.phase, series.view(None).past[0].points) == ("code", (rows, 0))


@rule("M20")
def test_with_digits_the_symbols_are_the_first_digits_and_a_code_may_begin_with_0() -> None:
    series = Series(symbols="digits")
    assert series.view(None).colours == tuple("0123456789")
    series.code("0123").guess("3210")
    assert series.last_arms == (0, 4)
    assert series.guess("0003").last_arms == (2, 0)
    fewer = Series(symbols="digits", colours=6)
    prompt = fewer.prompt(0)
    assert isinstance(prompt, Fill)
    assert [symbol.value for symbol in prompt.symbols] == list("012345")
    assert "digit twice" in fewer.refusal(0, {"move": "set_code", "pegs": list("0012")})
    assert fewer.refusal(0, {"move": "set_code", "pegs": [0, 1, 2, 3]}), "a digit is a text"


@rule("M14", "M21")
@pytest.mark.parametrize("count", [3, 4, 5])
def test_arms_that_no_code_could_give_are_refused_for_any_number_of_pegs(count: int) -> None:
    letters = "RYGBW"[:count]
    series = Series(indication="manual", pegs=count).code(letters).guess(letters)
    prompt = series.prompt(0)
    assert prompt is not None
    taken = {(move["red"], move["white"]) for move in every(prompt)}
    both = {(red, white) for red in range(count + 1) for white in range(count + 1) if red + white <= count}
    assert taken == both - {(count - 1, 1)} == set(possible_arms(count))
    for red, white in ((count - 1, 1), (count, 1), (0, count + 1)):
        assert series.refusal(0, {"move": "pull_arms", "red": red, "white": white})
    rows = list(product("RYGBW", repeat=count))
    assert {right_arms(rows[3], row) for row in rows} | {right_arms(tuple(letters), row) for row in rows} == taken


@rule("M23")
def test_each_edition_speaks_in_its_own_words() -> None:
    def said(edition: str, code: str, guess: str) -> str:
        series = Series(edition=edition).code(code)
        before = series.view(None)
        prompt = series.guess(guess).prompt(1)
        after = series.view(None)
        event = MASTERMIND.happened and MASTERMIND.happened(series.options, before, after, ("Ann", "Bob"))
        assert event is not None
        assert prompt is not None
        return f"{series.told()} {event.text} {prompt.help}"

    bulls = said("bulls_and_cows", "0123", "0321")
    assert all(word in bulls for word in ("0321", "2 bulls, 2 cows", "digit", "Bulls", "Cows"))
    assert "1 bull, 0 cows" in said("bulls_and_cows", "0123", "0456")
    assert "1 strike, 1 ball" in said("number_baseball", "012", "051")
    for other in ("red arm", "peg", "colour", "exact", "near"):
        assert other not in bulls
    travel = said("classic", "RRYY", "RYRR")
    assert all(word in travel for word in ("red, yellow, red, red", "red 1, white 2", "colour"))
    assert "bull" not in travel


@rule("M23")
def test_a_suggested_answer_is_in_the_words_of_the_edition() -> None:
    for edition, words in (("bulls_and_cows", "1 bull, 2 cows"), ("travel", "red 1, white 2")):
        series = Series(edition=edition)
        named = MASTERMIND.named and MASTERMIND.named(series.view(0), PullArms(1, 2))
        assert named is not None
        assert words in worded(PullArms.words.suggest, PullArms(1, 2), named.items())


@rule("M23")
@every_edition
def test_the_book_of_an_edition_has_its_numbers_and_words(edition: str) -> None:
    options = MASTERMIND.read_options({"edition": edition}, 2)
    book = MASTERMIND.book_for({"edition": edition}, 2)
    said = " ".join(part for topic in book for part in topic.parts if isinstance(part, str))
    own, foreign = ("Bulls", "Strikes") if edition == "bulls_and_cows" else ("Strikes", "Bulls:")
    assert f"{options.rows} rows" in said
    if options.symbols == "digits":
        assert own in said
        assert all(word not in said for word in (foreign, "The red arm", "peg of the code"))
    else:
        assert "Red arm" in said
        assert "exact" not in said.lower()
        assert "Bulls:" not in said
