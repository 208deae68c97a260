"""In how many ways unknown tiles can fill some rows: counted, listed and drawn by luck without ever turning back.

All numbered tiles are gone through in the order of a row (D3). Each goes to the next open place of some row, to another's
hand, or stays in the centre; so how far each row is filled is all that the ways on depend on, and they are counted once.
A place may hold a dash instead; whether it does is settled when the place before it has been filled.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from companion.core.prompt import RandBelow
from companion.games.davinci.moves import NUMBER_TILES, TILE_RANK, tile_front
from companion.solvers.davinci.filling_counts import FillingCounts
from companion.solvers.davinci.open_places import HAND, Filling, FillingState, OpenPlaces, settle

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
        self._onward: dict[FillingState, tuple[FillingStep, ...]] = {}
        beginnings = tuple(self._begin())
        self._count = FillingCounts(puzzle).of
        self._beginnings = tuple(way for way in beginnings if self._count(way[0]))

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

    def _ways(self, state: FillingState) -> tuple[FillingStep, ...]:
        """The ways on that lead to some filling."""
        ways = self._onward.get(state)
        if ways is None:
            ways = ()
            if state[0] < len(NUMBER_TILES):
                ways = tuple(way for way in self._possible(state) if self._count(way[0]))
            self._onward[state] = ways
        return ways

    def _begin(self) -> Iterator[FillingStep]:
        """Before the first number: a dash in hand, dashes at the left ends."""
        puzzle = self._puzzle
        left = puzzle.loose_dashes
        hands: list[tuple[bool, Filling]] = [(puzzle.hand is None, ())]
        hands += [(True, ((dash, HAND),)) for dash in left if dash[0] == puzzle.hand]
        rows = range(len(puzzle.rows))
        for held, in_hand in hands:
            for settled in product(*(settle(puzzle, row, 0, left) for row in rows)):
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
        for index, left, more in settle(self._puzzle, row, at[row] + 1, dashes):
            yield (number + 1, (*at[:row], index, *at[row + 1 :]), held, left), filling + more


@lru_cache(maxsize=8)
def fillings(puzzle: OpenPlaces) -> Fillings:
    """The fillings of a puzzle; the last few puzzles are kept, since one is asked about many times."""
    return Fillings(puzzle)
