"""Moves of a series of Mastermind, for the tests of whole tables."""

from companion.core.prompt import Move
from companion.core.seat import Place

Line = tuple[Place, Move]

START: Line = (Place(0), {"move": "start"})


def code(seat: Place, *pegs: str) -> Line:
    """A secret code."""
    return seat, {"move": "set_code", "pegs": list(pegs)}


def guess(seat: Place, *pegs: str) -> Line:
    """A row."""
    return seat, {"move": "guess", "pegs": list(pegs)}


def arms(seat: Place, red: int, white: int) -> Line:
    """The arms, pulled by hand."""
    return seat, {"move": "pull_arms", "red": red, "white": white}


def option(name: str, value: object) -> Line:
    """An option, chosen in the lobby."""
    return Place(0), {"move": "set", "option": name, "value": value}


CODE_A = ("red", "green", "blue", "yellow")
CODE_B = ("white", "orange", "red", "green")
WRONG = ("yellow", "yellow", "red", "white")

SERIES: tuple[Line, ...] = (
    START,
    code(0, *CODE_A),
    guess(1, *WRONG),
    guess(1, *CODE_A),
    code(1, *CODE_B),
    guess(0, *CODE_B),
)
"""Two games: seat 0's code is cracked in two rows, seat 1's in one. The score is 2 to 1."""
