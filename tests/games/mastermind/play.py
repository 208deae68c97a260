"""A series of Mastermind in a test: begin it, make moves as an outsider would, look at it. A code is written "RYGB"."""

from typing import Any

from companion.core.errors import RuleError
from companion.core.game import submit
from companion.core.prompt import Move, Prompt
from companion.core.seat import CHANCE, Actor, Observer
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import State
from companion.games.mastermind.view import MastermindView

COLOURS = {
    "R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white",
    "O": "orange", "P": "pink", "S": "silver", "N": "brown", "V": "violet",
}  # fmt: skip


def pegs(letters: str) -> list[str]:
    """The colours of a code that is written in letters."""
    return [COLOURS[letter] for letter in letters]


class Series:
    """A series that goes on from move to move; every move of it is checked."""

    def __init__(self, seats: int = 2, **given: Any) -> None:
        self.options: Options = MASTERMIND.read_options(given, seats)
        self.state: State = MASTERMIND.setup(self.options, seats)

    def move(self, actor: Actor, move: Move) -> "Series":
        after = submit(MASTERMIND, self.options, self.state, actor, move)
        assert isinstance(after, State)
        self.state = after
        return self

    def refusal(self, actor: Actor, move: object) -> str:
        """The sentence of a refusal; the state stays as it was."""
        before = self.state
        try:
            submit(MASTERMIND, self.options, before, actor, move)
        except RuleError as error:
            assert self.state is before
            return str(error)
        raise AssertionError(f"{move} was not refused")

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

    def view(self, observer: Observer) -> MastermindView:
        return MASTERMIND.view(self.state, observer)

    def prompt(self, seat: int) -> Prompt | None:
        return MASTERMIND.prompt(self.options, self.view(seat))

    def told(self) -> str:
        """What the event line says."""
        return MASTERMIND.describe(self.options, self.view(None), ("Ann", "Bob"))

    @property
    def to_act(self) -> tuple[Actor, ...]:
        return self.view(None).to_act

    @property
    def phase(self) -> str:
        return self.view(None).phase

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
