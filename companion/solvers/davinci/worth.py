"""How likely a seat is to win a round, seen from that seat at the end of its turn: a logistic model of what is still hidden.

The weights were fitted to 400 seeded games of two seats, of the strongest bot against one that deduces at random among all
values that are consistent (`python -m tools.davinci_fit --games 400 best consistent`).
"""

from collections.abc import Iterable, Mapping
from math import exp, log2
from typing import Final

from msgspec import Struct

from companion.core.seat import Seat
from companion.games.davinci.moves import TILE_RANK, tile_front, tile_name
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.memory import Wrong, refuted
from companion.solvers.davinci.open_places import OpenPlaces, RowPlace, Spot
from companion.solvers.davinci.posterior import Free, Posterior, Weight, posterior


class HiddenRow(Struct, frozen=True):
    """What is hidden of a row, as those see it who do not know it. `tiles`: how many; `bits`: their entropies together;
    `sure`: the sum of the chances of the most likely values; `known`: of the true values, where these are known, else `sure`."""

    tiles: float
    bits: float
    sure: float
    known: float


class Weights(Struct, frozen=True):
    """What each part of `HiddenRow` adds to the logarithm of the odds, for the own row; for the others' it takes away."""

    start: float
    tiles: float
    bits: float
    known: float
    other_tiles: float
    other_bits: float
    other_sure: float


FITTED: Final = Weights(-0.158, 0.378, 0.248, -0.024, 0.755, -0.005, -0.609)


def hidden(weights: Iterable[Mapping[str, Weight]], true: Iterable[str | None]) -> HiddenRow:
    """From the weights of the values at each hidden place of one row, and what truly stands there (None: unknown)."""
    tiles, bits, sure, known = 0, 0.0, 0.0, 0.0
    for values, really in zip(weights, true, strict=True):
        total = sum(values.values())
        if not total:
            continue
        most = max(values.values()) / total
        tiles += 1
        bits += sum(-weight / total * log2(weight / total) for weight in values.values())
        sure += most
        known += most if really is None else values.get(really, 0) / total
    return HiddenRow(tiles, bits, sure, known)


def hidden_rows(found: Posterior, seats: Iterable[Seat]) -> list[HiddenRow]:
    """What is hidden of each of these rows, for whom the posterior is; a row that lies open is left out."""
    rows: list[HiddenRow] = []
    for seat in seats:
        weights = [values for spot, values in found.weights.items() if spot[0] == seat]
        if weights:
            rows.append(hidden(weights, [None] * len(weights)))
    return rows


def unclaimed(found: Posterior, backs: Mapping[Spot, str]) -> Free:
    """For each tile the chance that none of the others has it, from one of them to the next. `backs`: of the open places."""
    seats = {row for row, _ in backs}
    held: dict[str, float] = {}
    for spot, back in backs.items():
        for said, weight in found.weights[spot].items():
            held[back + said] = held.get(back + said, 0.0) + weight / found.total / len(seats)
    return tuple((tile, round(max(1 - chance, 0.01), 2)) for tile, chance in sorted(held.items()) if tile in TILE_RANK)


def own(view: DavinciView, wrong: tuple[Wrong, ...], row: tuple[tuple[str, bool], ...], free: Free = ()) -> HiddenRow:
    """What is hidden of the own row from the others. `row`: its tiles as it will be, and whether each lies open; `wrong`: the
    claims, by the places in that row; `free`: how likely the others do not see a tile in their own rows."""
    assert view.seat is not None, "the public has no row"
    lying = {
        tile_name(tile.colour, tile.value)
        for seat, tiles in enumerate(view.rows)
        for tile in tiles
        if tile.exposed and tile.value is not None and seat != view.seat
    }
    lying |= {tile for tile, is_open in row if is_open}
    claims = refuted(wrong)
    places = tuple(
        RowPlace(tile if is_open else None, tile[0], claims.get((view.seat, at), frozenset()))
        for at, (tile, is_open) in enumerate(row)
    )
    standing = [(at, tile_front(tile)) for at, (tile, is_open) in enumerate(row) if not is_open]
    if not standing:
        return HiddenRow(0, 0.0, 0.0, 0.0)
    found = posterior(OpenPlaces((places,), None, frozenset(lying), view.advanced), free=free)
    return hidden((found.weights[0, at] for at, _ in standing), (said for _, said in standing))


def win_chance(mine: HiddenRow, theirs: list[HiddenRow], weights: Weights = FITTED) -> float:
    """The chance to win, 0 to 1: of the own row against each of the others, all together as if they were independent."""
    if not theirs:
        return 1.0
    if not mine.tiles:
        return 0.0
    strength = weights.start + weights.tiles * mine.tiles + weights.bits * mine.bits + weights.known * mine.known
    odds = 0.0
    for row in theirs:
        odds += exp(
            -strength + weights.other_tiles * row.tiles + weights.other_bits * row.bits + weights.other_sure * row.sure
        )
    return 1 / (1 + odds)
