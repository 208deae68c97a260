"""Da Vinci Code: which tiles may stand in the rows and in another's hand.

A world is the rows as they may be, with all that the observer knows in its place, and the tile in another's hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer
from companion.games.davinci.moves import TILE_NUMBERS, TILE_RANK, all_tiles, dash_positions, tile_front, tile_name
from companion.games.davinci.options import Options
from companion.games.davinci.rules import apply, setup
from companion.games.davinci.state import State, tile_names
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.fillings import fillings
from companion.solvers.davinci.open_places import HAND, Filling, OpenPlaces, RowPlace, Spot
from companion.solvers.solver import Solver

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
