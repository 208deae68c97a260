"""The bots of Mastermind: how they open, what they remember, and that they differ in strength over all codes."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.mind import SOLVER, analyse, guess_reason
from companion.games.mastermind.mind.codes import CodeRules, code_rules, possible
from companion.games.mastermind.mind.guesses import bits_of
from companion.games.mastermind.rules import right_arms
from companion.games.mind import mind_of
from tests.games.mastermind.option_sets import OPTION_SETS
from tests.games.mastermind.play import Series, pegs
from tests.games.players import AnyBot, Player, end_of, played
from tests.laws.play import one_round
from tests.said import numbers
from tools.mastermind_means import LEVELS, first, lengths

LADDER: dict[str, AnyBot] = {bot.name: bot for bot in mind_of(MASTERMIND).bots}
NAMES = ("novice", "casual", "steady", "best")
every_level = pytest.mark.parametrize("name", NAMES)


def decoder(name: str, series: Series, seat: int = 1) -> Player:
    """A bot that comes to a series. It has seen no view of it."""
    return Player(MASTERMIND, LADDER[name], series.options, seat)


@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS))
def test_the_better_levels_pull_the_right_arms_and_crack_every_code(seats: int, given: dict[str, Any]) -> None:
    line_up = [LADDER["best"], LADDER["steady"]][:seats]
    options = MASTERMIND.read_options(given, seats)
    past = end_of(MASTERMIND, line_up, options, 7).state.past
    assert past
    assert not any(one.void for one in past), "a bot pulled wrong arms"
    assert all(one.rows < max(options.rows, 8) for one in past)


def test_at_a_table_no_level_makes_a_game_void() -> None:
    """Arms pulled by luck would make nearly every game void and played again, so a series would never end."""
    luck, best = mind_of(MASTERMIND).table_bots[0], LADDER["best"]
    assert luck.name == "random"
    past = end_of(MASTERMIND, [luck, best], MASTERMIND.read_options({"indication": "manual"}, 2), 7).state.past
    assert not any(one.void for one in past)


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.slow
def test_each_level_needs_fewer_rows_than_the_one_below_over_all_codes(repeats: bool) -> None:
    points = {name: lengths(LEVELS[name], CodeRules(6, repeats_in_guess=repeats), 9, first).mean for name in NAMES}
    guesses = 6**4 if repeats else 360
    missing = 1 - Fraction(1, guesses)
    # Any legal row, each with equal chance: whether it is the code has nothing to do with the rows before.
    points["random"] = float(sum(missing**rows for rows in range(9)))
    ladder = [points[name] for name in LADDER]
    assert ladder == sorted(ladder, reverse=True)
    assert all(weaker - stronger > 0.1 for weaker, stronger in pairwise(ladder))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "total"),
    [
        ({"colours": 6}, 1435),
        ({"edition": "first_steps"}, 69),
        ({"edition": "number_baseball"}, 3575),
        ({"edition": "classic"}, 5625),
        ({"edition": "bulls_and_cows"}, 26274),
    ],
    ids=str,
)
def test_a_series_of_all_codes_scores_the_least_total(given: dict[str, Any], total: int) -> None:
    options = Series(1, **given).options
    names = [str(symbol.value) for symbol in options.in_play]
    codes = code_rules(options).rows(range(options.colours), repeats=options.repeats_in_code)
    rows = 0
    for code in codes:
        series = Series(1, **given)
        player = decoder("best", series, 0)
        series.move(CHANCE, {"move": "set_code", "pegs": [names[number] for number in code]})
        while not series.state.over:
            series.move(0, player.choose(series.state, first).move)
        assert series.view(None).winners == (0,), "cracked within its rows"
        rows += series.view(None).scores[0]
    assert rows == total


@every_level
def test_over_all_codes_luck_changes_nothing(name: str) -> None:
    fixed = lengths(LEVELS[name], CodeRules(5), 9, first)
    assert lengths(LEVELS[name], CodeRules(5), 9, random.Random(2).randrange) == fixed


@every_level
def test_a_decoder_opens_by_luck_when_the_codemaker_has_seen_a_game_of_it(name: str) -> None:
    series = Series(games=4, first_codemaker=0).code("RYGB")
    assert len(openings(name, series)) == 1
    series.guess("RYGB").game(2).code("RYGB")
    assert series.view(None).decoder == 1
    assert len(openings(name, series)) > 10


@every_level
def test_against_the_table_a_decoder_opens_alike_in_every_game(name: str) -> None:
    series = Series(games=4, first_codemaker=0, codemaker="table").code("RYGB")
    before = openings(name, series)
    series.guess("RYGB").game(2).code("RYGB")
    assert series.view(None).decoder == 1
    assert openings(name, series) == before
    assert len(before) == 1


def openings(name: str, series: Series) -> set[tuple[str, ...]]:
    """The first rows that a Decoder at seat 1 places, by all kinds of luck."""
    player = decoder(name, series)
    return {tuple(player.choose(series.state, random.Random(seed).randrange).move["pegs"]) for seed in range(20)}


def test_a_novice_looks_at_two_rows_and_a_casual_player_at_three() -> None:
    series = Series(colours=8).code("SPOW").guess("RYGB", "WORY", "OPWS", "PWSO")
    rows = series.view(1).rows
    for name, remembered in (("novice", 2), ("casual", 3), ("steady", 4)):
        guess = decoder(name, series).choose(series.state, first).move["pegs"]
        fits = [right_arms(tuple(guess), row.pegs) == (row.red, row.white) for row in rows]
        assert all(fits[-remembered:]), name
    assert "looks no further back" in decoder("novice", series).choose(series.state, first).why


@pytest.mark.parametrize("options", [{"colours": 6}, {"colours": 8, "repeats_in_guess": False}, {"colours": 9}])
def test_best_takes_over_whatever_rows_stand(options: dict[str, Any]) -> None:
    series = Series(**options).code("RYGB").guess("BGYR", "WOGR", "OWRG")
    player = decoder("best", series)
    pick = random.Random(8).randrange
    while not series.view(None).past:
        series.move(1, player.choose(series.state, pick).move)
    assert series.view(None).past[0].rows <= 7


def test_a_reason_counts_the_codes_that_are_left() -> None:
    series = Series(colours=8).code("RYGB")
    player = decoder("best", series)
    assert numbers(player.choose(series.state, first).why)[0] == "1,680"
    series.guess("RYWO")
    worlds = analyse(series.options, player.memory, series.view(1)).worlds
    assert numbers(player.choose(series.state, first).why)[0] == str(worlds)
    series.guess("RYGP", "RYGS")
    assert numbers(player.choose(series.state, first).why) == []


def test_a_row_that_cannot_be_the_code_says_what_speaks_for_it() -> None:
    """A possible row tells more, 3.06 bits against 2.87; but the least total of rows over all codes is with this one."""
    series = Series(colours=8, repeats_in_guess=False).code("YGSP").guess("RYGB")
    choice = decoder("best", series).choose(series.state, first)
    assert choice.move["pegs"] == pegs("YRBW")
    assert numbers(choice.why) == ["504", "79"]
    assert "cannot be the code" in choice.why
    assert "fewest rows" in choice.why


def test_a_row_that_tells_most_bits_says_so_and_not_that_it_leaves_fewest() -> None:
    """Green, yellow, white, blue leaves fewer codes on average, 2.1 of 18, and tells fewer bits."""
    left = possible(CodeRules(6), [((0, 1, 2, 3), (1, 2)), ((0, 2, 1, 4), (0, 3))])
    guess, other = (3, 1, 4, 0), (2, 1, 4, 3)
    assert (len(left), bits_of(left, guess) > bits_of(left, other)) == (18, True)
    assert sum(size * size for size in left.sizes(other)) < sum(size * size for size in left.sizes(guess))
    said = guess_reason(left, guess, quickest=False)
    assert numbers(said) == ["18", "2.2", f"{bits_of(left, guess):.1f}"]
    assert "may be the code" in said


@pytest.mark.slow
def test_the_number_of_worlds_is_exact() -> None:
    for seed in range(3):
        options = MASTERMIND.read_options(OPTION_SETS[seed][1], 2)
        for moment, _ in played(MASTERMIND, [LADDER["casual"], LADDER["steady"]], options, seed):
            for seat in (0, 1, None):
                view = MASTERMIND.view(moment.state, seat)
                assert analyse(options, (), view).worlds == sum(1 for _ in SOLVER.worlds(options, view))


@pytest.mark.rule("M3")
def test_a_steady_codemaker_learns_the_first_rows_of_its_opponent() -> None:
    series = Series(games=4, first_codemaker=0)
    steady, best = decoder("steady", series, 0), decoder("best", series, 0)

    def see() -> None:
        steady.see(series.state)
        best.see(series.state)

    see()
    assert "luck" in steady.choose(series.state, random.Random(0).randrange).why
    series.code("SPOW")
    see()
    for row in ("RYGB", "SPOW"):
        series.guess(row)
        see()
    series.code("RYGB").guess("RYGB")
    see()
    # Two right colours in wrong places: 504 of 1,680 codes, more than any other arms leave.
    for seed in range(20):
        pick = random.Random(seed).randrange
        choice = steady.choose(series.state, pick)
        assert right_arms(tuple(choice.move["pegs"]), tuple(pegs("RYGB"))) == (0, 2)
        assert "504" in choice.why
    drawn = {
        right_arms(tuple(best.choose(series.state, random.Random(n).randrange).move["pegs"]), tuple(pegs("RYGB")))
        for n in range(40)
    }
    assert len(drawn) > 3


def test_a_view_that_is_seen_twice_changes_no_memory() -> None:
    options = MASTERMIND.read_options({"games": 4}, 2)
    player = Player(MASTERMIND, LADDER["steady"], options, 0)
    for moment, _ in played(MASTERMIND, [LADDER["steady"], LADDER["casual"]], options, 2):
        player.see(moment.state)
        memory = player.memory
        player.see(moment.state)
        assert player.memory == memory
    assert len(player.memory) == 2
