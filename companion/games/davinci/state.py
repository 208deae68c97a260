"""The state of a game of Da Vinci Code, and what can be read from it without changing it."""

from typing import Literal

from msgspec import Struct

from companion.core.game import Result
from companion.core.prompt import Move
from companion.core.recap import Recap
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.davinci.moves import Front, Position, TileColour
from companion.games.davinci.options import Options

Phase = Literal["deal", "arrange", "draw", "deduce", "go_on", "place", "reveal", "over"]


class Tile(Struct, frozen=True):
    """A tile of a row; `exposed`: it lies open for everybody to see."""

    name: str
    exposed: bool = False


TileRow = tuple[Tile, ...]
"""The tiles of a seat, from left to right as their owner sees them."""


class Deduction(Struct, frozen=True):
    """What `seat` said about the tile at `position` in the row of `target`, and whether that was correct."""

    seat: Seat
    target: Seat
    position: Position
    value: Front
    correct: bool


class JoinedTile(Struct, frozen=True):
    """A Clue Tile that joined the row of `seat`. `position`: its index after it has joined."""

    seat: Seat
    position: Position


class State(Struct, frozen=True):
    """The round being played, or the last one when all is over.

    `centre`: the tiles in it; `taken`: the colour that `turn_of` takes from it, until chance says which tile it is; `clue`:
    the tile in the hand of `turn_of`; `log`: the deductions of this turn, with the memory aid those of the round; `arranging`:
    the seats that have still to line up their rows; `joined`: the last Clue Tile that joined a row; `claims` and `codes`: for
    each seat its correct deductions of this round, and those that exposed the last tile of a row; `ended`: the scores of the
    round before.
    """

    options: Options
    seats: int
    round: int
    turn_of: Seat
    phase: Phase
    centre: tuple[str, ...]
    rows: tuple[TileRow, ...]
    scores: tuple[int, ...]
    taken: TileColour | None = None
    clue: str | None = None
    log: tuple[Deduction, ...] = ()
    arranging: tuple[Seat, ...] = ()
    joined: JoinedTile | None = None
    claims: tuple[int, ...] = ()
    codes: tuple[int, ...] = ()
    ended: Recap | None = None


def result(state: State) -> Result:
    """The points so far, and the winners once the game is over."""
    if state.phase != "over":
        return Result(state.scores, None)
    if state.options.rounds == 1:  # D12
        return Result(state.scores, in_play(state))
    best = max(state.scores)  # D19
    return Result(state.scores, tuple(seat for seat, score in enumerate(state.scores) if score == best))


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    if state.phase == "over":
        return ()
    if state.phase == "arrange":
        return state.arranging
    return (CHANCE,) if state.taken is not None else (state.turn_of,)


def recap(state: State) -> Recap | None:
    """The last finished round of several (D17); its winner's tiles were counted openly."""
    return state.ended if state.options.rounds > 1 else None


def tiles_dealt(seats: int) -> int:
    """D2: how many tiles a seat takes in the set-up."""
    return 3 if seats == 4 else 4


def is_dealing(state: State) -> bool:
    """Whether the set-up is still going on. Rows only grow, so the shortest row is full only after it."""
    return any(len(row) < tiles_dealt(state.seats) for row in state.rows)


def in_play(state: State) -> tuple[Seat, ...]:
    """D11: the seats that have an unexposed tile; all seats in the set-up."""
    if is_dealing(state):
        return tuple(range(state.seats))
    return tuple(seat for seat, row in enumerate(state.rows) if not all(tile.exposed for tile in row))


def is_decided(state: State) -> bool:
    """D12: whether one seat alone has unexposed tiles."""
    return len(in_play(state)) == 1


def tile_names(row: TileRow) -> tuple[str, ...]:
    """The names of the tiles of a row, left to right."""
    return tuple(tile.name for tile in row)


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    These can be taken back: the position chosen for an unseen tile, and a stop that reveals nothing.
    """
    match move["move"]:
        case "arrange":
            return "all have seen how the row stands."
        case "place" if not state.log[-1].correct:
            return "the tile lies open."  # D9
        case "place":
            return None
        case "stop" if state.clue is None or state.options.advanced:
            return None  # D13: its owner has still to choose the position
        case "stop":
            return "all have seen where the new tile joined the row."
        case "take":
            return "the tile has been drawn."
        case "deduce":
            return "it was called right or wrong."
        case _:
            return "the tile has been seen."
