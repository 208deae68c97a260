"""How likely each value is at each open place, exactly: dynamic programming over the tiles in the order of a row (D3).

A state of the programme says how far each row is filled, whether the tile in hand is settled, and which dashes are placed. The
numbered tiles come one after another; each goes to the next open place of a row, to the hand, or stays in the centre. The
weight of a value at a place is the weight of the ways to that step times the weight of the ways on from it (forward and
backward pass), so no arrangement is ever listed. All weights are whole numbers unless a doubt makes them less. Dashes, known and
possible, fill the places beside a number.

`by_order` is how a beginner looks at a row: what the order of each row alone leaves possible, tile by tile.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.games.davinci.rules import (
    DASH,
    DASH_TILES,
    NUMBER_TILES,
    TILE_RANK,
    DavinciView,
    ShownTile,
    tile_front,
    tile_name,
)


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


def by_order(view: DavinciView) -> dict[Spot, tuple[str, ...]]:
    """For each hidden tile of another's row the values between its nearest open neighbours that the seat sees nowhere else.

    Claims of this turn count, for the view holds them; that several hidden tiles share the room between two neighbours does
    not.
    """
    seen = {_name(tile) for row in view.rows for tile in row if tile.value is not None}
    if view.clue is not None and view.clue.value is not None:
        seen.add(tile_name(view.clue.colour, view.clue.value))
    wrong = {(said.target, said.position, said.value) for said in view.turn_log if not said.correct}
    box = (*NUMBER_TILES, *DASH_TILES) if view.advanced else NUMBER_TILES
    found: dict[Spot, tuple[str, ...]] = {}
    for seat, row in enumerate(view.rows):
        for position, tile in enumerate(row):
            if seat == view.seat or tile.value is not None:
                continue
            low = max((TILE_RANK[name] for other in row[:position] if (name := _name(other)) in TILE_RANK), default=-1)
            high = min(
                (TILE_RANK[name] for other in row[position:] if (name := _name(other)) in TILE_RANK),
                default=len(TILE_RANK),
            )
            found[seat, position] = tuple(
                tile_front(name)
                for name in box
                if name[0] == tile_name(tile.colour, "")
                and name not in seen
                and (seat, position, tile_front(name)) not in wrong
                and (name in DASH_TILES or low < TILE_RANK[name] < high)
            )
    return found


def _name(tile: ShownTile) -> str:
    return tile_name(tile.colour, tile.value or "")


Weight = int | float
Doubts = frozenset[tuple[Spot, str]]
"""Places and values that are possible and yet unlikely."""
Free = tuple[tuple[str, float], ...]
"""Numbered tiles and the chances that they are in no row that the puzzle leaves out; a tile that is not named is free."""
NO_DOUBTS: Final[Doubts] = frozenset()

_Label = tuple[tuple[Spot, str], ...]
"""Which values a step puts where."""
_Way = tuple[int, int, Weight, _Label]
"""A step: what it adds to the state, the dashes that it uses, its weight, its label."""
_Edge = tuple[int, int, Weight, _Label]
"""A step that was taken: the states before and after it, its weight, its label."""
_Table = list[tuple[int, int, list[list[_Way]]]]
"""For some digits of the state (their unit, how many values they take): the ways on from each value."""


class Posterior(Struct, frozen=True):
    """`total`: the arrangements, each counted with its weight (1 without doubts, so it is their number). `weights`: for each
    open place, the hand among them, the weight of the arrangements with each value there; a value that cannot be is left out."""

    total: Weight
    weights: dict[Spot, dict[str, Weight]]

    def chance(self, spot: Spot, said: str) -> float:
        """The probability that this value stands there."""
        return self.weights[spot].get(said, 0) / self.total


@lru_cache(maxsize=512)
def posterior(puzzle: OpenPlaces, doubts: Doubts = NO_DOUBTS, doubt: float = 1, free: Free = ()) -> Posterior:
    """Of all arrangements that the puzzle leaves open, each with weight 1, times `doubt` for each doubt that it runs into,
    times the chance to be `free` of each tile that it uses.

    Where nothing is possible, `total` is 0.
    """
    return _Programme(puzzle, doubts, doubt, free).run()


class _Programme:
    """One run. A state is one whole number: for each row how far it is filled, in units of its own; whether the hand is
    settled; one bit for each dash that is placed."""

    def __init__(self, puzzle: OpenPlaces, doubts: Doubts, doubt: float, free: Free) -> None:
        self._puzzle = puzzle
        self._doubts = doubts
        self._doubt = doubt
        self._chances = dict(free)
        self._rows: list[tuple[int, int, int]] = []  # number, unit, how many values it takes
        unit = 1
        for number, row in enumerate(puzzle.rows):
            if row:
                self._rows.append((number, unit, len(row) + 1))
                unit *= len(row) + 1
        self._held = unit
        self._dashes = 2 * unit
        self._free = sum(
            1 << bit for bit, dash in enumerate(DASH_TILES) if puzzle.advanced and dash not in puzzle.known
        )
        self._settled = {number: [self._settle(number, at, 0) for at in range(size)] for number, _, size in self._rows}
        self._anchors = {
            place.tile: (number, at)
            for number, row in enumerate(puzzle.rows)
            for at, place in enumerate(row)
            if place.tile in TILE_RANK
        }

    def run(self) -> Posterior:
        """Forward layer by layer, then back."""
        reached: dict[int, Weight] = {self._held if self._puzzle.hand is None else 0: 1}
        layers: list[tuple[dict[int, Weight], list[_Edge]]] = []
        for table, may_stay in self._layers():
            edges = self._edges(reached, table, may_stay)
            layers.append((reached, edges))
            following: dict[int, Weight] = {}
            for before, after, weight, _ in edges:
                following[after] = following.get(after, 0) + reached[before] * weight
            reached = following
        full = self._held + sum(unit * (size - 1) for _, unit, size in self._rows)
        onward: dict[int, Weight] = {state: 1 for state in reached if state % self._dashes == full}
        total = sum(reached[state] for state in onward)
        sums: dict[_Label, Weight] = {}
        for ways_to, edges in reversed(layers):
            behind: dict[int, Weight] = {}
            for before, after, weight, label in edges:
                if after in onward:
                    on = weight * onward[after]
                    behind[before] = behind.get(before, 0) + on
                    if label:
                        sums[label] = sums.get(label, 0) + ways_to[before] * on
            onward = behind
        return Posterior(total, self._weights(sums))

    def _weights(self, sums: dict[_Label, Weight]) -> dict[Spot, dict[str, Weight]]:
        weights: dict[Spot, dict[str, Weight]] = {
            (number, at): {}
            for number, row in enumerate(self._puzzle.rows)
            for at, place in enumerate(row)
            if place.tile is None
        }
        if self._puzzle.hand is not None:
            weights[HAND] = {}
        for label, weight in sums.items():
            for spot, said in label:
                weights[spot][said] = weights[spot].get(said, 0) + weight
        return weights

    def _layers(self) -> Iterator[tuple[_Table, bool]]:
        """What may be done in each layer, and whether nothing may be: the dashes before the first number, then the numbers."""
        if self._puzzle.hand is not None and self._free:
            ways: list[_Way] = [
                (self._held, 1 << bit, self._trust(HAND, DASH), ((HAND, DASH),))
                for bit in self._bits(self._puzzle.hand)
            ]
            yield [(self._held, 2, [ways, []])], True
        for number, unit, size in self._rows:
            if len(self._settled[number][0]) > 1 or self._settled[number][0][0][0]:
                beginning = [(at * unit, mask, weight, label) for at, mask, weight, label in self._settled[number][0]]
                yield [(unit, size, [beginning, *([] for _ in range(size - 1))])], False
        for tile in NUMBER_TILES:
            if tile in self._anchors:
                yield self._joining(tile, *self._anchors[tile]), False
            elif tile not in self._puzzle.known:
                yield self._placing(tile), True

    def _placing(self, tile: str) -> _Table:
        """To the next open place of a row, or to the hand."""
        back, said = tile[0], tile_front(tile)
        table: _Table = []
        for number, unit, size in self._rows:
            ways: list[list[_Way]] = [[] for _ in range(size)]
            for at, place in enumerate(self._puzzle.rows[number]):
                if place.tile is None and place.back == back and said not in place.refuted:
                    here = ((number, at), said)
                    trust = self._trust(*here) * self._chances.get(tile, 1)
                    ways[at] = [
                        ((index - at) * unit, mask, weight * trust, (here, *label))
                        for index, mask, weight, label in self._settled[number][at + 1]
                    ]
            if any(ways):
                table.append((unit, size, ways))
        if self._puzzle.hand == back:
            table.append((self._held, 2, [[(self._held, 0, self._trust(HAND, said), ((HAND, said),))], []]))
        return table

    def _joining(self, tile: str, row: int, at: int) -> _Table:
        """A known tile of a row comes when all before it is filled."""
        unit, size = next((unit, size) for number, unit, size in self._rows if number == row)
        ways: list[list[_Way]] = [[] for _ in range(size)]
        ways[at] = [
            ((index - at) * unit, mask, weight, label) for index, mask, weight, label in self._settled[row][at + 1]
        ]
        return [(unit, size, ways)]

    def _edges(self, reached: dict[int, Weight], table: _Table, may_stay: bool) -> list[_Edge]:
        edges: list[_Edge] = [(state, state, 1, ()) for state in reached] if may_stay else []
        for unit, size, ways in table:
            for state in reached:
                for more, mask, weight, label in ways[state // unit % size]:
                    if not mask:
                        edges.append((state, state + more, weight, label))
                    elif not mask & state // self._dashes:
                        edges.append((state, state + more + mask * self._dashes, weight, label))
        return edges

    def _settle(self, row: int, index: int, used: int) -> list[_Way]:
        """The next place of a row that a number fills from `index` on, for each choice of dashes before it."""
        places = self._puzzle.rows[row]
        while index < len(places) and places[index].tile in DASH_TILES:
            index += 1
        found: list[_Way] = [(index, 0, 1, ())]
        if index < len(places):
            found += self._dash(row, index, places[index], used)
        return found

    def _dash(self, row: int, index: int, place: RowPlace, used: int) -> Iterator[_Way]:
        if place.tile is not None or DASH in place.refuted:
            return
        for bit in self._bits(place.back):
            if not used & 1 << bit:
                here = ((row, index), DASH)
                for following, mask, weight, label in self._settle(row, index + 1, used | 1 << bit):
                    yield following, mask | 1 << bit, weight * self._trust(*here), (here, *label)

    def _bits(self, back: str) -> list[int]:
        """The dashes of that back that may be anywhere."""
        return [bit for bit, dash in enumerate(DASH_TILES) if self._free >> bit & 1 and dash[0] == back]

    def _trust(self, spot: Spot, said: str) -> Weight:
        return self._doubt if (spot, said) in self._doubts else 1
