"""All ways in which the hidden tiles may lie: counted, listed and drawn by luck without ever turning back, for the worlds of
the laws.

A world is the rows as they may be, with all that the observer knows in its place, and the tile in another's hand.

All numbered tiles are gone through in the order of a row (D3). Each goes to the next open place of some row, to another's hand,
or stays in the centre; so how far each row is filled is all that the ways on depend on, and they are counted once. A place may
hold a dash instead; whether it does is settled when the place before it has been filled.

The counts of all states before a tile are one long number, a field of bits for each state, and where a step leads is the same
distance from each state that can take it. So one shift, one mask and one addition count a step for all states at once.
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
from companion.core.seat import CHANCE, Observer
from companion.games.davinci.mind.posterior import HAND, Filling, FillingState, OpenPlaces, RowPlace, Spot, settle
from companion.games.davinci.rules import (
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


_NOTHING: Final[Mapping[Spot, frozenset[str]]] = MappingProxyType({})


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
        tiles.append(tile_name(view.clue.colour, view.clue.value))
    in_hand = None if world.clue is None else world.clue[0]
    return (
        world.options == options
        and [len(row) for row in world.rows] == [len(row) for row in view.rows]
        and in_hand == open_.hand
        and len(set(tiles)) == len(tiles)
        and set(tiles) <= set(all_tiles(advanced=view.advanced))
        and all(_fits(view, seat, row, _refuted(view)) for seat, row in enumerate(world.rows))
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


def _in_order(view: DavinciView, seat: int) -> bool:
    """D14: whether a row stands in order; in advanced play not before its owner has lined it up."""
    if not view.advanced or view.phase not in ("deal", "arrange"):
        return True
    return view.phase == "arrange" and seat not in view.to_act


def spots(view: DavinciView) -> tuple[Spot, ...]:
    """The seat and the first position that each row of the puzzle stands for: of a row without order every tile is one."""
    return tuple(
        (seat, position)
        for seat, row in enumerate(view.rows)
        for position in ((0,) if _in_order(view, seat) else range(len(row)))
    )


def open_places(view: DavinciView, remembered: Mapping[Spot, frozenset[str]] = _NOTHING) -> OpenPlaces:
    """What the view leaves open, and what is remembered beside it: for a seat and a position what that tile is not."""
    refuted = _refuted(view)
    for spot, values in remembered.items():
        refuted[spot] = refuted.get(spot, frozenset()) | values
    rows: list[tuple[RowPlace, ...]] = []
    known: set[str] = set()
    for seat, row in enumerate(view.rows):
        places = tuple(
            RowPlace(
                None if tile.value is None else tile_name(tile.colour, tile.value),
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
        known.add(tile_name(clue.colour, clue.value))
    elif clue is not None and view.to_act != (CHANCE,):
        hand = tile_name(clue.colour, "")
    return OpenPlaces(tuple(rows), hand, frozenset(known), view.advanced)


def _refuted(view: DavinciView) -> dict[Spot, frozenset[str]]:
    """What tiles were wrongly said to be, by the claims that the view holds: of this turn, or such as follow their tiles."""
    wrong: dict[Spot, frozenset[str]] = {}
    for said in view.turn_log:
        if not said.correct:
            spot = (said.target, said.position)
            wrong[spot] = wrong.get(spot, frozenset()) | {said.value}
    return wrong


def _fits(view: DavinciView, seat: int, row: tuple[str, ...], refuted: dict[Spot, frozenset[str]]) -> bool:
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
        tuple(
            found[seat, position] if tile.value is None else tile_name(tile.colour, tile.value)
            for position, tile in enumerate(row)
        )
        for seat, row in enumerate(view.rows)
    )
    return World(options, rows, found.get(HAND))


SOLVER = Solver("davinci", worlds, guess, actual_world, determinize)
