"""Who can act and who can look: the seats, chance, and the public.

A seat is a number from 0, clockwise round the table. `CHANCE` acts for whatever luck decides: a die, a shuffled pile,
the machine's random numbers. `PUBLIC` looks for everybody who stands at the table without a seat.
"""

from typing import Final, Literal

Seat = int
Chance = Literal["chance"]
Actor = Seat | Chance
Observer = Seat | None

CHANCE: Final[Chance] = "chance"
PUBLIC: Final[None] = None


def seat_number(seat: Seat) -> int:
    """What people call a seat. Screens, sentences and command lines count seats from 1; JSON and the code count from 0."""
    return seat + 1
