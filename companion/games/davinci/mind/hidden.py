"""How the hidden tiles may lie: how likely each value is at each open place, and every way as a world. Both go through the
numbered tiles in the order of a row (D3): each goes to the next open place of some row, to the hand, or stays in the centre.

`posterior` is dynamic programming. A state says how far each row is filled, whether the tile in hand is settled, and which
dashes are placed. The weight of a value at a place is the weight of the ways to that step times the weight of the ways on from
it (forward and backward pass), so no arrangement is ever listed. All weights are whole numbers unless a doubt makes them less.
Dashes, known and possible, fill the places beside a number.

`fillings` are all ways, counted, listed and drawn by luck without ever turning back, for the worlds of the laws. A world is the
rows as they may be, with all that the observer knows in its place, and the tile in another's hand. How far each row is filled is
all that the ways on depend on, so they are counted once. A place may hold a dash instead; whether it does is settled when the
place before it has been filled. The counts of all states before a tile are one long number, a field of bits for each state, and
where a step leads is the same distance from each state that can take it. So one shift, one mask and one addition count a step for
all states at once.

`by_order` is how a beginner looks at a row: what the order of each row alone leaves possible, tile by tile.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer, Seat, each_seat
from companion.games.davinci.rules import (
    DASH,
    DASH_TILES,
    NUMBER_TILES,
    TILE_NUMBERS,
    TILE_RANK,
    DavinciView,
    Options,
    State,
    all_tiles,
    apply,
    dash_positions,
    setup,
    tile_front,
    tile_name,
    tile_names,
)
from companion.games.mind import Solver


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


NamedTile = tuple[Seat, int]
"""A seat and a position in its row, as moves name a tile."""
Spot = tuple[int, int]
"""A row of the puzzle and a place in it. It is the named tile where all rows stand in order; a row without order is one for each
of its tiles."""
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
    seen = {tile.name for row in view.rows for tile in row if tile.value is not None}
    if view.clue is not None and view.clue.value is not None:
        seen.add(view.clue.name)
    wrong = {(said.target, said.position, said.value) for said in view.turn_log if not said.correct}
    box = (*NUMBER_TILES, *DASH_TILES) if view.advanced else NUMBER_TILES
    found: dict[Spot, tuple[str, ...]] = {}
    for seat, row in enumerate(view.rows):
        for position, tile in enumerate(row):
            if seat == view.seat or tile.value is not None:
                continue
            low = max((TILE_RANK[other.name] for other in row[:position] if other.name in TILE_RANK), default=-1)
            high = min(
                (TILE_RANK[other.name] for other in row[position:] if other.name in TILE_RANK),
                default=len(TILE_RANK),
            )
            found[seat, position] = tuple(
                tile_front(name)
                for name in box
                if name[0] == tile.name
                and name not in seen
                and (seat, position, tile_front(name)) not in wrong
                and (name in DASH_TILES or low < TILE_RANK[name] < high)
            )
    return found


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


_BYTES: Final = 12
"""Of a field. All 26 tiles in any order are fewer ways than 2 to the power of 89, so no sum leaves its field."""


class FillingCounts:
    """The counts of a puzzle. The number of a state is the sum of its dashes, hand and next places, each times its stride."""

    def __init__(self, puzzle: OpenPlaces) -> None:
        self._puzzle = puzzle
        self._dashes = puzzle.loose_dashes
        self._sizes = [len(places) + 1 for places in puzzle.rows]
        self._dash_strides = {dash: 1 << number for number, dash in enumerate(self._dashes)}
        self._hand_stride = 1 << len(self._dashes)
        self._strides = list[int]()
        self._states = self._hand_stride << (puzzle.hand is not None)
        for size in self._sizes:
            self._strides.append(self._states)
            self._states *= size
        self._anchored = {place.tile for places in puzzle.rows for place in places}
        self._not_held = self._where(self._hand_stride, 2, (0,)) if puzzle.hand is not None else 0
        self._has_dash = {dash: self._where(stride, 2, (1,)) for dash, stride in self._dash_strides.items()}
        self._counts = self._counted()

    def of(self, state: FillingState) -> int:
        """In how many ways a state goes on to a whole filling."""
        number, at, held, dashes = state
        field = sum(self._dash_strides[dash] for dash in dashes)
        field += self._hand_stride if held and self._puzzle.hand is not None else 0
        field += sum(index * stride for index, stride in zip(at, self._strides, strict=True))
        return int.from_bytes(self._counts[number][field * _BYTES : (field + 1) * _BYTES], "little")

    def _counted(self) -> list[bytes]:
        """The counts before each tile, and after the last one, where a state is a whole filling or none."""
        full = [self._where(stride, size, (size - 1,)) for stride, size in zip(self._strides, self._sizes, strict=True)]
        ways = int.from_bytes((1).to_bytes(_BYTES, "little") * self._states, "little")
        for mask in full:
            ways &= mask
        ways &= ~self._not_held
        counts = [ways.to_bytes(self._states * _BYTES, "little")]
        for tile in reversed(NUMBER_TILES):
            ways = self._before(tile, ways)
            counts.append(ways.to_bytes(self._states * _BYTES, "little"))
        counts.reverse()
        return counts

    def _before(self, tile: str, after: int) -> int:
        """The counts before a tile, from those after it."""
        puzzle, is_known = self._puzzle, tile in self._puzzle.known
        # It stays in the centre, or it is known and stands in none of these rows.
        ways = 0 if is_known and tile in self._anchored else after
        if not is_known and puzzle.hand == tile[0]:
            ways += (after >> self._hand_stride * _BYTES * 8) & self._not_held
        for row, (stride, size) in enumerate(zip(self._strides, self._sizes, strict=True)):
            for (places, used), starts in self._steps(tile, row).items():
                distance = places * stride - sum(self._dash_strides[dash] for dash in used)
                reached = (after >> distance * _BYTES * 8) & self._where(stride, size, starts)
                for dash in used:
                    reached &= self._has_dash[dash]
                ways += reached
        return ways

    def _steps(self, tile: str, row: int) -> dict[tuple[int, tuple[str, ...]], list[int]]:
        """How a tile joins a row: how many places on the next one is, and the dashes in between; from which places on."""
        found: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        is_known = tile in self._puzzle.known
        for index, place in enumerate(self._puzzle.rows[row]):
            fits = place.tile is None and place.back == tile[0] and tile_front(tile) not in place.refuted
            if (place.tile == tile) if is_known else fits:
                for following, left, _ in settle(self._puzzle, row, index + 1, self._dashes):
                    used = tuple(dash for dash in self._dashes if dash not in left)
                    found[following - index, used].append(index)
        return found

    def _where(self, stride: int, size: int, values: list[int] | tuple[int, ...]) -> int:
        """A mask of the fields of all states in which what has that stride, and so many values, has one of these."""
        one, none = b"\xff" * (stride * _BYTES), bytes(stride * _BYTES)
        period = b"".join(one if value in values else none for value in range(size))
        return int.from_bytes(period * (self._states // (stride * size)), "little")


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


_NOTHING: Final[Mapping[NamedTile, frozenset[str]]] = MappingProxyType({})


class World(Struct, frozen=True):
    """The rows, tile by tile, and the tile in hand; None where the observer knows it or there is none."""

    options: Options
    rows: tuple[tuple[str, ...], ...]
    clue: str | None


def worlds(options: Options, view: DavinciView) -> Iterator[World]:
    """Every world that the order of the rows, the backs, the known tiles and the refuted claims leave possible."""
    for filling in fillings(open_places(view)).every():
        yield _world(options, view, filling)


def count(options: Options, view: DavinciView) -> int:
    """How many worlds there are."""
    return fillings(open_places(view)).total()


def guess(options: Options, view: DavinciView, pick: RandBelow) -> World:
    """One of the worlds, each with equal chance, however many there are."""
    return _world(options, view, fillings(open_places(view)).drawn(pick))


def holds(options: Options, view: DavinciView, world: World) -> bool:
    """Whether `worlds` would yield that world; told without listing them."""
    open_ = open_places(view)
    tiles = [tile for row in world.rows for tile in row]
    tiles += [world.clue] if world.clue is not None else []
    if view.clue is not None and view.clue.value is not None:
        tiles.append(view.clue.name)
    in_hand = None if world.clue is None else world.clue[0]
    return (
        world.options == options
        and [len(row) for row in world.rows] == [len(row) for row in view.rows]
        and in_hand == open_.hand
        and len(set(tiles)) == len(tiles)
        and set(tiles) <= set(all_tiles(advanced=view.advanced))
        and all(_fits(view, seat, row, _refuted(view)) for seat, row in each_seat(world.rows))
    )


def actual_world(state: State, observer: Observer) -> World:
    """The rows as they are; the tile in hand where it is another's."""
    hidden = state.phase != "over" and observer != state.turn_of
    return World(state.options, tuple(map(tile_names, state.rows)), state.clue if hidden else None)


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """Chance drew the tiles of the world, and their owners lined up their dashes where they stand there. A claim of an
    earlier turn that was wrong and is right in the world has been forgotten by the view (D16), so another one is told, which
    is wrong in either."""
    told = list(steps)
    states = [setup(world.options, len(world.rows))]
    for actor, move in steps:
        states.append(apply(states[-1], actor, move))
    now = states[-1]
    if now.phase == "over":
        return told
    other = {
        true: mine
        for row, possible in zip(map(tile_names, now.rows), world.rows, strict=True)
        for true, mine in zip(row, possible, strict=True)
    }
    if now.clue is not None and world.clue is not None:
        other[now.clue] = world.clue
    for index, (actor, move) in enumerate(told):
        before = states[index]
        if before.round != now.round:
            continue
        if move["move"] == "draw":
            told[index] = (actor, {**move, "tile": other.get(move["tile"], move["tile"])})
        elif move["move"] == "arrange" and actor != CHANCE:
            row = tuple(other[tile] for tile in tile_names(states[index + 1].rows[actor]))
            told[index] = (actor, {**move, "positions": list(dash_positions(row))})
        elif move["move"] == "deduce":
            tile = before.rows[move["seat"]][move["position"]].name
            if tile_front(tile) != move["value"] == tile_front(other[tile]):
                told[index] = (actor, {**move, "value": _wrong(tile, other[tile])})
    return told


