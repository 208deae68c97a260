"""Illegal moves of Mastermind, moment by moment."""

from typing import Any

from companion.core.seat import CHANCE, Actor
from companion.games.mastermind.game import MASTERMIND
from tests.games.mastermind.play import Series, pegs
from tests.games.refused import CONTROL, HUGE, Position, fields, shapes

CODE: dict[str, Any] = {"move": "set_code", "pegs": pegs("RYGB")}
GUESS: dict[str, Any] = {"move": "guess", "pegs": pegs("RYGB")}
ARMS: dict[str, Any] = {"move": "pull_arms", "red": 1, "white": 2}


def at(words: str, series: Series, actor: Actor, *moves: Any) -> Position:
    return Position(words, MASTERMIND, series.options, series.state, actor, moves)


def rows(move: dict[str, Any]) -> tuple[Any, ...]:
    """Everything that can be wrong with four pegs."""
    wrong: list[Any] = [[], pegs("RYG"), pegs("RYGBW"), "red", [*pegs("RYG"), "Blue"], [*pegs("RYG"), "purple"]]
    wrong += [[*pegs("RYG"), "brown"], [*pegs("RYG"), 3], [*pegs("RYG"), None], [*pegs("RYG"), HUGE]]
    wrong += [[*pegs("RYG"), CONTROL], [*pegs("RYG"), pegs("B")]]
    return tuple({**move, "pegs": each} for each in wrong)


POSITIONS = (
    at("The Codemaker sets the code", Series(), 0, *shapes(CODE), *rows(CODE), {**CODE, "pegs": pegs("RRGB")}, GUESS, ARMS),
    at("The Decoder waits for the code", Series(), 1, CODE, GUESS),
    at("The table sets the code", Series(codemaker="table"), CHANCE, {**CODE, "pegs": pegs("RRGB")}, GUESS, *rows(CODE)[:3]),
    at("The Decoder guesses", Series().code("RYGB"), 1, *shapes(GUESS), *rows(GUESS), CODE, ARMS),
    at("The Codemaker waits for a guess", Series().code("RYGB"), 0, CODE, GUESS),
    at(
        "The Decoder guesses without repeats, of six colours",
        Series(repeats_in_guess=False, colours=6).code("RYGB"), 1,
        {**GUESS, "pegs": pegs("RRYY")}, {**GUESS, "pegs": pegs("RYGP")},
    ),
    at("The Decoder guesses, and arms are pulled by hand", Series(indication="manual").code("RYGB"), 1, ARMS),
    at(
        "The Codemaker pulls the arms", Series(indication="manual").code("RYGB").guess("RGOO"), 0,
        *shapes(ARMS), *fields(ARMS, "red", -1, 5, "1"), *fields(ARMS, "white", 5), CODE, GUESS,
        {**ARMS, "red": 3}, {**ARMS, "red": 3, "white": 1}, {**ARMS, "red": 2, "white": 3},
    ),
    at("The Decoder waits for the arms", Series(indication="manual").code("RYGB").guess("RGOO"), 1, GUESS, ARMS),
    at("One plays alone", Series(1).code("RYGB"), 0, CODE, ARMS, {**GUESS, "pegs": pegs("RYG")}),
    at("The table sets the code for one alone", Series(1), 0, CODE, GUESS),
    at("The series is over", Series().game(1).game(1), 0, CODE, GUESS, ARMS),
)  # fmt: skip
