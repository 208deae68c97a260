"""The moves of Mastermind, as the engine protocol spells them, and the pegs that they name."""

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Struct

from companion.core.prompt import Move, Symbol
from companion.core.spelling import move_reader, one_of, row_of, whole_number

PEG_COLOURS: Final[tuple[Symbol, ...]] = (
    Symbol("red", "R", "Red"),
    Symbol("yellow", "Y", "Yellow"),
    Symbol("green", "G", "Green"),
    Symbol("blue", "B", "Blue"),
    Symbol("white", "W", "White"),
    Symbol("orange", "O", "Orange"),
    Symbol("pink", "P", "Pink"),
    Symbol("silver", "S", "Silver"),
    Symbol("brown", "N", "Brown"),
    Symbol("violet", "V", "Violet"),
)
"""M5: the option `colours` takes the first ones. The label of brown is N, since B is blue."""

PEGS_IN_CODE: Final = 4
"""M3: pegs of a code and of a guess."""

Peg = Annotated[str, one_of(*(str(colour.value) for colour in PEG_COLOURS))]
"""The name of a colour."""
Pegs = Annotated[tuple[Peg, ...], row_of(PEGS_IN_CODE)]
"""A code or a guess."""
ArmCount = Annotated[int, whole_number(0, PEGS_IN_CODE)]
"""What an arm shows."""


class SetCode(Struct, frozen=True, tag_field="move", tag="set_code"):
    """The code of this game, of the Codemaker or of chance."""

    pegs: Pegs


class Guess(Struct, frozen=True, tag_field="move", tag="guess"):
    """A row of the Decoder."""

    pegs: Pegs


class PullArms(Struct, frozen=True, tag_field="move", tag="pull_arms"):
    """The Codemaker's answer, in manual indication."""

    red: ArmCount
    white: ArmCount


AnyMove = SetCode | Guess | PullArms

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def peg_symbol(colour: str) -> Symbol:
    """The symbol of a colour's name."""
    return next(peg for peg in PEG_COLOURS if peg.value == colour)
