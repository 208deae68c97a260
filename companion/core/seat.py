"""Who acts and who observes: the seats of a game, chance, and the public. And the places of a table.

A seat is one player of a game: a number from 0, clockwise. `CHANCE` acts for whatever luck decides: a die, a shuffled pile,
the random numbers of the machine. `PUBLIC` observes for everybody at the table who has no seat in the game.

A place is a spot at the table with keys and a screen: a number from 0, clockwise. When only some of the players at a table play
a game, its seats are fewer than the places; `Opened.places` says which seat is where.
"""

from typing import Final, Literal

Seat = int
Place = int
Chance = Literal["chance"]
Actor = Seat | Chance
Observer = Seat | None

CHANCE: Final[Chance] = "chance"
PUBLIC: Final[None] = None


def seat_number(seat: Seat) -> int:
    """What people call a seat. Screens, sentences and command lines count seats from 1; JSON and the code count from 0."""
    return seat + 1
