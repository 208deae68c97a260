"""The rules of Mastermind: how a move changes the state. The state is in `state.py`, the options and the moves are in
`options.py` and `moves.py`.

A series of games between two seats, or of one seat against the table. In each game the Codemaker (a seat, or the table: a move
of chance) sets a code, the Decoder guesses, and the arms answer, until the code is cracked or nine rows are full.
"""

from msgspec import structs

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.mastermind.moves import PEGS_IN_CODE, Guess, PullArms, SetCode, made_move
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import (
    ERROR_POINTS,
    MAX_GUESSES,
    GuessRow,
    SeriesGame,
    State,
    games,
    right_arms,
    roles,
)


def setup(options: Options, seats: int) -> State:
    """A series before its first code."""
    return State(options, game_number=1, code=None, rows=(), past=(), over=False, seats=seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
    match made:
        case SetCode(pegs):
            return structs.replace(state, code=pegs, rows=())
        case Guess(pegs):
            row = GuessRow(pegs, None, None)
            if state.options.indication == "auto":  # M9
                row = GuessRow(pegs, *right_arms(_code(state), pegs))
            return _end_if_done(structs.replace(state, rows=(*state.rows, row)))
        case PullArms(red, white):
            last = state.rows[-1]
            if (red, white) != right_arms(_code(state), last.pegs):
                return _void(state)
            return _end_if_done(structs.replace(state, rows=(*state.rows[:-1], GuessRow(last.pegs, red, white))))


def _code(state: State) -> tuple[str, ...]:
    assert state.code is not None, "a guess comes after the code"
    return state.code


def _end_if_done(state: State) -> State:
    last = state.rows[-1]
    if last.red is None or (last.red < PEGS_IN_CODE and len(state.rows) < MAX_GUESSES):
        return state
    # M10, M11: nine rows without the code are nine points too. M15: with the table they count against the Decoder.
    codemaker, decoder = roles(state)
    scorer = decoder if codemaker == "table" else codemaker
    found = last.red == PEGS_IN_CODE
    counted = structs.replace(state, unfound=state.unfound + (not found))
    return _next_game(counted, scorer, len(state.rows), void=False)


def _void(state: State) -> State:
    # M14: the same game of the series begins again; its rows score nothing.
    return _next_game(state, roles(state)[1], ERROR_POINTS, void=True)


def _next_game(state: State, scorer: int, points: int, *, void: bool) -> State:
    """Add the game that has ended to the series, and begin the next one unless this was the last."""
    codemaker, decoder = roles(state)
    shares = tuple(points if seat == scorer else 0 for seat in range(state.seats))
    past = (*state.past, SeriesGame(codemaker, decoder, _code(state), len(state.rows), void, shares))
    if void:
        return structs.replace(state, code=None, rows=(), past=past)
    if state.game_number == games(state):
        return structs.replace(state, past=past, over=True)
    return structs.replace(state, game_number=state.game_number + 1, code=None, rows=(), past=past)
