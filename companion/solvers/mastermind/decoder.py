"""Mastermind: the best guess that is known for a position."""

from collections.abc import Sequence

from companion.core.prompt import RandBelow
from companion.solvers.mastermind.codes import Code, Row, as_placed, possible
from companion.solvers.mastermind.live import live_guess
from companion.solvers.mastermind.strategy import is_planned, planned_guess, shipped


def best_guess(colours: int, repeats: bool, rows: Sequence[Row], pick: RandBelow) -> Code:
    """By the shipped strategy as long as the rows are its own, else found now. `repeats`: whether a guess may repeat a colour.

    Luck chooses among colours that are alike, so no code can be made against it.
    """
    strategy = shipped(colours, repeats)
    if strategy is None and not rows:
        # The same first row as ever, in other colours.
        strategy = {"": found_guess(colours, repeats, rows)}
    planned = None if strategy is None else planned_guess(strategy, colours, rows, pick)
    return found_guess(colours, repeats, rows) if planned is None else planned


def is_quickest(colours: int, repeats: bool, rows: Sequence[Row], guess: Code) -> bool:
    """Whether the guess is one of a shipped strategy: no other one leads to the code in fewer rows in the mean of all codes."""
    strategy = shipped(colours, repeats)
    return strategy is not None and is_planned(strategy, rows, guess)


def found_guess(colours: int, repeats: bool, rows: Sequence[Row]) -> Code:
    """The guess of the live solver. Rows that differ by their colours only get guesses that differ by these only."""
    order = as_placed(colours, rows)
    number = {colour: index for index, colour in enumerate(order)}
    renamed = [(tuple(number[colour] for colour in guess), answer) for guess, answer in rows]
    guess = live_guess(colours, repeats, renamed, possible(colours, renamed))
    return tuple(order[index] for index in guess)
