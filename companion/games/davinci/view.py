"""What a seat may know of a game of Da Vinci Code.

The law (D20): built field by field; of a tile that stands in another's row or hand only the back is in the view, that is its
colour. When all is over the last rows are shown, since their numbers are counted openly (D17).
"""

from msgspec import Struct

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.davinci.rules import Deduction, Joined, Phase, Row, State, hand, in_play, result, to_act
from companion.games.davinci.tiles import Colour, Front, colour, value


class Shown(Struct, frozen=True):
    """A tile of a row; `value` is None where this view may not know it."""

    colour: Colour
    value: Front | None
    exposed: bool


class Clue(Struct, frozen=True):
    """The tile that its owner has in hand; `value` is None to all others, and to all while it is being drawn."""

    owner: Seat
    colour: Colour
    value: Front | None


class Centre(Struct, frozen=True):
    """How many tiles of each colour are left."""

    black: int
    white: int


class TableView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol.

    `turn_log` holds the deductions of this turn. With the memory aid it holds those of the whole round, and a position moves
    along with its tile when another tile joins that row later. `joined`: where the last Clue Tile of this round went (D8).
    """

    phase: Phase
    round: int
    rounds: int
    advanced: bool
    turn_of: Seat
    centre: Centre
    rows: tuple[tuple[Shown, ...], ...]
    clue: Clue | None
    out: tuple[Seat, ...]
    joined: Joined | None
    turn_log: tuple[Deduction, ...]


def view(state: State, observer: Observer) -> TableView:
    """What `observer` may know."""
    standing = result(state)
    alive = in_play(state)
    black = sum(tile[0] == "B" for tile in state.centre)
    taken = Centre(black - (state.taken == "black"), len(state.centre) - black - (state.taken == "white"))
    open_to_all = state.phase == "over"
    return TableView(
        game="davinci",
        seats=state.seats,
        seat=observer,
        to_act=to_act(state),
        phase=state.phase,
        scores=standing.scores,
        winners=standing.winners,
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


def is_dealing(view: TableView) -> bool:
    """Whether this is the set-up still."""
    return any(len(row) < hand(view.seats) for row in view.rows)


def this_turn(view: TableView) -> tuple[Deduction, ...]:
    """The deductions of the turn being played. Nobody has two turns in a row, so they are the last ones of its player."""
    start = len(view.turn_log)
    while start and view.turn_log[start - 1].seat == view.turn_of:
        start -= 1
    return view.turn_log[start:]


def _row(row: Row, known: bool) -> tuple[Shown, ...]:
    return tuple(
        Shown(colour(tile.name), value(tile.name) if known or tile.exposed else None, tile.exposed) for tile in row
    )


def _clue(state: State, known: bool) -> Clue | None:
    if state.taken is not None:
        return Clue(state.turn_of, state.taken, None)
    if state.clue is None:
        return None
    return Clue(state.turn_of, colour(state.clue), value(state.clue) if known else None)
