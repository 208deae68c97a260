"""Puzzles: one right answer, proved anew here by trying everything; the same on every machine; wrong answers are explained."""

import json
import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations, count, islice, permutations, product
from typing import Any

import pytest

from companion.commands.puzzle_command import Streak, after_solving, read_streak, written_streak
from companion.core.errors import RequestError, RuleError
from companion.core.prompt import Fill, sample
from companion.games.breakthecode.rules import TILES
from companion.games.catalog import find_game
from companion.games.daily_puzzle import (
    game_of_day,
    games_with_puzzles,
    judged,
    judged_move,
    known_game,
    known_level,
    puzzle_of_day,
    typed_answer,
)
from companion.games.davinci.mind.hidden import worlds
from companion.games.davinci.mind.puzzles import _OPTIONS
from companion.games.davinci.rules import tile_front
from companion.games.digitcode.possible import possible_codes
from companion.games.digitcode.rules import QUESTIONS, is_legal, true_answer
from companion.games.mastermind.editions import EDITIONS
from companion.games.mastermind.rules import right_arms
from companion.games.mind import mind_of
from companion.games.puzzle import PUZZLE_LEVELS, Maker, Puzzle, PuzzleLevel, TextLuck
from tests.games.breakthecode import tally
from tests.laws.play import one_round

DAYS = ["2026-01-31", *(f"2026-03-{day:02}" for day in range(1, 7))]
EXPECTED: dict[str, dict[str, tuple[str, ...]]] = {
    "mastermind": {
        "easy": ("red", "yellow", "blue", "silver", "orange"),
        "medium": ("blue", "green", "white", "yellow"),
        "hard": ("blue", "orange", "yellow", "blue"),
    },
    "davinci": {
        "easy": ("Ben's 1st tile", "1"),
        "medium": ("Ben's 3rd tile", "5"),
        "hard": ("Ben's 7th tile", "11"),
    },
    "digitcode": {
        "easy": ("9", "6", "1", "7", "1", "9"),
        "medium": ("line A",),
        "hard": ("9", "1", "8", "1", "9", "0"),
    },
    "breakthecode": {
        "easy": ("B3", "G5", "B6", "W8", "W9"),
        "medium": ("B1", "W1", "W4", "G5", "B6"),
        "hard": ("B1", "B4", "G5", "B7", "W8"),
    },
}
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
LUCK = [80, 137, 272, 816]
every_game = pytest.mark.parametrize("game", [game.name for game in games_with_puzzles()])


def made(game: str, level: Any, day: str) -> Puzzle:
    return puzzle_of_day(game, level, day)


kept = cache(made)
"""The puzzle of a day, made once for all tests: it is frozen."""


def right_answers(puzzle: Puzzle) -> Sequence[tuple[str, ...]]:
    """All right answers, found without the code that makes and judges puzzles; of Digit Code and Da Vinci Code by the worlds that
    the solvers list."""
    match puzzle.kind:
        case "last row" | "crack in two":
            colours = puzzle.fields[0].choices
            rows = [(row.pegs, (row.red, row.white)) for row in puzzle.view.rows]
            assert isinstance(puzzle.prompt, Fill)
            pegs = puzzle.prompt.length
            codes = list(product(colours, repeat=pegs) if puzzle.prompt.repeats > 1 else permutations(colours, pegs))
            left = [code for code in codes if all(right_arms(code, row) == arms for row, arms in rows)]
            if puzzle.kind == "last row":
                return left
            return [row for row in codes if len({right_arms(code, row) for code in left}) == len(left)]
        case "last code" | "one question":
            left_codes = list(possible_codes(puzzle.position))
            assert all(true_answer(code, one.question) == one.answer for code in left_codes for one in puzzle.position)
            if puzzle.kind == "last code":
                return [tuple(map(str, code)) for code in left_codes]
            words = puzzle.fields[0].choices
            return [
                (word,)
                for word, question in zip(words, QUESTIONS, strict=True)
                if len({true_answer(code, question) for code in left_codes}) == len(left_codes)
            ]
        case "which row":
            own = [tile for tile in puzzle.view.rows[0] if tile is not None]
            unseen = [tile for number, tile in enumerate(TILES) if TILES[:number].count(tile) >= own.count(tile)]
            asked = [(one.card, one.number, one.answers[1]) for one in puzzle.view.asked]
            return [
                row
                for row in sorted(set(combinations(unseen, 5)))
                if all(
                    tally.answer(row, card, number) == (list(told) if isinstance(told, tuple) else told)
                    for card, number, told in asked
                )
            ]
        case _:
            rows_seen = puzzle.position.rows
            arrangements = list(worlds(_OPTIONS, puzzle.position))
            found = []
            for seat, row in enumerate(rows_seen):
                for at, tile in enumerate(row):
                    fronts = {tile_front(world.rows[seat][at]) for world in arrangements}
                    if tile.value is None and len(fronts) == 1:
                        found.append((f"{('You', 'Ben', 'Cleo')[seat]}'s {ORDINALS[at]} tile", fronts.pop()))
            return found


