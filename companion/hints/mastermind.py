"""Hints for the Decoder of Mastermind: the bits that the arms are expected to tell about the code, and what they leave."""

from typing import Final

from companion.bots.mastermind.levels import FirstRows, answered_rows, peg_names, peg_numbers
from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import right_arms
from companion.games.mastermind.view import MastermindView
from companion.hints.hint import Best, Hints, Promise
from companion.hints.promise_words import code_question, codes_left
from companion.solvers.mastermind.codes import possible
from companion.solvers.mastermind.information import bits_of, most_bits


def promise(options: Options, memory: FirstRows, view: MastermindView, move: Move) -> Promise | None:
    """The bits of a guess."""
    if move["move"] != "guess":
        return None
    told = bits_of(possible(options.colours, answered_rows(view)), peg_numbers(view, move["pegs"]))
    return Promise(told, told)


def best(options: Options, memory: FirstRows, view: MastermindView) -> SmallSteps[Best | None]:
    """The guess that tells the most; of equal ones a code that is possible."""
    if view.phase != "guess" or view.seat != view.decoder:
        return None
    rows = answered_rows(view)
    left = possible(options.colours, rows)
    guess, told = yield from most_bits(options.colours, options.repeats_in_guess, rows, left)
    return Best({"move": "guess", "pegs": peg_names(view, guess)}, Promise(told, told))


def words(options: Options, memory: FirstRows, view: MastermindView, move: Move) -> str:
    """How many codes a guess leaves, and whether it can be the code."""
    left, guess = possible(options.colours, answered_rows(view)), peg_numbers(view, move["pegs"])
    is_possible = guess in left.codes
    if len(left) == 1:
        return (
            "This is the code: no other one is possible."
            if is_possible
            else "This cannot be the code: only one code is left, and it is another."
        )
    told = code_question(len(left), left.sizes(guess))
    if is_possible:
        return f"{told} The guess may be the code itself."
    number = contradicted_row(view, tuple(move["pegs"]))
    why = "No code has a colour twice." if number is None else f"Row {number} rules out that it is the code."
    return f"{told} {why}"


def contradicted_row(view: MastermindView, pegs: tuple[str, ...]) -> int | None:
    """The number of the first row that says that these pegs, which are not possible, are not the code; None: a repeated colour
    says so."""
    if len(set(pegs)) < len(pegs):
        return None
    return next(n for n, row in enumerate(view.rows, 1) if right_arms(pegs, row.pegs) != (row.red, row.white))


def still_possible(options: Options, memory: FirstRows, view: MastermindView, suggested: Move | None) -> str | None:
    """How many codes are possible for the Decoder."""
    if view.phase != "guess" or view.seat != view.decoder:
        return None
    return codes_left(len(possible(options.colours, answered_rows(view))))


MASTERMIND_HINTS: Final = Hints("mastermind", "bits", promise, best, words, still_possible)
