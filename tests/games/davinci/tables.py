"""Games of Da Vinci Code for tests: in the middle of play, with given rows, or from the beginning, with given tiles."""

from typing import Any

from msgspec import structs

from companion.core.prompt import Move
from companion.games.davinci import DAVINCI
from companion.games.davinci.rules import Phase, State, Tile, all_tiles, setup


def table(
    rows: list[str],
    *,
    turn_of: int = 0,
    clue: str | None = None,
    phase: Phase = "deduce",
    centre: str | None = None,
    scores: tuple[int, ...] | None = None,
    log: tuple[Any, ...] = (),
    round: int = 1,
    **options: Any,
) -> State:
    """A state with these rows, an exposed tile with a star. `centre`: the tiles left, else all that are nowhere else."""
    agreed = DAVINCI.read_options(options, len(rows))
    standing = tuple(tuple(Tile(name.rstrip("*"), name.endswith("*")) for name in row.split()) for row in rows)
    used = {tile.name for row in standing for tile in row} | {clue}
    left = tuple(tile for tile in all_tiles(advanced=agreed.advanced) if tile not in used)
    return structs.replace(
        setup(agreed, len(rows)),
        rows=standing,
        centre=left if centre is None else tuple(centre.split()),
        phase=phase,
        turn_of=turn_of,
        clue=clue,
        scores=scores or (0,) * len(rows),
        log=log,
        round=round,
    )


def played(state: State, *moves: Move) -> State:
    """The state after moves of whoever is to act, each judged first."""
    for move in moves:
        after = DAVINCI.submit(state.options, state, DAVINCI.to_act(state)[0], move)
        assert isinstance(after, State)
        state = after
    return state


def begun(seats: int, **options: Any) -> State:
    """A game before its first move."""
    state = DAVINCI.setup(DAVINCI.read_options(options, seats), seats)
    assert isinstance(state, State)
    return state


def dealt(state: State, tiles: str) -> State:
    """The state after the set-up tiles were taken in this order; dashes stand at the left end of their rows."""
    for tile in tiles.split():
        state = played(state, take("black" if tile[0] == "B" else "white"), draw(tile))
    for seat in state.arranging:
        dashes = sum(tile.name.endswith("-") for tile in state.rows[seat])
        state = by(state, seat, arrange(*range(dashes)))
    return state


def by(state: State, seat: int, move: Move) -> State:
    """The state after a move of one of several who are to act."""
    after = DAVINCI.submit(state.options, state, seat, move)
    assert isinstance(after, State)
    return after


def shown(state: State, seat: int) -> str:
    """A row as text: its tiles, a star at the exposed ones."""
    return " ".join(tile.name + "*" * tile.exposed for tile in state.rows[seat])


def take(colour: str) -> Move:
    return {"move": "take", "colour": colour}


def draw(tile: str) -> Move:
    return {"move": "draw", "tile": tile}


def arrange(*positions: int) -> Move:
    return {"move": "arrange", "positions": list(positions)}


def place(position: int) -> Move:
    return {"move": "place", "position": position}


def deduce(seat: int, position: int, value: str) -> Move:
    return {"move": "deduce", "seat": seat, "position": position, "value": value}


def reveal(position: int) -> Move:
    return {"move": "reveal", "position": position}


STOP: Move = {"move": "stop"}
