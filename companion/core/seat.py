"""Who acts and who observes: the seats of a game, chance, and the public. And the places of a table.

A seat is one player of a game: a number from 0, clockwise. `CHANCE` acts for whatever luck decides: a die, a shuffled pile,
the random numbers of the machine. `PUBLIC` observes for everybody at the table who has no seat in the game.

A place is a spot at the table with keys and a screen: a number from 0, clockwise. When only some of the players at a table play
a game, its seats are fewer than the places; `Opened.places` says which seat is where. In the lobby, every place is the seat of
its number. People call a place "seat", and so do screens, the configuration, the hardware and JSON.

The type checker keeps the two apart. `Seat(...)` and `Place(...)` stand only where a number becomes one, and the functions below
are for the usual ways.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, NewType, TypeVar

Seat = NewType("Seat", int)
Place = NewType("Place", int)
Chance = Literal["chance"]
Actor = Seat | Chance
Observer = Seat | None

CHANCE: Final[Chance] = "chance"
PUBLIC: Final[None] = None

T = TypeVar("T")


@cache
def all_seats(count: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(count)))


@cache
def all_places(count: int) -> tuple[Place, ...]:
    return tuple(map(Place, range(count)))


def each_seat(values: Iterable[T]) -> Iterator[tuple[Seat, T]]:
    """Each seat with its value, where there is one value for each seat."""
    return enumerate(values)  # type: ignore[return-value]  # it counts from 0; `cast` would cost as much time again


def each_place(values: Iterable[T]) -> Iterator[tuple[Place, T]]:
    return enumerate(values)  # type: ignore[return-value]


@cache
def clockwise(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats, of so many, from one on."""
    seats = all_seats(count)
    return (*seats[first:], *seats[:first])


@cache
def next_seat(seat: Seat, count: int) -> Seat:
    """The next one clockwise, of so many seats."""
    return Seat((seat + 1) % count)


def seat_number(seat: Seat | Place) -> int:
    """What people call a seat or a place. Screens, sentences and command lines count from 1; JSON and the code count from 0."""
    return seat + 1
