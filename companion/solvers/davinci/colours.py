"""Which colour to take from the centre (D2, D5), and where a dash goes (D13, D14)."""

from companion.games.davinci.tiles import COLOURS, Colour, named
from companion.games.davinci.view import TableView
from companion.solvers.davinci.turn import Sight
from companion.solvers.davinci.worth import hidden


def scarce(view: TableView) -> tuple[Colour, ...]:
    """The colours that can be taken and of which the own row has fewest: a row of both is harder to guess."""
    assert view.seat is not None, "the public takes no tile"
    counts = {colour: sum(tile.colour == colour for tile in view.rows[view.seat]) for colour in _left(view)}
    return tuple(colour for colour, count in counts.items() if count == min(counts.values()))


def telling(seen: Sight) -> tuple[Colour, ...]:
    """The colours that can be taken and that tell most: where the others' hidden tiles are least certain, for each tile that
    may be drawn."""
    found = seen.posterior
    told: dict[Colour, float] = {}
    for colour in _left(seen.view):
        weights = [
            values
            for (row, at), values in found.weights.items()
            if row >= 0 and seen.puzzle.rows[row][at].back == named(colour, "")
        ]
        tiles = getattr(seen.view.centre, colour) + len(weights)
        told[colour] = round(hidden(weights, [None] * len(weights)).bits / tiles, 9)
    return tuple(colour for colour, bits in told.items() if bits == max(told.values()))


def _left(view: TableView) -> list[Colour]:
    return [colour for colour in COLOURS if getattr(view.centre, colour)]
