"""What the order of each row alone leaves possible, tile by tile: how a beginner looks at a row."""

from companion.games.davinci.tiles import DASHES, NUMBERED, RANK, named, value
from companion.games.davinci.view import Shown, TableView
from companion.solvers.davinci.rows import Spot


def by_order(view: TableView) -> dict[Spot, tuple[str, ...]]:
    """For each hidden tile of another's row the values between its nearest open neighbours that the seat sees nowhere else.

    Claims of this turn count, for the view holds them; that several hidden tiles share the room between two neighbours does
    not.
    """
    seen = {_name(tile) for row in view.rows for tile in row if tile.value is not None}
    if view.clue is not None and view.clue.value is not None:
        seen.add(named(view.clue.colour, view.clue.value))
    wrong = {(said.target, said.position, said.value) for said in view.turn_log if not said.correct}
    box = (*NUMBERED, *DASHES) if view.advanced else NUMBERED
    found: dict[Spot, tuple[str, ...]] = {}
    for seat, row in enumerate(view.rows):
        for position, tile in enumerate(row):
            if seat == view.seat or tile.value is not None:
                continue
            low = max((RANK[name] for other in row[:position] if (name := _name(other)) in RANK), default=-1)
            high = min((RANK[name] for other in row[position:] if (name := _name(other)) in RANK), default=len(RANK))
            found[seat, position] = tuple(
                value(name)
                for name in box
                if name[0] == named(tile.colour, "")
                and name not in seen
                and (seat, position, value(name)) not in wrong
                and (name in DASHES or low < RANK[name] < high)
            )
    return found


def _name(tile: Shown) -> str:
    return named(tile.colour, tile.value or "")
