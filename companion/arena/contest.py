"""What is to be played, as a value: every game of it follows from its number alone.

So a contest gives the same games whichever process plays them, in whatever order.
"""

import random
from typing import Any

from msgspec import Struct

from companion.arena.entrants import Entrant
from companion.core.prompt import RandBelow


class Contest(Struct, frozen=True):
    """`line_ups`: who plays together, each as many games as `games`; `time_limit`: seconds that an outside program has for a
    move; `at`: the date and time that the games of a file have, None where no file
    is wanted; `seed`: of all luck."""

    game: str
    options: dict[str, Any]
    line_ups: tuple[tuple[Entrant, ...], ...]
    games: int
    seed: int
    time_limit: float
    at: str | None

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.games * len(self.line_ups)


def seating(contest: Contest, number: int) -> tuple[int, ...]:
    """For each seat, who of the line-up sits there in game `number`.

    In as many games in a row as there are seats, everybody sits once in every seat. Who sits next to whom is drawn anew for
    each such row.
    """
    seats = len(contest.line_ups[number // contest.games])
    row, turn = divmod(number % contest.games, seats)
    circle = list(range(seats))
    luck(contest, f"seating {number // contest.games} {row}").shuffle(circle)
    return tuple(circle[(seat + turn) % seats] for seat in range(seats))


def luck(contest: Contest, what: str) -> random.Random:
    """A generator of its own for each purpose, so that what one player draws changes nothing for the others."""
    return random.Random(f"{contest.seed} {what}")


def pick(contest: Contest, what: str) -> RandBelow:
    """The same, as players and chance use it."""
    return luck(contest, what).randrange
