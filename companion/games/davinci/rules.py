"""The rules of Da Vinci Code: how a move changes the state. The state is in `state.py`, the options and the moves are in
`options.py` and `moves.py`.

In a round the seats take tiles in turn. Then one after another draws a Clue Tile, points at a tile of another row and says what
it is, until one row alone has a tile unexposed. Which tile a seat took is a move of chance.
"""

from typing import Any, Final, assert_never

from msgspec import structs

from companion.core.prompt import Move
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.davinci.moves import (
    Arrange,
    Deduce,
    DrawTile,
    PlaceTile,
    Reveal,
    Stop,
    Take,
    all_tiles,
    joining_positions,
    made_move,
    row_with_dashes,
    tile_front,
    tile_points,
)
from companion.games.davinci.options import Options
from companion.games.davinci.state import (
    Deduction,
    JoinedTile,
    Phase,
    State,
    Tile,
    TileRow,
    in_play,
    is_dealing,
    is_decided,
    tile_names,
)

_FOR_DEDUCTION: Final = 1
_FOR_CODE: Final = 3
_FOR_ROUND: Final = 5
"""D17: the points."""


def setup(options: Options, seats: int) -> State:
    """The first round, before anybody has taken a tile."""
    return _round(options, seats, 1, (0,) * seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
    match made:
        case Take(colour):
            return structs.replace(state, taken=colour)
        case DrawTile(tile):
            return _drawn(state, tile)
        case Arrange(positions):
            assert actor != CHANCE, "a seat lines up its own row"
            return _arranged(state, actor, positions)
        case PlaceTile(position):
            return _after_joining(_join(state, position))
        case Deduce():
            return _deduced(state, made)
        case Stop():  # D8
            return _put_away(state)
        case Reveal(position):  # D15
            exposed = _expose(state, state.turn_of, position)
            return _end_round(exposed) if is_decided(exposed) else _next_turn(exposed)
        case _:
            assert_never(made)


def _round(options: Options, seats: int, number: int, scores: tuple[int, ...]) -> State:
    first = (options.first_seat + number - 1) % seats  # D4, D19
    rows: tuple[TileRow, ...] = ((),) * seats
    none = (0,) * seats
    centre = all_tiles(advanced=options.advanced)
    return State(options, seats, number, first, "deal", centre, rows, scores, claims=none, codes=none)


def _drawn(state: State, tile: str) -> State:
    centre = tuple(left for left in state.centre if left != tile)
    drawn = structs.replace(state, centre=centre, taken=None, clue=tile)
    if state.phase == "draw":
        return structs.replace(drawn, phase="deduce")  # D5: it joins the row at the end of the turn
    if state.options.advanced:  # D14: in the order taken, until all seats have theirs
        row = (*state.rows[state.turn_of], Tile(tile))
        return _after_joining(structs.replace(drawn, clue=None, rows=_with(state.rows, state.turn_of, row)))
    return _put_away(drawn)


def _arranged(state: State, seat: Seat, positions: tuple[int, ...]) -> State:
    """D14: the owner chooses the positions of the dashes; the numbers are in order. Play begins when all rows are lined up."""
    row = tuple(Tile(name) for name in row_with_dashes(tile_names(state.rows[seat]), positions))
    left = tuple(other for other in state.arranging if other != seat)
    phase: Phase = "arrange" if left else "draw"
    return structs.replace(state, rows=_with(state.rows, seat, row), arranging=left, phase=phase)


def _put_away(state: State) -> State:
    """The tile in hand, if there is one, joins the row: at a position that its owner chooses, or at the only possible one."""
    if state.clue is None:
        return _next_turn(state)  # D15: the centre was empty
    if state.options.advanced:
        return structs.replace(state, phase="place")  # D13
    return _after_joining(_join(state, joining_positions(tile_names(state.rows[state.turn_of]), state.clue)[0]))


def _join(state: State, position: int) -> State:
    assert state.clue is not None, "only a tile in hand can join a row"
    seat, row = state.turn_of, state.rows[state.turn_of]
    # There is no deduction in the set-up (D2). Before a Clue Tile joins there was one, right (D8) or wrong (D9).
    failed = bool(state.log) and not state.log[-1].correct
    joined = (*row[:position], Tile(state.clue, failed), *row[position:])
    log = tuple(
        structs.replace(said, position=said.position + 1) if said.target == seat and said.position >= position else said
        for said in state.log
    )
    last = JoinedTile(seat, position) if state.log else None  # D8
    return structs.replace(state, rows=_with(state.rows, seat, joined), clue=None, log=log, joined=last)


def _after_joining(state: State) -> State:
    if state.log:
        return _next_turn(state)
    following = structs.replace(state, turn_of=(state.turn_of + 1) % state.seats)  # D2: one tile at a time, in turn
    if is_dealing(following):
        return structs.replace(following, phase="deal")
    if state.options.advanced:  # D14
        return structs.replace(following, phase="arrange", arranging=tuple(range(state.seats)))
    return structs.replace(following, phase="draw")


def _deduced(state: State, made: Deduce) -> State:
    correct = tile_front(state.rows[made.seat][made.position].name) == made.value
    said = Deduction(state.turn_of, made.seat, made.position, made.value, correct)
    logged = structs.replace(state, log=(*state.log, said))
    if correct:  # D7
        return _found(_expose(logged, made.seat, made.position), made.seat)
    if state.clue is None and state.options.empty_centre == "reveal":  # D15
        return structs.replace(logged, phase="reveal")
    return _put_away(logged)  # D9


def _found(state: State, target: Seat) -> State:
    is_out = all(tile.exposed for tile in state.rows[target])
    seat = state.turn_of
    scored = structs.replace(
        _award(state, seat, _FOR_DEDUCTION + (_FOR_CODE if is_out else 0)),  # D17
        claims=_with(state.claims, seat, state.claims[seat] + 1),
        codes=_with(state.codes, seat, state.codes[seat] + is_out),
    )
    return _end_round(scored) if is_decided(scored) else structs.replace(scored, phase="go_on")


def _next_turn(state: State) -> State:
    alive = in_play(state)
    following = next(
        seat for step in range(1, state.seats + 1) if (seat := (state.turn_of + step) % state.seats) in alive
    )  # D10, D11
    phase: Phase = "draw" if state.centre else "deduce"  # D15
    log = state.log if state.options.memory_aid else ()  # D16
    return structs.replace(state, turn_of=following, phase=phase, log=log)


def _end_round(state: State) -> State:
    (winner,) = in_play(state)
    left = [tile.name for tile in state.rows[winner] if not tile.exposed]  # D18
    if state.clue is not None and state.turn_of == winner:  # D12
        left.append(state.clue)
    scored = _award(state, winner, _FOR_ROUND + tile_points(left))  # D17
    ended = _recap(scored, winner, tuple(left))
    if state.round == state.options.rounds:
        return structs.replace(scored, phase="over", ended=ended)
    following = _round(state.options, state.seats, state.round + 1, scored.scores)
    return structs.replace(following, ended=ended)


def _recap(state: State, winner: Seat, left: tuple[str, ...]) -> Recap:
    """D17: the points of each seat in a round that is over. `left`: the winner's tiles, which are counted openly."""
    shares = []
    for step in range(state.seats):
        seat = (winner + step) % state.seats
        claims, codes = state.claims[seat], state.codes[seat]
        entries = [
            Points(f"{claims} right claim{'s' * (claims != 1)}", claims * _FOR_DEDUCTION),
            Points(f"{codes} code{'s' * (codes != 1)} laid open", codes * _FOR_CODE),
        ]
        if seat == winner:
            entries += [Points("won the round", _FOR_ROUND), Points("own hidden tiles", tile_points(left))]
        counted = tuple(entry for entry in entries if entry.points or seat == winner)
        shares.append(Share(seat, counted, left if seat == winner else (), state.scores[seat]))
    return Recap(f"Round {state.round} of {state.options.rounds}", winner, "The most points win", tuple(shares))


def _award(state: State, seat: Seat, more: int) -> State:
    return structs.replace(state, scores=_with(state.scores, seat, state.scores[seat] + more))


def _expose(state: State, seat: Seat, position: int) -> State:
    row = state.rows[seat]
    lying = _with(row, position, Tile(row[position].name, True))
    return structs.replace(state, rows=_with(state.rows, seat, lying))


def _with(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