@pytest.mark.parametrize("days", one_round((DAYS[:1], DAYS[1:])), ids=("a day", "more days"))
@pytest.mark.parametrize("level", PUZZLE_LEVELS)
@every_game
def test_there_is_exactly_one_right_answer(game: str, level: PuzzleLevel, days: list[str]) -> None:
    for day in days[: 2 if game == "digitcode" else 6]:
        puzzle = kept(game, level, day)
        assert list(right_answers(puzzle)) == [puzzle.answer], puzzle
        assert judged(puzzle, puzzle.answer).right
        assert puzzle.deductions >= 1
        assert puzzle.worlds >= 0
        assert (puzzle.game, puzzle.level) == (game, level)


@every_game
def test_each_move_of_the_board_is_an_answer_and_the_hints_lead_to_the_right_one(game: str) -> None:
    for level in PUZZLE_LEVELS:
        puzzle = kept(game, level, DAYS[0])
        pick = random.Random(level).randrange
        answers = {maker_of(puzzle).answer_of(sample(puzzle.prompt, pick)) for _ in range(200)}
        assert all(
            value in field.choices for answer in answers for value, field in zip(answer, puzzle.fields, strict=True)
        )
        for answer in answers:
            verdict = judged(puzzle, answer)
            assert verdict.right == (answer == puzzle.answer)
        assert puzzle.view.seat in puzzle.view.to_act
        assert len(puzzle.names) == puzzle.view.seats
        assert puzzle.hints
        assert len(puzzle.hints) <= max(2, len(puzzle.fields) - 1), "the last step is the player's"


@cache
def of_edition(edition: str, level: PuzzleLevel, number: int = 0) -> Puzzle:
    """A "last row" of an edition of Mastermind: the first that some text gives, or a later one."""
    maker = mind_of(find_game("mastermind")).puzzles
    assert maker is not None
    drawn = (maker.make(level, TextLuck(f"{text}")) for text in count())
    found = (one for one in drawn if one.position.edition == edition and one.kind == "last row")
    return next(islice(found, number, None))


@pytest.mark.parametrize("edition", one_round([edition.value for edition in EDITIONS[::-1]]))
def test_each_edition_has_puzzles_of_one_right_answer_in_its_own_words(edition: str) -> None:
    words = {"bulls_and_cows": ("bull", "cow", "digits"), "number_baseball": ("strike", "ball", "digits")}
    for level in PUZZLE_LEVELS:
        puzzle = puzzle_of_day(f"mastermind.{edition}", level, DAYS[0])
        assert puzzle.position.edition == edition
        assert list(right_answers(puzzle)) == [puzzle.answer]
        wrong = next(
            code for code in permutations(puzzle.fields[0].choices, len(puzzle.fields)) if code != puzzle.answer
        )
        verdict = judged(puzzle, wrong)
        said = f"{puzzle.task} {' '.join(puzzle.clues)} {verdict.why}"
        assert not verdict.right
        assert all(word in said for word in words.get(edition, ("colour", "red", "white")))
        assert edition not in words or "red" not in said


def maker_of(puzzle: Puzzle) -> Maker:
    maker = mind_of(find_game(puzzle.game)).puzzles
    assert maker is not None
    return maker


def test_a_move_that_the_prompt_does_not_offer_is_no_answer() -> None:
    puzzle = of_edition("travel", "easy")
    right = {"move": "guess", "pegs": list(puzzle.answer)}
    assert judged_move(puzzle, json.dumps(right)).right
    for text, error in (
        ("{", RequestError),
        ("[]", RuleError),
        (json.dumps({**right, "pegs": ["red"] * 4}), RuleError),
    ):
        with pytest.raises(error):
            judged_move(puzzle, text)


@every_game
def test_todays_puzzle_is_that_of_every_machine_and_another_day_has_another_one(game: str) -> None:
    """What the series 2 gives on one day; whoever changes it raises SERIES."""
    assert {level: kept(game, level, DAYS[0]).answer for level in PUZZLE_LEVELS} == EXPECTED[game]
    assert made(game, "easy", DAYS[0]) == kept(game, "easy", DAYS[0]) != kept(game, "easy", DAYS[1])


def test_luck_and_the_game_of_a_day_are_those_of_every_machine() -> None:
    assert set(EXPECTED) == {game.name for game in games_with_puzzles()}
    assert game_of_day(DAYS[0]) == "breakthecode"
    luck = TextLuck("one text")
    assert [luck(1000) for _ in range(4)] == LUCK


@every_game
def test_a_wrong_answer_is_explained_in_a_sentence(game: str) -> None:
    pick = TextLuck(game)
    for level in PUZZLE_LEVELS:
        puzzle = kept(game, level, DAYS[0])
        for _ in range(40):
            answer = tuple(field.choices[pick(len(field.choices))] for field in puzzle.fields)
            verdict = judged(puzzle, answer)
            assert verdict.right == (answer == puzzle.answer)
            assert verdict.why.endswith(".")