def _wrong(*tiles: str) -> str:
    return next(number for number in TILE_NUMBERS if all(tile_front(tile) != number for tile in tiles))


def _in_order(view: DavinciView, seat: Seat) -> bool:
    """D14: whether a row stands in order; in advanced play not before its owner has lined it up."""
    if not view.advanced or view.phase not in ("deal", "arrange"):
        return True
    return view.phase == "arrange" and seat not in view.to_act


def spots(view: DavinciView) -> tuple[NamedTile, ...]:
    """The seat and the first position that each row of the puzzle stands for: of a row without order every tile is one."""
    return tuple(
        (seat, position)
        for seat, row in each_seat(view.rows)
        for position in ((0,) if _in_order(view, seat) else range(len(row)))
    )


def open_places(view: DavinciView, remembered: Mapping[NamedTile, frozenset[str]] = _NOTHING) -> OpenPlaces:
    """What the view leaves open, and what is remembered beside it: for a seat and a position what that tile is not."""
    refuted = _refuted(view)
    for spot, values in remembered.items():
        refuted[spot] = refuted.get(spot, frozenset()) | values
    rows: list[tuple[RowPlace, ...]] = []
    known: set[str] = set()
    for seat, row in each_seat(view.rows):
        places = tuple(
            RowPlace(
                None if tile.value is None else tile.name,
                tile_name(tile.colour, ""),
                refuted.get((seat, position), frozenset()),
            )
            for position, tile in enumerate(row)
        )
        known.update(place.tile for place in places if place.tile is not None)
        groups = [places] if _in_order(view, seat) else [(place,) for place in places]
        rows += [group if any(place.tile is None for place in group) else () for group in groups]
    hand = None
    clue = view.clue
    if clue is not None and clue.value is not None:
        known.add(clue.name)
    elif clue is not None and view.to_act != (CHANCE,):
        hand = tile_name(clue.colour, "")
    return OpenPlaces(tuple(rows), hand, frozenset(known), view.advanced)


