"""Which colour to take from the centre (D2, D5), and where a dash goes (D13, D14)."""

from msgspec import structs

from companion.games.davinci.moves import TILE_COLOURS, TileColour, all_tiles, tile_name
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.posterior import posterior
from companion.solvers.davinci.turn import OWN_TILE_DOUBT, Sight


def scarce(view: DavinciView) -> tuple[TileColour, ...]:
    """The colours that can be taken and of which the own row has fewest: a row of both is harder to guess."""
    assert view.seat is not None, "the public takes no tile"
    counts = {colour: sum(tile.colour == colour for tile in view.rows[view.seat]) for colour in _left(view)}
    return tuple(colour for colour, count in counts.items() if count == min(counts.values()))


def telling(seen: Sight) -> tuple[TileColour, ...]:
    """The colours that can be taken and with which the likeliest claim is expected to be likeliest."""
    colours = _left(seen.view)
    if len(colours) == 1:
        return tuple(colours)
    promise = {colour: round(_promise(seen, tile_name(colour, "")), 9) for colour in colours}
    return tuple(colour for colour, chance in promise.items() if chance == max(promise.values()))


def ways_left(seen: Sight, colour: TileColour) -> float:
    """In how many ways the hidden tiles can lie, in the mean, once a tile of this colour is drawn. Doubts play no part."""
    ways = [
        posterior(structs.replace(seen.puzzle, known=seen.puzzle.known | {tile})).total
        for tile in _unseen(seen, tile_name(colour, ""))
    ]
    # A tile is drawn in each way in which it lies in the centre, so the more often, the more ways it leaves.
    return round(sum(count * count for count in ways) / sum(ways), 9)


def _promise(seen: Sight, back: str) -> float:
    """How likely the likeliest claim will be once a tile of this back is drawn."""
    free = dict(seen.free)
    chances = total = 0.0
    for tile in _unseen(seen, back):
        drawn = posterior(structs.replace(seen.puzzle, known=seen.puzzle.known | {tile}), seen.doubts, OWN_TILE_DOUBT)
        if drawn.total:
            best = max(weight for spot, values in drawn.weights.items() for weight in values.values()) / drawn.total
            chances += free.get(tile, 1.0) * best
            total += free.get(tile, 1.0)
    return chances / total if total else 0.0


def _unseen(seen: Sight, back: str) -> list[str]:
    """The tiles of this back that the seat sees nowhere."""
    return [
        tile for tile in all_tiles(advanced=seen.view.advanced) if tile[0] == back and tile not in seen.puzzle.known
    ]


def _left(view: DavinciView) -> list[TileColour]:
    return [colour for colour in TILE_COLOURS if getattr(view.centre, colour)]