def test_the_clue_that_a_wrong_answer_contradicts_is_named() -> None:
    puzzle = of_edition("travel", "easy")
    for code in permutations(puzzle.fields[0].choices, 4):
        shown = [right_arms(code, row.pegs) for row in puzzle.view.rows]
        arms = [(row.red, row.white) for row in puzzle.view.rows]
        first = next(
            (number for number, (one, other) in enumerate(zip(shown, arms, strict=True), 1) if one != other), None
        )
        if first is not None:
            assert judged(puzzle, code).why.startswith(f"Row {first} contradicts it")
    digits = kept("digitcode", "easy", DAYS[0])
    codes = ((*digits.answer[:-1], last) for last in "0123456789")
    other = next(code for code in codes if code != digits.answer and is_legal(tuple(map(int, code))))
    answers = [true_answer(tuple(map(int, other)), one.question) == one.answer for one in digits.position]
    number = answers.index(False) + 1
    assert judged(digits, other).why.startswith(f"Answer {number} contradicts it: with this code ")


@pytest.mark.slow
def test_levels_rise_with_what_must_be_excluded() -> None:
    """Of "last row", "last code" and "certain tile": of one kind harder puzzles exclude more."""
    for edition in EDITIONS:
        most = -1
        for level in PUZZLE_LEVELS:
            worlds_of_level = [of_edition(edition.value, level, number).worlds for number in range(3)]
            assert min(worlds_of_level) > most
            most = max(worlds_of_level)
    for game, kind in (("digitcode", "last code"), ("davinci", "certain tile")):
        most = -1
        for level in PUZZLE_LEVELS:
            worlds_of_level = [one.worlds for day in DAYS if (one := kept(game, level, day)).kind == kind]
            assert worlds_of_level
            assert min(worlds_of_level) > most
            most = max(worlds_of_level)


def test_what_is_typed_is_understood() -> None:
    mastermind = of_edition("travel", "easy")
    assert typed_answer(mastermind, "Red, blue green PINK") == ("red", "blue", "green", "pink")
    assert typed_answer(mastermind, "rbgp") == ("red", "blue", "green", "pink")
    assert typed_answer(mastermind, "rbg") is None
    assert typed_answer(mastermind, "") is None
    assert typed_answer(of_edition("bulls_and_cows", "easy"), "90 17") == tuple("9017")
    digits = kept("digitcode", "easy", DAYS[0])
    assert typed_answer(digits, "152 306") == tuple("152306")
    tile = kept("davinci", "easy", DAYS[0])
    named = tile.fields[0].choices[0]
    assert typed_answer(tile, f"{named.upper()} 11") == (named, "11")
    owner, place, _ = named.split()
    assert typed_answer(tile, f"{owner} {place} 1") == (named, "1")
    assert typed_answer(tile, f"{owner[:-2]} {place} 11") == (named, "11")
    assert typed_answer(tile, f"{owner[:-2]} {place[0]} 10") == (named, "10")
    assert typed_answer(tile, named) is None
    assert typed_answer(tile, "11") is None


def test_what_does_not_exist_is_said() -> None:
    puzzle = of_edition("travel", "easy")
    for ask, reason in (
        (lambda: known_level("x"), "'x': take easy, medium or hard."),
        (lambda: known_game("passcode"), "Passcode has no puzzles"),
        (lambda: known_game("chess"), "'chess': take mastermind, davinci, digitcode."),
        (lambda: known_game("mastermind.x"), "no edition 'x': take mastermind.travel, mastermind.classic"),
        (lambda: known_game("davinci.classic"), "no puzzles of 'davinci.classic'"),
        (lambda: judged(puzzle, ("red",)), "4 parts"),
        (lambda: judged(puzzle, ("red", "blue", "green", "mauve")), "'mauve' cannot be the peg 4: take red, yellow"),
    ):
        with pytest.raises(RequestError, match=reason):
            ask()


def test_a_streak_grows_by_a_day_and_breaks() -> None:
    streak = after_solving(Streak(), "2026-02-28", "2026-02-27")
    assert (streak.days, streak.best) == (1, 1)
    assert after_solving(streak, "2026-02-28", "2026-02-27") == streak
    streak = after_solving(streak, "2026-03-01", "2026-02-28")
    assert (streak.days, streak.best) == (2, 2)
    streak = after_solving(streak, "2026-03-04", "2026-03-03")
    assert (streak.days, streak.best) == (1, 2)
    assert read_streak(written_streak(streak)) == streak
    assert read_streak(b"") == Streak()
    for bad in (b"{", b"\xff", b"[]", b'{"days": -1}', b'{"format": 2}', b'{"more": 1}'):
        assert read_streak(bad) is None
