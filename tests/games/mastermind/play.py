"""A series of Mastermind in a test: begin it, make moves as an outsider would, look at it. A code is written "RYGB"."""

from typing import Any

from companion.core.errors import RuleError
from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from tests.games.playing import Playing

COLOURS = {
    "R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white",
    "O": "orange", "P": "pink", "S": "silver", "N": "brown", "V": "violet",
}  # fmt: skip


def pegs(letters: str) -> list[str]:
    """The colours of a code that is written in letters, or its digits."""
    return [COLOURS.get(letter, letter) for letter in letters]


class Series(Playing):
    """A series of two, or of one against the table."""

    played = MASTERMIND

    def __init__(self, seats: int = 2, **given: Any) -> None:
        super().__init__(seats, **given)

    def code(self, letters: str) -> "Series":
        """Whoever is the Codemaker sets a code."""
        maker = self.view(None).codemaker
        return self.move(CHANCE if maker == "table" else maker, {"move": "set_code", "pegs": pegs(letters)})

    def guess(self, *rows: str) -> "Series":
        """The Decoder places rows, one after the other."""
        for letters in rows:
            self.move(self.view(None).decoder, {"move": "guess", "pegs": pegs(letters)})
        return self

    def arms(self, red: int, white: int) -> "Series":
        """The Codemaker pulls the arms."""
        maker = self.view(None).codemaker
        assert maker != "table"
        return self.move(maker, {"move": "pull_arms", "red": red, "white": white})

    def game(self, rows: int) -> "Series":
        """A whole game of so many rows; with 9 it may be cracked by the last or not at all."""
        return self.code("RYGB").guess(*["YRBG"] * (rows - 1), "RYGB")

    def told(self) -> str:
        """What the event line says."""
        return MASTERMIND.describe(self.options, self.view(None), ("Ann", "Bob"))

    @property
    def last_arms(self) -> tuple[int | None, int | None]:
        row = self.view(None).rows[-1]
        return row.red, row.white


def refused_options(seats: int = 2, **given: Any) -> str:
    """The sentence in which options are refused."""
    try:
        MASTERMIND.read_options(given, seats)
    except RuleError as error:
        return str(error)
    raise AssertionError(f"{given} was not refused")
