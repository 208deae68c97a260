"""In how many ways unknown tiles can fill some rows: counted, listed and drawn by luck without ever turning back.

All numbered tiles are gone through in the order of a row (D3). Each goes to the next open place of some row, to another's
hand, or stays in the centre; so how far each row is filled is all that the ways on depend on, and they are counted once.
A place may hold a dash instead; whether it does is settled when the place before it has been filled.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec import Struct

from companion.core.prompt import RandBelow
from companion.games.davinci.moves import DASH, DASH_TILES, NUMBER_TILES, TILE_RANK, tile_front


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


Spot = tuple[int, int]
"""A row and a place in it."""
HAND: Final[Spot] = (-1, 0)
Filling = tuple[tuple[str, Spot], ...]
"""Which tile stands where; tiles of the centre are left out."""
FillingState = tuple[int, tuple[int, ...], bool, tuple[str, ...]]
"""How far a filling has come: the next tile, the next place of each row, whether the hand is filled, the dashes left."""
FillingStep = tuple[FillingState, Filling]


class Fillings:
    """The fillings of one puzzle. The counts are kept, so a second question costs next to nothing."""

    def __init__(self, puzzle: OpenPlaces) -> None:
        self._puzzle = puzzle
        self._anchors = {
            place.tile: (row, at)
            for row, places in enumerate(puzzle.rows)
            for at, place in enumerate(places)
            if place.tile in TILE_RANK
        }
        self._places = sum(map(len, puzzle.rows))
        self._counts: dict[FillingState, int] = {}
        self._onward: dict[FillingState, tuple[FillingStep, ...]] = {}
        self._beginnings = tuple(way for way in self._begin() if self._count(way[0]))

    def total(self) -> int:
        """How many there are."""
        return sum(self._count(state) for state, _ in self._beginnings)

    def every(self) -> Iterator[Filling]:
        """Each once, in a fixed order, made as it is asked for."""
        for state, filling in self._beginnings:
            yield from self._walk(state, filling)

    def drawn(self, pick: RandBelow) -> Filling:
        """One of them, each with equal chance."""
        filling: Filling = ()
        ways = self._beginnings
        while ways:
            left = pick(sum(self._count(state) for state, _ in ways))
            for state, more in ways:
                left -= self._count(state)
                if left < 0:
                    filling += more
                    ways = self._ways(state)
                    break
        return filling

    def _walk(self, state: FillingState, filling: Filling) -> Iterator[Filling]:
        if state[0] == len(NUMBER_TILES):
            yield filling
            return
        for following, more in self._ways(state):
            yield from self._walk(following, filling + more)

    def _count(self, state: FillingState) -> int:
        known = self._counts.get(state)
        if known is None:
            if state[0] == len(NUMBER_TILES):
                known = int(self._is_full(state))
            elif self._is_too_late(state):
                known = 0
            else:
                known = sum(self._count(following) for following, _ in self._possible(state))
            self._counts[state] = known
        return known

    def _ways(self, state: FillingState) -> tuple[FillingStep, ...]:
        """The ways on that lead to some filling."""
        ways = self._onward.get(state)
        if ways is None:
            ways = ()
            if state[0] < len(NUMBER_TILES):
                ways = tuple(way for way in self._possible(state) if self._count(way[0]))
            self._onward[state] = ways
        return ways

    def _is_full(self, state: FillingState) -> bool:
        _, at, held, _ = state
        return held and all(index == len(row) for index, row in zip(at, self._puzzle.rows, strict=True))

    def _is_too_late(self, state: FillingState) -> bool:
        """Whether more places are empty than tiles are left, so that no way leads on."""
        number, at, held, _ = state
        empty = self._places - sum(at) + (not held)
        return empty > len(NUMBER_TILES) - number + len(DASH_TILES)

    def _begin(self) -> Iterator[FillingStep]:
        """Before the first number: a dash in hand, dashes at the left ends."""
        puzzle = self._puzzle
        left = tuple(dash for dash in DASH_TILES if puzzle.advanced and dash not in puzzle.known)
        hands: list[tuple[bool, Filling]] = [(puzzle.hand is None, ())]
        hands += [(True, ((dash, HAND),)) for dash in left if dash[0] == puzzle.hand]
        rows = range(len(puzzle.rows))
        for held, in_hand in hands:
            for settled in product(*(self._settle(row, 0, left) for row in rows)):
                filling = sum((more for _, _, more in settled), in_hand)
                used = [tile for tile, _ in filling]
                if len(used) == len(set(used)):
                    at = tuple(index for index, _, _ in settled)
                    yield (0, at, held, tuple(dash for dash in left if dash not in used)), filling

    def _possible(self, state: FillingState) -> Iterator[FillingStep]:
        """The ways on from a state by its next tile."""
        number, at, held, dashes = state
        tile = NUMBER_TILES[number]
        puzzle = self._puzzle
        if tile in puzzle.known:
            anchor = self._anchors.get(tile)
            if anchor is None:
                yield (number + 1, at, held, dashes), ()
            elif at[anchor[0]] == anchor[1]:
                yield from self._joined(state, anchor[0], ())
            return
        for row, places in enumerate(puzzle.rows):
            if at[row] < len(places):
                place = places[at[row]]
                if place.tile is None and place.back == tile[0] and tile_front(tile) not in place.refuted:
                    yield from self._joined(state, row, ((tile, (row, at[row])),))
        if not held and puzzle.hand == tile[0]:
            yield (number + 1, at, True, dashes), ((tile, HAND),)
        yield (number + 1, at, held, dashes), ()

    def _joined(self, state: FillingState, row: int, filling: Filling) -> Iterator[FillingStep]:
        number, at, held, dashes = state
        for index, left, more in self._settle(row, at[row] + 1, dashes):
            yield (number + 1, (*at[:row], index, *at[row + 1 :]), held, left), filling + more

    def _settle(self, row: int, index: int, dashes: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...], Filling]]:
        """The next place of a row that a number fills, for each choice of dashes before it."""
        places = self._puzzle.rows[row]
        while index < len(places) and places[index].tile in DASH_TILES:
            index += 1
        yield index, dashes, ()
        if index == len(places):
            return
        place = places[index]
        dash = place.back + DASH
        if place.tile is None and dash in dashes and DASH not in place.refuted:
            left = tuple(other for other in dashes if other != dash)
            for following, rest, more in self._settle(row, index + 1, left):
                yield following, rest, ((dash, (row, index)), *more)


@lru_cache(maxsize=8)
def fillings(puzzle: OpenPlaces) -> Fillings:
    """The fillings of a puzzle; the last few puzzles are kept, since one is asked about many times."""
    return Fillings(puzzle)
