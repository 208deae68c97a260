"""The editions of Mastermind: which symbols a code is made of, the options that each edition sets, and what it calls things.

An edition is a value of the option `edition`, with defaults for other options (M22). What it calls things goes into every view,
so screens, pages and minds have the same words (M23).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from companion.core.options import Value
from companion.core.prompt import Symbol

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
DIGITS: Final[tuple[Symbol, ...]] = tuple(Symbol(digit, digit, digit) for digit in "0123456789")
"""M20."""
MOST_SYMBOLS: Final = len(PEG_COLOURS)

Symbols = Literal["colours", "digits"]
Edition = Literal["travel", "classic", "super", "first_steps", "bulls_and_cows", "number_baseball"]

_REPEATS: Final = (("repeats_in_code", True), ("repeats_in_guess", True))
_NO_REPEATS: Final = (("repeats_in_code", False), ("repeats_in_guess", False))
_DIGITS: Final = (("symbols", "digits"), ("colours", 10))

EDITIONS: Final[tuple[Value, ...]] = (
    Value("travel", "Travel", about="8 colours, none twice."),
    Value(
        "classic", "Classic", (("colours", 6), ("pegs", 4), *_REPEATS, ("rows", 10)), about="6 colours, with repeats."
    ),
    Value(
        "super", "Super", (("colours", 8), ("pegs", 5), *_REPEATS, ("rows", 12)), about="5 pegs, 8 colours, with repeats."
    ),
    Value(
        "first_steps", "First steps", (("colours", 4), ("pegs", 3), ("repeats_in_code", False), ("rows", 9)),
        about="3 pegs, 4 colours.",
    ),
    Value(
        "bulls_and_cows", "Bulls and Cows", (*_DIGITS, ("pegs", 4), *_NO_REPEATS, ("rows", 10)),
        about="4 digits, none twice.",
    ),
    Value(
        "number_baseball", "Number baseball", (*_DIGITS, ("pegs", 3), *_NO_REPEATS, ("rows", 9)),
        about="3 digits, none twice.",
    ),
)  # fmt: skip
"""M22: the names that the lobby offers first, and the options that each of them sets."""


NUMBERS: Final = {3: "Three", 4: "Four", 5: "Five"}


class Words(Struct, frozen=True):
    """What an edition calls things. `piece`: what a code is made of, one and several. `symbol`: what two pieces may have alike.
    `exact` and `near`: what a row is answered with, one and several. `arms`: whether they are the two arms of the unit."""

    piece: tuple[str, str]
    symbol: tuple[str, str]
    exact: tuple[str, str]
    near: tuple[str, str]
    arms: bool

    @property
    def meaning(self) -> str:
        """What both parts of an answer count."""
        (exact, near), symbol = self.parts, self.symbol[0]
        return (
            f"{exact}: right {symbol} in the right place. {near}: right {symbol} in a wrong place. "
            f"A {self.piece[0]} of the code counts once."
        )

    @property
    def parts(self) -> tuple[str, str]:
        """Both parts of an answer as the beginnings of sentences. Alone, "red" could be a peg."""
        exact, near = self.exact[1].capitalize(), self.near[1].capitalize()
        return (f"{exact} arm", f"{near} arm") if self.arms else (exact, near)

    def counts(self, exact: int | str, near: int | str) -> str:
        """An answer in a few words: "red 1, white 2", or "1 bull, 2 cows"."""
        if self.arms:
            return f"{self.exact[0]} {exact}, {self.near[0]} {near}"
        return f"{exact} {self.exact[exact != 1]}, {near} {self.near[near != 1]}"

    def answer(self, exact: int | None, near: int | None) -> str:
        """The same of a row that is answered."""
        assert exact is not None, "the row is answered"
        assert near is not None, "the row is answered"
        return self.counts(exact, near)


_ANSWERS: Final = {
    "bulls_and_cows": (("bull", "bulls"), ("cow", "cows")),
    "number_baseball": (("strike", "strikes"), ("ball", "balls")),
}


@cache
def words_of(edition: Edition, symbols: Symbols) -> Words:
    """What an edition calls things where a code is made of these symbols."""
    exact, near = _ANSWERS.get(edition, (("red", "red"), ("white", "white")))
    piece = ("peg", "pegs") if symbols == "colours" else ("digit", "digits")
    symbol = ("colour", "colours") if symbols == "colours" else ("digit", "digits")
    return Words(piece, symbol, exact, near, arms=edition not in _ANSWERS)


_BY_VALUE: Final = {symbol.value: symbol for symbol in (*PEG_COLOURS, *DIGITS)}


def piece_symbol(value: str) -> Symbol:
    """The symbol of a piece of a code: of a colour or a digit."""
    return _BY_VALUE[value]


def row_text(pieces: Sequence[str]) -> str:
    """A code or a guess in words: "red, blue, green, pink", or "0123"."""
    return ("" if pieces[0].isdigit() else ", ").join(pieces)
