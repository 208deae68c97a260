"""What is open in some rows, and the places that fill beside a number: those of known dashes, and dashes that may stand there."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from companion.games.davinci.moves import DASH, DASH_TILES


class RowPlace(Struct, frozen=True):
    """A place of a row: the tile that is known to stand there, or else its back ("B", "W"), and what it is not."""

    tile: str | None
    back: str
    refuted: frozenset[str] = frozenset()


class OpenPlaces(Struct, frozen=True):
    """What is open. `rows`: empty where nothing of a row is; `hand`: the back of an unknown tile in hand; `known`: all
    tiles whose place is known; `advanced`: whether there are dashes."""

    rows: tuple[tuple[RowPlace, ...], ...]
    hand: str | None
    known: frozenset[str]
    advanced: bool

    @property
    def loose_dashes(self) -> tuple[str, ...]:
        """The dashes whose place is unknown."""
        return tuple(dash for dash in DASH_TILES if self.advanced and dash not in self.known)


Spot = tuple[int, int]
"""A row and a place in it."""
HAND: Final[Spot] = (-1, 0)
Filling = tuple[tuple[str, Spot], ...]
"""Which tile stands where; tiles of the centre are left out."""
FillingState = tuple[int, tuple[int, ...], bool, tuple[str, ...]]
"""How far a filling has come: the next tile, the next place of each row, whether the hand is filled, the dashes left."""


def settle(
    puzzle: OpenPlaces, row: int, index: int, dashes: tuple[str, ...]
) -> Iterator[tuple[int, tuple[str, ...], Filling]]:
    """The next place of a row that a number fills, from a place on, for each choice of dashes before it; the dashes that are then
    left, and where the others stand."""
    places = puzzle.rows[row]
    while index < len(places) and places[index].tile in DASH_TILES:
        index += 1
    yield index, dashes, ()
    if index == len(places):
        return
    place = places[index]
    dash = place.back + DASH
    if place.tile is None and dash in dashes and DASH not in place.refuted:
        left = tuple(other for other in dashes if other != dash)
        for following, rest, more in settle(puzzle, row, index + 1, left):
            yield following, rest, ((dash, (row, index)), *more)
