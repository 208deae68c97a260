"""What a seat may know of a game of Da Vinci Code.

Invariant (D20): the view is built field by field. Of an unexposed tile in another seat's row or hand, the view holds only the
colour of its back. When the game is over the view holds the last rows, since their numbers are counted openly (D17).
"""

from msgspec import Struct

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.davinci.moves import Front, TileColour, tile_colour, tile_front
from companion.games.davinci.state import (
    Deduction,
    JoinedTile,
    Phase,
    State,
    TileRow,
    in_play,
    result,
    tiles_dealt,
    to_act,
)


class ShownTile(Struct, frozen=True):
    """A tile of a row; `value` is None where the observer may not know it."""

    colour: TileColour
    value: Front | None
    exposed: bool


class ClueTile(Struct, frozen=True):
    """The tile in its owner's hand; `value` is None for all others, and for everybody while it is being drawn."""

    owner: Seat
    colour: TileColour
    value: Front | None


class CentreCounts(Struct, frozen=True):
    """How many tiles of each colour are left in the centre."""

    black: int
    white: int


class DavinciView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol.

    `turn_log` holds the deductions of this turn. With the memory aid it holds those of the whole round, and a position moves
    with its tile when another tile joins that row later. `joined`: the last Clue Tile of this round that joined a row (D8).
    """

    phase: Phase
    round: int
    rounds: int
    advanced: bool
    turn_of: Seat
    centre: CentreCounts
    rows: tuple[tuple[ShownTile, ...], ...]
    clue: ClueTile | None
    out: tuple[Seat, ...]
    joined: JoinedTile | None
    turn_log: tuple[Deduction, ...]


def view(state: State, observer: Observer) -> DavinciView:
    """What `observer` may know."""
    so_far = result(state)
    alive = in_play(state)
    black = sum(tile[0] == "B" for tile in state.centre)
    taken = CentreCounts(black - (state.taken == "black"), len(state.centre) - black - (state.taken == "white"))
    open_to_all = state.phase == "over"
    return DavinciView(
        game="davinci",
        seats=state.seats,
        seat=observer,
        to_act=to_act(state),
        phase=state.phase,
        scores=so_far.scores,
        winners=so_far.winners,
        round=state.round,
        rounds=state.options.rounds,
        advanced=state.options.advanced,
        turn_of=state.turn_of,
        centre=taken,
        rows=tuple(_row(row, open_to_all or seat == observer) for seat, row in enumerate(state.rows)),
        clue=_clue(state, open_to_all or state.turn_of == observer),
        out=tuple(seat for seat in range(state.seats) if seat not in alive),
        joined=state.joined,
        turn_log=state.log,
    )


def view_is_dealing(view: DavinciView) -> bool:
    """Whether the set-up is still going on."""
    return any(len(row) < tiles_dealt(view.seats) for row in view.rows)


def this_turn(view: DavinciView) -> tuple[Deduction, ...]:
    """The deductions of the turn being played: the last ones of its player, since nobody has two turns in a row."""
    start = len(view.turn_log)
    while start and view.turn_log[start - 1].seat == view.turn_of:
        start -= 1
    return view.turn_log[start:]


def _row(row: TileRow, known: bool) -> tuple[ShownTile, ...]:
    return tuple(
        ShownTile(tile_colour(tile.name), tile_front(tile.name) if known or tile.exposed else None, tile.exposed)
        for tile in row
    )


def _clue(state: State, known: bool) -> ClueTile | None:
    if state.taken is not None:
        return ClueTile(state.turn_of, state.taken, None)
    if state.clue is None:
        return None
    return ClueTile(state.turn_of, tile_colour(state.clue), tile_front(state.clue) if known else None)