def _refuted(view: DavinciView) -> dict[NamedTile, frozenset[str]]:
    """What tiles were wrongly said to be, by the claims that the view holds: of this turn, or such as follow their tiles."""
    wrong: dict[NamedTile, frozenset[str]] = {}
    for said in view.turn_log:
        if not said.correct:
            spot = (said.target, said.position)
            wrong[spot] = wrong.get(spot, frozenset()) | {said.value}
    return wrong


def _fits(view: DavinciView, seat: Seat, row: tuple[str, ...], refuted: dict[NamedTile, frozenset[str]]) -> bool:
    """Whether a row has its numbers in order once it is lined up (D3), and the backs, fronts and refuted claims of the view."""
    ranks = [TILE_RANK[tile] for tile in row if tile in TILE_RANK]
    if _in_order(view, seat) and ranks != sorted(ranks):
        return False
    return all(
        tile_name(shown.colour, tile_front(tile)) == tile
        and (shown.value is None or shown.value == tile_front(tile))
        and (shown.value is not None or tile_front(tile) not in refuted.get((seat, position), ()))
        for position, (tile, shown) in enumerate(zip(row, view.rows[seat], strict=True))
    )


def _world(options: Options, view: DavinciView, filling: Filling) -> World:
    first = (*spots(view), HAND)  # the last one, of which the hand's is the index
    found = {(first[row][0], first[row][1] + at): tile for tile, (row, at) in filling}
    rows = tuple(
        tuple(found[seat, position] if tile.value is None else tile.name for position, tile in enumerate(row))
        for seat, row in enumerate(view.rows)
    )
    return World(options, rows, found.get(HAND))


SOLVER = Solver("davinci", worlds, guess, actual_world, determinize)
