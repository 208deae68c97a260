"""Positions about which hints and promises are asked: the options, and what the seat that asks sees."""

from itertools import permutations
from typing import Any

from companion.core.prompt import Move
from companion.games.digitcode import DIGITCODE
from companion.games.digitcode.rules import DigitCodeView
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import right_arms

CODE = ("red", "yellow", "green", "blue")


def mastermind(*rows: tuple[str, ...]) -> tuple[Any, Any]:
    """A game for CODE with six colours, as its Decoder sees it after these rows."""
    options = MASTERMIND.read_options({"colours": 6}, 2)
    state: Any = MASTERMIND.setup(options, 2)
    state = MASTERMIND.apply(state, 0, {"move": "set_code", "pegs": list(CODE)})
    for row in rows:
        state = MASTERMIND.apply(state, 1, {"move": "guess", "pegs": list(row)})
    return options, MASTERMIND.view(state, 1)


def fitting(view: Any) -> list[tuple[str, ...]]:
    """The codes that every row leaves, found by trying all of them."""
    return [
        code
        for code in permutations(view.colours, 4)
        if all(right_arms(code, row.pegs) == (row.red, row.white) for row in view.rows)
    ]


def digitcode(
    *questions: Move, opening: str = "one", code: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
) -> tuple[Any, DigitCodeView]:
    """One seat against the table's code, as it sees the game after these questions."""
    options = DIGITCODE.read_options({"master": "table", "opening": opening}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": list(code)})
    for question in questions:
        state = DIGITCODE.apply(state, 0, question)
    return options, DIGITCODE.view(state, 0)
