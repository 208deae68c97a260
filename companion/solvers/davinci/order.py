"""What the order of each row alone leaves possible, tile by tile: how a beginner looks at a row."""

from companion.games.davinci.moves import DASH_TILES, NUMBER_TILES, TILE_RANK, tile_front, tile_name
from companion.games.davinci.view import DavinciView, ShownTile
from companion.solvers.davinci.open_places import Spot


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
