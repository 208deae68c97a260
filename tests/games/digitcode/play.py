"""A game of Digit Code in a test: begin it, make moves, look at it."""

from typing import Any

from companion.core.prompt import Move, Prompt, every
from companion.core.seat import CHANCE, Actor
from companion.games.digitcode import DIGITCODE
from tests.games.playing import Playing

ONE = (4, 0, 7, 1, 9, 3)
OTHER = (8, 2, 8, 5, 6, 0)
WRONG = (1, 2, 3, 4, 5, 6)
ALSO_WRONG = (6, 5, 4, 3, 2, 1)

FOUR: tuple[Move, ...] = (
    {"move": "ask_line", "line": "P"},
    {"move": "ask_parity", "place": "W"},
    {"move": "ask_larger", "places": ["U", "V"]},
    {"move": "ask_space", "column": "F", "row": "M"},
)


class Play(Playing):
    played = DIGITCODE

    def code(self, actor: Actor, digits: tuple[int, ...]) -> "Play":
        return self.move(actor, {"move": "set_code", "digits": list(digits)})

    def propose(self, seat: int, digits: tuple[int, ...]) -> "Play":
        return self.move(seat, {"move": "propose", "digits": list(digits)})

    def ask(self, seat: int, *numbers: int) -> "Play":
        """Questions of FOUR by their numbers."""
        for number in numbers:
            self.move(seat, FOUR[number])
        return self

    def prompt(self, seat: int) -> Prompt:
        asked = super().prompt(seat)
        assert asked is not None
        return asked

    def kinds(self, seat: int) -> set[str]:
        """The names of the moves that a seat may make."""
        found = set()
        for move in every(self.prompt(seat)):
            found.add(move["move"])
            if move["move"] == "propose":
                break
        return found

    @property
    def winners(self) -> tuple[int, ...] | None:
        won: tuple[int, ...] | None = self.view().winners
        return won


def duel(**options: Any) -> Play:
    """Two play: seat 0 has made ONE, and seat 1 OTHER."""
    return Play(2, **options).code(0, ONE).code(1, OTHER)


def mastered(seats: int, **options: Any) -> Play:
    """Seat 0, or the master of the options, has made ONE."""
    master = options.get("master", 0)
    return Play(seats, **options).code(CHANCE if master == "table" else master, ONE)
