"""The colours of the pegs, and how each looks on a screen that has none."""

from typing import Annotated, Final

from companion.core.prompt import Symbol
from companion.core.spelling import one_of, row_of, whole

# M5: in this order; the first `colours` of them are in play. Brown is N, since blue has the B.
COLOURS: Final[tuple[Symbol, ...]] = (
    Symbol("red", "R", "red", 1),
    Symbol("yellow", "Y", "yellow", 2),
    Symbol("green", "G", "green", 3),
    Symbol("blue", "B", "blue", 4),
    Symbol("white", "W", "white", 5),
    Symbol("orange", "O", "orange", 6),
    Symbol("pink", "P", "pink", 7),
    Symbol("silver", "S", "silver", 8),
    Symbol("brown", "N", "brown", 9),
    Symbol("violet", "V", "violet", 10),
)

PEGS: Final = 4
"""M3: pegs of a code and of a guess."""
ROWS: Final = 9
"""M10: guesses of a game."""
ERROR_POINTS: Final = 3
"""M14: points of the Decoder for wrong arms."""

Peg = Annotated[str, one_of(*(str(colour.value) for colour in COLOURS))]
"""The name of a colour."""
Pegs = Annotated[tuple[Peg, ...], row_of(PEGS)]
"""A code or a guess."""
Arm = Annotated[int, whole(0, PEGS)]
"""What an arm shows."""


def symbol(colour: str) -> Symbol:
    """The symbol of a colour's name."""
    return next(peg for peg in COLOURS if peg.value == colour)
