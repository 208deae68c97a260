"""Hints for the Decoder of Mastermind: the bits that the arms are expected to tell about the code."""

from typing import Final

from companion.bots.mastermind.levels import FirstRows, answered_rows, peg_names, peg_numbers
from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps
from companion.games.mastermind.options import Options
from companion.games.mastermind.view import MastermindView
from companion.hints.hint import Best, Hints, Promise
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


MASTERMIND_HINTS: Final = Hints("mastermind", "bits", promise, best)
